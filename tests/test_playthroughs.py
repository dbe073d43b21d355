"""Golden playthroughs replay byte for byte, and every game has one."""

from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import make_record, verify
from tools.write_playthroughs import FOLDER, PLAYTHROUGHS, play, transcribe

FILES = sorted(FOLDER.glob("*.ludo"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_replays_letter_for_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    verification = verify(record)
    assert verification.is_fair
    assert verification.match.outcome is not None
    assert make_record(verification.match, record.seats, record.tags).format() == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_told_in_the_same_words(path: Path) -> None:
    assert transcribe(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_same_bots_still_play_it(name: str) -> None:
    """Bots, evaluation and move order are pinned, too."""
    assert play(name) == (FOLDER / f"{name}.ludo").read_text(encoding="utf-8")


def test_there_is_one_for_every_game_and_nothing_else_lies_about() -> None:
    assert {plan.game for plan in PLAYTHROUGHS.values()} == set(ludotheque.list_games())
    assert [path.stem for path in FILES] == sorted(PLAYTHROUGHS)


def test_tsuro_has_one_per_edition_and_class_of_player_counts() -> None:
    """Two players are special in every edition; Kosmos changes its board at five."""
    classes = set()
    for plan in PLAYTHROUGHS.values():
        if plan.game == "tsuro":
            players = plan.options["players"]
            classes.add((plan.options["edition"], 2 if players == 2 else 4 if players <= 4 else 8))
    assert classes == {(edition, players) for edition in ("calliope", "davinci", "kosmos") for players in (2, 4, 8)}
