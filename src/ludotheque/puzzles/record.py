"""A puzzle as an annotated record: the position, one question, its answers in words, and branches that show why.

What refutes a wrong answer may need others to hold certain cards. A record has one deal; in an exercise such a line is
shown in a deal of its own, which the solver cannot tell from that of the record.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from random import Random
from typing import Any, cast

from ludotheque.core.errors import GameIsOver, MoveError
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match, Ply
from ludotheque.core.records.notes import Answer, Branch, Note, Place, Question, Words
from ludotheque.core.records.record import Record
from ludotheque.core.records.tree import Node
from ludotheque.core.records.verify import make_record
from ludotheque.core.teaching.exercise import Exercise, find_child, load_exercise
from ludotheque.core.teaching.puzzle import HasPuzzles, Solution
from ludotheque.puzzles.puzzle import Puzzle

ANSWER = "answer"
DEALT = "dealt"
MOST_DEALS = 1_000
"""How many deals are tried for one in which a line can be played."""


def write_record(puzzle: Puzzle, solution: Solution[Any] | None = None) -> Record:
    """Prove a puzzle, unless its solution is given, and write it with its answer as a record.

    Raises PuzzleError or another LudothequeError.
    """
    solution = solution or puzzle.prove()
    game, state = puzzle.game, puzzle.state
    nobody = [""] * game.seats
    record = make_record(Match.from_state(game, state), nobody, {"Event": "Puzzle", "Motif": puzzle.motif})
    return replace(record, notes=tuple(_write_notes(puzzle, solution)))


def load_puzzle(puzzle: Puzzle, solution: Solution[Any] | None = None) -> Exercise:
    """Prove a puzzle, unless its solution is given, and make an exercise of it, in which wrong answers are refuted.

    Raises PuzzleError or another LudothequeError.
    """
    solution = solution or puzzle.prove()
    exercise = load_exercise(write_record(puzzle, solution))
    game, root = puzzle.game, exercise.tree.root
    refutations = {}
    for move, why in solution.wrong.items():
        if find_child(root, move) is None and (plies := _deal_line(puzzle, (move, *why.line))):
            refutations[game.format_move(root.state, move)] = _grow(root, plies)
    return replace(exercise, refutations=refutations)


def follow_line(game: AnyGame, state: Any, line: Sequence[Any]) -> tuple[list[Ply[Any, Any]], bool]:
    """Play a line as far as this deal allows it; tell whether that is all of it.

    Draws that the line does not name are made in between; they leave what it names to whom it names it for.
    """
    plies: list[Ply[Any, Any]] = []

    def play(move: Any) -> Any:
        actor, before = game.actor(state), state
        if actor is None:
            raise GameIsOver
        after = game.apply(before, move)
        plies.append(Ply(len(plies) + 1, actor, move, before, after))
        return after

    for move in line:
        while game.actor(state) is CHANCE and move not in (draws := game.legal_moves(state)):
            state = play(next((draw for draw in draws if draw not in line), draws[0]))
        try:
            state = play(move)
        except MoveError:
            return plies, False
    return plies, True


def _deal_line(puzzle: Puzzle, line: Sequence[Any]) -> list[Ply[Any, Any]]:
    """Play a line in a deal that allows it and looks the same to the solver; empty if none is found."""
    game = puzzle.game
    observation = game.observe(puzzle.state, puzzle.seat)
    for number in range(MOST_DEALS):
        rng = Random(number)  # noqa: S311 - nothing is secret in it
        plies, is_whole = follow_line(game, game.determinize(observation, rng), line)
        if is_whole:
            return plies
    return []


def _grow(root: Node, plies: Sequence[Ply[Any, Any]]) -> Node:
    """Make positions of plies, one after the other; return the first."""
    node = root
    for ply in plies:
        after = Node(Place(ply.number, DEALT), ply.after, ply, parent=node)
        if node is root:
            first = after
        else:
            node.children.append(after)
        node = after
    return first


def _write_moves(game: AnyGame, plies: Sequence[Ply[Any, Any]]) -> tuple[str, ...]:
    return tuple(game.format_move(ply.before, ply.move) for ply in plies)


def _write_notes(puzzle: Puzzle, solution: Solution[Any]) -> Iterator[Note]:
    game, state = puzzle.game, puzzle.state
    shown, _ = follow_line(game, state, (solution.answer, *solution.line))
    branches = [Branch(ANSWER, _write_moves(game, shown))]
    for move, why in solution.wrong.items():
        plies, is_whole = follow_line(game, state, (move, *why.line))
        if is_whole:
            branches.append(Branch(f"wrong-{len(branches)}", _write_moves(game, plies)))
    question = Question(tell(puzzle, "question"), tuple(_write_answers(puzzle, solution)))
    yield Note(Place(0), question=question, branches=tuple(branches))
    after = game.apply(state, solution.answer)
    if solution.then and len(solution.then) < len(game.legal_moves(after)):
        right = tuple(Answer(game.format_move(after, move), is_right=True) for move in solution.then)
        wrong = Answer(None, is_right=False, words=tell(puzzle, "wrong", "then"))
        yield Note(Place(1, ANSWER), question=Question(tell(puzzle, "then"), (*right, wrong)))
    if len(shown) > 1:
        yield Note(Place(len(shown), ANSWER), tell(puzzle, "end"))


def _write_answers(puzzle: Puzzle, solution: Solution[Any]) -> Iterator[Answer]:
    game, state = puzzle.game, puzzle.state
    yield Answer(puzzle.answer, is_right=True, words=_count(tell(puzzle, "right"), solution.counts))
    for move, why in solution.wrong.items():
        words = _count(tell(puzzle, "wrong", why.reason), why.counts)
        yield Answer(game.format_move(state, move), is_right=False, words=words)


def _count(words: Words, counts: Mapping[str, int]) -> Words:
    return {language: text.format_map(counts) for language, text in words.items()} if counts else words


def tell(puzzle: Puzzle, *keys: str) -> Words:
    """Look up words of the puzzle's motif, by language: its `title`, the `question`, what is `wrong` with a move."""
    words: Any = _read_words(cast("HasPuzzles[Any, Any]", puzzle.game).puzzle_package)[puzzle.motif]
    for key in keys:
        words = words[key]
    return cast("Words", words)


@cache  # one for each game
def _read_words(package: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(package) / "words.toml").read_text(encoding="utf-8"))
