// Which scored round is shown: from its last card until the viewer closes it or makes the next decision.

import type { Session } from "../../../protocol/session.svelte";
import type { RoundEnded, Types } from "../schema";

export class RoundEnd {
  shown: { ply: number; event: RoundEnded } | null = $state.raw(null);

  constructor(private readonly session: Session<Types>) {}

  /** Call this whenever the session has an update. Others play on meanwhile: their moves close nothing. */
  follow(): void {
    const { update, position, table } = this.session;
    const isMine = (actor: number | "chance") => actor !== "chance" && table.mine.includes(actor);
    const plies = update.live ? update.plies : [];
    const scored = plies.findLast(({ events }) => events.some(({ type }) => type === "RoundEnded"));
    if (scored && !plies.some(({ ply, actor }) => ply > scored.ply && isMine(actor))) {
      const event = scored.events.find((event) => event.type === "RoundEnded")!;
      this.shown = { ply: scored.ply, event };
      return;
    }
    const { shown } = this;
    if (shown === null) return;
    const isBefore = (position?.ply ?? 0) < shown.ply; // taken back
    const hasDecided = plies.some(({ ply, actor }) => ply > shown.ply && isMine(actor));
    const isReplay = table.status === "over";
    if (isBefore || hasDecided || isReplay) this.close();
  }

  close(): void {
    this.shown = null;
  }
}
