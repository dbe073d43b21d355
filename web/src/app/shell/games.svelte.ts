// The games that the server offers, with their options and numbers of players. Fetched once.

import { api } from "../../protocol/http";
import type { GameInfo, OptionView } from "../../protocol/messages";

class Games {
  private byId: Record<string, GameInfo> = $state.raw({});
  /** Whether tables of this server may have a chat. */
  hasChat = $state(true);
  private loading: Promise<void> | undefined;

  /** The ids of all games; empty until loaded. */
  get ids(): string[] {
    return Object.keys(this.byId);
  }

  /** Undefined until loaded, and for a game that the server does not have. */
  get(game: string): GameInfo | undefined {
    return this.byId[game];
  }

  load(): Promise<void> {
    this.loading ??= api.games().then(
      (answer) => {
        this.byId = Object.fromEntries(answer.games.map((game) => [game.id, game]));
        this.hasChat = answer.chat;
      },
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }
}

export const games = new Games();

/** The options that apply with these values; those that do not, and what depends on them, must keep their defaults. */
export function listApplicable(options: readonly OptionView[], values: Record<string, string>): OptionView[] {
  const shown: OptionView[] = [];
  const effective = { ...values };
  for (const option of options) {
    // Options depend on those before them only.
    if (isApplicable(option, effective)) shown.push(option);
    else effective[option.name] = option.default;
  }
  return shown;
}

/** Whether an option applies with these values of the others; one that does not must keep its default. */
export function isApplicable({ needs }: OptionView, values: Record<string, string>): boolean {
  return Object.entries(needs).every(([name, allowed]) => allowed.includes(values[name] ?? ""));
}
