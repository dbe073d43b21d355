import json
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque
from ludotheque.bots.budget import Budget
from ludotheque.core.errors import GameNotOver
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.core.playout import pick
from ludotheque.review.decisions import SampledDecision
from ludotheque.review.estimates import Estimate
from ludotheque.review.moments import SURE
from ludotheque.review.reasons import WouldCount, tell_reasons
from ludotheque.review.result import Review
from ludotheque.review.reviewer import Reviewer, review_match
from ludotheque.review.samples import Halves, KernelSampler, RulesSampler, Sampler, Work
from tests.high_card import HighCard, HighCardOptions
from tests.lengths import IS_LONG
from tests.nim import Nim, NimOptions
from tests.nim_kernel import FastNim, OpenNim
from tests.strategies import all_games

FEW = Budget(iterations=4)


def play(game: AnyGame, seed: int = 0) -> Match[Any, Any, Any]:
    match: Match[Any, Any, Any] = Match(game)
    rng = Random(seed)
    while match.actor is not None:
        match.play(pick(game, match.state, rng))
    return match


def force(game: AnyGame, *moves: str) -> Match[Any, Any, Any]:
    match: Match[Any, Any, Any] = Match(game)
    for move in moves:
        match.play(match.parse_move(move))
    return match


def check_sums(review: Review) -> None:
    """What every review must hold to, whatever its values are."""
    seats = len(review.seats)
    for before, ply, after in zip(review.points, review.plies, review.points[1:], strict=False):
        for seat in range(seats):
            parts = ply.luck[seat] + ply.decision[seat] + ply.unseen[seat] + ply.remainder[seat]
            assert before.open[seat] + parts == pytest.approx(after.open[seat], abs=1e-9)
        assert ply.actor is CHANCE or ply.luck == (0.0,) * seats
        assert ply.actor is not CHANCE or ply.decision == ply.unseen == ply.remainder == (0.0,) * seats
    for account in review.accounts:
        total = account.initial + account.luck + account.own + account.others + account.unseen + account.remainder
        assert total == pytest.approx(account.final, abs=1e-9)
    for point in review.points:
        assert sum(point.open) == pytest.approx(1, abs=1e-3)
        assert point.known is None or isinstance(point.actor, int)


