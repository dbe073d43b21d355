// A finished game as an animation: the server draws it, which takes some seconds the first time, and says how far it is.

import { api } from "../../protocol/http";
import { describeFailure } from "../shell/failures";

export type AnimationKind = "gif" | "webp";

/** Milliseconds between two questions how far it is. */
const PAUSE = 300;

export class GameAnimation {
  /** From 0 to 1. */
  progress = $state(0);
  file = $state.raw<Blob | null>(null);
  /** What went wrong, as a sentence. */
  problem = $state("");
  readonly url: string;

  constructor(
    private readonly table: string,
    readonly kind: AnimationKind,
    /** Of the words in it. */
    private readonly language: string,
  ) {
    this.url = `/api/tables/${encodeURIComponent(table)}/animation.${kind}?lang=${language}`;
    void this.draw();
  }

  private async draw(): Promise<void> {
    const following = setInterval(() => void this.follow(), PAUSE);
    try {
      this.file = await api.animation(this.table, this.kind, this.language);
      this.progress = 1;
    } catch (failure) {
      this.problem = describeFailure(failure);
    } finally {
      clearInterval(following);
    }
  }

  private async follow(): Promise<void> {
    try {
      const { progress } = await api.animationState(this.table, this.kind, this.language);
      this.progress = Math.max(this.progress, progress);
    } catch {
      // Whether it is drawn is known from the file itself.
    }
  }
}
