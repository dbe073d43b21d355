// The player of this browser. A new browser gets a guest player, kept by a cookie, whose name can be changed.

import { api } from "../../protocol/http";
import type { Player } from "../../protocol/messages";
import { personName } from "./names";

/** All tabs of a browser share its cookie: when the player changes in one, the others reload. */
const tabs = new BroadcastChannel("ludotheque.player");
tabs.onmessage = ({ data }) => (data === "deleted" ? location.assign("/deleted") : location.reload());

class CurrentPlayer {
  player: Player | null = $state.raw(null);
  private loading: Promise<Player> | undefined;

  /** The name to show; empty until loaded. */
  get name(): string {
    return this.player ? personName(this.player) : "";
  }

  /** Load the player, or create one. Asks the server once. */
  ensurePlayer(): Promise<Player> {
    this.loading ??= api.ensurePlayer().then(
      (player) => (this.player = player),
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }

  async rename(name: string): Promise<void> {
    this.player = await api.rename(name);
  }

  /** Become the player of another device, by the link that was made there. */
  async useLink(code: string): Promise<void> {
    this.player = await api.useLink(code);
    this.loading = Promise.resolve(this.player);
    tabs.postMessage("changed");
  }

  /** Become another player that this browser keeps. Reloads the page, which shows the state of the old one. */
  async switchTo(player: string): Promise<void> {
    await api.switchTo(player);
    tabs.postMessage("changed");
    location.reload();
  }

  /** Delete everything about the player, here and on the server. */
  async deleteEverything(): Promise<void> {
    await api.deleteMe();
    localStorage.clear();
    tabs.postMessage("deleted");
    location.assign("/deleted");
  }

  /** After logging out: load the home page as whichever player this browser has now. */
  restart(): void {
    tabs.postMessage("changed");
    location.assign("/");
  }
}

export const me = new CurrentPlayer();
