"""The puzzles that ship, and the one of the day."""

from contextlib import suppress
from datetime import date
from functools import cache
from hashlib import sha256
from importlib import resources

from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame, PuzzleError
from ludotheque.core.inputs import shorten
from ludotheque.core.teaching.puzzle import HasPuzzles
from ludotheque.puzzles.puzzle import Puzzle, parse_puzzles

FILE = "collection.jsonl"


@cache
def list_puzzles(game_id: str | None = None) -> tuple[Puzzle, ...]:
    """List the puzzles of a game, or of all games, in an order that is the same everywhere and looks like any."""
    if game_id is not None:
        return tuple(sorted(_read(game_id), key=_shuffle))
    found: list[Puzzle] = []
    for each in registry.list_games():
        with suppress(BrokenGame):  # it costs the others nothing
            found += _read(each)
    return tuple(sorted(found, key=_shuffle))


@cache
def _read(game_id: str) -> tuple[Puzzle, ...]:
    game = registry.make(game_id)
    if not isinstance(game, HasPuzzles):
        return ()
    return tuple(parse_puzzles((resources.files(game.puzzle_package) / FILE).read_text(encoding="utf-8")))


def _shuffle(puzzle: Puzzle) -> bytes:
    return sha256(puzzle.id.encode()).digest()


@cache
def _index() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in list_puzzles()}


def find_puzzle(puzzle_id: str) -> Puzzle:
    """Find a puzzle by its id. Raises PuzzleError."""
    if puzzle_id not in _index():
        raise PuzzleError(f"There is no puzzle {shorten(puzzle_id)} here.")
    return _index()[puzzle_id]


def find_puzzle_of(day: date, game_id: str | None = None) -> Puzzle:
    """Find the puzzle of a day, of all games or of one; none comes again before all have had their day.

    Raises PuzzleError if there are none.
    """
    puzzles = list_puzzles(game_id)
    if not puzzles:
        raise PuzzleError("There are no puzzles of this game." if game_id else "There are no puzzles.")
    return puzzles[day.toordinal() % len(puzzles)]
