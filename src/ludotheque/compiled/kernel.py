"""Kernels: the rules of a game over flat arrays, compiled by Numba. Nothing but speed may depend on them.

A game that has a kernel describes it as a `Kernel`: the layout of one packed game and a few small compiled functions.
Fast loops over games are written once against these functions and compiled for each game by `Kernel.specialise`; they
are in templates/. A kernel is optional, and so is Numba: `pip install ludotheque[fast]`.

A packed game is one element of a NumPy array whose dtype is a record with named, signed fields. Its options are fields
like any other, set once when a state is packed (adapter.py); no kernel function changes them.
"""

import importlib.util
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, ClassVar

import numba
import numpy as np
from numba import njit

from ludotheque.compiled.cache import find_cache
from ludotheque.compiled.fingerprint import drop_caches, hash_functions, is_compiled

_TEMPLATES = Path(__file__).parent / "templates"

config: Any = numba.config  # made when Numba is imported

if not os.environ.get("NUMBA_CACHE_DIR"):
    config.CACHE_DIR = str(find_cache())

_LOADING = RLock()
"""Held while a template is loaded, which may load another one: it is among Python's modules before it is executed, and
Numba's configuration is that of all threads."""

CHANCE_ACTS = -1
OVER = -2
"""What `actor` says when no seat decides."""

NEXT = np.uint64(0x9E3779B97F4A7C15)
"""What SplitMix64 adds to its state."""


@njit(inline="always")
def indifferent(_s: Any, _actions: Any, count: Any, scores: Any) -> None:
    """Score all actions equally: the `prior` of a game that has none of its own."""
    for index in range(count):
        scores[index] = 0.0


@njit(inline="always")
def unforeseen(_s: Any, _shares: Any) -> Any:
    """Never predict the result: the `foresee` of a game that has none of its own."""
    return False


