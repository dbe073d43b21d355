"""Tournaments: balanced, repeatable, resumable, and game_in_progress by what a bot does wrong."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import ludotheque
from ludotheque.arena import runner
from ludotheque.arena import study as study_module
from ludotheque.arena import tournament as tournament_module
from ludotheque.arena.bot_process import get_bot_process
from ludotheque.arena.journal import Journal, remove_journal
from ludotheque.arena.report import write_report
from ludotheque.arena.runner import run_games
from ludotheque.arena.standings import sum_up
from ludotheque.arena.tournament import Failure, Plan, Result, play_game, seat_entrants
from ludotheque.core import registry
from ludotheque.core.errors import BrokenBot, BrokenGame, IllegalMove, JournalError, OptionError, UnknownBot
from ludotheque.core.game import CHANCE
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.games.tsuro import Tsuro
from tests.arena.bad_bots import Panic
from tests.cli.conftest import Run, run
from tests.other_packages import NIM, install, install_nim, run_module

__all__ = ["run"]  # the fixture of tests/cli


ENDLESS = """
class Endless(Nim):
    id = title = "endless"

    def outcome(self, state):
        return None if state[0] else Outcome((1, 2), "last_stone", scores=(1.5, 0))
"""


@pytest.fixture(autouse=True)
def fresh_bot_process() -> Iterator[None]:
    """Leave no bot process behind: the next test may look for bots elsewhere."""
    yield
    get_bot_process().close()


def plan(*entrants: str, games: int = 6, game: str = "tsuro", **more: Any) -> Plan:
    options = {"players": len(entrants)} if game != "turris" else {}
    return Plan(game, ludotheque.make(game, **options).options.format(), entrants, games, **more)


def without_times(result: Result) -> Result:
    return replace(result, seconds=())


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("entrants", range(2, 9))
def test_everybody_sits_everywhere_equally_often(entrants: int) -> None:
    games = entrants * 24
    seats = Counter((seat, who) for n in range(games) for seat, who in enumerate(seat_entrants(entrants, n)))
    assert set(seats.values()) == {24}


@pytest.mark.parametrize("entrants", [2, 3, 4])
def test_with_few_entrants_every_order_comes_up_equally_often(entrants: int) -> None:
    orders = Counter(seat_entrants(entrants, number) for number in range(48))
    assert len(orders) == {2: 2, 3: 6, 4: 24}[entrants]
    assert len(set(orders.values())) == 1


@pytest.mark.parametrize("game", ["tsuro", "tao"])
def test_in_a_paired_tournament_every_deal_is_played_from_each_rotation(game: str) -> None:
    tournament = plan("random", "random", "random", game=game, games=6, paired=True)
    played = [parse_record(play_game(tournament, number).record) for number in range(6)]
    seeds = [record.commitment for record in played]
    assert seeds == [seeds[0]] * 3 + [seeds[3]] * 3
    assert seeds[0] != seeds[3]
    for first in (0, 3):
        seatings = [play_game(tournament, first + turn).seating for turn in range(3)]
        assert all({seating[seat] for seating in seatings} == {0, 1, 2} for seat in range(3))


def test_the_interval_of_a_paired_tournament_is_over_deals() -> None:
    """Whoever begins wins: over the two games of a deal nobody has won more, however few deals there are."""
    tournament = plan("greedy", "random", games=8)
    results = [
        Result(number, (0, 1), (1, 2), shares, "last", 9, (4, 4), (0.0, 0.0), None, "")
        for number, shares in enumerate([(1.0, 0.0), (0.0, 1.0)] * 3 + [(1.0, 0.0)] * 2)
    ]
    alone, paired = (sum_up(replace(tournament, paired=paired), results).entrants[0] for paired in (False, True))
    assert alone.share == paired.share == 0.625
    assert paired.share_error == pytest.approx(1.96 * (0.0625 / 4) ** 0.5)
    assert alone.share_error == pytest.approx(1.96 * (8 / 7 * 0.625 * 0.375 / 8) ** 0.5)


def test_a_paired_tournament_plays_every_deal_as_often(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bots = ("random", "random", "random")
    ran = run("arena", "tsuro", *bots, "--paired", "--games", 100, "--workers", 1)
    assert ran.code == 2
    assert "the number of games must be a multiple of 3; it is 100" in ran.err
    assert json.loads(run("arena", "tsuro", *bots, "--paired", "--workers", 1, "--json").out)["games"] == 102


def test_a_paired_tournament_has_a_journal_of_its_own(tmp_path: Path) -> None:
    tournament = plan("greedy", "random")
    Journal(tmp_path / "journal", tournament)
    with pytest.raises(JournalError):
        Journal(tmp_path / "journal", replace(tournament, paired=True))


# ── Games ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ludotheque.list_games())
def test_a_game_follows_from_the_plan_and_its_number(game: str) -> None:
    tournament = plan("greedy", "random", game=game)
    once, again, other = (play_game(tournament, number) for number in (3, 3, 4))
    assert without_times(once) == without_times(again)
    assert once.record != other.record
    assert play_game(replace(tournament, seed="x"), 3).record != once.record
    verification = verify(parse_record(once.record))
    assert verification.is_fair
    outcome = verification.match.outcome
    assert outcome is not None
    assert tuple(outcome.ranks[once.seating.index(entrant)] for entrant in (0, 1)) == once.ranks
    assert abs(sum(once.shares) - 1) < 1e-9


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("Raising", "RuntimeError: I have lost my glasses"),
        ("Leaving", "SystemExit: I am off"),
        ("Cheating", "IllegalMove: Now a marker is to be placed"),
    ],
)
def test_a_bot_that_fails_loses_the_game_and_is_reported(bot: str, says: str) -> None:
    result = play_game(plan("random", f"tests.arena.bad_bots:{bot}", "random"), 0)
    assert result.failure is not None
    assert result.failure.entrant == 1
    assert says in result.failure.what
    assert ("bad_bots.py" in result.failure.traceback) == (bot != "Cheating")
    assert "tournament.py" not in result.failure.traceback
    assert (result.ranks, result.shares, result.reason) == ((1, 3, 1), (0.5, 0.0, 0.5), "failure")
    assert parse_record(result.record).ranks is None


def test_a_bot_that_takes_too_long_loses_the_game() -> None:
    tournament = plan("random", "tests.arena.bad_bots:Sleepy", seconds_a_move=0.02)
    result = play_game(tournament, 0)
    assert result.failure is not None
    assert result.failure.entrant == 1
    assert "0.02 s are allowed" in result.failure.what
    assert play_game(replace(tournament, seconds_a_move=None), 0).failure is None


@pytest.mark.parametrize("bot", ["Dreaming", "Stubborn"])
def test_a_bot_that_never_answers_loses_and_the_next_game_is_played(bot: str) -> None:
    tournament = plan("random", f"tests.arena.bad_bots:{bot}", seconds_a_move=0.5)
    for number in (0, 1):
        result = play_game(tournament, number)
        assert result.failure == Failure(1, "did not answer; 0.5 s are allowed")
        assert (result.ranks, result.shares, result.reason) == ((1, 2), (1.0, 0.0), "failure")
        assert parse_record(result.record).ranks is None


def test_games_are_the_same_in_a_bot_process() -> None:
    tournament = plan("random", "greedy", "tests.arena.bad_bots:Raising")
    for number in range(2):
        assert without_times(play_game(tournament, number)) == without_times(play_game(tournament, number, apart=True))


def test_a_bot_that_takes_its_process_down_loses() -> None:
    tournament = plan("tests.arena.bad_bots:Deadly", "random", games=2)
    assert play_game(tournament, 0, apart=True).failure == Failure(0, "took its process down")
    for workers, games in ((2, [0, 1]), (1, [0, 1]), (2, [1])):  # one game is played by one process
        results = list(run_games(tournament, games, workers))
        assert sorted(result.number for result in results) == games
        assert {result.failure for result in results} == {Failure(0, "took its process down")}


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(
    ("bot", "says"), [("Unmade", "RuntimeError: I am not in the mood"), ("NeverThere", "SystemExit: I am off")]
)
def test_a_bot_that_cannot_be_made_ends_the_tournament_with_its_traceback(apart: bool, bot: str, says: str) -> None:
    with pytest.raises(BrokenBot) as error:
        play_game(plan("random", f"tests.arena.bad_bots:{bot}"), 0, apart=apart)
    first, *lines = str(error.value).splitlines()
    assert first == f"The bot tests.arena.bad_bots:{bot} cannot be made: Traceback (most recent call last):"
    assert "bad_bots.py" in lines[0]  # the first frame is the bot's own
    assert lines[-1] == says


@pytest.mark.parametrize("method", ["start", "actor", "observe", "legal_moves", "apply", "outcome"])
@pytest.mark.parametrize("error", [RuntimeError, IllegalMove, Panic])
def test_what_a_game_does_wrong_is_not_blamed_on_a_bot(
    monkeypatch: pytest.MonkeyPatch, method: str, error: type[BaseException]
) -> None:
    """Whatever it raises: our own errors in the wrong place, too, and what is no Exception."""

    def fail(*_: Any) -> Any:
        raise error("out of order")

    monkeypatch.setattr(registry.find("turris"), method, fail)
    with pytest.raises(BrokenGame, match=r"The game turris fails, so it cannot be played(.|\n)*out of order"):
        play_game(Plan("turris", {"first": "white"}, ("random", "random"), 1), 0)


def test_a_bot_that_raises_what_is_no_exception_loses() -> None:
    tournament = plan("tests.arena.bad_bots:Panicking", "random", games=2)
    for result in run_games(tournament, [0, 1], 2):
        assert result.failure is not None
        assert result.failure.what == "Panic: a panic"


def test_a_game_that_fails_when_chance_acts_is_not_blamed_on_the_bot_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is played by then."""
    apply = Tsuro.apply

    def fail_after_a_move(self: Tsuro, state: Any, move: Any) -> Any:
        if self.actor(state) is CHANCE and state.squares.count(None) < len(state.squares):
            raise RuntimeError("out of order")
        return apply(self, state, move)

    monkeypatch.setattr(Tsuro, "apply", fail_after_a_move)
    with pytest.raises(BrokenGame, match="out of order"):
        play_game(plan("random", "random"), 0)


