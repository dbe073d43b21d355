// Which screen is shown: the address of the page, read and written.

import { parseRoute, type Route } from "./route";

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
