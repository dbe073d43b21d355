// A request that the user has started: whether it is running, and the sentence to show if it was refused.

import { describeFailure } from "./failures";

export class ServerCall {
  busy = $state(false);
  /** Empty if nothing went wrong. */
  problem = $state("");

  async run(request: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await request();
    } catch (failure) {
      this.problem = describeFailure(failure);
    } finally {
      this.busy = false;
    }
  }
}