@pytest.mark.parametrize(("bot", "says"), [("Counting", "np.int64"), ("Arrays", "array")])
def test_an_answer_that_looks_like_a_legal_move_and_is_none_is_blamed_on_the_bot(bot: str, says: str) -> None:
    result = play_game(plan(f"tests.arena.bad_bots:{bot}", "random", game="tao"), 0)
    assert result.failure is not None
    assert says in result.failure.what


def test_a_game_that_cannot_end_is_named_in_one_clear_error(tmp_path: Path) -> None:
    """Also where it is played in other processes."""
    install(tmp_path, "endless", NIM + ENDLESS, {"endless": "Endless"})
    ran = run_module(tmp_path, "ludotheque", "arena", "endless", "random", "random", "--games=4", "--workers=2")
    assert ran.returncode == 2
    assert "ludotheque: The game endless fails, so it cannot be played in a tournament:" in ran.stderr
    assert "ValueError: the scores of the outcome are (1.5, 0)" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    "name", ["deep", "tests.arena.bad_bots:Nobody", "no.module:Bot", "tests.arena.bad_bots:NOT_A_BOT", ":", ""]
)
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot, match="There is no bot"):
        plan("random", name).check()


def test_a_bot_for_every_seat() -> None:
    with pytest.raises(OptionError, match="3 bots enter, but the game has 2 seats"):
        replace(plan("random", "random"), entrants=("random",) * 3).check()


