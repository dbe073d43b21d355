// The log of Tao: one line for each decision, with its card; the ends and beginnings of rounds have lines of their own.

import { t } from "../../i18n/language.svelte";
import { sentence } from "../../i18n/who";
import type { LogEntry } from "../view";
import type { CardPut, Event, RoundEnded } from "./schema";
import type { TaoTable } from "./table.svelte";

export function describeTurn(table: TaoTable, events: readonly Event[]): LogEntry[] {
  const entries: LogEntry[] = [];
  const clauses: string[] = [];
  const pieces: number[] = [];
  const dealt: number[] = [];
  let actor: number | null = null;
  for (const event of events) {
    switch (event.type) {
      case "CardDealt":
        if (event.card !== null) dealt.push(event.card);
        break;
      case "RoundEnded":
        entries.push({ seat: event.teams.length ? null : event.winner, text: describeEnd(table, event) });
        break;
      case "RoundBegan": {
        const words = t().tao.event;
        const cards = dealt.length === 0 ? "" : words.dealt(dealt.map((card) => table.cardName(card)));
        const text = sentence(describeClause(table, event), words.begins(table.who(event.seat)), cards);
        entries.push({ seat: null, text, pieces: [...dealt] });
        break;
      }
      case "FirstPlayerDrawn":
      case "GameEnded":
        entries.push({ seat: null, text: sentence(describeClause(table, event)) });
        break;
      case "CardLaid":
      case "MarkerMoved":
      case "ResultsChanged":
        break;
      case "CardPut":
      case "CardCovered":
        pieces.push(event.card);
        actor = event.seat;
        clauses.push(describeClause(table, event));
        break;
      case "CardsSwapped":
        pieces.push(event.mine, event.theirs);
        actor = event.seat;
        clauses.push(describeClause(table, event));
        break;
      case "CardUncovered":
        pieces.push(event.card);
        clauses.push(describeClause(table, event));
        break;
      case "StoneMoved":
      case "PowerSkipped":
      case "TurnRepeated":
        actor = event.seat;
        clauses.push(describeClause(table, event));
        break;
    }
  }
  const text = sentence(...clauses);
  return text === "" ? entries : [{ seat: actor, text, pieces }, ...entries];
}

/** An event as a clause; empty if it is not worth words. */
export function describeClause(table: TaoTable, event: Event): string {
  const words = t().tao.event;
  const who = (seat: number) => table.who(seat);
  switch (event.type) {
    case "FirstPlayerDrawn":
      return words.first(who(event.seat));
    case "CardDealt":
      return event.card === null ? "" : words.dealt([table.cardName(event.card)]);
    case "RoundBegan":
      return words.round(event.round, table.elementName(event.stone));
    case "CardPut":
      return describePut(table, event);
    case "PowerSkipped":
      return words.skipped(table.cardName(event.card));
    case "TurnRepeated":
      return words.again(who(event.seat));
    case "StoneMoved":
      return words.stone(who(event.seat), table.elementName(event.start), table.elementName(event.end));
    case "CardsSwapped":
      return words.swapped(who(event.seat), who(event.other), table.cardName(event.mine), table.cardName(event.theirs));
    case "CardCovered":
      return words.covered(who(event.seat), table.cardName(event.card));
    case "CardUncovered":
      return words.uncovered(who(event.seat), table.cardName(event.card));
    case "RoundEnded":
      return describeEnd(table, event);
    case "GameEnded":
      return words.ended(table.describeReason(event.reason));
    case "CardLaid":
    case "MarkerMoved":
    case "ResultsChanged":
      return "";
  }
}

function describePut(table: TaoTable, { seat, to, card, place }: CardPut): string {
  const words = t().tao.event;
  const [who, name] = [table.who(seat), table.cardName(card)];
  if (to === seat) return (place === null ? words.plays : words.takes)(who, name);
  return (place === null ? words.givesFromHand : words.givesFromPath)(who, name, table.who(to));
}

/** The sums of a round, and who takes the stone. */
function describeEnd(table: TaoTable, event: RoundEnded): string {
  const words = t().tao.event;
  const sums = event.teams.length ? event.teams : event.results.map((_, seat) => table.ownSum(event, seat));
  const results = sums.map((sum) => words.result(table.whoScores(sum), table.sumText(sum)));
  const scored = words.scored(event.round, table.elementName(event.element), t().numbers.list(results));
  return `${sentence(scored)} ${sentence(describeWinner(table, event))}`;
}

export function describeWinner(table: TaoTable, { winner, decided_by, teams }: RoundEnded): string {
  const words = t().tao.event;
  if (winner === null) return words.stoneTied;
  const team = teams.find(({ seats }) => seats.includes(winner));
  if (team) {
    const name = table.teamName(team.seats);
    if (decided_by === "points") return words.teamStonePoints(name);
    return decided_by === "cards" ? words.teamStoneCards(name) : words.teamStone(name);
  }
  const won =
    decided_by === "points" ? words.stoneWonPoints : decided_by === "cards" ? words.stoneWonCards : words.stoneWon;
  return won(table.who(winner));
}
