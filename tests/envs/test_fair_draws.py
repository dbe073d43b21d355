"""SHA-256 in compiled code, against hashlib and the dealer of the rules."""

import hashlib
from random import Random

import numpy as np
import pytest

from ludotheque.compiled.fair_draws import compress, derive_keys, write_ticket
from ludotheque.core.fairness import derive_key


def digest_bytes(words: np.ndarray[tuple[int], np.dtype[np.uint32]]) -> bytes:
    return words.astype(">u4").tobytes()


def test_a_ticket_is_a_sha256() -> None:
    rng, block, room, ticket = Random(1), np.empty(64, np.uint8), np.empty(64, np.uint32), np.empty(8, np.uint32)
    for length in range(1, 20):
        prefix = np.array([rng.getrandbits(32) for _ in range(8)], np.uint32)
        text, copy = rng.randbytes(length), rng.randrange(1, 200)
        block[32 : 32 + length] = list(text)
        write_ticket(prefix, length, copy, block, room, ticket)
        assert digest_bytes(ticket) == hashlib.sha256(digest_bytes(prefix) + text + f" {copy}".encode()).digest()


@pytest.mark.parametrize("seed", [0, 1, 2**63 + 12345, 2**64 - 1])
def test_the_key_of_a_match_is_that_of_its_dealer(seed: int) -> None:
    keys, block, room = np.empty(16, np.uint32), np.empty(64, np.uint8), np.empty(64, np.uint32)
    derive_keys(np.uint64(seed), keys, block, room)
    key = derive_key(seed.to_bytes(32)) + bytes(32)
    for half, pad in ((keys[:8], 0x36), (keys[8:], 0x5C)):
        expected = np.array([0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                             0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19], np.uint32)  # fmt: skip
        compress(expected, np.array([byte ^ pad for byte in key], np.uint8), room)
        assert half.tolist() == expected.tolist()
