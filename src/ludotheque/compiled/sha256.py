"""SHA-256 in compiled code, of 16 blocks side by side: what hashes are for is in fair_draws.py.

Word t of the block in lane n is `words[LANES * t + n]`, and digests lie in the same way. A vector holds one word of all
lanes, so that they take hardly longer than one. Who needs only one hash uses lane 0, whatever is in the others.
"""

from math import isqrt
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped] # it has no types
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from ludotheque.compiled.memory import IS_CHECKED, point_to
from ludotheque.compiled.parts import part

LANES = 16
BLOCK_WORDS, DIGEST_WORDS = 16, 8
_ROUNDS = 64


def _fractions(root: int, count: int) -> list[int]:
    """Give the first 32 bits of the fractional parts of the square or cube roots of the first prime numbers."""
    primes: list[int] = []
    number = 2
    while len(primes) < count:
        if all(number % prime for prime in primes):
            primes.append(number)
        number += 1
    if root == 2:
        return [isqrt(prime << 64) & 0xFFFFFFFF for prime in primes]
    return [_cube_root(prime << 96) & 0xFFFFFFFF for prime in primes]


def _cube_root(number: int) -> int:
    low, high = 0, 1 << 64
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= number else (low, middle)
    return low


INITIAL = np.array(_fractions(2, DIGEST_WORDS), np.uint32)
"""The digest of nothing yet."""
_CONSTANTS = np.array(_fractions(3, _ROUNDS), np.uint32)

_tools: Any = cgutils  # which has no types
_WORD, _INDEX = ir.IntType(32), ir.IntType(64)
_ROW = ir.VectorType(_WORD, LANES)
_NOTHING = ir.Constant(_ROW, ir.Undefined)


class _Rows:
    """Words of all lanes as values of LLVM, and what SHA-256 does to them."""

    def __init__(self, builder: Any) -> None:
        self._builder = builder

    def add(self, *rows: Any) -> Any:
        total = rows[0]
        for row in rows[1:]:
            total = self._builder.add(total, row)
        return total

    def xor(self, one: Any, two: Any, three: Any) -> Any:
        return self._builder.xor(self._builder.xor(one, two), three)

    def shift(self, row: Any, bits: int) -> Any:
        return self._builder.lshr(row, self.splat(bits))

    def rotate(self, row: Any, bits: int) -> Any:
        return self._builder.or_(self.shift(row, bits), self._builder.shl(row, self.splat(32 - bits)))

    def choose(self, where: Any, one: Any, other: Any) -> Any:
        return self._builder.xor(self._builder.and_(where, self._builder.xor(one, other)), other)

    def majority(self, one: Any, two: Any, three: Any) -> Any:
        build = self._builder
        return build.or_(build.and_(one, two), build.and_(three, build.or_(one, two)))

    def spread(self, word: Any) -> Any:
        """A value in all lanes."""
        first = self._builder.insert_element(_NOTHING, word, _WORD(0))
        return self._builder.shuffle_vector(first, _NOTHING, self.splat(0))

    @staticmethod
    def splat(number: int) -> Any:
        """A constant in all lanes."""
        return ir.Constant(_ROW, [number] * LANES)


