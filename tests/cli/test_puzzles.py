"""Finding, proving and solving puzzles at a terminal."""

from pathlib import Path

import pytest

from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.puzzles import finder
from ludotheque.puzzles.collection import list_puzzles
from ludotheque.puzzles.puzzle import Puzzle, format_puzzles
from tests.cli.conftest import Run

STAY_IN = next(
    puzzle for puzzle in list_puzzles("tsuro") if puzzle.motif == "stay_in" and puzzle.options["edition"] == "kosmos"
)


def wrong(puzzle: Puzzle) -> str:
    written = (puzzle.game.format_move(puzzle.state, move) for move in puzzle.game.legal_moves(puzzle.state))
    return next(move for move in written if move != puzzle.answer)


@pytest.mark.parametrize(
    ("language", "asked", "refused", "solved"),
    [
        ("en", "Only one of your tiles", "This path leads over the edge", "That was it."),
        ("fr", "Une seule de vos tuiles", "Ce chemin mène hors du plateau", "C’était tout."),
        ("it", "Solo una delle tue tessere", "Questo sentiero porta oltre il bordo", "Tutto qui."),
        ("de", "Nur eines deiner Plättchen", "Dieser Weg führt über den Rand", "Das war’s."),
    ],
)
def test_a_puzzle_is_solved_in_four_languages(run: Run, language: str, asked: str, refused: str, solved: str) -> None:
    over_edge = next(move for move, why in STAY_IN.prove().wrong.items() if why.reason == "edge")
    typed = ("", "b", "m", "nonsense", STAY_IN.game.format_move(STAY_IN.state, over_edge), STAY_IN.answer)
    ran = run("puzzle", "--id", STAY_IN.id, "--language", language, typed=typed)
    assert ran.code == 0
    for text in (asked, refused, solved, STAY_IN.id):
        assert text in ran.out


def test_a_second_question_follows_where_the_same_player_decides_again(run: Run) -> None:
    puzzle = next(each for each in list_puzzles("tao") if each.prove().then)
    then = puzzle.prove().then[0]
    after = puzzle.game.apply(puzzle.state, puzzle.prove().answer)
    written = puzzle.game.format_move(after, then)
    ran = run("puzzle", "--id", puzzle.id, typed=(puzzle.answer, written))
    assert ran.code == 0
    assert "That was it." in ran.out


def test_the_answer_is_told_to_who_asks_and_q_quits(run: Run) -> None:
    assert "That’s it" in run("puzzle", "--id", STAY_IN.id, typed=("a",)).out
    assert "That was it." not in run("puzzle", "--id", STAY_IN.id, typed=("q",)).out
    assert run("puzzle", "turris", "--day").code == 0
    assert run("puzzle", "--seed", "1").out == run("puzzle", "--seed", "1").out


def test_a_puzzle_is_written_as_a_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.ludo"
    assert run("puzzle", "--id", STAY_IN.id, "--record", file).code == 0
    assert verify(parse_record(file.read_text(encoding="utf-8"))).tree.branches()[0] == "answer"


def test_what_follows_a_wrong_answer_is_shown_to_who_asks(run: Run) -> None:
    puzzle = next(each for each in list_puzzles("tsuro") if each.motif == "survive_two")
    refuted = next(move for move, why in puzzle.prove().wrong.items() if why.reason == "refuted")
    written = puzzle.game.format_move(puzzle.state, refuted)
    ran = run("puzzle", "--id", puzzle.id, typed=("w", written, "w", puzzle.answer))
    assert ran.code == 0
    said = " ".join(ran.out.split())
    said_in_turn = ("w plays out a wrong answer", "w shows what may follow", "Back to your")
    nothing, shown, back = map(said.index, said_in_turn)
    assert nothing < shown < back < said.index("That was it.")
    assert f"Player {puzzle.seat + 1} is out." in said[shown:back]


def test_puzzles_are_found_and_proven(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "PLAYERS", ("greedy",))
    monkeypatch.setattr(finder, "rate", lambda _puzzle: (50, 0, 0))
    file = tmp_path / "found.jsonl"
    ran = run("puzzles", "tao", "--count", 2, "--seed", "a", "-o", file)
    assert (ran.code, ran.out) == (0, f"{file}: 2 win_stone\n")
    assert run("puzzles", "tao", "--count", 2, "--seed", "a").out == file.read_text(encoding="utf-8")
    assert f"{file}: 2 of 2 puzzles proven" in run("puzzles", "--prove", file).out
    assert run("puzzle", "--file", file, typed=("q",)).code == 0


def test_what_cannot_be_proven_is_named_by_its_line(run: Run, tmp_path: Path) -> None:
    bad = Puzzle(STAY_IN.game_id, STAY_IN.motif, STAY_IN.options, STAY_IN.position, wrong(STAY_IN), STAY_IN.fails)
    file = tmp_path / "bad.jsonl"
    file.write_text(format_puzzles([STAY_IN, bad]), encoding="utf-8")
    ran = run("puzzles", "--prove", file)
    assert ran.code == 1
    assert "Line 2: The answer of puzzle" in ran.out
    assert "1 of 2 puzzles proven" in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("puzzles",), "Say which game"),
        (("puzzles", "tsuro", "--count", "0"), "--count must be at least 1"),
        (("puzzles", "tsuro", "--motif", "mate"), "--motif must be one of stay_in, put_two_out"),
        (("puzzles", "tsuro", "--option", "edition"), "--option is written NAME=VALUE"),
        (("puzzles", "tsuro", "--from", "game.ludo"), "If everybody who played in these records has, say so"),
        (("puzzle", "--id", "nothing"), "There is no puzzle 'nothing' here"),
    ],
)
def test_bad_arguments_are_explained(run: Run, arguments: tuple[str, ...], message: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.out == ""


def test_files_that_hold_no_puzzles_are_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"\xff\n")
    assert "not a text file" in run("puzzles", "--prove", file).err
    file.write_text("{}\n")
    assert "Line 1 is not a puzzle" in run("puzzles", "--prove", file).err
    assert "x: " in run("puzzles", "tsuro", "--consent", "--from", file).err
