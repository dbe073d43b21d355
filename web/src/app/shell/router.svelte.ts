// The current route: reads and writes the URL of the page.

import { parseRoute, type Route } from "./route";

class Router {
  route: Route = $state.raw(parseRoute(location.pathname, location.search));

  constructor() {
    addEventListener("popstate", () => this.read());
    // Links within the app navigate without reloading the page.
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
