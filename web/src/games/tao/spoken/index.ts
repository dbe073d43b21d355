// Tao for people who do not see the cards: elements, players and the path in words.

import { seatLabel } from "../../../app/shell/names";
import { type Language, t } from "../../../i18n/language.svelte";
import type { SpokenGame } from "../../view";
import { GONE } from "../schema";
import type { TaoTable } from "../table.svelte";
import type { SpokenWords } from "./en";

const WORDS: Record<Language, () => Promise<SpokenWords>> = {
  en: async () => (await import("./en")).en,
  fr: async () => (await import("./fr")).fr,
  it: async () => (await import("./it")).it,
  de: async () => (await import("./de")).de,
};

export async function speak(table: TaoTable, language: Language): Promise<SpokenGame> {
  const words = await WORDS[language]();
  const label = (seat: number) => seatLabel(table.session.table, seat);
  const seats = () => table.observation.open.map((_, seat) => seat);

  /** A card with what its power does. */
  function describeCard(number: number): string {
    const { power } = table.material.cards[number]!;
    const name = table.cardName(number);
    return power === null ? name : words.power(name, t().tao.effects[power]);
  }

  function describeStone(): string {
    const { round, stone } = table.observation;
    return words.stone(round, table.elementName(stone), table.oppositeName(stone));
  }

  function describeScore(): string[] {
    const { results, stones } = table.observation;
    return [
      describeStone(),
      ...seats().map((seat) => words.score(label(seat), table.resultText(results[seat]!), stones[seat]!)),
      ...table.session.position!.scene.teams.flatMap(({ seats, result }) =>
        result === null ? [] : [words.team(table.teamName(seats), table.resultText(result))],
      ),
    ];
  }

  function describePlace(name: string): string[] | null {
    const element = table.material.elements.findIndex((_, at) => table.elementName(at).toLowerCase().startsWith(name));
    if (element >= 0) return describeElement(element);
    if (words.path.startsWith(name)) return describePath();
    const seat = Number(name) - 1;
    return seats().includes(seat) ? describeSeat(seat) : null;
  }

  /** The cards still on the path, clockwise from the marker. */
  function listPath(): number[] {
    const { path, marker } = table.observation;
    return path.map((_, step) => path[(marker + 1 + step) % path.length]!).filter((card) => card !== GONE);
  }

  function describePath(): string[] {
    const cards = listPath().map((card, index) => `${index + 1}: ${describeCard(card)}.`);
    return [words.onPath(cards.length, table.observation.next_places.length, table.material.last), ...cards];
  }

  function describeSeat(seat: number): string[] {
    const { open, covered, results, stones, hand_sizes } = table.observation;
    const cards = (numbers: number[]) => numbers.map((card) => table.cardName(card));
    return [
      words.cards(label(seat), cards(open[seat]!)),
      ...(covered[seat]!.length ? [words.covered(cards(covered[seat]!))] : []),
      words.score(label(seat), table.resultText(results[seat]!), stones[seat]!),
      words.handSize(hand_sizes[seat]!),
    ];
  }

  /** What an element means now, and where its cards are, as far as one sees them. */
  function describeElement(element: number): string[] {
    const { stone, hand, open, covered } = table.observation;
    const isOf = (card: number) => table.material.cards[card]!.element === table.material.elements[element];
    const name = table.elementName(element);
    const role =
      element === stone
        ? words.inPlay(name, table.oppositeName(element))
        : element === table.material.opposite[stone]
          ? words.counts(name, table.elementName(stone))
          : words.idle(name);
    return [
      role,
      ...listPath().flatMap((card, index) => (isOf(card) ? [words.pathCard(describeCard(card), index + 1)] : [])),
      ...(hand ?? []).filter(isOf).map((card) => words.handCard(describeCard(card))),
      ...seats().flatMap((seat) => [
        ...open[seat]!.filter(isOf).map((card) => words.openCard(table.cardName(card), table.name(seat))),
        ...covered[seat]!.filter(isOf).map((card) => words.coveredCard(table.cardName(card), table.name(seat))),
      ]),
    ];
  }

  return {
    describeScore,
    describeHand: () => (table.observation.hand ?? []).map((card) => `${describeCard(card)}.`),
    describePlace,
    placeNames: () => [
      words.path,
      ...table.material.elements.map((_, element) => table.elementName(element)),
      ...seats().map((seat) => `${seat + 1} (${label(seat)})`),
    ],
  };
}
