"""Studies: what a game is like, by the rules and by the kernel alike."""

import json
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludotheque
from ludotheque.arena.plots import Bar, render_bars, render_curve, render_histogram
from ludotheque.arena.study import Sample, Study, play_bots, play_compiled, spread_of, take_sample
from ludotheque.arena.study_report import tell_ends, tell_order
from ludotheque.arena.tournament import Plan
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import AnyGame
from tests.cli.conftest import Run, run
from tests.lengths import IS_LONG
from tests.nim import Nim, NimOptions

__all__ = ["run"]  # the fixture of tests/cli


def plan(game: AnyGame, bot: str, games: int = 10) -> Plan:
    return Plan(game.id, game.options.format(), (bot,) * game.seats, games)


def test_games_add_up() -> None:
    study = Study(3)
    study.add(Sample((1, 2, 3), first=2, choices=(5, 3), plies=4, reason="a", scores=(9, 4, 1)))
    study.add(Sample((1, 1, 3), first=0, choices=(7,), plies=2, reason="b", scores=(6, 6, 2)))
    assert [share for share, _ in study.shares_by_order()] == [0.25, 0.75, 0.0]
    assert study.shared_wins() == 0.5
    assert study.branching() == 5.0
    assert study.choices_by_decision() == [6.0, 3.0]
    assert study.reasons == {"a": 1, "b": 1}
    assert (study.points, study.margins) == ({9: 1, 6: 1}, {5: 1, 4: 1})
    assert study.as_json()["plies"] == {"mean": 3.0, "min": 2, "max": 4, "p5": 2, "p50": 2, "p95": 4}


def test_how_values_are_spread() -> None:
    spread = spread_of(Counter(range(1, 101)))
    assert spread == {"mean": 50.5, "min": 1, "max": 100, "p5": 5, "p50": 50, "p95": 95}
    assert spread_of(Counter({7: 3})) == {"mean": 7.0, "min": 7, "max": 7, "p5": 7, "p50": 7, "p95": 7}


@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_a_sample_tells_what_the_game_was_like(game_id: str) -> None:
    game = ludotheque.make(game_id)
    sample = take_sample(plan(game, "random"), 0)
    assert min(sample.ranks) == 1
    assert 0 < len(sample.choices) <= sample.plies
    assert min(sample.choices) >= 1
    assert (sample.scores is None) == (game_id == "tsuro")


@pytest.mark.parametrize("game_id", ludotheque.list_games() if IS_LONG else ["turris"])
def test_the_kernel_gives_the_same_picture_as_the_rules(game_id: str) -> None:
    game = ludotheque.make(game_id)
    by_rules, by_kernel = Study(game.seats), Study(game.seats)
    list(play_bots(plan(game, "random", 60), by_rules, workers=1))
    assert sum(play_compiled(game, 4_500, "x", by_kernel)) == by_kernel.games == 4_500
    assert by_kernel.reasons.total() == 2_000
    assert set(by_rules.reasons) <= set(by_kernel.reasons)
    assert by_kernel.choices_by_decision()[0] == pytest.approx(by_rules.choices_by_decision()[0])
    for facts in (lambda study: study.branching(), lambda study: spread_of(study.decisions)["mean"]):
        assert facts(by_kernel) == pytest.approx(facts(by_rules), rel=0.15)
    for (share, error), (other, other_error) in zip(
        by_rules.shares_by_order(), by_kernel.shares_by_order(), strict=True
    ):
        assert abs(share - other) < 2 * (error + other_error)
    again = Study(game.seats)
    list(play_compiled(game, 4_500, "x", again))
    assert again == by_kernel


