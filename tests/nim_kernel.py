"""A kernel for Nim, the stranger's game: small enough to know every answer by heart."""

from typing import Any

import numpy as np
from numba import njit

from ludotheque.compiled.adapter import CompiledGame
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


def pack(state: tuple[int, int]) -> Any:
    return np.array([state], DTYPE)


def adapt(nim: Nim, kernel: Kernel) -> CompiledGame[tuple[int, int], int, tuple[int, int]]:
    return CompiledGame(
        kernel=kernel,
        start=nim.start,
        pack=pack,
        unpack=lambda packed: (int(packed[0]["stones"]), int(packed[0]["turn"])),
        pack_observation=pack,
        encode_move=lambda _state, move: move - 1,
        decode_move=lambda _state, action: action + 1,
    )


class FastNim(Nim):
    """Nim with a kernel."""

    def compiled(self) -> CompiledGame[tuple[int, int], int, tuple[int, int]]:
        return adapt(self, KERNEL)


class OpenNim(FastNim):
    """Nim with a kernel that says that nothing is hidden."""

    def compiled(self) -> CompiledGame[tuple[int, int], int, tuple[int, int]]:
        return adapt(self, OPEN_KERNEL)