GAMES = all_games() if IS_LONG else list({game.id: game for game in all_games()}.values())
"""Every option set or, because games by the rules are slow, only one of each game."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.id}-{game.options.format()}"[:60])
def test_the_parts_add_up_in_every_game(game: AnyGame) -> None:
    """A curve at least, and as many decisions as there was time for."""
    reviewer = Reviewer(play(game), budget=Budget(milliseconds=1), with_kernel=False)
    for _ in reviewer.run():
        pass
    review = reviewer.result()
    check_sums(review)
    json.dumps(review.as_json())


@given(seed=st.integers(0, 10**6))
def test_the_parts_add_up_with_hidden_cards(seed: int) -> None:
    review = review_match(play(HighCard(HighCardOptions()), seed), budget=Budget(iterations=30))
    check_sums(review)
    assert all((point.known is None) == (not isinstance(point.actor, int)) for point in review.points)
    assert review.points[-1].open == review_match(play(HighCard(HighCardOptions()), seed), budget=FEW).points[-1].open


def test_luck_is_the_value_of_a_draw_less_the_mean_over_all_draws() -> None:
    """Whoever is dealt a 4 of four cards wins with it unless they swap it away, which half of all random play does."""
    review = review_match(force(HighCard(HighCardOptions()), "4", "1", "keep"), budget=Budget(iterations=4000))
    before, after = review.points[0].open, review.points[1].open
    assert before[0] == pytest.approx(0.5, abs=0.03)
    assert after[0] == pytest.approx(0.5, abs=0.03)  # random play swaps it as often as not
    assert review.plies[0].luck[0] == pytest.approx(after[0] - before[0], abs=1e-9)


def test_a_decision_is_judged_by_what_its_player_could_see() -> None:
    """With a 3 against an unknown card one keeps: that is right, also where the other has the 4."""
    review = review_match(force(HighCard(HighCardOptions()), "3", "4", "keep"), budget=Budget(iterations=2000))
    decision = review.plies[2]
    assert decision.best is not None
    assert decision.best.text == "keep"
    assert decision.decision == (0.0, 0.0)
    assert review.points[2].known is not None
    assert review.accounts[0].final == 0.0
    assert not review.moments or review.moments[0].kind == "find"


def test_what_nobody_could_see_is_counted_apart() -> None:
    """To swap a 3 is wrong by what one sees, and wins where the other has the 4: not by skill."""
    review = review_match(force(HighCard(HighCardOptions()), "3", "4", "swap"), budget=Budget(iterations=2000))
    decision = review.plies[2]
    assert decision.decision[0] == pytest.approx(1 / 3 - 2 / 3, abs=0.05)
    assert decision.unseen[0] == pytest.approx(1 + 1 / 3, abs=0.05)
    [mistake] = review.moments
    assert (mistake.kind, mistake.ply, mistake.better.text) == ("mistake", 3, "keep")


def test_the_winning_move_of_nim_is_shown() -> None:
    """Of five stones one takes one: the other is left with four and loses."""
    game = Nim(NimOptions(stones=5))
    review = review_match(force(game, "2", "2", "1"), budget=Budget(iterations=400))
    assert review.plies[0].best is not None
    assert review.plies[0].best.text == "1"
    assert review.plies[1].decision[1] == 0.0
    mistake = review.moments[0]
    assert (mistake.ply, mistake.kind, mistake.line[0].move.text) == (1, "mistake", "1")
    assert "Better was 1" in mistake.sentence


def test_reviews_by_a_kernel_find_the_same() -> None:
    review = review_match(force(FastNim(NimOptions(stones=5)), "2", "2", "1"), budget=Budget(iterations=8))
    check_sums(review)
    assert review.judge == "sampled search"
    assert review.plies[0].best is not None
    assert review.plies[0].best.text == "1"
    assert review.plies[0].decision[0] < -0.5


@pytest.mark.parametrize(
    ("played", "better", "said"),
    [
        ((4, 3), (5, 2), "at 2 to 5, not 3 to 4."),
        ((1, -3, 3), (0, 2, 3), "at 0 for A, not 1, at 2 for B, not -3."),
    ],
)
def test_what_would_count_is_told_of_both_players_or_of_those_for_whom_it_differs(
    played: tuple[int, ...], better: tuple[int, ...], said: str
) -> None:
    game = ludotheque.make("tao", players=len(played))
    reason = WouldCount("round 2", played, better)
    assert tell_reasons(game, 1, [reason], "ABC", is_find=False) == f"The sum of round 2 would stand {said}"


def test_proven_results_are_shown_as_proven() -> None:
    """In an open game nothing is left to noise: the one decision that mattered lost everything, for certain."""
    review = review_match(force(OpenNim(NimOptions(stones=5)), "2", "2", "1"), budget=Budget(iterations=500))
    check_sums(review)
    assert (review.judge, review.iterations) == ("search", 500)
    assert all(point.is_proven for point in review.points)
    assert [account.own for account in review.accounts] == [-1.0, 0.0]
    assert all(ply.unseen == ply.remainder == (0.0, 0.0) for ply in review.plies)
    mistake = review.moments[0]
    assert (mistake.ply, mistake.swing, mistake.is_proven) == (1, -1.0, True)
    assert "This is proven." in mistake.sentence


def test_the_same_budget_gives_the_same_review() -> None:
    match = play(HighCard(HighCardOptions()), 3)
    assert review_match(match, budget=FEW) == review_match(match, budget=FEW)
    one, other = (review_match(match, budget=Budget(iterations=99), seed=seed).points for seed in ("one", "other"))
    assert one != other


def test_a_review_comes_step_by_step_and_can_be_cancelled() -> None:
    reviewer = Reviewer(play(Nim(NimOptions(stones=9)), 1), budget=FEW)
    with pytest.raises(ValueError, match="not drawn yet"):
        reviewer.result()
    steps = reviewer.run()
    while not reviewer.has_curve:
        next(steps)
    partial = reviewer.result()
    check_sums(partial)
    assert not partial.is_complete
    assert all(ply.best is None for ply in partial.plies)
    progress = list(steps)
    assert progress == sorted(progress)
    assert progress[-1] == 1.0
    assert reviewer.result().is_complete


def test_a_game_that_is_not_over_is_refused() -> None:
    match = ludotheque.Match(ludotheque.make("turris", first="white"))
    with pytest.raises(GameNotOver, match="not over after ply 0"):
        Reviewer(match)


@pytest.mark.parametrize("with_kernel", [True, False])
def test_a_step_is_one_sample_however_many_moves_there_are(monkeypatch: pytest.MonkeyPatch, with_kernel: bool) -> None:
    """A bot at a table waits for a step at most; and after every step there is a result that adds up."""
    taken: list[str] = []

    def watch(sampler: type, method: str) -> None:
        take = getattr(sampler, method)

        def take_and_count(*given: Any) -> Any:
            taken.append(method)
            return take(*given)

        monkeypatch.setattr(sampler, method, take_and_count)

    watch(KernelSampler, "_measure")
    watch(RulesSampler, "_play")
    reviewer = Reviewer(play(FastNim(NimOptions(stones=9)), 1), budget=FEW, with_kernel=with_kernel)
    before = 0
    for _ in reviewer.run():
        assert len(taken) - before <= 1
        before = len(taken)
        if reviewer.has_curve:
            check_sums(reviewer.result())
    assert before > 50


def test_a_busy_machine_makes_a_review_slower_and_not_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its limit is of the processor: time in which others have it does not count."""
    clock = count(step=1000)
    monkeypatch.setattr("ludotheque.review.reviewer.time.perf_counter", lambda: float(next(clock)))
    reviewer = Reviewer(play(Nim(NimOptions(stones=9)), 1), budget=FEW, most_seconds=600)
    assert list(reviewer.run())[-1] == 1.0
    assert reviewer.iterations == 4


class OneWayOrTheOther:
    """Samples whose worth depends on the deal above all: two moves are worth much or nothing, the second a bit less."""

    def compare(
        self, observation: Any, seat: int, moves: Sequence[Any], halves: Sequence[Halves], count: int, seed: int
    ) -> Work[Sequence[Sequence[float]]]:
        rng = Random(seed)
        deals = [rng.choice([0.1, 0.9]) for _ in range(count)]
        own = [[deal - loss for deal in deals] for loss in (0.0, 0.1)]
        for worths, pair in zip(own, halves, strict=True):
            for index, worth in enumerate(worths):
                pair[index % 2].add(1, [worth, 1 - worth], [worth**2, (1 - worth) ** 2])
                yield
        return own


def test_moves_are_compared_deal_by_deal() -> None:
    """What a deal is worth to both moves says nothing about which is better, and does not hide that one is."""
    decision = SampledDecision(cast("Sampler", OneWayOrTheOther()), 2, None, 0, ["good", "bad"], "bad")
    for seed in range(5):
        list(decision.refine(4, seed))
    verdict = decision.judge(lambda _move: Estimate.exactly((0.5, 0.5)))
    assert verdict.best == "good"
    assert verdict.change[0] == pytest.approx(-0.1)
    assert -verdict.change[0] > SURE * verdict.error
    assert verdict.error < verdict.rated[0].error / 2
