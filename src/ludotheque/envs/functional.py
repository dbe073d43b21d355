"""Batches of games as values, in the manner of pgx: `init`, `step`, `observe`.

A state goes in, another comes out, and the first stays as it was. This is NumPy over compiled kernels: it is not JAX,
it cannot be traced by `jax.jit`, and it runs on the processor.
"""

from dataclasses import dataclass
from functools import partial
from threading import local
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.core.game import AnyGame
from ludotheque.core.inputs import show
from ludotheque.envs.batch import Batch, Chance, Reward, Snapshot, Step
from ludotheque.envs.spaces import find_game


@dataclass(frozen=True)
class BatchState:
    """Many games, each somewhere: one row a game. The names are those of pgx."""

    current_player: NDArray[np.int8]
    """The seat that decides or, when the game is over, that decided last."""
    observation: NDArray[np.int8]
    """What the current player sees."""
    legal_action_mask: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    """For each seat, given once, when the game ends."""
    terminated: NDArray[np.bool_]
    snapshot: Snapshot


class FunctionalEnv:
    """The functions of a game. Several threads may call them at once: each has batches of its own to work in."""

    def __init__(
        self, game: str | AnyGame, *, reward: Reward = "zero_sum", chance: Chance = "fast", **options: Any
    ) -> None:
        self.game = find_game(game, options)
        self.num_players = self.game.seats
        self._settings: dict[str, Any] = {"reward": reward, "chance": chance}
        self._own: Any = local()
        self.num_actions = self._batch(1).kernel.actions
        self.observation_shape = (self._batch(1).kernel.observation,)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle it as what it was made of."""
        return partial(FunctionalEnv, **self._settings), (self.game,)

    def init(self, seeds: ArrayLike) -> BatchState:
        """Begin a game for each seed, a whole number from 0 to 2**64 - 1."""
        batch = self._batch(np.asarray(seeds, object).size)
        return _freeze(batch, batch.begin(seeds))

    def step(self, state: BatchState, actions: ArrayLike, *, check: bool = True) -> BatchState:
        """Play an action in each game; games that are over stay as they are. Raises ValueError for illegal actions."""
        batch = self._batch(state.terminated.size)
        batch.load(state.snapshot)
        return _freeze(batch, batch.step(actions, check=check, skip_ended=True))

    def observe(self, state: BatchState, seat: ArrayLike) -> NDArray[np.int8]:
        """Give what a seat sees of each game; `seat` is one for all, or one for each, such as `current_player`."""
        batch = self._batch(state.terminated.size)
        seats = np.asarray(seat)
        if seats.shape not in ((), (batch.size,)):
            raise ValueError(f"there must be one seat, or {batch.size}, one for each game, not {show(seat)}")
        batch.load(state.snapshot)
        return np.stack([batch.observe(index, each) for index, each in enumerate(np.broadcast_to(seats, batch.size))])

    def sample(self, state: BatchState, rng: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Choose a legal action for each game, all equally likely; -1 where it is over. `rng` is changed."""
        batch = self._batch(state.terminated.size)
        batch.load(state.snapshot)
        return batch.sample(rng)

    def _batch(self, size: int) -> Batch:
        batches: dict[int, Batch] = self._own.__dict__
        if size not in batches:
            batches[size] = Batch(self.game, size, **self._settings)
        return batches[size]


def _freeze(batch: Batch, step: Step) -> BatchState:
    return BatchState(
        current_player=step.seats,
        observation=step.observations,
        legal_action_mask=step.masks.view(np.bool_),
        rewards=step.rewards,
        terminated=step.terminated,
        snapshot=batch.save(),
    )
