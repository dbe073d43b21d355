// What went wrong, in words.

import { t } from "../i18n/language.svelte";
import { Refusal } from "../protocol/http";

/** A sentence for a refusal; the server's own English one where the code is unknown, or says too little. */
export function describeFailure(failure: unknown): string {
  const words: Record<string, string> = t().errors;
  if (failure instanceof Refusal) return words[failure.code] ?? failure.message;
  throw failure;
}
