"""The draw function of core/fairness.py in compiled code: SHA-256, and the tickets that are drawn by it.

Tests compare it with hashlib and with `SeededDealer`, which is the authority.
"""

from math import isqrt
from typing import Any

import numpy as np

from ludotheque.compiled.parts import part


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


_INITIAL = np.array(_fractions(2, 8), np.uint32)
_ROUNDS = np.array(_fractions(3, 64), np.uint32)
_KEY_MESSAGE = np.frombuffer(b"ludotheque nonces", np.uint8)
_DRAW_MESSAGE = np.frombuffer(b"ludotheque draw ", np.uint8)
_SPACE, _ZERO = 32, 48
_INNER, _OUTER = np.uint8(0x36), np.uint8(0x5C)
_SEED_BYTES, _BLOCK_BYTES = 32, 64
TICKET = 32
"""Where the notation of an outcome begins in the block of a ticket; there is room for 19 bytes, and for the copy."""


@part
def copy_digest(digest: Any, to: Any) -> None:
    """Copy 8 words; Numba takes seconds to compile an assignment to a slice."""
    for index in range(8):
        to[index] = digest[index]


@part
def _rotate(word: Any, bits: int) -> Any:
    return np.uint32((word >> np.uint32(bits)) | (word << np.uint32(32 - bits)))


@part
def compress(digest: Any, block: Any, w: Any) -> None:
    """Add a block of 64 bytes to a digest of 8 words; `w` is room for 64 words."""
    for t in range(16):
        w[t] = (
            np.uint32(block[4 * t]) << np.uint32(24)
            | np.uint32(block[4 * t + 1]) << np.uint32(16)
            | np.uint32(block[4 * t + 2]) << np.uint32(8)
            | np.uint32(block[4 * t + 3])
        )
    for t in range(16, 64):
        near, far = w[t - 2], w[t - 15]
        one = _rotate(near, 17) ^ _rotate(near, 19) ^ (near >> np.uint32(10))
        two = _rotate(far, 7) ^ _rotate(far, 18) ^ (far >> np.uint32(3))
        w[t] = np.uint32(one + w[t - 7] + two + w[t - 16])
    a, b, c, d = digest[0], digest[1], digest[2], digest[3]
    e, f, g, h = digest[4], digest[5], digest[6], digest[7]
    for t in range(64):
        choice = (e & f) ^ (~e & g)
        majority = (a & b) ^ (a & c) ^ (b & c)
        first = np.uint32(h + (_rotate(e, 6) ^ _rotate(e, 11) ^ _rotate(e, 25)) + choice + _ROUNDS[t] + w[t])
        second = np.uint32((_rotate(a, 2) ^ _rotate(a, 13) ^ _rotate(a, 22)) + majority)
        h, g, f, e = g, f, e, np.uint32(d + first)
        d, c, b, a = c, b, a, np.uint32(first + second)
    digest[0] += a
    digest[1] += b
    digest[2] += c
    digest[3] += d
    digest[4] += e
    digest[5] += f
    digest[6] += g
    digest[7] += h


@part
def _finish(digest: Any, block: Any, length: Any, total: Any, w: Any) -> None:
    """Add the last `length` bytes of a message of `total` bytes, at most 55 of them, and its padding."""
    block[length] = 0x80
    for index in range(length + 1, 62):
        block[index] = 0
    block[62] = 8 * total >> 8 & 255
    block[63] = 8 * total & 255
    compress(digest, block, w)


@part
def _write_digest(digest: Any, block: Any) -> None:
    """Write a digest as bytes to the beginning of a block."""
    for index in range(8):
        for byte in range(4):
            block[4 * index + byte] = digest[index] >> np.uint32(24 - 8 * byte) & np.uint32(255)


@part
def _write_number(number: Any, block: Any, at: Any) -> Any:
    """Write a number in decimal digits; give where it ends."""
    digits, rest = 1, number
    while rest >= 10:
        digits += 1
        rest //= 10
    for index in range(digits):
        block[at + digits - 1 - index] = _ZERO + number % 10
        number //= 10
    return at + digits


@part
def _set_key(key: Any, inner: Any, outer: Any, block: Any, w: Any) -> None:
    """Prepare HMAC for a key of 32 bytes at the beginning of `key`: the digests after its two padded blocks."""
    for which, digest in ((_INNER, inner), (_OUTER, outer)):
        for index in range(_BLOCK_BYTES):
            block[index] = key[index] ^ which if index < _SEED_BYTES else which
        copy_digest(_INITIAL, digest)
        compress(digest, block, w)


@part
def _sign(inner: Any, outer: Any, length: Any, block: Any, w: Any, digest: Any) -> None:
    """Compute the HMAC of the first `length` bytes of the block, at most 55 of them."""
    copy_digest(inner, digest)
    _finish(digest, block, length, _BLOCK_BYTES + length, w)
    _write_digest(digest, block)
    copy_digest(outer, digest)
    _finish(digest, block, _SEED_BYTES, _BLOCK_BYTES + _SEED_BYTES, w)


@part
def derive_keys(seed: Any, keys: Any, block: Any, w: Any) -> None:
    """Compute what all draws of a match follow from, as 16 words. The seed has 32 bytes: this number, big-endian."""
    key, digest = np.zeros(_SEED_BYTES, np.uint8), np.empty(8, np.uint32)
    for index in range(8):
        key[_SEED_BYTES - 1 - index] = seed >> np.uint64(8 * index) & np.uint64(255)
    _set_key(key, keys[:8], keys[8:], block, w)
    for index in range(_KEY_MESSAGE.shape[0]):
        block[index] = _KEY_MESSAGE[index]
    _sign(keys[:8], keys[8:], _KEY_MESSAGE.shape[0], block, w, digest)
    _write_digest(digest, key)
    _set_key(key, keys[:8], keys[8:], block, w)


@part
def begin_draw(keys: Any, number: Any, block: Any, w: Any, prefix: Any) -> None:
    """Compute what all tickets of a draw begin with, and write it to the block too."""
    for index in range(_DRAW_MESSAGE.shape[0]):
        block[index] = _DRAW_MESSAGE[index]
    length = _write_number(number, block, _DRAW_MESSAGE.shape[0])
    _sign(keys[:8], keys[8:], length, block, w, prefix)


@part
def write_ticket(prefix: Any, length: Any, copy: Any, block: Any, w: Any, ticket: Any) -> None:
    """Compute the hash of a copy of an outcome whose notation, of `length` bytes, is in the block."""
    _write_digest(prefix, block)
    block[TICKET + length] = _SPACE
    end = _write_number(copy, block, TICKET + length + 1)
    copy_digest(_INITIAL, ticket)
    _finish(ticket, block, end, end, w)


@part
def is_smaller(ticket: Any, other: Any) -> Any:
    """Whether a digest comes before another."""
    for index in range(8):
        if ticket[index] != other[index]:
            return ticket[index] < other[index]
    return False
