// The view model of Tao: which card is picked, and everything in words. Legal moves come from the server.

import { untrack } from "svelte";
import { announcer } from "../../app/shell/announcer.svelte";
import { seatName, seatTitle, whoSits } from "../../app/shell/names";
import { t } from "../../i18n/language.svelte";
import { sentence, type Who } from "../../i18n/who";
import type { LegalMove } from "../../protocol/messages";
import type { Session } from "../../protocol/session.svelte";
import type { GameTable } from "../view";
import { Drag } from "./drag.svelte";
import { findLastMove, type LastMove } from "./lastMove";
import { describeClause, describeTurn, describeWinner } from "./log";
import { RoundEnd } from "./rounds/roundEnd.svelte";
import {
  type Event,
  GONE,
  type Material,
  type Observation,
  type RoundEnded,
  type TeamSum as ScoreSum,
  type Types,
} from "./schema";
import { CardTip } from "./tips/cardTip.svelte";

export type TaoMove = LegalMove<Types>;
type MoveOf<Type extends TaoMove["type"]> = Extract<TaoMove, { type: Type }>;

/** The picked card: of a place on the path, of the hand, or an own card on the mat to swap. */
export type PickedCard =
  | { from: "path"; place: number }
  | { from: "hand"; card: number }
  | { from: "mat"; card: number };

export class TaoTable implements GameTable {
  picked: PickedCard | null = $state.raw(null);
  readonly drag = new Drag(this);
  readonly tip = new CardTip();
  readonly roundEnd: RoundEnd;
  /** The move that is previewed: from the move list or a hint, or the one under the pointer or the focus. */
  previewed: TaoMove | null = $state.raw(null);

  constructor(readonly session: Session<Types>) {
    this.roundEnd = new RoundEnd(session);
  }

  get material(): Material {
    return this.session.material;
  }

  get observation(): Observation {
    return this.session.position!.observation;
  }

  /** The cards that were just put somewhere, and where one was taken. */
  get lastMove(): LastMove {
    return findLastMove(this.session.shownPlies);
  }

  // ── Actions ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** What the player has to decide: the type of the legal moves. */
  get phase(): TaoMove["type"] | null {
    return this.session.isMyTurn ? (this.session.moves[0]?.type ?? null) : null;
  }

  canTake(place: number): boolean {
    return this.session.moves.some((move) => move.type === "Walk" && this.placeOf(move) === place);
  }

  canPlay(card: number): boolean {
    return this.session.moves.some((move) => move.type === "PlayFromHand" && move.card === card);
  }

  /** The move that gives the picked card to a seat. */
  findGive(seat: number): TaoMove | undefined {
    const picked = this.picked;
    if (picked?.from === "path")
      return this.session.moves.find(
        (move) => move.type === "Walk" && move.to === seat && this.placeOf(move) === picked.place,
      );
    if (picked?.from === "hand")
      return this.session.moves.find(
        (move) => move.type === "PlayFromHand" && move.to === seat && move.card === picked.card,
      );
    return undefined;
  }

  /** The move that puts the stone on an element. */
  findStoneMove(element: number): TaoMove | undefined {
    return this.session.moves.find((move) => move.type === "MoveStone" && move.element === element);
  }

  /** What clicking an open card on a mat does: pick it to swap it, or play a move; undefined: nothing. */
  matAction(seat: number, card: number): PickedCard | TaoMove | undefined {
    const { moves } = this.session;
    const cover = moves.find((move) => move.type === "CoverCard" && move.card === card);
    if (cover && seat === this.observation.turn) return cover;
    if (seat === this.observation.turn && moves.some((move) => move.type === "SwapCards" && move.mine === card))
      return { from: "mat", card };
    const mine = this.picked?.from === "mat" ? this.picked.card : null;
    return moves.find(
      (move) => move.type === "SwapCards" && move.mine === mine && move.seat === seat && move.theirs === card,
    );
  }

  pick(picked: PickedCard | null): void {
    this.picked = picked;
    if (picked) this.roundEnd.close();
  }

  /** Play a move. What is to be confirmed first stays picked. */
  play(move: TaoMove): void {
    if (!this.session.play(move.move)) return;
    this.picked = null;
    this.previewed = null;
  }

  private placeOf(move: MoveOf<"Walk">): number | undefined {
    return this.observation.next_places[move.step - 1];
  }

  /** The place of the path that the previewed move takes its card from. */
  get previewedPlace(): number | null {
    return this.previewed?.type === "Walk" ? (this.placeOf(this.previewed) ?? null) : null;
  }

  /** The seat that the previewed move gives a card to. */
  get previewedSeat(): number | null {
    return this.previewed && "to" in this.previewed ? this.previewed.to : null;
  }

  preview(move: TaoMove | null): void {
    // A focused button that is taken away blurs while the page is being updated, where tracked changes are refused.
    untrack(() => (this.previewed = move ?? this.session.unsentMove));
  }

