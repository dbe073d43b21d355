"""Play by a game's prior over kernels, as searches do beyond their trees: one move, or a whole game."""

from typing import Any

from numba import njit

from ludotheque.compiled.kernel import CHANCE_ACTS, OVER, add_shares, below, indifferent
from ludotheque.compiled.parts import part

# Set by `specialise` before this module is executed.
_given = globals()
actor: Any = _given["actor"]
legal: Any = _given["legal"]
step: Any = _given["step"]
draw: Any = _given["draw"]
ranks: Any = _given["ranks"]
prior: Any = _given["prior"]
foresee: Any = _given["foresee"]

_FINE = 1 << 20
_NEVER = -1e9
_HAS_PRIOR = prior is not indifferent


@njit(inline="always")
def _prefer(rng: Any, scores: Any, count: Any, noise: Any) -> Any:
    """Pick the index of the best score after adding random noise, up to `noise`, to each."""
    best, best_score = 0, _NEVER
    for index in range(count):
        score = scores[index] + noise / _FINE * below(rng, _FINE)
        if score > best_score:
            best, best_score = index, score
    return best


@njit(inline="always")
def is_decided(s: Any, placed: Any, worth: Any) -> Any:
    """Whether the game is over or its result can be predicted; then write what it is worth to each seat."""
    if actor(s) == OVER:
        ranks(s, placed)
        worth[:] = 0.0
        add_shares(placed, worth)
        return True
    return foresee(s, worth)


@part
def play(s: Any, rng: Any, actions: Any, count: Any, scores: Any, noise: Any) -> None:
    """Play one of the legal actions, chosen by the prior."""
    if _HAS_PRIOR:
        prior(s, actions, count, scores)
        step(s, actions[_prefer(rng, scores, count, noise)])
    else:
        step(s, actions[below(rng, count)])


@part
def play_out(s: Any, rng: Any, actions: Any, scores: Any, noise: Any, placed: Any, worth: Any) -> None:
    """Play on by the prior until the game is decided."""
    while not is_decided(s, placed, worth):
        if actor(s) == CHANCE_ACTS:
            draw(s, rng)
        else:
            play(s, rng, actions, legal(s, actions), scores, noise)