def _compress(_typing: Any, digests: Any, words: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        rows = _Rows(builder)
        digest, block = (_list_rows(context, builder, *each) for each in zip((digests, words), arguments, strict=True))
        kept = [next(digest) for _ in range(DIGEST_WORDS)]
        before = [_load(builder, each) for each in kept]
        first_words = [_load(builder, next(block)) for _ in range(BLOCK_WORDS)]
        variables, schedule = (
            [_tools.alloca_once_value(builder, each) for each in some] for some in (before, first_words)
        )
        table = ir.Constant(ir.ArrayType(_WORD, _ROUNDS), _CONSTANTS.tolist())
        constants = _tools.global_constant(builder.module, "sha256_constants", table)
        # Four times sixteen rounds: code of 64 takes longer to fetch, after Python has run, than the loop does.
        with _tools.for_range(builder, _INDEX(_ROUNDS // BLOCK_WORDS)) as loop:
            a, b, c, d, e, f, g, h = map(builder.load, variables)
            w = [builder.load(each) for each in schedule]
            for t in range(BLOCK_WORDS):
                at = builder.add(builder.mul(loop.index, _INDEX(BLOCK_WORDS)), _INDEX(t))
                constant = rows.spread(builder.load(builder.gep(constants, [_INDEX(0), at])))
                mixed = rows.xor(rows.rotate(e, 6), rows.rotate(e, 11), rows.rotate(e, 25))
                first = rows.add(h, constant, w[t], rows.choose(e, f, g), mixed)
                mixed = rows.xor(rows.rotate(a, 2), rows.rotate(a, 13), rows.rotate(a, 22))
                second = rows.add(rows.majority(a, b, c), mixed)
                a, b, c, d, e, f, g, h = rows.add(first, second), a, b, c, rows.add(d, first), e, f, g
            for t in range(BLOCK_WORDS):  # the words of the next sixteen rounds
                near, far = w[t + 14 - BLOCK_WORDS], w[t + 1 - BLOCK_WORDS]
                one = rows.xor(rows.rotate(near, 17), rows.rotate(near, 19), rows.shift(near, 10))
                two = rows.xor(rows.rotate(far, 7), rows.rotate(far, 18), rows.shift(far, 3))
                w[t] = rows.add(w[t], w[t + 9 - BLOCK_WORDS], two, one)
            for value, variable in zip((a, b, c, d, e, f, g, h, *w), (*variables, *schedule), strict=True):
                builder.store(value, variable)
        for place, old, variable in zip(kept, before, variables, strict=True):
            builder.store(rows.add(old, builder.load(variable)), place).align = 4
        return context.get_dummy_value()

    return types.none(digests, words), build


def _list_rows(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """Give the addresses of the rows of an array, one after the other."""
    begin = builder.bitcast(point_to(context, builder, kind, array, _INDEX(0)), _ROW.as_pointer())
    row = 0
    while True:
        yield builder.gep(begin, [_INDEX(row)])
        row += 1


def _load(builder: Any, place: Any) -> Any:
    loaded = builder.load(place)
    loaded.align = 4
    return loaded


@njit
def _rotate(word: Any, bits: int) -> Any:
    return np.uint32((word >> np.uint32(bits)) | (word << np.uint32(32 - bits)))


def _compress_slowly(digests: Any, words: Any) -> None:
    w = np.empty(_ROUNDS, np.uint32)
    for lane in range(LANES):
        for t in range(BLOCK_WORDS):
            w[t] = words[LANES * t + lane]
        for t in range(BLOCK_WORDS, _ROUNDS):
            near, far = w[t - 2], w[t - 15]
            one = _rotate(near, 17) ^ _rotate(near, 19) ^ (near >> np.uint32(10))
            two = _rotate(far, 7) ^ _rotate(far, 18) ^ (far >> np.uint32(3))
            w[t] = np.uint32(one + w[t - 7] + two + w[t - 16])
        digest = digests[lane::LANES]
        a, b, c, d = digest[0], digest[1], digest[2], digest[3]
        e, f, g, h = digest[4], digest[5], digest[6], digest[7]
        for t in range(_ROUNDS):
            choice = (e & f) ^ (~e & g)
            majority = (a & b) ^ (a & c) ^ (b & c)
            first = np.uint32(h + (_rotate(e, 6) ^ _rotate(e, 11) ^ _rotate(e, 25)) + choice + _CONSTANTS[t] + w[t])
            second = np.uint32((_rotate(a, 2) ^ _rotate(a, 13) ^ _rotate(a, 22)) + majority)
            h, g, f, e = g, f, e, np.uint32(d + first)
            d, c, b, a = c, b, a, np.uint32(first + second)
        for word, number in enumerate((a, b, c, d, e, f, g, h)):
            digest[word] += number


_compress_rows: Any = njit(_compress_slowly) if IS_CHECKED else intrinsic(_compress)


@part
def compress(digests: Any, words: Any) -> None:
    """Add a block to the digest of every lane."""
    _compress_rows(digests, words)


@part
def fill(rows: Any, row: Any, word: Any) -> None:
    """Give the same word to all lanes."""
    for lane in range(LANES):
        rows[LANES * row + lane] = word
