"""Checking the arguments of environments: seeds, seats, actions, counts and words.

Whole numbers are those of Python and of NumPy. Nothing is rounded, read from text or taken out of a list.
"""

from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.inputs import show

SEEDS = 2**64
"""Seeds are whole numbers below this."""


def read_whole(value: Any) -> int | None:
    """Give a whole number as Python's; None for anything else. True and False are no numbers."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def check_seed(seed: Any) -> int:
    """Give a seed as an int. Raises ValueError for what is none."""
    number = read_whole(seed)
    if number is None or not 0 <= number < SEEDS:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {show(seed)}")
    return number


def check_seeds(seeds: ArrayLike, count: int) -> NDArray[np.uint64]:
    """Give so many seeds, one for each game. Raises ValueError if there are more or fewer, or one is none."""
    given = np.asarray(seeds, object)
    if given.shape != (count,):
        raise ValueError(f"there must be {count} seeds, one for each game, not {show(seeds)}")
    return np.array([check_seed(seed) for seed in given], np.uint64)


def check_seat(game: AnyGame, seat: Any) -> Seat:
    """Give a seat as an int. Raises ValueError for one that the game does not have."""
    number = read_whole(seat)
    if number is None or not 0 <= number < game.seats:
        raise ValueError(f"there are {game.seats} seats, counted from 0; {show(seat)} is none of them")
    return number


def check_action(action: Any) -> int:
    """Give an action as an int, legal or not. Raises ValueError for what is no whole number."""
    number = action if type(action) is int else read_whole(action)
    if number is None:
        raise ValueError(f"an action is a whole number, not {show(action)}")
    return number


def check_rng(rng: Any) -> None:
    """Raise ValueError for what is no random generator of compiled code, which writes to it."""
    if not isinstance(rng, np.ndarray) or rng.dtype != np.uint64 or rng.shape != (1,) or not rng.flags.writeable:
        raise ValueError(f"rng must be an array of one uint64 that can be written to, not {show(rng)}")


def check_count(what: str, value: Any) -> int:
    """Give a whole number that must be positive."""
    number = read_whole(value)
    if number is None or number < 1:
        raise ValueError(f"{what} must be a whole number from 1, not {show(value)}")
    return number


def check_choice(what: str, value: str, choices: tuple[str, ...]) -> str:
    """Give one of a few words."""
    if value not in choices:
        raise ValueError(f"{what} must be one of {', '.join(choices)}, not {show(value)}")
    return value
