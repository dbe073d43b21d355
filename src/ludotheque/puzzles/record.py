"""A puzzle as an annotated record: the position, one question, its answers in words, and branches that show why."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any, cast

from ludotheque.core.errors import MoveError
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.core.notes import Answer, Branch, Note, Place, Question, Words
from ludotheque.core.puzzle import HasPuzzles, Refutation, Solution
from ludotheque.core.record import Record
from ludotheque.core.verify import make_record
from ludotheque.puzzles.puzzle import Puzzle

ANSWER = "answer"
MOST_BRANCHES = 3
"""How many wrong moves are shown with what may follow."""


def write_record(puzzle: Puzzle) -> Record:
    """Prove a puzzle, and write it with its answer as a record. Raises PuzzleError or another LudothequeError."""
    solution = puzzle.prove()
    game, state = puzzle.game, puzzle.state
    nobody = [""] * game.seats
    record = make_record(Match.from_state(game, state), nobody, {"Event": "Puzzle", "Motif": puzzle.motif})
    return replace(record, notes=tuple(_write_notes(puzzle, solution)))


def follow_line(game: AnyGame, state: Any, line: Sequence[Any]) -> list[str]:
    """Play decisions as far as this deal allows it, draws in between; give all moves in the game's notation."""
    moves: list[str] = []
    for move in line:
        drawn = []
        while game.actor(state) is CHANCE:
            draw = game.legal_moves(state)[0]
            drawn.append(game.format_move(state, draw))
            state = game.apply(state, draw)
        try:
            after = game.apply(state, move)
        except MoveError:
            break
        moves += [*drawn, game.format_move(state, move)]
        state = after
    return moves


def _write_notes(puzzle: Puzzle, solution: Solution[Any]) -> Iterator[Note]:
    game, state = puzzle.game, puzzle.state
    shown = follow_line(game, state, (solution.answer, *solution.line))
    branches = [Branch(ANSWER, tuple(shown))]
    for number, (move, why) in enumerate(_list_shown(solution), start=1):
        branches.append(Branch(f"wrong-{number}", tuple(follow_line(game, state, (move, *why.line)))))
    question = Question(tell(puzzle, "question"), tuple(_write_answers(puzzle, solution)))
    yield Note(Place(0), question=question, branches=tuple(branches))
    after = game.apply(state, solution.answer)
    if solution.then and len(solution.then) < len(game.legal_moves(after)):
        right = tuple(Answer(game.format_move(after, move), is_right=True) for move in solution.then)
        wrong = Answer(None, is_right=False, words=tell(puzzle, "wrong", "then"))
        yield Note(Place(1, ANSWER), question=Question(tell(puzzle, "then"), (*right, wrong)))
    if len(shown) > 1:
        yield Note(Place(len(shown), ANSWER), tell(puzzle, "end"))


def _list_shown(solution: Solution[Any]) -> list[tuple[Any, Refutation[Any]]]:
    return [(move, why) for move, why in solution.wrong.items() if why.line][:MOST_BRANCHES]


def _write_answers(puzzle: Puzzle, solution: Solution[Any]) -> Iterator[Answer]:
    game, state = puzzle.game, puzzle.state
    yield Answer(puzzle.answer, is_right=True, words=tell(puzzle, "right"))
    for move, why in solution.wrong.items():
        words = tell(puzzle, "wrong", why.reason)
        yield Answer(game.format_move(state, move), is_right=False, words=words)


def tell(puzzle: Puzzle, *keys: str) -> Words:
    """Look up words of the puzzle's motif, by language: its `title`, the `question`, what is `wrong` with a move."""
    words: Any = _read_words(cast("HasPuzzles[Any, Any]", puzzle.game).puzzle_package)[puzzle.motif]
    for key in keys:
        words = words[key]
    return cast("Words", words)


@cache  # one for each game
def _read_words(package: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(package) / "words.toml").read_text(encoding="utf-8"))
