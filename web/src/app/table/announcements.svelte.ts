// Says what happened at the table, with a sound: first the events, in order, then whose turn it is; each of them once.

import { untrack } from "svelte";
import type { GameTable } from "../../games/view";
import { t } from "../../i18n/language.svelte";
import type { Session } from "../../protocol/session.svelte";
import { sounds } from "../../theme/sound.svelte";
import { announcer } from "../shell/announcer.svelte";
import { describeResult, describeTurn, isBot } from "./turn";

/** Announce every update of a session; to be called while a component is made. */
export function announceUpdates(session: Session, table: () => GameTable | null): void {
  let epoch = session.live?.epoch ?? 0;
  /** The last ply that was announced, or that was there before. */
  let announced = session.live?.ply ?? 0;

  $effect(() => {
    const { news: update } = session;
    const opened = table();
    // What else the sentences depend on, such as names, must not repeat them when it changes.
    if (opened) untrack(() => announce(update, opened));
  });

  function announce({ plies, live }: Session["update"], table: GameTable) {
    const { live: position } = session;
    if (!position) return;
    const isTakenBack = position.epoch !== epoch;
    if (isTakenBack) {
      epoch = position.epoch;
      announced = plies[0] ? plies[0].ply - 1 : position.ply;
    }
    const news = live ? plies.filter(({ ply }) => ply > announced) : [];
    announced = Math.max(announced, ...plies.map(({ ply }) => ply));
    if (news.length === 0 && !isTakenBack) return;
    const isOver = position.outcome !== null;
    if (news.length > 0) sounds.play(isOver ? "end" : session.isMyTurnNow ? "turn" : "move");
    const events = news.flatMap(({ events }) => events.map((event) => table.describeEvent(event)));
    announcer.announce(
      [
        isTakenBack ? t().game.takenBack : "",
        ...events,
        isOver ? `${describeResult(session, table)}.`.replace("!.", "!") : describeNextTurn(session, table),
      ]
        .filter(Boolean)
        .join(" "),
    );
  }
}

/** Whose turn it is and what there is to do; nothing for bots, who play before that is read out. */
function describeNextTurn(session: Session, table: GameTable): string {
  const actor = session.live?.actor ?? null;
  if (actor === null || (!session.isMyTurnNow && isBot(session, actor))) return "";
  const prompt = session.isMyTurnNow ? table.prompt() : "";
  const turn = describeTurn(session);
  return `${prompt ? t().app.labelled(turn, prompt) : turn}.`;
}
