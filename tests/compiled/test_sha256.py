"""SHA-256 of 16 blocks side by side, against hashlib."""

import hashlib
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from ludotheque.compiled import sha256
from ludotheque.compiled.sha256 import BLOCK_WORDS, DIGEST_WORDS, INITIAL, LANES, compress, fill

pytestmark = pytest.mark.no_cover  # as all that is compiled

MESSAGE_LENGTHS = (0, 1, 55, 56, 63, 64, 119)


def pad(message: bytes, blocks: int) -> bytes:
    length = (8 * len(message)).to_bytes(8)
    return message + b"\x80" + bytes(64 * blocks - len(message) - 9) + length


def begin() -> Any:
    digests = np.zeros(LANES * DIGEST_WORDS, np.uint32)
    for row in range(DIGEST_WORDS):
        fill(digests, row, INITIAL[row])
    return digests


@pytest.mark.parametrize("function", [compress, njit(sha256._compress_slowly)], ids=["as users run it", "with checks"])
@pytest.mark.parametrize("length", MESSAGE_LENGTHS)
def test_each_lane_has_the_hash_of_its_own_message(length: int, function: Any) -> None:
    rng, blocks = Random(length), (length + 9 + 63) // 64
    messages = [rng.randbytes(length) for _ in range(LANES)]
    padded = np.array([np.frombuffer(pad(message, blocks), ">u4") for message in messages]).astype(np.uint32)
    digests = begin()
    for block in range(blocks):
        words = padded[:, BLOCK_WORDS * block : BLOCK_WORDS * (block + 1)].T.reshape(-1).copy()
        before = words.tolist()
        function(digests, words)
        assert words.tolist() == before
    for lane, message in enumerate(messages):
        assert digests[lane::LANES].astype(">u4").tobytes() == hashlib.sha256(message).digest()
