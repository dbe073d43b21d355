// Which screen an address of the page means.

export type Route =
  | { screen: "home" }
  | { screen: "new"; game: string; friends: boolean; shared: boolean }
  | { screen: "table"; id: string }
  | { screen: "code"; code: string }
  | { screen: "rules"; game: string; options: Record<string, string> }
  | { screen: "link"; code: string }
  | { screen: "nowhere" };

export function parseRoute(path: string, query = ""): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const asked = new URLSearchParams(query);
  if (rest.length > 0) return { screen: "nowhere" };
  if (first === undefined) return { screen: "home" };
  if (second === undefined) return { screen: "nowhere" };
  switch (first) {
    case "new":
      return { screen: "new", game: second, friends: asked.has("friends"), shared: asked.has("shared") };
    case "table":
      return { screen: "table", id: second };
    case "join":
      return { screen: "code", code: second };
    case "rules":
      return { screen: "rules", game: second, options: Object.fromEntries(asked) };
    case "link":
      return { screen: "link", code: second };
    default:
      return { screen: "nowhere" };
  }
}
