"""What a game can prove of a position that is set as a puzzle. Puzzles are found and rated in `ludotheque.puzzles`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, runtime_checkable

from ludotheque.core.game import M, S_contra

MOST_NODES = 6_000
"""How many positions a proof may go through. What needs more is no puzzle, so that all of them can be proven again."""


class TooLarge(Exception):
    """A proof would need more than MOST_NODES positions."""


class Effort:
    """Counts the positions of a proof."""

    def __init__(self, most: int = MOST_NODES) -> None:
        self.left = most

    def spend(self) -> None:
        """Count one position. Raises TooLarge."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge


@dataclass(frozen=True, slots=True)
class Refutation(Generic[M]):
    """Why a move is not the answer."""

    reason: str
    """A key in the words of the motif."""
    line: tuple[M, ...] = ()
    """Decisions that show it, after the move; those of others are possible in some of the deals, not in all."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Numbers that its words name, such as `{won}`."""


@dataclass(frozen=True, slots=True)
class Solution(Generic[M]):
    """What was proven of a position: one move does what the motif asks for, and no other."""

    answer: M
    wrong: Mapping[M, Refutation[M]]
    """Every other legal move."""
    then: tuple[M, ...] = ()
    """If the same player decides again right after the answer: everything that is right there."""
    line: tuple[M, ...] = ()
    """Decisions that may follow the answer, the first of `then` included."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Numbers that the words of the answer name."""
    steps: int = 0
    """How many steps one must follow by eye to see that the answer is right; 0 if that is not what makes it hard."""


@runtime_checkable
class HasPuzzles(Protocol[S_contra, M]):
    """A game that knows motifs of puzzles. Optional: without it there are none."""

    motifs: tuple[str, ...]
    """What there is to find, each with words in the file `words.toml` of the package below."""
    puzzle_package: str
    """The package with the data of the puzzles: `words.toml`, and `collection.jsonl` with those that ship."""
    puzzle_options: tuple[Mapping[str, Any], ...]
    """Options under which there are good puzzles."""

    def solve(self, motif: str, state: S_contra) -> Solution[M] | None:
        """Prove what the motif asks for, by the rules and by what the player to move can see, in every deal.

        None if no move does it or several do, or if that cannot be said within MOST_NODES.
        """
        ...

    def puzzle_key(self, state: S_contra) -> str:
        """Give a text that is the same for positions that look the same to the player to move, turned or mirrored."""
        ...
