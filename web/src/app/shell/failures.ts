// Failed requests as sentences.

import { t } from "../../i18n/language.svelte";
import { Refusal } from "../../protocol/http";
import type { RefusalCode } from "../../protocol/schema";

/** The codes whose English message is shown as sent: it says precisely what is wrong, which no translation could. */
export const SHOWN_AS_SENT = [
  "bad_option",
  "bad_position",
  "bad_record",
  "wrong_host",
] as const satisfies RefusalCode[];

/**
 * The codes with a translated sentence, `offline` for a server that could not be reached, and `dropped` for a move that
 * waited for the connection while the game went on.
 */
export type Translated = Exclude<RefusalCode, (typeof SHOWN_AS_SENT)[number]> | "offline" | "dropped";

/** The sentence for a refusal: translated, or the server's. Rethrows anything that is not a `Refusal`. */
export function describeFailure(failure: unknown): string {
  const words: Record<string, string> = t().errors;
  if (failure instanceof Refusal) return words[failure.code] ?? failure.message;
  throw failure;
}
