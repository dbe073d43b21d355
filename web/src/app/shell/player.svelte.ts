// Who plays in this browser. Everybody is somebody at once: a cookie, and a name that can be changed.

import { api } from "../../protocol/http";
import type { Player } from "../../protocol/messages";

/** Other tabs of this browser share its cookie: when it changes, they begin anew as the player it is then. */
const tabs = new BroadcastChannel("ludotheque.player");
tabs.onmessage = () => location.reload();

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
    tabs.postMessage("changed");
  }

  /** Be another player that this browser keeps. What is on the screen is that player's from then on. */
  async switchTo(player: string): Promise<void> {
    await api.switchTo(player);
    tabs.postMessage("changed");
    location.reload();
  }

  /** This browser was logged out: begin anew, as whoever it is then. */
  startAnew(): void {
    tabs.postMessage("changed");
    location.assign("/");
  }
}

export const me = new Me();
