"""Bots that search: compiled and in pure Python, on a game that is solved and on our own."""

from random import Random

import pytest

from ludotheque.bots.budget import Budget
from ludotheque.bots.levels import LEVELS, make_searcher
from ludotheque.bots.sampling import SamplingBot
from ludotheque.bots.search import SearchBot
from tests.nim import Nim, NimOptions
from tests.nim_kernel import FastNim


@pytest.mark.parametrize("stones", [2, 3, 5, 6, 8, 9])
def test_search_plays_nim_perfectly(stones: int) -> None:
    """Who leaves one more than a multiple of three wins."""
    game = FastNim(NimOptions(stones=stones))
    analysis = SearchBot(game, Random(1), Budget(iterations=3000)).analyse((stones, 0))
    assert (stones - analysis.moves[0].move) % 3 == 1
    assert analysis.shares[0] > 0.8
    assert analysis.moves[0].value > 0.8
    assert analysis.iterations == 3000
    assert sum(analysis.shares) == pytest.approx(1)
    assert sum(ranked.visits for ranked in analysis.moves) == 3000


def test_the_line_is_moves_that_can_be_played() -> None:
    game = FastNim(NimOptions(stones=8))
    analysis = SearchBot(game, Random(1), Budget(iterations=3000)).analyse((8, 0))
    assert analysis.line[0] == analysis.moves[0].move == 1
    state = (8, 0)
    for move in analysis.line:
        state = game.apply(state, move)
    assert game.outcome(state) is not None


def test_iterations_make_a_search_repeatable() -> None:
    game = FastNim(NimOptions(stones=9))
    once, again = (SearchBot(game, Random(5), Budget(iterations=50)).analyse((9, 0)) for _ in range(2))
    assert once == again
    other = SearchBot(game, Random(6), Budget(iterations=50)).analyse((9, 0))
    assert once != other


def test_a_full_tree_does_no_harm() -> None:
    game = FastNim(NimOptions(stones=9))
    analysis = SearchBot(game, Random(1), Budget(iterations=2000), nodes=4).analyse((9, 0))
    assert analysis.iterations == 2000


def test_a_budget_of_time_is_kept_about() -> None:
    """No timed test: only that it ends, and that more time is more iterations than the least."""
    game = FastNim(NimOptions(stones=9))
    bot = SearchBot(game, Random(1), Budget(milliseconds=20))
    bot.analyse((9, 0))  # compiled by now
    assert bot.analyse((9, 0)).iterations > 32


@pytest.mark.parametrize("game", [Nim(NimOptions(stones=2)), FastNim(NimOptions(stones=2))], ids=["plain", "fast"])
def test_a_budget_given_with_the_question_goes_before_the_bots_own(game: Nim) -> None:
    bot = make_searcher(game, Random(1), Budget(iterations=20))
    assert bot.analyse((2, 0)).iterations == 20
    assert bot.analyse((2, 0), Budget(iterations=70)).iterations == 70
    assert bot.choose((2, 0), Budget(iterations=70)) == 1


def test_a_game_without_a_kernel_is_analysed_as_well() -> None:
    analysis = SamplingBot(Nim(NimOptions(stones=5)), Random(1), Budget(iterations=60)).analyse((2, 0))
    assert [ranked.move for ranked in analysis.moves] == [1, 2]
    assert analysis.moves[0].value == 1
    assert analysis.moves[1].value == 0
    assert analysis.line == (1,)
    assert analysis.shares[0] > 0.8
    assert sum(analysis.shares) == pytest.approx(1)


def test_nothing_is_searched_when_nobody_is_to_decide() -> None:
    for bot in (SamplingBot, SearchBot):
        with pytest.raises(ValueError, match="no seat is to decide"):
            bot(FastNim(NimOptions()), Random(1), Budget(iterations=9)).analyse((0, 0))


def test_sampling_avoids_the_obvious_mistake() -> None:
    bot = SamplingBot(Nim(NimOptions(stones=5)), Random(1), Budget(iterations=60))
    assert {bot.choose((2, 0)) for _ in range(5)} == {1}
    assert bot.choose((1, 0)) == 1
    timed = SamplingBot(Nim(NimOptions(stones=5)), Random(1), Budget(milliseconds=3))
    assert timed.choose((2, 0)) == 1


def test_a_game_without_a_kernel_is_searched_in_pure_python() -> None:
    assert isinstance(make_searcher(Nim(NimOptions()), Random(1), LEVELS["easy"]), SamplingBot)
    assert isinstance(make_searcher(FastNim(NimOptions()), Random(1), LEVELS["easy"]), SearchBot)
    with pytest.raises(TypeError, match="Nim has no kernel"):
        SearchBot(Nim(NimOptions()), Random(1), LEVELS["easy"])


@pytest.mark.parametrize("budget", [{}, {"iterations": 1, "milliseconds": 1.0}])
def test_a_budget_is_one_of_two_things(budget: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="not both"):
        Budget(**budget)
