// Parses the URL into the screen to show.

export type Route =
  | { screen: "home" }
  | { screen: "new"; game: string; shared: boolean }
  /** `replay`: a finished game is shown from its beginning. `remarks`: the page makes remarks. `review`: with its review. */
  | { screen: "table"; id: string; replay: boolean; remarks: boolean; review: boolean }
  | { screen: "games"; state: string; game: string }
  | { screen: "join"; code: string }
  | { screen: "rules"; game: string; options: Record<string, string> }
  /** `lesson`: which one; null for their list. */
  | { screen: "learn"; game: string; lesson: string | null; options: Record<string, string> }
  | { screen: "puzzles" }
  | { screen: "puzzle"; id: string }
  | { screen: "link"; code: string }
  /** `table`: the finished game that is analysed, after `ply` of it; empty for what is opened on the page. */
  | { screen: "analysis"; table: string; ply: number }
  | { screen: "settings" }
  | { screen: "deleted" }
  | { screen: "notFound" };

export function parseRoute(path: string, query = ""): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const parameters = new URLSearchParams(query);
  const options = Object.fromEntries(parameters);
  if (first === "learn" && second !== undefined && rest.length < 2)
    return { screen: "learn", game: second, lesson: rest[0] ?? null, options };
  if (rest.length > 0) return { screen: "notFound" };
  if (first === undefined) return { screen: "home" };
  if (first === "games" && second === undefined)
    return { screen: "games", state: parameters.get("state") ?? "", game: parameters.get("game") ?? "" };
  if (first === "analysis" && second === undefined)
    return { screen: "analysis", table: parameters.get("table") ?? "", ply: Number(parameters.get("ply")) || 0 };
  if (second === undefined)
    return first === "settings" || first === "deleted" || first === "puzzles"
      ? { screen: first }
      : { screen: "notFound" };
  switch (first) {
    case "new":
      return { screen: "new", game: second, shared: parameters.has("shared") };
    case "table":
      return {
        screen: "table",
        id: second,
        replay: parameters.has("replay"),
        remarks: parameters.has("remarks"),
        review: parameters.has("review"),
      };
    case "join":
      return { screen: "join", code: second };
    case "rules":
      return { screen: "rules", game: second, options };
    case "puzzle":
      return { screen: "puzzle", id: second };
    case "link":
      return { screen: "link", code: second };
    default:
      return { screen: "notFound" };
  }
}
