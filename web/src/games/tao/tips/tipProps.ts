// The attributes of a card that cannot be played now, so that it can be asked what it does.

import { onActivate } from "../../../components/activate";
import type { TaoTable } from "../table.svelte";

interface TipProps {
  role: "img" | "button";
  "data-tip": number;
  tabindex?: 0;
  "aria-describedby"?: string;
  onclick?: (event: Event) => void;
  onkeydown?: (event: KeyboardEvent) => void;
}

/** A card with a power can be focused, and explains itself on a click or tap; the others have nothing to say but a name. */
export function tipProps(table: TaoTable, card: number): TipProps {
  const described = table.powerId(card);
  if (described === undefined) return { role: "img", "data-tip": card };
  const explain = ({ currentTarget }: Event) => table.tip.open(currentTarget as HTMLElement);
  return {
    role: "button",
    "data-tip": card,
    tabindex: 0,
    "aria-describedby": described,
    onclick: explain,
    onkeydown: (event) => onActivate(() => explain(event))(event),
  };
}
