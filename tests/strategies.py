"""Hypothesis strategies that every law shares: games with their options, and positions reached by random play.

Nothing here knows a particular game. Which option sets are worth trying, each game says in
`tests/games/<id>/option_sets.py` as `OPTION_SETS`, perhaps fewer of them as `SHORT_OPTION_SETS`, and what tables there
are, as `TABLES`.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

import ludotheque
from ludotheque.core import registry
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.core.playout import pick
from tests.lengths import IS_LONG


def option_sets(game_id: str) -> list[dict[str, Any]]:
    """Give the option sets that a game wants tried; in a short run fewer, if it says which."""
    module = importlib.import_module(f"tests.games.{game_id}.option_sets")
    sets: list[dict[str, Any]] = module.OPTION_SETS
    return sets if IS_LONG else getattr(module, "SHORT_OPTION_SETS", sets)


def option_values(game_id: str) -> st.SearchStrategy[dict[str, Any]]:
    """Give values for all options of a game, each of them allowed if it is asked alone."""
    tables = getattr(importlib.import_module(f"tests.games.{game_id}.option_sets"), "TABLES", {})
    values: dict[str, st.SearchStrategy[Any]] = {}
    for option, spec in registry.find(game_id).Options.specs().items():
        match spec.kind:
            case "choice":
                values[option] = st.sampled_from(spec.choices)
            case "number":
                values[option] = st.integers(spec.least, spec.most)
            case "switch":
                values[option] = st.booleans()
            case "table":
                values[option] = tables[option]
    return st.fixed_dictionaries(values)


def all_games() -> list[AnyGame]:
    """Give every registered game under every option set."""
    return [
        ludotheque.make(game_id, **options) for game_id in ludotheque.list_games() for options in option_sets(game_id)
    ]


def name(game: AnyGame) -> str:
    """Name a game and what is unusual about its options, for the reports of pytest."""
    usual = type(game.options)().format()
    unusual = [f"{key}={text}" for key, text in game.options.format().items() if text != usual[key]]
    return "-".join([game.id, *unusual])[:80]


@dataclass(frozen=True)
class Position:
    """A state reached by random play, and a generator for what the test does next."""

    game: AnyGame
    state: Any
    rng: Random

    def __repr__(self) -> str:
        return f"{name(self.game)}: {self.game.format_state(self.state)}"


@st.composite
def positions(draw: st.DrawFn, game: AnyGame, *, over: bool = True) -> Position:
    """Play a random game and stop somewhere; at the end only if `over`."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    states = [game.start()]
    while game.actor(states[-1]) is not None:
        states.append(game.apply(states[-1], pick(game, states[-1], rng)))
    last = len(states) - 1 if over else len(states) - 2
    return Position(game, states[draw(st.integers(0, last))], rng)


@st.composite
def matches(draw: st.DrawFn, game: AnyGame) -> Match[Any, Any, Any]:
    """Play a random match with a seed, to the end or to somewhere on the way."""
    dealer = SeededDealer(draw(st.binary(min_size=32, max_size=32)))
    match = Match(game, dealer)
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    decisions = draw(st.one_of(st.just(10**6), st.integers(0, 40)))
    for _ in range(decisions):
        if (actor := match.actor) is None:
            break
        assert actor is not CHANCE
        match.play(pick(game, match.state, rng))
    return match


def find_state(game: AnyGame, is_wanted: Callable[[Any], bool]) -> Any:
    """Play random games, always the same ones, until a state is wanted."""
    for seed in range(1000):
        rng, state = Random(seed), game.start()
        while not is_wanted(state):
            if game.actor(state) is None:
                break
            state = game.apply(state, pick(game, state, rng))
        else:
            return state
    raise AssertionError("no game leads to such a state")
