"""The draw function of core/fairness.py in compiled code: the keys of a match, and the tickets that are drawn by them.

Tests compare it with `SeededDealer`, which is the authority. `digests` and `words` are room for `compress`. A tail is
the end of a block of which the first half is known, as bytes; tails of all lanes lie one after the other.
"""

from typing import Any

import numpy as np

from ludotheque.compiled.memory import borrow
from ludotheque.compiled.parts import part
from ludotheque.compiled.sha256 import BLOCK_WORDS, DIGEST_WORDS, INITIAL, LANES, compress, fill

TAIL_BYTES = 32
"""Enough for a notation of 19 bytes and the number of a copy, and for how long the message is."""
KEY_WORDS = 2 * DIGEST_WORDS + LANES * DIGEST_WORDS
"""What is kept for a match: the key of all draws, as HMAC wants it, and what the tickets of 16 draws begin with."""
_TAIL_WORDS = 8
_BLOCK_BYTES = 64
_SPACE, _ZERO = 32, 48
_INNER, _OUTER = np.uint32(0x36363636), np.uint32(0x5C5C5C5C)


def _pad_to_words(message: bytes) -> Any:
    """Give the last block of a message that has one block more, as words."""
    length = (8 * (_BLOCK_BYTES + len(message))).to_bytes(8)
    padded = message + b"\x80" + bytes(_BLOCK_BYTES - len(length) - 1 - len(message)) + length
    return np.frombuffer(padded, ">u4").astype(np.uint32)


_NONCES_BLOCK = _pad_to_words(b"ludotheque nonces")
_DRAW_MESSAGE = np.frombuffer(b"ludotheque draw ", ">u4").astype(np.uint32)
_AFTER_DIGEST = _pad_to_words(bytes(4 * DIGEST_WORDS))[DIGEST_WORDS:]


@part
def _write_number(number: Any, tail: Any, at: Any) -> Any:
    """Write a number in decimal digits; give where it ends."""
    digits, rest = 1, number
    while rest >= 10:
        digits += 1
        rest //= 10
    for index in range(digits):
        tail[at + digits - 1 - index] = _ZERO + number % 10
        number //= 10
    return at + digits


@part
def _pad(tail: Any, end: Any) -> None:
    tail[end] = 0x80
    for index in range(end + 1, TAIL_BYTES):
        tail[index] = 0


@part
def _load_tail(tail: Any, words: Any, first: Any, lane: Any) -> None:
    """Make words of a tail, which are those of a lane from the row `first` on."""
    for index in range(_TAIL_WORDS):
        words[LANES * (first + index) + lane] = (
            np.uint32(tail[4 * index]) << np.uint32(24)
            | np.uint32(tail[4 * index + 1]) << np.uint32(16)
            | np.uint32(tail[4 * index + 2]) << np.uint32(8)
            | np.uint32(tail[4 * index + 3])
        )


@part
def _set_key(keys: Any, digests: Any, words: Any) -> None:
    """Prepare HMAC for the key in the first 8 words: make 16 of them, the digests after its two padded blocks."""
    for row in range(BLOCK_WORDS):
        word = keys[row] if row < DIGEST_WORDS else np.uint32(0)
        words[LANES * row] = word ^ _INNER
        words[LANES * row + 1] = word ^ _OUTER
    for row in range(DIGEST_WORDS):
        fill(digests, row, INITIAL[row])
    compress(digests, words)
    for row in range(DIGEST_WORDS):
        keys[row], keys[DIGEST_WORDS + row] = digests[LANES * row], digests[LANES * row + 1]


@part
def _sign(keys: Any, digests: Any, words: Any) -> None:
    """Compute the HMAC of the message of each lane, whose last block is in `words`."""
    for row in range(DIGEST_WORDS):
        fill(digests, row, keys[row])
    compress(digests, words)
    for row in range(DIGEST_WORDS):
        for lane in range(LANES):
            words[LANES * row + lane] = digests[LANES * row + lane]
        fill(words, DIGEST_WORDS + row, _AFTER_DIGEST[row])
        fill(digests, row, keys[DIGEST_WORDS + row])
    compress(digests, words)