  /** What everybody would have after a move, by the server's preview of it. */
  resultsAfter(move: TaoMove): number[] {
    const told = move.events.findLast((event) => event.type === "ResultsChanged" || event.type === "RoundEnded");
    return told?.results ?? this.observation.results;
  }

  /** What the partners of a team would have together after a move; null if players are scored one by one. */
  teamResultAfter(move: TaoMove | null, seat: number): number | null {
    const { teams } = this.session.position!.scene;
    const index = teams.findIndex(({ seats }) => seats.includes(seat));
    const told = move?.events.findLast((event) => event.type === "ResultsChanged" || event.type === "RoundEnded");
    const after = told?.type === "ResultsChanged" ? told.team_results : told?.teams.map(({ result }) => result);
    return after?.[index] ?? teams[index]?.result ?? null;
  }

  /** Whether a seat owns a stone that this seat took, alone or with its partner. */
  ownsStone(winner: number | null, seat: number): boolean {
    if (winner === null) return false;
    const { adds_up_teams, sides } = this.material;
    return winner === seat || (adds_up_teams && sides[winner] === sides[seat]);
  }

  /** How the round would be scored if a move ended it. */
  roundEndAfter(move: TaoMove): RoundEnded | undefined {
    return move.events.find((event) => event.type === "RoundEnded");
  }

  /** The moves that a power leaves for the stone. */
  get stoneMoves(): MoveOf<"MoveStone">[] {
    return this.session.moves.filter((move) => move.type === "MoveStone");
  }

  /** Partners who win and lose together, with the total of their stones; none without teams. */
  teams(): { seats: number[]; points: number }[] {
    return this.session.position!.scene.teams.map(({ seats, stones }) => ({ seats, points: stones }));
  }

  /** 1 to 3 pick from the path, 4 and 5 from the hand; then 1 to 4 choose the seat. Escape unpicks. */
  handleKey(event: KeyboardEvent): boolean {
    if (event.key === "Escape" && (this.tip.shown || this.roundEnd.shown || this.picked)) {
      if (this.tip.shown) this.tip.close();
      else if (this.roundEnd.shown) this.roundEnd.close();
      else this.picked = null;
      return true;
    }
    const number = Number(event.key);
    if (!this.session.isMyTurn || !Number.isInteger(number) || number < 1) return false;
    if (this.picked && this.picked.from !== "mat") {
      const move = this.findGive(number - 1);
      if (move) this.play(move);
      return move !== undefined;
    }
    const place = this.observation.next_places[number - 1];
    const card = this.observation.hand?.[number - 4];
    if (place !== undefined && this.canTake(place)) this.pick({ from: "path", place });
    else if (card !== undefined && this.canPlay(card)) this.pick({ from: "hand", card });
    else return false;
    const picked = this.cardName(place === undefined ? card! : this.observation.path[place]!);
    announcer.announce(t().app.labelled(picked, this.prompt()));
    return true;
  }

  keys(): [string, string][] {
    const { card, seat, drop } = t().tao.keys;
    return [
      ["1 … 5", card],
      ["1 … 4", seat],
      ["Esc", drop],
    ];
  }

  // ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────

  elementName(element: number): string {
    return t().tao.elements[this.material.elements[element]!];
  }

  /** The element that counts against another; null if nothing does. */
  oppositeName(element: number): string | null {
    const opposite = this.material.opposite[element] ?? null;
    return opposite === null ? null : this.elementName(opposite);
  }

  cardName(number: number): string {
    const words = t().tao;
    const card = this.material.cards[number]!;
    const name = words.card(words.elements[card.element], card.value);
    return card.power === null ? name : words.guardian(name, words.powers[card.power]);
  }

  /** The id of the sentence that says what the power of a card does; the board holds these sentences. */
  powerId(card: number): string | undefined {
    const { power } = this.material.cards[card]!;
    return power === null ? undefined : `tao-${power}`;
  }

  resultText(result: number): string {
    return t().numbers.number(result, { signDisplay: "negative" }).replace("-", "−");
  }

  /** How a result came about, on one line, such as `5 − 2 = 3`; only the result where nothing was subtracted. */
  sumText({ points, against, result }: ScoreSum): string {
    if (against === 0) return this.resultText(result);
    const text = `${this.resultText(points)} − ${this.resultText(against)} = ${this.resultText(result)}`;
    return text.replaceAll(" ", "\u00a0");
  }

  /** What a seat's own cards came to in a scored round. */
  ownSum({ points, against, cards, results }: RoundEnded, seat: number): ScoreSum {
    return {
      seats: [seat],
      points: points[seat]!,
      against: against[seat]!,
      cards: cards[seat]!,
      result: results[seat]!,
    };
  }

  /** What was compared when a round was scored: the sums of teams, or those of all players. */
  comparedSums(event: RoundEnded): ScoreSum[] {
    return event.teams.length ? event.teams : this.seatOrder.map((seat) => this.ownSum(event, seat));
  }

  /** A player, or partners, as they are named in a sentence. */
  whoScores({ seats }: ScoreSum): Who {
    return seats.length === 1 ? this.who(seats[0]!) : { name: this.teamName(seats), isYou: false };
  }

