// What went wrong, in words.

import { t } from "../../i18n/language.svelte";
import { Refusal } from "../../protocol/http";
import type { RefusalCode } from "../../protocol/schema";

/** The codes whose sentence is shown as the server sends it, in English: it says what exactly is wrong, and where. */
export const SHOWN_AS_SENT = ["bad_option", "wrong_host"] as const satisfies RefusalCode[];

/** The codes that have a sentence of their own in every language, and that the server could not be reached. */
export type Translated = Exclude<RefusalCode, (typeof SHOWN_AS_SENT)[number]> | "offline";

/** A sentence for a refusal; the server's own English one where there is none here. */
export function describeFailure(failure: unknown): string {
  const words: Record<string, string> = t().errors;
  if (failure instanceof Refusal) return words[failure.code] ?? failure.message;
  throw failure;
}
