// Who plays in this browser. Everybody is somebody at once: a cookie, and a name that can be changed.

import { api } from "../protocol/http";
import type { Player } from "../protocol/messages";

class Me {
  player: Player | null = $state.raw(null);
  private entering: Promise<Player> | undefined;

  /** Be a player; asks the server once. */
  enter(): Promise<Player> {
    this.entering ??= api.enter().then(
      (player) => (this.player = player),
      (error: unknown) => {
        this.entering = undefined;
        throw error;
      },
    );
    return this.entering;
  }

  async rename(name: string): Promise<void> {
    this.player = await api.rename(name);
  }

  /** Be the player of another device, by its link. */
  async follow(code: string): Promise<void> {
    this.player = await api.useLink(code);
    this.entering = Promise.resolve(this.player);
  }
}

export const me = new Me();