def test_entrants_have_names_of_their_own() -> None:
    assert plan("greedy", "random", "greedy").labels() == ["greedy", "random", "greedy #2"]


# ── Running ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_several_processes_give_the_same_results_as_one() -> None:
    tournament = plan("greedy", "random", "tests.arena.bad_bots:Raising", games=8)
    alone = {result.number: without_times(result) for result in run_games(tournament, range(8), workers=1)}
    together = {result.number: without_times(result) for result in run_games(tournament, range(8), workers=2)}
    assert alone == together
    orders = (list(alone.values()), list(reversed(alone.values())))
    forwards, backwards = (sum_up(tournament, [replace(r, seconds=(0.0,) * 3) for r in order]) for order in orders)
    assert forwards == backwards
    assert forwards.games == 8
    assert len(forwards.failures) == 8


def test_standings_tell_the_strong_from_the_weak() -> None:
    tournament = plan("random", "greedy", games=40, game="tao")
    standings = sum_up(tournament, list(run_games(tournament, range(40), workers=1)))
    greedy, random = standings.entrants
    assert (greedy.name, random.name) == ("greedy", "random")
    assert greedy.share > 0.8
    assert greedy.rating - greedy.rating_error / 2 > random.rating + random.rating_error / 2
    assert abs(greedy.share + random.share - 1) < 1e-9
    assert 0 < greedy.share_error < 0.2
    assert greedy.milliseconds_a_move > random.milliseconds_a_move > 0
    assert abs(sum(standings.wins_per_seat) - 1) < 1e-9


