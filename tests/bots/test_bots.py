"""Bots: they play legally by what they see, and greedy is better than random."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.bots.bot import BOTS
from ludotheque.bots.budget import Budget
from ludotheque.bots.greedy import GreedyBot
from ludotheque.bots.levels import make_searcher
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.core.playout import pick
from tests.nim import Nim, NimOptions
from tests.strategies import all_games, name

QUICK = ("random", "greedy", "easy")
"""Bots that do not look at the clock: their games are the same in every run, and short."""


@pytest.mark.parametrize("bot", QUICK)
@pytest.mark.parametrize("game", all_games(), ids=name)
def test_a_bot_plays_a_whole_game_by_what_it_sees(game: AnyGame, bot: str) -> None:
    players = [BOTS[bot](game, Random(seat)) for seat in range(game.seats)]
    match = Match(game, SeededDealer(bytes(32)))
    while (actor := match.actor) is not None:
        assert actor is not CHANCE
        match.play(actor, players[actor].choose(game.observe(match.state, actor)))
    assert match.outcome is not None


@pytest.mark.parametrize("bot", [*QUICK, "medium"])
@pytest.mark.parametrize("game_id", ["tsuro", "tao"])
def test_hidden_things_do_not_change_what_a_bot_plays(game_id: str, bot: str) -> None:
    """Two states that the bot cannot tell apart, the same seed: the same move."""
    game, rng = ludotheque.make(game_id), Random(5)
    state = game.start()
    while (actor := game.actor(state)) is not None:
        if actor is not CHANCE:
            observation = game.observe(state, actor)
            other = game.observe(game.determinize(observation, rng), actor)
            assert BOTS[bot](game, Random(1)).choose(observation) == BOTS[bot](game, Random(1)).choose(other)
        state = game.apply(state, pick(game, state, rng))


Maker = Callable[[AnyGame, Random], Any]


def shares(game: AnyGame, games: int, strong: Maker = BOTS["greedy"], weak: Maker = BOTS["random"]) -> float:
    """One strong player, the seats in turn, against weak ones: its share of the wins."""
    total = 0.0
    for number in range(games):
        seat = number % game.seats
        bots: list[Any] = [weak(game, Random(f"{number} {each}")) for each in range(game.seats)]
        bots[seat] = strong(game, Random(number))
        match = Match(game, SeededDealer(number.to_bytes(32)))
        while (actor := match.actor) is not None:
            assert actor is not CHANCE
            match.play(actor, bots[actor].choose(game.observe(match.state, actor)))
        assert match.outcome is not None
        total += match.outcome.shares[seat]
    return total / games


@pytest.mark.parametrize(
    ("options", "parity"),
    [({"players": 2}, 0.5), ({"players": 4}, 0.25), ({"edition": "kosmos", "players": 2}, 0.5)],
    ids=str,
)
def test_greedy_beats_random_clearly(options: dict[str, Any], parity: float) -> None:
    """A fixed set of games, so the answer is the same in every run; three standard errors above parity at the least."""
    games = 100
    error = (parity * (1 - parity) / games) ** 0.5
    assert shares(ludotheque.make("tsuro", **options), games) > parity + 3 * error


@pytest.mark.parametrize("game_id", ludotheque.games())
def test_search_beats_greedy_clearly(game_id: str) -> None:
    """A fixed number of iterations and a fixed set of games for two, so the answer is the same in every run."""

    def search(game: AnyGame, rng: Random) -> Any:
        return make_searcher(game, rng, Budget(iterations=4000))

    game = ludotheque.make(game_id, **({} if game_id == "turris" else {"players": 2}))
    assert shares(game, 12, search, BOTS["greedy"]) > 0.7


def test_greedy_without_an_evaluation_still_sees_the_end() -> None:
    """A third-party game: of two stones it takes one, because who takes the last one loses."""
    bot = GreedyBot(Nim(NimOptions(stones=5)), Random(1))
    assert {bot.choose((2, 0)) for _ in range(20)} == {1}
    assert {bot.choose((5, 0)) for _ in range(20)} == {1, 2}


def test_a_bot_is_not_asked_when_nobody_is_to_decide() -> None:
    game = ludotheque.make("tsuro", players=2)
    with pytest.raises(ValueError, match="no seat is to decide"):
        GreedyBot(game, Random(1)).choose(game.observe(game.start(), 0))
