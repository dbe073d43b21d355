// The bans that this host has made since the page was loaded, so that they can be lifted.

import { api } from "../../protocol/http";

export interface Ban {
  table: string;
  player: string;
  name: string;
}

class Bans {
  private all: Ban[] = $state.raw([]);

  of(table: string): Ban[] {
    return this.all.filter((ban) => ban.table === table);
  }

  /** Remove a player from a table; with `ban`, they cannot return. */
  async remove(who: Ban, ban: boolean): Promise<void> {
    await api.remove(who.table, who.player, ban);
    if (ban) this.all = [...this.all.filter((other) => !isSame(other, who)), who];
  }

  async lift(who: Ban): Promise<void> {
    await api.unban(who.table, who.player);
    this.all = this.all.filter((other) => !isSame(other, who));
  }
}

const isSame = (one: Ban, other: Ban) => one.table === other.table && one.player === other.player;

export const bans = new Bans();
