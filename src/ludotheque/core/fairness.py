"""Chance that nobody can influence and everybody can check afterwards.

Before the first ply the SHA-256 of a secret seed is published; at the end the seed itself. Every chance ply follows
from the seed and the number of the ply, by HMAC-SHA-256 alone, so that any language can check it. docs/fairness.md
is the specification; Python's `random` plays no part.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from itertools import accumulate
from typing import Protocol

SEED_BYTES = 32


class Dealer(Protocol):
    """Decides the plies of CHANCE in a match."""

    def choose(self, ply: int, weights: Sequence[int]) -> int:
        """Choose the outcome of chance ply number `ply`, counted from 1, by its index."""
        ...


def new_seed() -> bytes:
    """Draw a secret seed from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def derive_seed(text: str) -> bytes:
    """Make a seed of the right length from any text, for draws that are to be repeatable and not secret."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


def commitment(seed: bytes) -> str:
    """Compute what is published before the first ply: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class RandomDealer:
    """Draws from the operating system, with no commitment: to continue a match that began without one."""

    def choose(self, ply: int, weights: Sequence[int]) -> int:  # noqa: ARG002 - every draw is a new one
        """Pick an index with probability proportional to its weight."""
        return secrets.SystemRandom().choices(range(len(weights)), weights)[0]


class SeededDealer:
    """A dealer whose choices follow from a seed."""

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.commitment = commitment(seed)

    def choose(self, ply: int, weights: Sequence[int]) -> int:
        """Pick an index with probability exactly proportional to its weight."""
        ends = list(accumulate(weights))
        point = self._below(ends[-1], ply)
        return next(index for index, end in enumerate(ends) if point < end)

    def _below(self, total: int, ply: int) -> int:
        """Draw a number from 0 to total - 1, each exactly as likely.

        Rejection sampling: 2**256 is rarely a multiple of `total`, so numbers beyond the last multiple are drawn again.
        """
        limit = 2**256 - 2**256 % total
        attempt = 0
        while True:
            message = f"ludotheque ply {ply} attempt {attempt}".encode()
            number = int.from_bytes(hmac.digest(self.seed, message, "sha256"))
            if number < limit:
                return number % total
            attempt += 1
