// Looking back at the game so far: which position of the past is shown. The positions are fetched when they are needed.

import { api } from "../../../protocol/http";
import type { History, HistoryPosition, LinePosition, Seat } from "../../../protocol/messages";
import type { Session } from "../../../protocol/session.svelte";
import { describeFailure } from "../../shell/failures";

/** A line that could have been played instead of a ply. */
export interface Line {
  /** The ply that was played instead of its first one. */
  ply: number;
  /** The positions up to the one on the board. */
  positions: LinePosition[];
  all: LinePosition[];
  /** The indices in `all` where one can stop: draws are folded in. */
  stops: number[];
  /** Which of the stops is shown. */
  index: number;
}

/** Which positions are wanted: as which seat saw them, and after which ply. */
export interface HistoryPart {
  seat: Seat | null;
  since?: number;
  epoch?: number;
}

export class GameHistory {
  problem = $state("");
  /** The positions that were fetched, from before the first ply on. */
  private positions: HistoryPosition[] = [];
  private viewer: Seat | null = null;
  private epoch = 0;
  /** The ply to be shown as soon as it has been fetched. */
  private wanted: number | null = $state(null);
  private fetching: Promise<void> | null = null;
  /** The line beside the game that is on the board; null while it shows the game. */
  line: Line | null = $state.raw(null);

  /** The plies where one can stop: where somebody decides next, or nobody any more. */
  readonly stops: number[] = $derived.by(() => {
    const { plies, live } = this.session;
    if (live === null) return [];
    const found = plies.flatMap(({ ply }, index) => (plies[index + 1]?.actor === "chance" ? [] : [ply]));
    return [...(plies[0]?.actor === "chance" ? [] : [0]), ...found.filter((ply) => ply < live.ply), live.ply];
  });

  constructor(
    private readonly session: Session,
    /** Where the positions come from. */
    private readonly read: (part: HistoryPart) => Promise<History> = (part) => api.history(session.table.id, part),
  ) {}

  /** The ply that is shown, or is about to be; null is now. */
  get at(): number | null {
    return this.wanted ?? this.line?.ply ?? (this.session.isPast ? this.session.position!.ply : null);
  }

  /** The index in `stops` of what is shown. */
  get stop(): number {
    const { at, stops } = this;
    const found = at === null ? -1 : stops.findIndex((ply) => ply >= at);
    return found === -1 ? stops.length - 1 : found;
  }

  back = () => this.goTo(this.stop - 1);
  forward = () => this.goTo(this.stop + 1);
  toStart = () => this.goTo(0);
  toNow = () => this.goTo(this.stops.length - 1);

  /** Show the position that a ply led to, after what chance did then. */
  showPly = (ply: number) => {
    const stop = this.stops.findIndex((other) => other >= ply);
    this.goTo(stop === -1 ? this.stops.length - 1 : stop);
  };

  /** Show a line that could have been played instead of a ply, up to its first stop. */
  showLine(ply: number, all: LinePosition[]): void {
    const stops = all.flatMap((_, index) => (all[index + 1]?.actor === "chance" ? [] : [index]));
    this.line = { ply, all, stops, index: -1, positions: [] };
    this.stepLine();
  }

  /** Go on to the next stop of the line. */
  stepLine = () => {
    const { line } = this;
    const stop = line?.stops[line.index + 1];
    if (!line || stop === undefined) return;
    const positions = line.all.slice(0, stop + 1);
    this.session.showPast(positions.at(-1)!, positions.slice(line.positions.length), positions);
    this.wanted = null;
    this.line = { ...line, index: line.index + 1, positions };
  };

  goTo(stop: number): void {
    this.line = null;
    const last = this.stops.length - 1;
    const next = Math.max(0, Math.min(last, stop));
    if (last < 0) return;
    this.problem = "";
    if (next === last) {
      this.wanted = null;
      if (this.session.isPast) this.session.showPast(null);
    } else {
      this.wanted = this.stops[next]!;
      if (this.isFetched(this.wanted)) this.show(this.wanted);
      else void this.fetch();
    }
  }

  /** Step by the keyboard; returns whether the key was one of ours. Arrows only where the game leaves them free. */
  handleKey({ key }: KeyboardEvent): boolean {
    const acts: Record<string, () => void> = {
      ArrowLeft: this.back,
      ",": this.back,
      ArrowRight: this.forward,
      ".": this.forward,
      Home: this.toStart,
      End: this.toNow,
    };
    acts[key]?.();
    return key in acts;
  }

  private isFetched(ply: number): boolean {
    const { live } = this.session;
    return this.viewer === live?.viewer && this.epoch === live.epoch && ply < this.positions.length;
  }

  private show(ply: number): void {
    const before = this.session.position?.ply ?? 0;
    this.wanted = null;
    const isStep = ply > before && this.stops.indexOf(ply) === this.stops.findIndex((stop) => stop > before);
    const steps = isStep ? this.session.plies.filter((other) => other.ply > before && other.ply <= ply) : [];
    this.session.showPast(this.positions[ply]!, steps);
  }

  private async fetch(): Promise<void> {
    this.fetching ??= this.fetchRest().finally(() => (this.fetching = null));
    try {
      await this.fetching;
      if (this.wanted !== null && this.isFetched(this.wanted)) this.show(this.wanted);
    } catch (failure) {
      this.wanted = null;
      this.problem = describeFailure(failure);
    }
  }

  private async fetchRest(): Promise<void> {
    const { live } = this.session;
    const seat = live?.viewer ?? null;
    const isContinued = this.viewer === seat && this.epoch === live?.epoch && this.positions.length > 0;
    const since = isContinued ? { since: this.positions.length - 1, epoch: this.epoch } : {};
    const { viewer, epoch, positions } = await this.read({ seat, ...since });
    this.positions = positions[0]?.ply === 0 ? positions : [...this.positions, ...positions];
    this.viewer = viewer;
    this.epoch = epoch;
  }
}
