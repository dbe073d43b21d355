"""A third-party game in forty lines: take one or two of a few stones; who takes the last one loses. Shuffles nothing.

It implements the Game protocol and nothing more, as a stranger's game would: no pictures, no words, no evaluation.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ludotheque.core.errors import IllegalMove, ImpossibleState, InvalidMove, InvalidState
from ludotheque.core.game import Event, Outcome
from ludotheque.core.options import Options, number


@dataclass(frozen=True, kw_only=True)
class NimOptions(Options):
    """The options of Nim."""

    stones: int = number(1, 9, default=5, help="How many stones there are.")


@dataclass(frozen=True)
class Taken(Event):
    """Stones were taken."""

    count: int


class Nim:
    """Take one or two stones; who takes the last one loses."""

    id = "nim"
    title = "Nim"
    rules_version = 3
    Options = NimOptions
    seats = 2

    def __init__(self, options: NimOptions) -> None:
        self.options = options

    def start(self) -> tuple[int, int]:
        """Give stones left, seat to move."""
        return self.options.stones, 0

    def actor(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] else None

    def legal_moves(self, state: tuple[int, int]) -> Sequence[int]:
        return [count for count in (1, 2) if count <= state[0]]

    def weights(self, state: tuple[int, int]) -> Sequence[int]:
        raise AssertionError("there is no chance in this game")

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        if move not in self.legal_moves(state):
            raise IllegalMove(f"{move!r} is not 1 or 2, or more than there are.")
        return state[0] - move, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> Outcome | None:
        return None if state[0] else Outcome((1, 2) if state[1] == 0 else (2, 1), "last_stone", scores=(0, 0))

    def observe(self, state: tuple[int, int], viewer: int | None) -> tuple[int, int]:
        return state

    def events(self, before: tuple[int, int], move: int, after: object, viewer: int | None) -> Sequence[Event]:
        return [Taken(move)]

    def determinize(self, observation: tuple[int, int], rng: Random) -> tuple[int, int]:
        return observation

    def legal_moves_for(self, observation: tuple[int, int]) -> Sequence[int]:
        return self.legal_moves(observation)

    def parse_move(self, state: object, text: str) -> int:
        if text not in ("1", "2"):
            raise InvalidMove(f"{text!r} is not 1 or 2.")
        return int(text)

    def format_move(self, state: object, move: int) -> str:
        return str(move)

    def format_state(self, state: tuple[int, int]) -> str:
        return f"{state[0]} stones, seat {state[1] + 1}"

    def parse_state(self, text: str) -> tuple[int, int]:
        if (line := re.fullmatch("([0-9]) stones, seat ([12])", text)) is None:
            raise InvalidState(f"{text!r} is not a state such as '5 stones, seat 1'.")
        return int(line[1]), int(line[2]) - 1

    def check_state(self, state: object) -> None:
        if not isinstance(state, tuple) or [*map(type, state)] != [int, int] or state[1] not in (0, 1):
            raise ImpossibleState("A state is a number of stones and the seat to move, 0 or 1.")
        if not 0 <= state[0] <= self.options.stones:
            raise ImpossibleState(
                f"There are {self.options.stones} stones at the start, so there cannot be {state[0]}."
            )
