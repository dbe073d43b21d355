"""Bots: they play legally by what they see, and greedy is better than random."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.bots.bot import BOTS, Analyst
from ludotheque.bots.budget import Budget
from ludotheque.bots.greedy import GreedyBot
from ludotheque.bots.levels import LEVELS, make_searcher
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.core.playout import pick
from ludotheque.testing.subjects import name_game
from tests.nim import Nim, NimOptions
from tests.strategies import all_games

QUICK = ("random", "greedy", "easy")
"""Bots that do not look at the clock: their games are the same in every run, and short."""


@pytest.mark.parametrize("bot", QUICK)
@pytest.mark.parametrize("game", all_games(), ids=name_game)
def test_a_bot_plays_a_whole_game_by_what_it_sees(game: AnyGame, bot: str) -> None:
    players = [BOTS[bot](game, Random(seat)) for seat in range(game.seats)]
    match = Match(game, SeededDealer(bytes(32)))
    while (actor := match.actor) is not None:
        assert actor is not CHANCE
        match.play(players[actor].choose(match.observe(actor)))
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
            match.play(bots[actor].choose(match.observe(actor)))
        assert match.outcome is not None
        total += match.outcome.shares[seat]
    return total / games


@pytest.mark.parametrize(
    "game",
    [
        *(
            ludotheque.make("tsuro", edition=edition, players=n)
            for edition in ("calliope", "kosmos")
            for n in (2, 4, 8)
        ),
        *(ludotheque.make("tao", players=n) for n in (2, 3, 4)),
        ludotheque.make("turris"),
    ],
    ids=name_game,
)
def test_greedy_beats_random_clearly(game: AnyGame) -> None:
    """A fixed set of games, so the answer is the same in every run; two standard errors above parity at the least."""
    games, parity = 40, 1 / game.seats
    error = (parity * (1 - parity) / games) ** 0.5
    assert shares(game, games) > parity + 2 * error


@pytest.mark.parametrize(
    ("game_id", "options", "parity"),
    [
        ("tsuro", {"players": 2}, 0.5),
        ("tsuro", {"players": 4}, 0.25),
        ("tsuro", {"edition": "kosmos", "players": 2}, 0.5),
        ("tao", {"players": 2}, 0.5),
        ("tao", {"players": 4}, 0.25),
        ("turris", {}, 0.5),
    ],
    ids=str,
)
def test_search_beats_greedy_clearly(game_id: str, options: dict[str, Any], parity: float) -> None:
    """A fixed number of iterations and a fixed set of games, so the answer is the same in every run."""

    def search(game: AnyGame, rng: Random) -> Any:
        return make_searcher(game, rng, Budget(iterations=400 if game_id != "turris" else 4000))

    assert shares(ludotheque.make(game_id, **options), 16, search, BOTS["greedy"]) > parity + 0.1


def test_partners_who_search_beat_partners_who_do_not() -> None:
    """Teams of Tao: a search that cared for its own share only would give the partner nothing."""
    game = ludotheque.make("tao", teams=True)
    total = 0.0
    for number in range(10):
        names = ["medium", "greedy"] if number % 2 else ["greedy", "medium"]
        bots = [BOTS[names[seat % 2]](game, Random(f"{number} {seat}")) for seat in range(4)]
        match = Match(game, SeededDealer(number.to_bytes(32)))
        while (actor := match.actor) is not None:
            assert actor is not CHANCE
            match.play(bots[actor].choose(match.observe(actor)))
        assert match.outcome is not None
        total += sum(match.outcome.shares[seat] for seat in range(4) if names[seat % 2] == "medium")
    assert total / 10 > 0.6


@pytest.mark.parametrize("game_id", ["tsuro", "tao"])
def test_each_level_beats_the_one_below(game_id: str) -> None:
    """As far as levels do not look at the clock; how they compare in many games, docs/bots.md says."""
    game = ludotheque.make(game_id, players=2)
    for weak, strong in pairwise(("random", "easy", "medium")):
        assert shares(game, 30, BOTS[strong], BOTS[weak]) > 0.6


def test_every_level_can_say_what_it_thinks() -> None:
    for game in (Nim(NimOptions(stones=5)), ludotheque.make("tsuro", players=2)):
        for level in LEVELS:
            assert isinstance(BOTS[level](game, Random(1)), Analyst)


def test_greedy_without_an_evaluation_still_sees_the_end() -> None:
    """A third-party game: of two stones it takes one, because who takes the last one loses."""
    bot = GreedyBot(Nim(NimOptions(stones=5)), Random(1))
    assert {bot.choose((2, 0)) for _ in range(20)} == {1}
    assert {bot.choose((5, 0)) for _ in range(20)} == {1, 2}


def test_a_bot_is_not_asked_when_nobody_is_to_decide() -> None:
    game = ludotheque.make("tsuro", players=2)
    with pytest.raises(ValueError, match="no seat is to decide"):
        GreedyBot(game, Random(1)).choose(game.observe(game.start(), 0))