@part
def derive_keys(seed: Any, keys: Any, digests: Any, words: Any) -> None:
    """Compute the key of all draws of a match. The seed has 32 bytes: this number, big-endian."""
    for row in range(DIGEST_WORDS - 2):
        keys[row] = np.uint32(0)
    keys[DIGEST_WORDS - 2], keys[DIGEST_WORDS - 1] = np.uint32(seed >> np.uint64(32)), np.uint32(seed)
    _set_key(keys, digests, words)
    for row in range(BLOCK_WORDS):
        fill(words, row, _NONCES_BLOCK[row])
    _sign(keys, digests, words)
    for row in range(DIGEST_WORDS):
        keys[row] = digests[LANES * row]
    _set_key(keys, digests, words)


@part
def _prepare_draws(keys: Any, number: Any, tails: Any, digests: Any, words: Any) -> None:
    """Compute what the tickets of this draw and the next 15 begin with: a lane costs no more than all."""
    beginning = _DRAW_MESSAGE.shape[0]
    for row in range(BLOCK_WORDS):
        fill(words, row, _DRAW_MESSAGE[row] if row < beginning else np.uint32(0))
    for lane in range(LANES):
        tail = borrow(tails, TAIL_BYTES * lane)
        end = _write_number(number + lane, tail, 0)
        _pad(tail, end)
        _load_tail(tail, words, beginning, lane)
        words[LANES * (BLOCK_WORDS - 1) + lane] = 8 * (_BLOCK_BYTES + 4 * beginning + end)
    _sign(keys, digests, words)
    for index in range(LANES * DIGEST_WORDS):
        keys[2 * DIGEST_WORDS + index] = digests[index]


@part
def begin_draw(keys: Any, number: Any, tails: Any, digests: Any, words: Any) -> None:
    """Write what all tickets of a draw begin with. Draws are counted from 1, and none is left out."""
    lane = (number - 1) % LANES
    if lane == 0:
        _prepare_draws(keys, number, tails, digests, words)
    for row in range(DIGEST_WORDS):
        fill(words, row, keys[2 * DIGEST_WORDS + LANES * row + lane])


@part
def end_ticket(tail: Any, length: Any, copy: Any) -> None:
    """Write what follows in a ticket after the notation of an outcome, of some length: which copy of it this is."""
    tail[length] = _SPACE
    end = _write_number(copy, tail, length + 1)
    _pad(tail, end)
    bits = 8 * (4 * DIGEST_WORDS + end)
    tail[TAIL_BYTES - 2], tail[TAIL_BYTES - 1] = bits >> 8, bits & 255


@part
def hash_tickets(tails: Any, count: Any, digests: Any, words: Any) -> None:
    """Compute the hashes of so many tickets of the draw that has begun, one a lane."""
    for lane in range(count):
        _load_tail(borrow(tails, TAIL_BYTES * lane), words, DIGEST_WORDS, lane)
    for row in range(DIGEST_WORDS):
        fill(digests, row, INITIAL[row])
    compress(digests, words)


@part
def find_smallest(digests: Any, count: Any, best: Any) -> Any:
    """Find the first smallest digest that comes before `best`, and write it there; give its lane, -1 if none does."""
    least = _join(best[0], best[1])
    for lane in range(count):  # without branches, which could not be foreseen
        least = min(least, _join(digests[lane], digests[LANES + lane]))
    found = -1
    for lane in range(count):
        if _join(digests[lane], digests[LANES + lane]) == least and _is_smaller(digests, lane, best):
            for row in range(DIGEST_WORDS):
                best[row] = digests[LANES * row + lane]
            found = lane
    return found


@part
def _join(high: Any, low: Any) -> Any:
    return np.uint64(high) << np.uint64(32) | np.uint64(low)


@part
def _is_smaller(digests: Any, lane: Any, other: Any) -> Any:
    for row in range(DIGEST_WORDS):
        if digests[LANES * row + lane] != other[row]:
            return digests[LANES * row + lane] < other[row]
    return False
