// The address of a finished game while somebody looks back at it: `/table/ID#42` is the position after ply 42.

import type { GameHistory } from "./gameHistory.svelte";

/** Which ply an address leads to; null for the end. A fragment never reaches a server, so links for previews have a query. */
export function parsePly({ hash, search }: { hash: string; search: string }): number | null {
  const text = hash.slice(1) || new URLSearchParams(search).get("ply") || "";
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Show the position of the address, and keep the address in step with what is shown, as long as the caller exists. */
export function followAddress(past: GameHistory): void {
  const show = () => {
    const ply = parsePly(location);
    if (ply !== null) past.showPly(ply);
  };
  show();
  $effect(() => {
    addEventListener("hashchange", show);
    return () => removeEventListener("hashchange", show);
  });
  $effect(() => {
    const hash = past.at === null ? "" : `#${past.at}`;
    const search = new URLSearchParams(location.search).has("review") ? "?review" : "";
    if (hash === location.hash && (hash !== "" || location.search === search)) return;
    history.replaceState(null, "", location.pathname + search + hash);
  });
}
