"""A kernel for Nim, the stranger's game: small enough to know every answer by heart."""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.kernel import OVER, Kernel, OpenKernel
from tests.nim import Nim

DTYPE = np.dtype([("stones", "i1"), ("turn", "i1")], align=True)


@njit
def actor(s: Any) -> Any:
    return np.int64(s.turn) if s.stones > 0 else np.int64(OVER)


@njit
def legal(s: Any, actions: Any) -> Any:
    count = min(2, s.stones)
    for index in range(count):
        actions[index] = index
    return count


@njit
def step(s: Any, action: Any) -> None:
    s.stones -= action + 1
    s.turn = 1 - s.turn


@njit
def no_chance(s: Any, _rng: Any) -> None:
    pass


@njit
def ranks(s: Any, out: Any) -> None:
    out[s.turn] = 1
    out[1 - s.turn] = 2


@njit
def observe(s: Any, _seat: Any, out: Any) -> None:
    out[0] = s.stones


@njit
def determinize(s: Any, _seat: Any, _rng: Any) -> None:
    pass


@njit
def doubts(_s: Any, _action: Any) -> Any:
    return False


KERNEL = Kernel("nim", DTYPE, 2, 2, 1, actor, legal, step, no_chance, no_chance, ranks, observe, determinize)
OPEN_KERNEL = OpenKernel(
    "nim", DTYPE, 2, 2, 1, actor, legal, step, no_chance, no_chance, ranks, observe, determinize, doubts=doubts
)


class FastNim(Nim):
    """Nim with a kernel."""

    def kernel(self) -> Kernel:
        return KERNEL

    def pack_start(self) -> Any:
        return self.pack(self.start())

    def pack(self, state: tuple[int, int]) -> Any:
        return np.array([state], DTYPE)

    def unpack(self, packed: Any) -> tuple[int, int]:
        return int(packed[0]["stones"]), int(packed[0]["turn"])

    def encode_move(self, _state: object, move: int) -> int:
        return move - 1

    def decode_move(self, _state: object, action: int) -> int:
        return action + 1

    def pack_observation(self, observation: tuple[int, int]) -> Any:
        return self.pack(observation)


class OpenNim(FastNim):
    """Nim with a kernel that says that nothing is hidden."""

    def kernel(self) -> Kernel:
        return OPEN_KERNEL
