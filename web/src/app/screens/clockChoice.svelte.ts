// The clock that the form for a new table has chosen so far, and what happens when it runs out.

import type { Clock, Settings } from "../../protocol/messages";
import { DAY } from "../table/clock";

/** How a clock is set, in the words of the form: days and seconds per move are the same kind of clock. */
export type ClockStyle = "none" | "move" | "total" | "days";

export class ClockChoice {
  style: ClockStyle = $state("none");
  moveSeconds = $state("60");
  totalMinutes = $state("10");
  increment = $state("5");
  days = $state("1");
  timeout: Settings["timeout"] = $state("bot");

  get clock(): Clock {
    switch (this.style) {
      case "none":
        return { kind: "none" };
      case "move":
        return { kind: "move", seconds: Number(this.moveSeconds) };
      case "days":
        return { kind: "move", seconds: DAY * Number(this.days) };
      case "total":
        return { kind: "total", seconds: 60 * Number(this.totalMinutes), increment: Number(this.increment) };
    }
  }
}
