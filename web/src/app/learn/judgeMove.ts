// Whether a move was clearly weaker than the one that a bot prefers.

import type { HintGiven } from "../../protocol/messages";

/** From how much less of the win on a move is clearly weaker. */
const CLEARLY = 0.15;
/** How much less often a search looks at a move that it thinks little of; it gives no value to such a move. */
const HARDLY = 8;

/** The move that the bot prefers, if what was played is clearly weaker; otherwise null. */
export function judgeMove({ moves }: Pick<HintGiven, "moves">, played: string): string | null {
  const best = moves[0];
  const own = moves.find(({ move }) => move === played);
  if (!best || !own || own.move === best.move || best.value === null) return null;
  if (own.value !== null) return best.value - own.value >= CLEARLY ? best.move : null;
  const isIgnored = own.visits !== null && best.visits !== null && own.visits * HARDLY <= best.visits;
  return isIgnored ? best.move : null;
}
