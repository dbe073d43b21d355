"""The bot that searches open games: on Nim, which is solved, and on endings of Turris, solved here by plain Python."""

from functools import cache
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.bots.budget import Budget
from ludotheque.bots.levels import LEVELS, make_searcher
from ludotheque.bots.open_search import OpenSearchBot
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.playout import pick
from tests.games.turris.option_sets import OPTION_SETS
from tests.nim import NimOptions
from tests.nim_kernel import FastNim, OpenNim

ENDINGS = 8
"""How many endings are tried for each set of options."""


def play_until(game: AnyGame, rng: Random, left: int) -> Any:
    """Play at random until a player decides and so many blocks are left, or fewer."""
    state = game.start()
    while game.actor(state) is CHANCE or sum(state.left) > left:
        state = game.apply(state, pick(game, state, rng))
    return state


def solve(game: AnyGame, state: Any) -> tuple[float, ...]:
    """Give what each seat gets if all play as well as can be: every line there is, to its end."""

    @cache
    def visit(state: Any) -> tuple[float, ...]:
        if (outcome := game.outcome(state)) is not None:
            return outcome.shares
        actor = game.actor(state)
        assert isinstance(actor, int)
        return max(
            (visit(game.apply(state, move)) for move in game.legal_moves(state)), key=lambda shares: shares[actor]
        )

    return visit(state)


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_endings_are_played_as_well_as_can_be(options: dict[str, Any]) -> None:
    """What the bot says is proven, and what it plays keeps it."""
    game, rng = ludotheque.make("turris", **options), Random(7)
    found = set()
    for number in range(ENDINGS):
        state = play_until(game, rng, left=3)
        if (actor := game.actor(state)) is None or actor is CHANCE:
            continue
        truth = solve(game, state)
        analysis = OpenSearchBot(game, Random(number), Budget(iterations=200_000)).analyse(game.observe(state, actor))
        assert analysis.shares == truth
        assert analysis.iterations < 200_000
        assert analysis.moves[0].value == truth[actor]
        assert solve(game, game.apply(state, analysis.moves[0].move)) == truth
        found.add(truth[actor])
    assert {0.0, 1.0} <= found


@pytest.mark.parametrize("stones", range(2, 10))
def test_nim_is_proven(stones: int) -> None:
    """Who leaves one more than a multiple of three wins; the analysis is certain of it, and stops when it is."""
    game = OpenNim(NimOptions(stones=stones))
    analysis = OpenSearchBot(game, Random(1), Budget(iterations=100_000)).analyse((stones, 0))
    is_won = stones % 3 != 1
    assert analysis.shares == ((1.0, 0.0) if is_won else (0.0, 1.0))
    assert analysis.iterations < 100_000
    if is_won:
        assert (stones - analysis.moves[0].move) % 3 == 1


def middlegame() -> tuple[AnyGame, Any]:
    game = ludotheque.make("turris")
    state = play_until(game, Random(3), left=24)
    return game, game.observe(state, state.turn)


def test_iterations_make_a_search_repeatable() -> None:
    game, observation = middlegame()
    once, again, other = (
        OpenSearchBot(game, Random(seed), Budget(iterations=500)).analyse(observation) for seed in (5, 5, 6)
    )
    assert once == again
    assert once != other
    assert once.iterations == 500


def test_equal_observations_get_equal_answers() -> None:
    """The bot knows nothing but what it is shown: a copy of the observation, made by another way, will do."""
    game, observation = middlegame()
    other = game.observe(game.determinize(observation, Random(1)), observation.viewer)
    assert other is not observation
    assert other == observation
    bots = [OpenSearchBot(game, Random(2), Budget(iterations=300)) for _ in range(2)]
    assert bots[0].analyse(observation) == bots[1].analyse(other)


def test_an_analysis_is_whole() -> None:
    """All legal moves once, the shares of one win, visits that add up, a line that can be played."""
    game, observation = middlegame()
    state = game.determinize(observation, Random(1))
    analysis = OpenSearchBot(game, Random(2), LEVELS["easy"]).analyse(observation, Budget(iterations=2000))
    assert {ranked.move for ranked in analysis.moves} == set(game.legal_moves(state))
    assert len(analysis.moves) == len(game.legal_moves(state))
    assert sum(analysis.shares) == pytest.approx(1)
    assert sum(ranked.visits for ranked in analysis.moves) == analysis.iterations == 2000
    assert analysis.line[0] == analysis.moves[0].move
    assert len(analysis.line) > 2
    for move in analysis.line:
        assert move in game.legal_moves(state)
        state = game.apply(state, move)


def test_a_budget_of_time_ends_a_search() -> None:
    """No timed test: only that it ends, that it is of use, and that what is left alone is not searched at all."""
    game, observation = middlegame()
    bot = OpenSearchBot(game, Random(1), Budget(milliseconds=30))
    assert bot.analyse(observation).iterations > 32
    assert bot.analyse(observation, Budget(milliseconds=0)).iterations == 32
    assert bot.choose(observation) in game.legal_moves(game.determinize(observation, Random(1)))


def test_a_full_tree_does_no_harm() -> None:
    game, observation = middlegame()
    analysis = OpenSearchBot(game, Random(1), Budget(iterations=2000), nodes=1).analyse(observation)
    assert analysis.iterations == 2000
    assert sum(ranked.visits for ranked in analysis.moves) == 2000


def test_open_games_get_the_search_for_open_games() -> None:
    assert isinstance(make_searcher(OpenNim(NimOptions()), Random(1), LEVELS["easy"]), OpenSearchBot)
    assert not isinstance(make_searcher(FastNim(NimOptions()), Random(1), LEVELS["easy"]), OpenSearchBot)
    with pytest.raises(TypeError, match="Nim has no kernel for a search that sees everything"):
        OpenSearchBot(FastNim(NimOptions()), Random(1), LEVELS["easy"])


def test_a_bot_is_not_asked_when_nobody_is_to_decide() -> None:
    game = ludotheque.make("turris")
    with pytest.raises(ValueError, match="no seat is to decide"):
        OpenSearchBot(game, Random(1), LEVELS["easy"]).analyse(game.observe(game.start(), 0))