  teamName(seats: number[]): string {
    return t().numbers.list(seats.map((seat) => this.name(seat)));
  }

  name(seat: number): string {
    return seatName(this.session.table, seat);
  }

  /** The name where it stands alone, in little room: `You` for the viewer. */
  title(seat: number): string {
    return seatTitle(this.session.table, seat);
  }

  /** Whether a seat is the viewer's only one, so that they can be called "you". */
  isViewer(seat: number): boolean {
    return this.session.table.mine.length === 1 && this.session.table.mine[0] === seat;
  }

  /** With whom a player wins and loses. */
  partnersOf(seat: number): number[] {
    return this.teams().flatMap(({ seats }) => (seats.includes(seat) ? seats.filter((other) => other !== seat) : []));
  }

  /** All seats in their order, partners side by side. */
  get seatOrder(): number[] {
    const teams = this.teams();
    return teams.length ? teams.flatMap(({ seats }) => seats) : this.session.table.seats.map((_, seat) => seat);
  }

  who(seat: number): Who {
    return whoSits(this.session.table, seat);
  }

  private recipient(seat: number): string {
    const turn = this.observation.turn;
    if (seat === turn) return t().tao.self;
    const isPartner = this.material.sides[seat] === this.material.sides[turn];
    return isPartner ? t().tao.partner(this.name(seat)) : this.name(seat);
  }

  prompt(): string {
    const words = t().tao.prompt;
    switch (this.phase) {
      case "Walk":
        return this.picked ? words.give : words.pick;
      case "PlayFromHand": // the path is closed: otherwise a walk is the first of the moves
        return this.picked ? words.give : words.hand;
      case "MoveStone":
        return words.stone;
      case "SwapCards":
        return this.picked ? words.swapTheirs : words.swapMine;
      case "CoverCard":
        return words.cover;
      case null:
        return "";
    }
  }

  describeMove(move: TaoMove): string {
    const words = t().tao;
    const after = this.resultsAfter(move);
    const changed = after.flatMap((result, seat) => {
      if (result === this.observation.results[seat]) return [];
      return [words.move.resultOf(this.who(seat), this.resultText(result))];
    });
    const decision = this.describeDecision(move);
    const text = changed.length ? words.move.withResults(decision, t().numbers.list(changed)) : decision;
    const end = this.roundEndAfter(move);
    return end ? words.move.endsRound(text, describeWinner(this, end)) : text;
  }

  private describeDecision(move: TaoMove): string {
    const words = t().tao.move;
    switch (move.type) {
      case "Walk":
      case "PlayFromHand": {
        const card = move.type === "Walk" ? this.observation.path[this.placeOf(move)!]! : move.card;
        const text = (move.type === "Walk" ? words.walk : words.hand)(this.cardName(card), this.recipient(move.to));
        const isIdle = move.events.some(({ type }) => type === "PowerSkipped" || type === "RoundEnded");
        const power = move.to === this.observation.turn && !isIdle ? this.material.cards[card]!.power : null;
        return power === null ? text : words.withEffect(text, t().tao.effects[power]);
      }
      case "MoveStone":
        return words.stone(this.elementName(move.element), this.oppositeName(move.element));
      case "SwapCards":
        return words.swap(this.cardName(move.mine), this.name(move.seat), this.cardName(move.theirs));
      case "CoverCard":
        return words.cover(this.cardName(move.card));
    }
  }

  pieceOf = (move: TaoMove): number | null => {
    if (move.type === "Walk") return this.observation.path[this.placeOf(move)!] ?? null;
    return move.type === "PlayFromHand" || move.type === "CoverCard" ? move.card : null;
  };

  describeEvent = (event: Event) => sentence(describeClause(this, event));
  describeTurn = (events: Event[]) => describeTurn(this, events);

  describeTally(name: string): string {
    return t().tao.end.round(Number(name.split(" ").at(-1)));
  }

  describeReason(reason: string): string {
    return t().tao.reasons[reason] ?? reason;
  }

  describePosition(): string[] {
    const words = t().tao.position;
    const { round, stone, path, marker, next_places, hand, open, covered, results, stones } = this.observation;
    const clockwise = path
      .map((_, step) => path[(marker + 1 + step + path.length) % path.length]!)
      .filter((card) => card !== GONE);
    const cards = (numbers: number[]) => numbers.map((card) => this.cardName(card));
    return [
      words.round(round, this.elementName(stone)),
      ...(clockwise.length ? [words.path(cards(clockwise))] : []),
      ...(next_places.length ? [words.next(cards(next_places.map((place) => path[place]!)))] : []),
      ...(hand?.length ? [words.hand(cards(hand))] : []),
      ...open.flatMap((lying, seat) => [
        lying.length
          ? words.before(this.name(seat), cards(lying), this.resultText(results[seat]!))
          : words.beforeNothing(this.name(seat)),
        ...(covered[seat]!.length ? [words.covered(this.name(seat), cards(covered[seat]!))] : []),
        words.stones(this.name(seat), stones[seat]!),
      ]),
    ];
  }
}
