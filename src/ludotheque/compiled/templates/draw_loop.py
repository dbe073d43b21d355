"""Let chance act until a seat decides: what loops over games do before they ask anybody."""

from typing import Any

from numba import njit

from ludotheque.compiled.kernel import CHANCE_ACTS

# Set by `specialise` before this module is executed.
_given = globals()
actor: Any = _given["actor"]
draw: Any = _given["draw"]


@njit(inline="always")
def _draw_one_by_one(s: Any, rng: Any) -> Any:
    """Let chance act until a seat decides, and count the plies."""
    plies = 0
    while actor(s) == CHANCE_ACTS:
        draw(s, rng)
        plies += 1
    return plies


draw_all: Any = _given["draw_all"] or _draw_one_by_one
