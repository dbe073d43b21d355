"""The puzzles that ship: every one of them is proven again, by the rules, and told in four languages."""

from collections import Counter
from datetime import date, timedelta

import pytest

from ludotheque.core import registry
from ludotheque.core.errors import PuzzleError
from ludotheque.core.puzzle import HasPuzzles
from ludotheque.core.record import parse_record
from ludotheque.core.rulebook import LANGUAGES
from ludotheque.core.verify import verify
from ludotheque.puzzles.collection import find_puzzle, find_puzzle_of, list_puzzles
from ludotheque.puzzles.finder import is_good
from ludotheque.puzzles.puzzle import Puzzle, format_puzzles, parse_puzzles
from ludotheque.puzzles.record import tell, write_record

GAMES = [game for game in registry.list_games() if isinstance(registry.make(game), HasPuzzles)]


@pytest.mark.no_cover  # some seconds, thrice as many traced; the tests of proofs go through the same lines
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_that_ships_is_proven_again(game: str) -> None:
    for puzzle in list_puzzles(game):
        solution = puzzle.prove()
        moves = set(puzzle.game.legal_moves(puzzle.state))
        assert {solution.answer, *solution.wrong} == moves, puzzle.id
        assert is_good(puzzle), puzzle.id


def test_more_than_three_hundred_ship_and_none_twice() -> None:
    puzzles = list_puzzles()
    assert len(puzzles) > 300
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


def test_puzzles_are_read_as_they_are_written() -> None:
    text = format_puzzles(EXAMPLES)
    assert list(parse_puzzles(text)) == EXAMPLES


IMPOSSIBLE = EXAMPLES[0].format().replace('"fails":[', '"fails":[101,')


@pytest.mark.parametrize("line", ["", "{}", "[]", "1", "nonsense", IMPOSSIBLE])
def test_what_is_no_puzzle_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(PuzzleError, match="Line 2 is not a puzzle"):
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
