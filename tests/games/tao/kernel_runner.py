"""The kernel of Tao made callable from tests: one compiled entry point, so that it is compiled once."""

from random import Random
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import CHANCE_ACTS, OVER, Kernel
from ludotheque.core.game import CHANCE, Actor
from ludotheque.core.playout import pick
from ludotheque.games.tao import Tao
from ludotheque.games.tao.cards import ELEMENTS
from ludotheque.games.tao.compiled.kernel import KERNEL, actor, draw, draw_all, force, legal, step
from ludotheque.games.tao.compiled.observation import determinize, observe
from ludotheque.games.tao.compiled.scoring import ranks
from ludotheque.games.tao.state import State
from tests.games.tao.option_sets import OPTION_SETS

SAME_VALUE = [(element, 1, power) for element in ELEMENTS for power in ("bird", "unicorn", "tortoise", None)]
TWO_HUNDRED = [
    (element, value, power)
    for element in ELEMENTS
    for value in (1, 2, 3, 50, 99)
    for power in (None, None, None, "tiger", "dragon", "bird", "unicorn", "tortoise")
]
MANY_UNICORNS = [
    *[("fire", 1, "unicorn")] * 6,
    *[("earth", 1, "unicorn")] * 4,
    *[("water", 1, "bird")] * 4,
    *[("metal", 1, "bird"), ("wood", 1, None)] * 2,
    *[("water", 2, "tortoise"), ("fire", 2, None)],
]
"""A deck in which Unicorns cover each other, and Birds carry them off."""
KERNEL_SETS: list[dict[str, Any]] = [
    *OPTION_SETS,
    {"players": 3, "opposition": "overcome_by"},
    {"players": 2, "deck": TWO_HUNDRED},
    {"players": 4, "deck": TWO_HUNDRED, "opposition": "overcome_by"},
    {"players": 3, "deck": SAME_VALUE},
    {"players": 4, "deck": SAME_VALUE, "teams": True},
    {"players": 4, "deck": [("fire", 1, "unicorn")] * 100},
    {"players": 4, "deck": MANY_UNICORNS, "covered": "while_covered"},
    {"players": 2, "deck": MANY_UNICORNS, "covered": "while_covered", "last_power": "all", "opposition": "compass"},
    {"players": 3, "deck": SAME_VALUE, "covered": "while_covered", "last_power": "all", "early_end": "anyone_out"},
    {"players": 4, "deck": SAME_VALUE, "teams": True, "team_rounds": "together", "opposition": "ea:wo,wo:ea,wa:ea"},
]
"""The usual option sets, the largest deck, decks in which the Bird and the Unicorn find most, and a single card."""

_SHOW, _STEP, _FORCE, _DRAW, _DRAW_ALL, _DETERMINIZE, _RANKS, _OBSERVE = range(8)


@njit(cache=True)
def _run(packed: Any, what: Any, argument: Any, rng: Any, actions: Any, out: Any) -> Any:
    """Do one thing to a packed game, then say who decides and, if it is a seat, how many actions it has."""
    s = packed[0]
    if what == _STEP:
        step(s, argument)
    elif what == _FORCE:
        force(s, argument)
    elif what == _DRAW:
        draw(s, rng)
    elif what == _DRAW_ALL:
        out[0] = draw_all(s, rng)
    elif what == _DETERMINIZE:
        determinize(s, argument, rng)
    elif what == _RANKS:
        ranks(s, out)
    elif what == _OBSERVE:
        observe(s, argument, out)
    who = actor(s)
    return who, legal(s, actions) if who >= 0 else 0


class Played(NamedTuple):
    """What the kernel says of a position."""

    actor: int
    actions: list[int]


class Runner:
    """A packed game that is changed in place."""

    def __init__(self, packed: Any, seed: int = 0) -> None:
        self.packed = packed
        self.rng = Kernel.seed_rng(seed)
        self.actions = np.zeros(KERNEL.most_legal, np.int32)
        self.out = np.zeros(KERNEL.observation, np.int8)

    def _do(self, what: int, argument: int = 0) -> Played:
        who, count = _run(self.packed, what, argument, self.rng, self.actions, self.out)
        return Played(who, self.actions[:count].tolist())

    def show(self) -> Played:
        """Say who decides and what is legal."""
        return self._do(_SHOW)

    def step(self, action: int) -> Played:
        """Apply an action of a seat."""
        return self._do(_STEP, action)

    def force(self, outcome: int) -> Played:
        """Apply an outcome of chance."""
        return self._do(_FORCE, outcome)

    def draw(self) -> Played:
        """Let chance act."""
        return self._do(_DRAW)

    def draw_all(self) -> int:
        """Let chance act as long as it does; give how often it did."""
        self._do(_DRAW_ALL)
        return int(self.out[0])

    def determinize(self, seat: int) -> Played:
        """Deal anew what a seat cannot see."""
        return self._do(_DETERMINIZE, seat)

    def ranks(self, seats: int) -> tuple[int, ...]:
        """Give the ranks at the end of the game."""
        self._do(_RANKS)
        return tuple(self.out[:seats].tolist())

    def observe(self, seat: int) -> bytes:
        """Give the compact observation of a seat."""
        self._do(_OBSERVE, seat)
        return self.out.tobytes()


def number_actor(who: Actor | None) -> int:
    """Say who decides as kernels do."""
    if who is None:
        return OVER
    return CHANCE_ACTS if who is CHANCE else who


def random_game(game: Tao, rng: Random) -> list[State]:
    """Play a game at random by the rules; give all its states."""
    states = [game.start()]
    while game.actor(states[-1]) is not None:
        states.append(game.apply(states[-1], pick(game, states[-1], rng)))
    return states
