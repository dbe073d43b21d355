// The view model of Tao: which card is picked, and everything in words. Legal moves come from the server.

import { seatName } from "../../app/shell/names";
import { t } from "../../i18n/language.svelte";
import type { LegalMove } from "../../protocol/messages";
import type { Session } from "../../protocol/session.svelte";
import type { GameTable } from "../view";
import { Drag } from "./drag.svelte";
import { type Event, GONE, type Material, type Observation, type RoundEnded, type Types } from "./schema";

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
  /** The move that is previewed from the move list or a hint. */
  previewed: TaoMove | null = $state.raw(null);

  constructor(readonly session: Session<Types>) {}

  get material(): Material {
    return this.session.material;
  }

  get observation(): Observation {
    return this.session.position!.observation;
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
  }

  play(move: TaoMove): void {
    this.picked = null;
    this.previewed = null;
    this.session.play(move.move);
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
    this.previewed = move;
  }

  /** 1 to 3 pick from the path, 4 and 5 from the hand; then 1 to 4 choose the seat. Escape unpicks. */
  handleKey(event: KeyboardEvent): boolean {
    if (event.key === "Escape" && this.picked) {
      this.picked = null;
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
    return true;
  }

  // ── Texts ───────────────────────────────────────────────────────────────────────────────────────────────────────

  elementName(element: number): string {
    return t().tao.elements[this.material.elements[element]!];
  }

  cardName(number: number): string {
    const words = t().tao;
    const card = this.material.cards[number]!;
    const name = words.card(words.elements[card.element], card.value);
    return card.power === null ? name : words.guardian(name, words.powers[card.power]);
  }

  resultText(result: number): string {
    return t().numbers.number(result, { signDisplay: "negative" }).replace("-", "−");
  }

  name(seat: number): string {
    return seatName(this.session.table, seat);
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
      case "PlayFromHand":
        return this.picked ? words.give : words.pick;
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
    const words = t().tao.move;
    switch (move.type) {
      case "Walk":
      case "PlayFromHand": {
        const card = move.type === "Walk" ? this.observation.path[this.placeOf(move)!]! : move.card;
        const text = (move.type === "Walk" ? words.walk : words.hand)(this.cardName(card), this.recipient(move.to));
        const power = move.to === this.observation.turn ? this.material.cards[card]!.power : null;
        return power === null ? text : words.withEffect(text, t().tao.effects[power]);
      }
      case "MoveStone":
        return words.stone(this.elementName(move.element), this.elementName(this.material.opposite[move.element]!));
      case "SwapCards":
        return words.swap(this.cardName(move.mine), this.name(move.seat), this.cardName(move.theirs));
      case "CoverCard":
        return words.cover(this.cardName(move.card));
    }
  }

  describeEvent(event: Event): string {
    const words = t().tao.event;
    switch (event.type) {
      case "FirstPlayerDrawn":
        return words.first(this.name(event.seat));
      case "CardDealt":
        return event.card === null ? "" : words.dealt(this.cardName(event.card));
      case "RoundBegan":
        return words.round(event.round, this.elementName(event.stone), this.name(event.seat));
      case "CardPut": {
        const { seat, to } = event;
        const put = event.place === null ? words.putFromHand : words.putFromPath;
        return put(this.name(seat), this.cardName(event.card), to === seat ? words.themselves : this.name(to));
      }
      case "PowerSkipped":
        return words.skipped(this.cardName(event.card));
      case "TurnRepeated":
        return words.again(this.name(event.seat));
      case "StoneMoved":
        return words.stone(this.name(event.seat), this.elementName(event.start), this.elementName(event.end));
      case "CardsSwapped":
        return words.swapped(
          this.name(event.seat),
          this.name(event.other),
          this.cardName(event.mine),
          this.cardName(event.theirs),
        );
      case "CardCovered":
        return words.covered(this.name(event.seat), this.cardName(event.card));
      case "RoundEnded":
        return this.describeRound(event);
      case "GameEnded":
        return words.ended(this.describeReason(event.reason));
      case "CardLaid":
      case "MarkerMoved":
        return "";
    }
  }

  private describeRound(event: RoundEnded): string {
    const words = t().tao.event;
    const results = event.results.map((result, seat) => words.result(this.name(seat), this.resultText(result)));
    const scored = words.scored(event.round, this.elementName(event.element), t().numbers.list(results));
    return `${scored} ${this.describeWinner(event.winner, event.decided_by)}`;
  }

  private describeWinner(winner: number | null, decidedBy: string): string {
    const words = t().tao.event;
    if (winner === null) return words.stoneTied;
    const won =
      decidedBy === "points" ? words.stoneWonPoints : decidedBy === "cards" ? words.stoneWonCards : words.stoneWon;
    return won(this.name(winner));
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
