"""A level is the same bot wherever it is met: in the library, in a tournament, in the terminal and at a server."""

from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.arena.tournament import make_ready_bot
from ludotheque.bots.levels import INFORMED, LEVELS, UNCOMPILED, find_budget
from ludotheque.cli.playing.session import BOT_PREFIX, Session
from ludotheque.cli.screen import Screen
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match
from ludotheque.server.bots.worker import Question, Worker

EXPECTED = {"tsuro": ("SearchBot", INFORMED), "tao": ("SearchBot", INFORMED), "turris": ("OpenSearchBot", LEVELS)}
"""What docs/bots.md describes and measures."""


def describe(bot: Any) -> tuple[Any, ...]:
    return type(bot).__name__, bot._budget, getattr(bot, "_parameters", None), getattr(bot, "_exploration", None)


def make_at_server(game: AnyGame, level: str) -> Any:
    match = Match(game, SeededDealer(bytes(32)))
    assert isinstance(match.actor, int)
    options = tuple(game.options.format().items())
    question = Question(game.id, options, level, game.observe(match.state, match.actor), is_warm=True)
    return Worker()._find(question)[1]  # it is not asked for a move, for which it would think as long as at a table


def make_in_terminal(game: AnyGame, level: str) -> Any:
    match = Match(game, SeededDealer(bytes(32)))
    return Session(match, [f"{BOT_PREFIX}{level}"] * game.seats, Random(1), Screen(), "en")._find_bot(0)


@pytest.mark.skipif(find_spec("numba") is None, reason="Numba is optional; without it there is nothing compiled")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game_id", EXPECTED)
def test_a_level_is_the_same_bot_everywhere(game_id: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Start no process that compiles ahead.
    monkeypatch.setattr("ludotheque.cli.playing.session.is_compiled", lambda _: False)
    game = ludotheque.make(game_id)
    bots = [
        ludotheque.make_bot(level, game),
        make_ready_bot(game, level, "1"),
        make_in_terminal(game, level),
        make_at_server(game, level),
    ]
    kind, budgets = EXPECTED[game_id]
    assert [describe(bot)[:2] for bot in bots] == [(kind, budgets[level])] * len(bots)
    assert len({describe(bot) for bot in bots}) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_without_kernel_a_level_has_a_budget_that_python_can_keep(level: str) -> None:
    game = ludotheque.make("tsuro")
    assert find_budget(level, game, with_kernel=False) == UNCOMPILED[level]
    assert describe(ludotheque.make_bot(level, game, with_kernel=False))[:2] == ("SamplingBot", UNCOMPILED[level])
