// Where others reach the server: what a link begins with that is sent to a friend.

import { api } from "../../protocol/http";
import type { Sharing as Told } from "../../protocol/schema";

/** Whether a name leads to the device itself, and nobody else anywhere. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

class Sharing {
  private told: Told | null = $state.raw(null);
  /** A page that came by an address of the network has the right one already. */
  private readonly isHere = isLoopback(location.hostname);
  /** False while it is not known yet what others can use. */
  isKnown = $state(!this.isHere);

  /** What links begin with; this page's own origin if others cannot use any. */
  get origin(): string {
    return this.told?.url ?? location.origin;
  }

  /** Whether others can follow a link. */
  get reachesOthers(): boolean {
    return !this.isHere || this.told?.url != null;
  }

  /** Whether the home network is let in; null if that cannot be changed from here. */
  get network(): Told["network"] {
    return this.told?.network ?? null;
  }

  /** Ask the server. It may have come to another network since it was last asked. */
  async load(): Promise<void> {
    if (!this.isHere) return;
    try {
      this.told = await api.sharing();
    } finally {
      this.isKnown = true;
    }
  }

  /** Let the home network in, or keep it out. */
  async change(open: boolean): Promise<void> {
    this.told = await api.changeSharing(open);
  }
}

export const sharing = new Sharing();
