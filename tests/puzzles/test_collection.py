"""The puzzles that ship: every one of them is proven again, by the rules, and told in four languages."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from ludotheque.core import registry
from ludotheque.core.errors import PuzzleError
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.core.teaching.puzzle import HasPuzzles
from ludotheque.core.teaching.rulebook import LANGUAGES
from ludotheque.puzzles.collection import find_puzzle, find_puzzle_of, list_puzzles
from ludotheque.puzzles.finder import is_good
from ludotheque.puzzles.puzzle import Puzzle, format_puzzles, parse_puzzles
from ludotheque.puzzles.record import load_puzzle, tell, write_record

GAMES = [game for game in registry.list_games() if isinstance(registry.make(game), HasPuzzles)]


@pytest.mark.no_cover  # some seconds, thrice as many traced; the tests of proofs go through the same lines
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_that_ships_is_proven_again(game: str) -> None:
    for puzzle in list_puzzles(game):
        solution = puzzle.prove()
        moves = set(puzzle.game.legal_moves(puzzle.state))
        assert {solution.answer, *solution.wrong} == moves, puzzle.id
        assert is_good(puzzle, solution), puzzle.id


def test_more_than_four_hundred_ship_and_none_twice() -> None:
    puzzles = list_puzzles()
    assert len(puzzles) > 400
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    keys = Counter((puzzle.game_id, puzzle.game.puzzle_key(puzzle.state)) for puzzle in puzzles)  # type: ignore[attr-defined]
    assert max(keys.values()) == 1, "no two look alike, turned or mirrored"


@pytest.mark.parametrize("game", GAMES)
def test_every_motif_has_puzzles(game: str) -> None:
    motifs = registry.make(game).motifs  # type: ignore[attr-defined]
    assert {puzzle.motif for puzzle in list_puzzles(game)} == set(motifs)


def pick_examples() -> list[Puzzle]:
    """Pick two puzzles of every motif."""
    found: dict[tuple[str, str], list[Puzzle]] = {}
    for puzzle in list_puzzles():
        found.setdefault((puzzle.game_id, puzzle.motif), []).append(puzzle)
    return [puzzle for puzzles in found.values() for puzzle in puzzles[:2]]


EXAMPLES = pick_examples()


@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda puzzle: f"{puzzle.motif}-{puzzle.id}")
def test_a_puzzle_is_an_annotated_record_that_verifies(puzzle: Puzzle) -> None:
    record = write_record(puzzle)
    tree = verify(parse_record(record.format())).tree
    note = tree.root.note
    assert note is not None
    assert note.question is not None
    assert [answer.move for answer in note.question.answers if answer.is_right] == [puzzle.answer]
    assert len(note.question.answers) == len(puzzle.game.legal_moves(puzzle.state))
    said = [note.question.words, tell(puzzle, "title"), *(answer.words for answer in note.question.answers)]
    for words in said:
        assert tuple(words) == LANGUAGES
    assert tree.find_end("answer").ply is not None


@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda puzzle: f"{puzzle.motif}-{puzzle.id}")
def test_every_wrong_answer_is_refuted_by_a_line_that_the_rules_allow(puzzle: Puzzle) -> None:
    """In a deal that the solver cannot tell from that of the puzzle, and to the end of what was proven."""
    game = puzzle.game
    solution = puzzle.prove()
    exercise = load_puzzle(puzzle, solution)
    root = exercise.tree.root
    for move, why in solution.wrong.items():
        node = exercise.refute(root, move)
        assert node is not None, move
        plies = []
        while node is not None:
            assert node.ply is not None
            assert game.apply(node.ply.before, node.ply.move) == node.ply.after == node.state
            plies.append(node.ply)
            node = node.children[0] if node.children else None
        assert plies[0].move == move
        assert game.observe(plies[0].before, puzzle.seat) == game.observe(puzzle.state, puzzle.seat)
        named = iter(ply.move for ply in plies[1:])
        assert all(each in named for each in why.line), "the whole line, in its order"
    assert exercise.refute(root, solution.answer) is not None


def test_puzzles_are_read_as_they_are_written() -> None:
    text = format_puzzles(EXAMPLES)
    assert list(parse_puzzles(text)) == EXAMPLES


def alter(**fields: Any) -> str:
    return replace(EXAMPLES[0], **fields).format()


START = registry.make("tao")
UNASKED = Puzzle("tao", "win_stone", START.options.format_for_record(), START.format_state(START.start()), "")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "A puzzle is a line of JSON"),
        ("{}", "A puzzle is a line of JSON"),
        ("[]", "A puzzle is a line of JSON"),
        ("1", "A puzzle is a line of JSON"),
        ("nonsense", "A puzzle is a line of JSON"),
        (alter(fails=(101,)), "A puzzle is a line of JSON"),
        (alter(game_id="chess"), "There is no game 'chess'"),
        (alter(options={"players": "many"}), "players"),
        (alter(position="nonsense"), "nonsense"),
        (UNASKED.format(), "No player is to move in its position"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_its_line_and_the_reason(line: str, reason: str) -> None:
    with pytest.raises(PuzzleError, match=f"^Line 2 is not a puzzle: .*{reason}"):
        list(parse_puzzles(f"{EXAMPLES[0].format()}\n{line}\n"))


def test_a_wrong_answer_is_not_proven() -> None:
    puzzle = EXAMPLES[0]
    other = next(
        text
        for move in puzzle.game.legal_moves(puzzle.state)
        if (text := puzzle.game.format_move(puzzle.state, move)) != puzzle.answer
    )
    altered = Puzzle(puzzle.game_id, puzzle.motif, puzzle.options, puzzle.position, other, puzzle.fails)
    with pytest.raises(PuzzleError, match="The answer of puzzle"):
        altered.prove()


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    first = date(2026, 11, 18)
    days = [first + timedelta(days=number) for number in range(len(list_puzzles()))]
    assert {find_puzzle_of(day).id for day in days} == {puzzle.id for puzzle in list_puzzles()}
    assert find_puzzle_of(days[0]) == find_puzzle_of(days[-1] + timedelta(days=1))


def test_a_puzzle_is_found_by_its_id() -> None:
    for puzzle in EXAMPLES:
        assert find_puzzle(puzzle.id) == puzzle
    with pytest.raises(PuzzleError, match="There is no puzzle"):
        find_puzzle("tsuro-00000000")
