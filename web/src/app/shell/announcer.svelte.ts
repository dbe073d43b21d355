// What a screen reader says without being asked: one live region for the whole page.

import { untrack } from "svelte";

const KEPT = 6;

class Announcer {
  lines: { key: number; text: string }[] = $state.raw([]);
  private count = 0;

  say(text: string): void {
    if (text !== "") this.lines = [...untrack(() => this.lines), { key: ++this.count, text }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
