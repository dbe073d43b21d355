// Announcements for screen readers: the lines of the page's one live region.

import { untrack } from "svelte";

const KEPT = 6;

class Announcer {
  lines: { key: number; text: string }[] = $state.raw([]);
  private count = 0;

  announce(text: string): void {
    if (text !== "") this.lines = [...untrack(() => this.lines), { key: ++this.count, text }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
