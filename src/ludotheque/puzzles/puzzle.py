"""A puzzle: where it stands, what it asks for, its answer, and how often bots fail it; as a line of text, too."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError, PuzzleError
from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.inputs import shorten
from ludotheque.core.teaching.puzzle import HasPuzzles, Solution

ID_DIGITS = 8


@dataclass(frozen=True)
class Puzzle:
    """A position and its one answer. What makes it true is not written here: `prove` finds it again."""

    game_id: str
    motif: str
    options: Mapping[str, str]
    """As records write them."""
    position: str
    """The state, hidden things included. They were dealt anew: no hand of anybody who played is in a puzzle."""
    answer: str
    """In the game's notation."""
    fails: tuple[int, ...] = ()
    """In percent, how often each level of bots fails (rating.py); empty if it was not rated."""

    @cached_property
    def id(self) -> str:
        """A name that follows from the position and the question."""
        text = "\n".join([self.game_id, self.motif, *map(str, self.options.items()), self.position])
        return f"{self.game_id}-{hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]}"

    @property
    def difficulty(self) -> int:
        """From 1 to 4: one more for every level of bots that fails at least half of the time."""
        return 1 + sum(percent >= 50 for percent in self.fails)

    @cached_property
    def game(self) -> AnyGame:
        """The game, with the options of the puzzle. Raises UnknownGame or OptionError."""
        return registry.make_from_text(self.game_id, self.options)

    @cached_property
    def state(self) -> Any:
        """The position. Raises StateError."""
        state = self.game.parse_state(self.position)
        self.game.check_state(state)
        return state

    @cached_property
    def seat(self) -> Seat:
        """Who is asked: the player to move. Raises PuzzleError if that is nobody."""
        actor = self.game.actor(self.state)
        if not isinstance(actor, int):
            raise PuzzleError("No player is to move in its position, so that nobody is asked.")
        return actor

    def prove(self) -> Solution[Any]:
        """Prove that the answer is right, and the only one. Raises PuzzleError or another LudothequeError."""
        game = self.game
        if not isinstance(game, HasPuzzles) or self.motif not in game.motifs:
            raise PuzzleError(f"{game.title} has no motif {shorten(self.motif)}.")
        solution = game.solve(self.motif, self.state)
        if solution is None:
            raise PuzzleError(f"Puzzle {self.id} cannot be proven: no move is the only one that does it.")
        if (found := game.format_move(self.state, solution.answer)) != self.answer:
            raise PuzzleError(f"The answer of puzzle {self.id} is {found}, not {shorten(self.answer)}.")
        return solution

    def format(self) -> str:
        """Write it as a line."""
        line = {
            "game": self.game_id,
            "motif": self.motif,
            "options": dict(self.options),
            "position": self.position,
            "answer": self.answer,
            "fails": list(self.fails),
        }
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def format_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Write puzzles, one a line."""
    return "".join(f"{puzzle.format()}\n" for puzzle in puzzles)


def parse_puzzles(text: str) -> Iterator[Puzzle]:
    """Read puzzles, one a line, and check that each asks a player in a position that there can be.

    Raises PuzzleError, naming the line. Whether the answers are true, `prove` says.
    """
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            puzzle = _parse_line(line)
            puzzle.seat  # noqa: B018 - for what it raises
        except LudothequeError as error:
            raise PuzzleError(f"Line {number} is not a puzzle: {error}") from None
        except (ValueError, LookupError, TypeError):
            raise PuzzleError(
                f"Line {number} is not a puzzle: {shorten(line)}. A puzzle is a line of JSON as ludotheque puzzles "
                "writes it, with game, motif, options, position, answer and fails."
            ) from None
        yield puzzle


def _parse_line(line: str) -> Puzzle:
    fields = json.loads(line)
    options, fails = fields["options"], fields["fails"]
    texts = [fields["game"], fields["motif"], fields["position"], fields["answer"], *options, *options.values()]
    if len(fields) != 6 or not all(isinstance(text, str) for text in texts):
        raise ValueError(line)
    if not all(type(percent) is int and 0 <= percent <= 100 for percent in fails):
        raise ValueError(line)
    return Puzzle(fields["game"], fields["motif"], options, fields["position"], fields["answer"], tuple(fails))