def test_one_game_has_no_interval() -> None:
    tournament = plan("random", "greedy", games=1)
    assert sum_up(tournament, [play_game(tournament, 0)]).entrants[0].share_error == 0


def test_who_always_wins_may_still_lose_one_day() -> None:
    """The rule of three: after n games without an exception, exceptions are rarer than 3 in n."""
    tournament = plan("random", "tests.arena.bad_bots:Cheating", games=60)
    results = [replace(play_game(tournament, 0), number=number) for number in range(60)]
    best = sum_up(tournament, results).entrants[0]
    assert (best.share, best.share_error) == (1.0, 0.05)


# ── Journal ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_journal_gives_back_what_was_written(tmp_path: Path) -> None:
    tournament = plan("random", "tests.arena.bad_bots:Raising")
    path = tmp_path / "journal.jsonl"
    journal = Journal(path, tournament)
    results = [play_game(tournament, number) for number in (0, 3)]
    for result in results:
        journal.add(result)
    assert Journal(path, tournament).results == {result.number: replace(result, record="") for result in results}


def test_a_line_that_was_being_written_is_forgotten(tmp_path: Path) -> None:
    tournament = plan("random", "random")
    path = tmp_path / "journal.jsonl"
    journal = Journal(path, tournament)
    journal.add(play_game(tournament, 0))
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole + '{"number": 1, "sea', encoding="utf-8")
    assert list(Journal(path, tournament).results) == [0]
    assert path.read_text(encoding="utf-8") == whole


def test_the_journal_of_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, plan("random", "random"))
    Journal(path, plan("random", "random", games=9))  # longer is the same tournament
    with pytest.raises(JournalError, match="another tournament"):
        Journal(path, plan("random", "greedy"))


