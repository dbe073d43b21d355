"""A review as people get it: at the terminal, as a page, as JSON, and as notes in the record."""

import json
import re
from pathlib import Path

import pytest

from ludotheque.arena.review_report import draw_sparkline, write_review
from ludotheque.bots.budget import Budget
from ludotheque.cli.main import main
from ludotheque.core.match import Match
from ludotheque.core.records.verify import make_record, verify
from ludotheque.files import read_record, write_record
from ludotheque.review.notes import annotate
from ludotheque.review.reviewer import review_match
from tests.nim import Nim, NimOptions
from tests.review.test_review import play
from tests.strategies import all_games


@pytest.fixture
def record(tmp_path: Path, with_nim: None) -> Path:
    """A game in which the first player gives the win away."""
    match = Match(Nim(NimOptions(stones=5)))
    for text in ("2", "2", "1"):
        match.play(match.parse_move(text))
    path = tmp_path / "game.ludo"
    write_record(path, make_record(match, ["Ann", "<Ben>"]))
    return path


def test_the_terminal_shows_curves_parts_and_mistakes(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), "--iterations", "200"]) == 0
    shown = capsys.readouterr().out
    assert "Nim, 3 plies." in shown
    assert "▁" in shown
    assert "remainder" in shown
    assert "Ply 1, Ann: 2. Better was 1" in shown
    assert main(["review", str(record), "--seconds", "0.2", "--curve", "known"]) == 0
    assert "100%" in capsys.readouterr().out


def test_json_is_one_object(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), "--iterations", "20", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["game"], told["is_complete"]) == (1, "nim", True)
    assert told["points"][3] == {
        "ply": 3, "actor": None, "open": [0.0, 1.0], "known": None, "error": 0.0, "is_proven": True
    }  # fmt: skip
    assert told["plies"][0]["move"]["move"] == "2"
    assert len(told["accounts"]) == 2


def test_the_page_needs_nothing_else_and_escapes_names(record: Path) -> None:
    page = record.with_suffix(".html")
    assert main(["review", str(record), "--iterations", "50", "--html", str(page)]) == 0
    written = page.read_text(encoding="utf-8")
    assert "&lt;Ben&gt;" in written
    assert "<Ben>" not in written
    assert "http" not in written.replace("http://www.w3.org/2000/svg", "")


def test_a_review_can_be_noted_in_the_record_again_and_again(record: Path) -> None:
    noted = record.with_name("noted.ludo")
    assert main(["review", str(record), "--iterations", "200", "--notes", str(noted)]) == 0
    once = read_record(noted)
    assert verify(once).tree.branches() == ["better-1"]
    assert "Better was 1" in once.notes[0].words["en"]
    assert main(["review", str(noted), "--iterations", "200", "--notes", str(noted)]) == 0
    assert read_record(noted) == once


def test_bad_input_is_one_clear_line(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unfinished = tmp_path / "unfinished.ludo"
    write_record(unfinished, make_record(Match(Nim(NimOptions(stones=5))), ["Ann", "Ben"]))
    other_rules = tmp_path / "other.ludo"
    other_rules.write_text(re.sub(r'Rules "\d+"', 'Rules "99"', record.read_text(encoding="utf-8")), encoding="utf-8")
    for arguments, problem in [
        ([str(unfinished)], "not over after ply 0"),
        ([str(other_rules)], "newer rules"),
        ([str(record), "--iterations", "0"], "--iterations must be more than 0"),
        ([str(record), "--seconds", "nan"], "--seconds must be more than 0"),
        ([str(record), "--html", str(tmp_path / "no" / "folder.html")], "No such file"),
    ]:
        assert main(["review", *arguments]) == 2
        error = capsys.readouterr().err
        assert problem in error
        assert error.count("\n") == 1


@pytest.mark.parametrize("game_id", ["tao", "tsuro", "turris"])
def test_every_game_of_ours_has_a_page_and_notes(game_id: str) -> None:
    game = next(game for game in all_games() if game.id == game_id)
    match = play(game)
    review = review_match(match, budget=Budget(milliseconds=1), with_kernel=False)
    names = [f"P{seat}" for seat in range(game.seats)]
    assert write_review(review, match).startswith("<!doctype html>")
    verify(annotate(make_record(match, names), review))


def test_a_sparkline_is_as_long_as_there_is_room() -> None:
    assert draw_sparkline([0.0, 0.5, 1.0], 40) == "▁▅█"
    assert len(draw_sparkline([0.3] * 500, 40)) == 40
