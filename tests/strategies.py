"""Our games for the laws and for other tests: under which options they are played.

Nothing here knows a particular game. Which option sets are worth trying, each game says in
`tests/games/<id>/option_sets.py` as `OPTION_SETS`, perhaps fewer of them as `SHORT_OPTION_SETS`, and what tables there
are, as `TABLES`. An installed game of another package has no such module, and is played under the usual sets, if it
can be made.
"""

import importlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any

from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame
from ludotheque.core.game import AnyGame
from ludotheque.core.playout import pick
from ludotheque.testing import Subject
from ludotheque.testing.subjects import list_usual_sets
from tests.lengths import IS_LONG


def _find_module(game_id: str) -> ModuleType | None:
    name = f"tests.games.{game_id}"
    return importlib.import_module(f"{name}.option_sets") if find_spec(name) is not None else None


def option_sets(game_id: str) -> list[dict[str, Any]]:
    """Give the option sets that a game wants tried; in a short run fewer, if it says which."""
    if (module := _find_module(game_id)) is None:
        return list(list_usual_sets(game_id))
    sets: list[dict[str, Any]] = module.OPTION_SETS
    return sets if IS_LONG else getattr(module, "SHORT_OPTION_SETS", sets)


def _list_subjects() -> Iterator[Subject]:
    for game_id, game_class in registry.load_games().items():
        if isinstance(game_class, BrokenGame):
            continue
        if (module := _find_module(game_id)) is not None:
            yield Subject(game_id, option_sets(game_id), getattr(module, "TABLES", {}))
            continue
        with suppress(Exception, SystemExit):  # a game of others that cannot be made: `ludotheque conform` says why
            subject = Subject(game_id, option_sets(game_id))
            if subject.games:
                yield subject


SUBJECTS = list(_list_subjects())


def all_games() -> list[AnyGame]:
    """Give every game under every option set."""
    return [game for subject in SUBJECTS for game in subject.games]


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