@pytest.mark.parametrize("line", ["hello", "{}", "[]", '{"failure": 3}', '{"failure": null, "number": 1}'])
def test_a_damaged_journal_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, plan("random", "random"))
    path.write_text(path.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    with pytest.raises(JournalError, match="is damaged"):
        Journal(path, plan("random", "random"))


def test_a_bot_that_was_mended_plays_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    code = tmp_path / "mended_bot.py"
    weights = tmp_path / "weights"
    code.write_text("class Bot:\n    def __init__(self, game, rng, path): pass\n")
    weights.write_text("1")
    tournament = plan("random", "mended_bot:Bot?path=weights")
    Journal(tmp_path / "journal.jsonl", tournament)
    for file in (weights, code):
        Journal(tmp_path / "journal.jsonl", tournament)
        before = file.read_text()
        file.write_text(f"{before}# mended")
        with pytest.raises(JournalError, match=r"the code of its bots has changed since\. .* --fresh"):
            Journal(tmp_path / "journal.jsonl", tournament)
        file.write_text(before)
    with pytest.raises(JournalError):
        Journal(tmp_path / "journal.jsonl", plan("random", "mended_bot:Bot?path=other"))


@pytest.fixture
def other_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module that is installed and offers the game Nim."""
    install_nim(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._entries.cache_clear()
    registry.find.cache_clear()
    yield tmp_path / "nim_game.py"
    registry._entries.cache_clear()
    registry.find.cache_clear()
    del sys.modules["nim_game"]


def test_a_game_of_another_package_that_was_mended_is_played_again(other_package: Path) -> None:
    tournament = Plan("nim", ludotheque.make("nim").options.format(), ("random", "random"), 2)
    before = tournament.key
    other_package.write_text(f"{other_package.read_text()}# mended")
    assert tournament.key != before


@pytest.mark.parametrize("text", ["my notes\n", "[]\n", "{}\n", "\n", "\xff"])
def test_a_file_that_is_no_journal_is_left_as_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    notes = tmp_path / "notes.txt"
    notes.write_text(text, encoding="latin-1")
    for fresh in (["--fresh"], []):
        ran = run("arena", "turris", "random", "random", "--games", 1, "--journal", "notes.txt", *fresh)
        assert (ran.code, ran.out) == (2, "")
        assert "notes.txt is not the journal of a tournament, and is left as it is" in ran.err
        assert notes.read_text(encoding="latin-1") == text


def test_a_journal_is_begun_anew_though_it_is_of_another_tournament_or_still_empty(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    remove_journal(path)
    for other in (plan("random", "greedy").key, ""):
        path.write_text(other)
        remove_journal(path)
        assert not path.exists()
    path.touch()
    assert Journal(path, plan("random", "random")).results == Journal(path, plan("random", "random")).results == {}


# ── Report and command ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_report_is_one_file_with_tables_and_plots() -> None:
    tournament = plan("random", "tests.arena.bad_bots:Raising", "greedy", games=6)
    report = write_report(tournament, sum_up(tournament, list(run_games(tournament, range(6), workers=1))))
    assert report.startswith("<!doctype html>")
    assert report.count("<svg") == 6
    for svg in report.split("<svg")[1:]:
        ElementTree.fromstring("<svg" + svg.split("</svg>")[0] + "</svg>")
    assert "I have lost my glasses" in report
    assert "src=" not in report
    assert "href=" not in report


def test_a_tournament_without_a_single_move_has_a_report() -> None:
    tournament = plan("tests.arena.bad_bots:Cheating", "tests.arena.bad_bots:Cheating", games=1)
    report = write_report(tournament, sum_up(tournament, [play_game(tournament, 0)]))
    assert "a bot failed" in report


def test_names_cannot_break_the_report() -> None:
    tournament = plan("random", "random", games=1, seed="<script>")
    report = write_report(tournament, sum_up(tournament, [play_game(tournament, 0)]))
    assert "<script>" not in report


def test_the_command_plays_shows_saves_and_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["arena", "tsuro", "greedy", "random", "random", "--edition", "kosmos", "--workers", 1]
    first = run(*command, "--games", 4, "--report", "report.html")
    assert (first.code, "greedy" in first.out, "random #2" in first.out) == (0, True, True)
    assert (tmp_path / "report.html").exists()
    [journal] = tmp_path.glob("arena-tsuro-*.jsonl")
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 1 + 4
    more = run(*command, "--games", 6, "--records", "games")
    assert more.code == 0
    records = sorted((tmp_path / "games").glob("*.ludo"))
    assert len(records) == 6
    assert run("verify", records[0]).code == 0
    again = run(*command, "--games", 6)
    assert f"6 games are in the journal {journal.name} already; 0 to go." in again.err
    assert "in the journal" not in run(*command, "--games", 6, "--fresh").err
    as_json = run(*command, "--games", 6, "--json")
    assert json.loads(as_json.out)["games"] == 6
    assert f"6 games are in the journal {journal.name} already; 0 to go." in as_json.err


def test_a_report_does_not_overwrite_the_journal(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["arena", "turris", "random", "random", "--games", 1, "--workers", 1]
    assert run(*command).code == 0
    [journal] = tmp_path.glob("arena-*.jsonl")
    before = journal.read_bytes()
    for more in (["--report", journal.name], ["--journal", journal.name, "--report", journal]):
        refused = run(*command, *more)
        assert (refused.code, "--report would overwrite the journal" in refused.err) == (2, True)
        assert journal.read_bytes() == before


@pytest.mark.parametrize("in_the_way", ["records", "records/turris-00000.ludo/"])
def test_records_that_cannot_be_written_cost_no_journal_and_no_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_the_way: str
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["arena", "turris", "random", "random", "--games", 2, "--workers", 1, "--journal", "j.jsonl"]
    assert run(*command).code == 0
    before = (tmp_path / "j.jsonl").read_bytes()
    if in_the_way.endswith("/"):
        (tmp_path / in_the_way).mkdir(parents=True)
    else:
        (tmp_path / in_the_way).touch()
    refused = run(*command, "--fresh", "--records", "records")
    assert (refused.code, refused.err.startswith("ludotheque: records")) == (2, True)
    assert (tmp_path / "j.jsonl").read_bytes() == before


def test_names_are_not_cut(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "60")
    name = "tests.arena.bad_bots:Sleepy"
    ran = run("arena", "turris", "random", name, "--games", 1, "--workers", 1)
    shown = "".join(line.split("│")[1].strip() for line in ran.out.splitlines() if line.count("│") > 2)
    assert name in shown
    assert "…" not in ran.out


def test_what_bots_need_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(tournament_module, "_warm_up_once", compiled.append)
    monkeypatch.setattr(runner, "spread", lambda *_: iter(()))
    list(run_games(plan("random", "search?iterations=9", game="tao"), range(4), workers=2))
    list(run_games(plan("random", "greedy", game="tao"), range(4), workers=2))
    assert compiled == ["tao"]
    monkeypatch.setattr(study_module, "spread", lambda *_: iter(()))
    list(study_module.play_bots(plan("easy", "easy", game="turris"), study_module.Study(2), workers=2))
    assert compiled == ["tao", "turris"]


def test_failures_are_shown(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("arena", "turris", "random", "tests.arena.bad_bots:Cheating", "--games", 2, "--workers", 1)
    assert "Failed: game 0: tests.arena.bad_bots:Cheating: IllegalMove" in ran.out
    assert "Traceback" not in ran.out


@pytest.mark.parametrize("limit", [[], ["--seconds", 60]])
def test_the_first_error_of_each_bot_is_shown_with_its_traceback(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: list[object]
) -> None:
    monkeypatch.chdir(tmp_path)
    bot = "tests.arena.bad_bots:Raising"
    command = ("arena", "tsuro", bot, "random", bot, "--games", 2, "--workers", 1, *limit)
    for _ in ("played", "read from the journal"):
        said = run(*command).out
        assert said.count("Traceback (most recent call last):") == 1
        _, shown = said.split(f"\nThe first error that {bot} raised:\n")
        head, frame, *_, last = shown.splitlines()
        assert head == "Traceback (most recent call last):"
        assert "bad_bots.py" in frame
        assert last == "RuntimeError: I have lost my glasses"
    assert "bad_bots.py" in json.loads(run(*command, "--json").out)["tracebacks"][bot]


@pytest.mark.parametrize("name", ["w[best].npz", "w[/best].npz", "w:cat:.npz"])
def test_names_are_shown_as_they_are(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "named_bot.py").write_text(
        "class Bot:\n"
        "    def __init__(self, game, rng, path): self.path = path\n"
        "    def choose(self, observation): raise ValueError(self.path)\n"
    )
    bot = f"named_bot:Bot?path={name}"
    command = ("arena", "turris", bot, "random", "--games", 1, "--workers", 1, "--journal", "j[old].jsonl")
    ran = run(*command)
    assert f"│ {bot} " in ran.out
    assert f"Failed: game 0: {bot}: ValueError: {name}" in ran.out
    assert ran.out.endswith(f"ValueError: {name}\n")
    assert "1 games are in the journal j[old].jsonl already; 0 to go." in run(*command).err
    sys.modules.pop("named_bot")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["tsuro", "greedy"], "players must be a whole number from 2 to 8, not 1"),
        (["tsuro", "greedy", "deep"], "There is no bot 'deep'"),
        (["turris", "greedy", "greedy", "greedy"], "3 bots enter, but the game has 2 seats"),
        (["tsuro", "greedy", "random", "--games", "0"], "--games must be 1 or more"),
        (["tsuro", "greedy", "random", "--workers", "0"], "--workers must be 1 or more"),
        (["tsuro", "greedy", "random", "--seconds", "-1"], "--seconds must be more than 0 and at most 3600, not -1"),
        (["tsuro", "greedy", "random", "--seconds", "nan"], "--seconds must be more than 0 and at most 3600, not nan"),
        (["tsuro", "greedy", "random", "--seconds", "inf"], "--seconds must be more than 0 and at most 3600, not inf"),
        (["tsuro", "greedy", "random", "--seconds", "1e10"], "at most 3600, not 1e+10"),
        (["tsuro", "greedy", "random", "--report", "/no/where/x.html"], "/no/where/x.html: No such file or directory"),
        (["tsuro", "greedy", "search?iterations=no"], "search?iterations=5000 or search?milliseconds=50"),
        (["tsuro", "greedy", "random", "--journal", "/no/where/x.jsonl"], "No such file or directory"),
    ],
)
def test_errors_are_one_clear_line(run: Run, arguments: list[str], says: str) -> None:
    ran = run("arena", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
