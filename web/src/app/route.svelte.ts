// Which screen is shown: the address of the page, read and written.

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

class Router {
  route: Route = $state.raw(parseRoute(location.pathname, location.search));

  constructor() {
    addEventListener("popstate", () => this.read());
    // Links inside the page change the screen without loading the page again.
    addEventListener("click", (click) => {
      const link = click.target instanceof Element ? click.target.closest("a") : null;
      if (!link || click.defaultPrevented || click.button !== 0) return;
      if (click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
      if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (link.pathname.startsWith("/api/") || link.hash) return;
      click.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.route = parseRoute(location.pathname, location.search);
  }
}

export const router = new Router();