def test_a_bot_that_fails_cannot_be_studied() -> None:
    with pytest.raises(LudothequeError, match="Raising failed in game 0, so there is nothing to study: RuntimeError"):
        take_sample(plan(ludotheque.make("turris"), "tests.arena.bad_bots:Raising"), 0)
    with pytest.raises(LudothequeError, match=r"bad_bots\.py"):
        take_sample(plan(ludotheque.make("turris"), "tests.arena.bad_bots:Raising"), 0)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_takes_its_process_down_cannot_be_studied(workers: int) -> None:
    deadly = plan(ludotheque.make("turris"), "tests.arena.bad_bots:Deadly", 2)
    with pytest.raises(LudothequeError, match=r"Deadly failed in game \d, .* took its process down"):
        list(play_bots(deadly, Study(2), workers))


def test_findings_are_told_in_words() -> None:
    study = Study(2)
    for number in range(100):
        study.add(Sample((1, 2), number % 10 == 0, (4,) * 9, 9, "last_marker", None))
    assert tell_order(study) == "Whoever begins takes 90.0% ± 5.9% of the wins; parity is 50.0%: an advantage."
    said = tell_ends(study, ludotheque.make("tsuro", players=2))
    assert said == "Only one player is left 100.0%. The win is shared in 0.0% of the games."


def test_plots_are_drawn_for_whatever_comes() -> None:
    for svg in (
        render_bars([Bar("<b>", 0.0, 0.0, "0"), Bar("b", 1.0, 0.5, "1")], 1.0, "bars", 0.5),
        render_histogram(Counter({7: 1}), "one value", "plies"),
        render_histogram(Counter({value: 1 + value % 7 for value in range(0, 900, 3)}), "many values", "plies"),
        render_curve([3.0], "one point"),
        render_curve([0.5, 80.0, 2.0], "a peak"),
    ):
        root = ElementTree.fromstring(svg)
        assert root.get("role") == "img"
        assert "nan" not in svg


def test_the_command_tells_and_writes_a_report(run: Run, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    command = ("study", "turris", "--games", 4, "--workers", 1, "--strength", 2, "--bot", "greedy")
    told = run(*command, "--report", report)
    assert told.code == 0
    for word in ("4 games, all played by greedy", "Begin", "Length", "Choice", "Ends", "Points", "Skill"):
        assert word in told.out
    page = report.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<svg") == 7
    for svg in page.split("<svg")[1:]:
        ElementTree.fromstring("<svg" + svg.split("</svg>")[0] + "</svg>")
    assert "all blocks are placed" in page
    assert "src=" not in page
    assert "href=" not in page
    facts = json.loads(run(*command, "--json").out)
    assert (facts["games"], facts["bot"], set(facts["strength"])) == (4, "greedy", {"greedy", "easy", "medium"})


def test_random_play_goes_by_the_kernel(run: Run) -> None:
    facts = json.loads(run("study", "turris", "--bot", "random", "--games", 5_000, "--strength", 0, "--json").out)
    assert (facts["games"], facts["strength"]) == (5_000, {})
    assert sum(facts["reasons"].values()) == 2_000


def test_a_game_without_a_kernel_is_not_played_by_it() -> None:
    with pytest.raises(TypeError, match="Nim has no kernel to play by"):
        next(play_compiled(Nim(NimOptions()), 1, "", Study(2)))


def test_without_numba_random_play_goes_by_the_rules(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.compiled.adapter.find_spec", lambda _name: None)
    ran = run("study", "tsuro", "--bot", "random", "--games", 3, "--strength", 1, "--workers", 1, "--json")
    facts = json.loads(ran.out)
    assert (sum(facts["reasons"].values()), set(facts["strength"])) == (3, {"greedy"})


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--games", "1"], "--games must be 2 or more, not 1"),
        (["--workers", "0"], "--workers must be 1 or more, not 0"),
        (["--strength", "-1"], "--strength must be 0 or more, not -1"),
        (["--bot", "deep"], "There is no bot 'deep'"),
        (["--games", "2", "--strength", "0", "--report", "/no/where/x.html"], "No such file or directory"),
    ],
)
def test_errors_are_one_clear_line(run: Run, arguments: list[str], says: str) -> None:
    ran = run("study", "turris", "--workers", 1, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
