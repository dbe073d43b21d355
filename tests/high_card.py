"""A small game with hidden cards: everybody is dealt one, the first player may swap them, the higher one wins."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from ludotheque.core.errors import IllegalMove, ImpossibleState, InvalidMove, InvalidState
from ludotheque.core.game import CHANCE, Actor, Event, Outcome
from ludotheque.core.options import Options

CARDS = (1, 2, 3, 4)
CHOICES = ("keep", "swap")


@dataclass(frozen=True, kw_only=True)
class HighCardOptions(Options):
    """There is nothing to choose."""


class Table(NamedTuple):
    """The cards that were dealt, and what the first player has done; in an observation, 0 is a card unseen."""

    cards: tuple[int, ...] = ()
    choice: str = ""
    viewer: int | None = None
    """Who sees it so, in an observation."""


@dataclass(frozen=True)
class Dealt(Event):
    """A card was dealt."""

    seat: int
    card: int


@dataclass(frozen=True)
class Decided(Event):
    """The first player has kept the card, or swapped both; then both are shown."""

    choice: str
    cards: tuple[int, ...]


class HighCard:
    """The higher card wins."""

    id = "high_card"
    title = "High Card"
    rules_version = 1
    Options = HighCardOptions
    seats = 2

    def __init__(self, options: HighCardOptions) -> None:
        self.options = options

    def start(self) -> Table:
        return Table()

    def actor(self, state: Table) -> Actor | None:
        if len(state.cards) < 2:
            return CHANCE
        return None if state.choice else 0

    def legal_moves(self, state: Table) -> Sequence[Any]:
        if len(state.cards) < 2:
            return [card for card in CARDS if card not in state.cards]
        return [] if state.choice else CHOICES

    def weights(self, state: Table) -> Sequence[int]:
        return [1] * len(self.legal_moves(state))

    def apply(self, state: Table, move: Any) -> Table:
        if move not in self.legal_moves(state):
            raise IllegalMove(f"{move!r} cannot be played now.")
        if len(state.cards) < 2:
            return Table((*state.cards, move))
        return Table(state.cards[::-1] if move == "swap" else state.cards, move)

    def outcome(self, state: Table) -> Outcome | None:
        if not state.choice:
            return None
        return Outcome((1, 2) if state.cards[0] > state.cards[1] else (2, 1), "higher_card")

    def observe(self, state: Table, viewer: int | None) -> Table:
        seen = [card if state.choice or seat == viewer else 0 for seat, card in enumerate(state.cards)]
        return Table(tuple(seen), state.choice, viewer)

    def events(self, before: Table, move: Any, after: Table, viewer: int | None) -> Sequence[Event]:
        if len(before.cards) < 2:
            seat = len(before.cards)
            return [Dealt(seat, move if viewer == seat else 0)]
        return [Decided(move, after.cards)]

    def determinize(self, observation: Table, rng: Random) -> Table:
        unseen = [card for card in CARDS if card not in observation.cards]
        rng.shuffle(unseen)
        return Table(tuple(card or unseen.pop() for card in observation.cards), observation.choice)

    def legal_moves_for(self, observation: Table) -> Sequence[Any]:
        return self.legal_moves(self.determinize(observation, Random(0)))

    def parse_move(self, state: object, text: str) -> Any:
        if text in CHOICES:
            return text
        if text not in map(str, CARDS):
            raise InvalidMove(f"{text!r} is neither a card nor keep or swap.")
        return int(text)

    def format_move(self, state: object, move: Any) -> str:
        return str(move)

    def format_state(self, state: Table) -> str:
        return f"cards {','.join(map(str, state.cards)) or '-'} choice {state.choice or '-'}"

    def parse_state(self, text: str) -> Table:
        words = text.split(" ")
        if len(words) == 4 and words[3] in (*CHOICES, "-"):
            cards = () if words[1] == "-" else tuple(words[1].split(","))
            if set(cards) <= {*map(str, CARDS)}:
                state = Table(tuple(map(int, cards)), words[3].strip("-"))
                if self.format_state(state) == text:
                    return state
        raise InvalidState(f"{text!r} is not a state such as 'cards 1,2 choice keep'.")

    def check_state(self, state: object) -> None:
        if not isinstance(state, Table) or type(state.cards) is not tuple or state.viewer is not None:
            raise ImpossibleState("A state is a Table of cards and a choice.")
        if any(type(card) is not int or card not in CARDS for card in state.cards):
            raise ImpossibleState("The cards are numbers from 1 to 4.")
        if len(set(state.cards)) != len(state.cards) or len(state.cards) > 2:
            raise ImpossibleState("There are at most two cards, and they are different.")
        if type(state.choice) is not str or state.choice not in (CHOICES if state.choice else ("",)):
            raise ImpossibleState("The choice is keep or swap, or nothing yet.")
        if state.choice and len(state.cards) < 2:
            raise ImpossibleState("Nobody decides before both cards are dealt.")