@dataclass(frozen=True)
class Kernel:
    """What a game offers to compiled code. Every function is compiled; `s` is one packed game, changed in place.

    What a function writes to, such as `out`, may be a pointer: it takes an index, and has neither shape nor slices.
    """

    is_open: ClassVar[bool] = False
    """Whether nothing is hidden and nothing drawn: the kernel is an OpenKernel."""

    name: str
    """The id of the game."""
    dtype: Any
    """The layout of a packed game."""
    actions: int
    """Actions are numbered from 0; this is how many there are, over all options of the game."""
    most_legal: int
    """An upper bound on how many actions are legal at a time."""
    observation: int
    """The length of the compact observation."""
    actor: Callable[..., Any]
    """actor(s) -> the seat that decides, CHANCE_ACTS or OVER."""
    legal: Callable[..., Any]
    """legal(s, actions) -> count: write the legal actions, in the order of the rules' legal moves."""
    step: Callable[..., Any]
    """step(s, action): apply a legal action of a seat."""
    draw: Callable[..., Any]
    """draw(s, rng): apply one ply by chance, picked at random by its weight."""
    force: Callable[..., Any]
    """force(s, outcome): apply a given outcome of chance."""
    ranks: Callable[..., Any]
    """ranks(s, out): write the rank of each seat; the game must be over."""
    observe: Callable[..., Any]
    """observe(s, seat, out): write what the seat may know, as int8."""
    determinize: Callable[..., Any]
    """determinize(s, seat, rng): redeal whatever the seat cannot see."""
    draw_all: Callable[..., Any] | None = None
    """draw_all(s, rng) -> count: `draw` until a seat decides. For games that can do it faster than ply by ply."""
    outcomes: Callable[..., Any] | None = None
    """outcomes(s, out) -> count: write what chance may draw, every copy of it. For draws by core/fairness.py."""
    spell: Callable[..., Any] | None = None
    """spell(s, outcome, out) -> length: write the notation of an outcome, at most 19 bytes. For the same."""
    most_outcomes: int = 0
    """An upper bound on how many `outcomes` writes."""
    open_replies: bool = True
    """Whether the opponents' legal moves are mostly visible; if not, a search may leave their choice to the prior."""
    prior: Callable[..., Any] = indifferent
    """prior(s, actions, count, scores): score the legal actions by a cheap heuristic, from about 0 to 1."""
    foresee: Callable[..., Any] = unforeseen
    """foresee(s, shares) -> whether the result can be predicted as well as by playing on; if so, write the shares."""

    @property
    def is_informed(self) -> bool:
        """Whether the game has a prior of its own."""
        return self.prior is not indifferent

    def specialise(self, template: str) -> ModuleType:
        """Load a copy of a module of templates/, such as "playout_loops", for this kernel.

        The kernel's fields are globals of the copy, and so is this method, for templates that share another one. They
        are not closure variables, because Numba cannot find a function in its cache again that was compiled with other
        functions in its closure.
        """
        with _LOADING:
            return self._load(template)

    def _load(self, template: str) -> ModuleType:
        name = f"ludotheque_{template}_{self._key}"
        if name in sys.modules:
            return sys.modules[name]
        spec = importlib.util.spec_from_file_location(name, _TEMPLATES / f"{template}.py")
        if spec is None or spec.loader is None:
            raise ValueError(f"there is no module {template}")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # where Numba looks for it when it loads compiled code
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        drop_caches(given.values())
        module.__dict__.update(given)
        module.__dict__["specialise"] = self.specialise  # for what several templates share
        # Numba looks for compiled code by the file of a function, which is that of the template for every kernel, so
        # each kernel has a folder of its own. Numba reads its configuration when it decorates a function.
        folder = config.CACHE_DIR
        config.CACHE_DIR = str(Path(folder) / self._key)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
        finally:
            config.CACHE_DIR = folder
        return module

    @cached_property
    def _key(self) -> str:
        """Name this kernel and the version of its code. Sources of this package are hashed by cache.py."""
        values = [getattr(self, field.name) for field in fields(self)]
        identity = repr(([_identify(value) for value in values], hash_functions(values)))
        return f"{self.name}_{sha256(identity.encode()).hexdigest()[:16]}"

    @staticmethod
    def seed_rng(seed: int) -> Any:
        """Make the `rng` of compiled functions: an array with the state of a SplitMix64."""
        return np.array([seed & (2**64 - 1)], dtype=np.uint64)


def _identify(value: Any) -> str:
    return f"{value.py_func.__module__}.{value.py_func.__qualname__}" if is_compiled(value) else repr(value)


@dataclass(frozen=True, kw_only=True)
class OpenKernel(Kernel):
    """The kernel of a game for two in which nothing is hidden and, once a seat has to decide, nothing is drawn."""

    is_open = True
    doubts: Callable[..., Any]
    """doubts(s, action) -> whether a good player rarely does this. Random play then picks once more."""


@njit(inline="always")
def below(rng: Any, n: Any) -> Any:
    """Draw a whole number from 0 to n - 1; `rng` is an array of one uint64, the state of a SplitMix64."""
    return scale(next_bits(rng), n)


@njit(inline="always")
def next_bits(rng: Any) -> Any:
    """Draw 32 random bits, for `scale` once the range is known."""
    z = rng[0] + NEXT
    rng[0] = z
    return mix(z)


@njit(inline="always")
def mix(z: Any) -> Any:
    """Make 32 random bits of a state of SplitMix64; the next state is `z + NEXT`. For drawing many numbers at once."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return z >> np.uint64(32)


@njit(inline="always")
def scale(bits: Any, n: Any) -> Any:
    """Map 32 random bits to a whole number from 0 to n - 1."""
    return np.int64((bits * np.uint64(n)) >> np.uint64(32))


@njit(inline="always")
def add_shares(placed: Any, shares: Any) -> None:
    """Add each seat's share of the win, given everybody's rank; a shared win is split evenly."""
    winners = 0
    for seat in range(shares.shape[0]):
        winners += placed[seat] == 1
    for seat in range(shares.shape[0]):
        if placed[seat] == 1:
            shares[seat] += 1.0 / winners
