// The review of one finished game: asks for it, follows how far it is, and reads what it says.

import { api } from "../../protocol/http";
import type { LinePosition, Seat } from "../../protocol/messages";
import type { Review } from "../../protocol/review";
import type { ReviewState } from "../../protocol/schema";
import { describeFailure } from "../shell/failures";

/** Milliseconds between two questions how far it is. */
const PAUSE = 700;

export class GameReview {
  state = $state.raw<ReviewState | null>(null);
  result = $state.raw<Review | null>(null);
  /** What went wrong, as a sentence. */
  problem = $state("");
  private revision = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  private lines = new Map<string, Promise<LinePosition[]>>();

  constructor(private readonly table: string) {}

  get isWorking(): boolean {
    return ["preparing", "waiting", "running"].includes(this.state?.status ?? "");
  }

  /** Read the review, and ask for it if nobody has. */
  readonly open = () =>
    this.ask(async () => {
      const state = await api.review(this.table);
      return state.status === "none" ? api.startReview(this.table) : state;
    });

  readonly start = () => this.ask(() => api.startReview(this.table));
  readonly cancel = () => this.ask(() => api.cancelReview(this.table));

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** The positions of the line that the review shows at a ply, as a seat would see them. */
  line(ply: number, seat: Seat | null): Promise<LinePosition[]> {
    const key = `${ply} ${seat} ${this.revision}`;
    const known = this.lines.get(key);
    if (known) return known;
    const asked = api.reviewLine(this.table, ply, seat).then(({ positions }) => positions);
    asked.catch(() => this.lines.delete(key));
    this.lines.set(key, asked);
    return asked;
  }

  private async ask(request: () => Promise<ReviewState>): Promise<void> {
    clearTimeout(this.timer);
    try {
      const state = await request();
      if (state.revision && state.revision !== this.revision) {
        this.result = await api.reviewResult(this.table);
        this.revision = state.revision;
      }
      this.state = state;
      this.problem = "";
    } catch (failure) {
      this.problem = describeFailure(failure);
    }
    if (this.isWorking && !this.isClosed) {
      this.timer = setTimeout(() => void this.ask(() => api.review(this.table)), PAUSE);
    }
  }
}
