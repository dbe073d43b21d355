"""The draw function in compiled code, against hashlib and the dealer of the rules."""

import hashlib
import hmac
from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque.compiled.fair_draws import (
    KEY_WORDS,
    TAIL_BYTES,
    begin_draw,
    derive_keys,
    end_ticket,
    find_smallest,
    hash_tickets,
)
from ludotheque.compiled.sha256 import BLOCK_WORDS, DIGEST_WORDS, LANES
from ludotheque.core.fairness import derive_key

SEEDS = [0, 1, 2**63 + 12345, 2**64 - 1]


class Room:
    """What the compiled functions work in, and what they have written there."""

    def __init__(self, seed: int) -> None:
        self.keys = np.zeros(KEY_WORDS, np.uint32)
        self.tails = np.full(LANES * TAIL_BYTES, 255, np.uint8)
        self.digests = np.zeros(LANES * DIGEST_WORDS, np.uint32)
        self.words = np.zeros(LANES * BLOCK_WORDS, np.uint32)
        derive_keys(np.uint64(seed), self.keys, self.digests, self.words)

    def begin(self, number: int) -> list[bytes]:
        begin_draw(self.keys, number, self.tails, self.digests, self.words)
        return [self.words[: LANES * DIGEST_WORDS][lane::LANES].astype(">u4").tobytes() for lane in range(LANES)]

    def hash(self, tickets: list[tuple[bytes, int]]) -> list[bytes]:
        for lane, (notation, copy) in enumerate(tickets):
            tail = self.tails[TAIL_BYTES * lane :]
            tail[: len(notation)] = [*notation]
            end_ticket(tail, len(notation), copy)
        hash_tickets(self.tails, len(tickets), self.digests, self.words)
        return [self.digests[lane::LANES].astype(">u4").tobytes() for lane in range(len(tickets))]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_draw_begins_as_that_of_the_dealer(seed: int) -> None:
    """In any of the 16 lanes, and with numbers of one, two and three digits."""
    room, key = Room(seed), derive_key(seed.to_bytes(32))
    for number in range(1, 131):
        expected = hmac.digest(key, b"ludotheque draw %d" % number, "sha256")
        assert room.begin(number) == [expected] * LANES


@pytest.mark.parametrize("count", [1, 2, 15, 16])
def test_a_ticket_is_a_sha256(count: int) -> None:
    rng, room = Random(count), Room(7)
    [prefix, *_] = room.begin(1)
    for length in range(1, 20):
        tickets = [(rng.randbytes(rng.randint(1, length)), rng.choice([1, 9, 10, 99, 100, 200])) for _ in range(count)]
        expected = [hashlib.sha256(prefix + notation + b" %d" % copy).digest() for notation, copy in tickets]
        assert room.hash(tickets) == expected


def to_rows(digests: list[tuple[int, ...]]) -> Any:
    rows = np.zeros((DIGEST_WORDS, LANES), np.uint32)
    rows[:, : len(digests)] = np.array(digests, np.uint32).T
    return rows.reshape(-1)


@pytest.mark.parametrize("most", [1, 2**32 - 1])
def test_the_smallest_ticket_is_found_by_all_of_its_words(most: int) -> None:
    """With words of 0 and 1 it is often the last one that decides, and some are equal."""
    rng, best = Random(most), np.zeros(DIGEST_WORDS, np.uint32)
    for _ in range(500):
        digests = [
            tuple(rng.randint(0, most) if rng.random() < 0.4 else 0 for _ in range(DIGEST_WORDS))
            for _ in range(rng.randint(1, LANES))
        ]
        before = tuple(rng.randint(0, most) if rng.random() < 0.4 else 0 for _ in range(DIGEST_WORDS))
        best[:] = before
        found = find_smallest(to_rows(digests), len(digests), best)
        assert found == (digests.index(min(digests)) if min(digests) < before else -1)
        assert tuple(best.tolist()) == min(before, *digests)
