"""Chance that nobody can choose and everybody can check afterwards.

Before the first ply the SHA-256 of a secret seed is published, then the hashes of nonces that players add, then these
nonces; at the end the seed itself. Every chance ply follows from seed and nonces by SHA-256 and HMAC alone, so that any
language can check it. docs/fairness.md is the specification; Python's `random` plays no part.
"""

import hashlib
import hmac
import re
import secrets
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol

from ludotheque.core.game import AnyGame, Seat, format_moves

SEED_BYTES = 32
NONCE_BYTES = 32

_HASH = re.compile(r"[0-9a-f]{64}")


class Dealer(Protocol):
    """Decides the plies of CHANCE in a match."""

    def draw(self, game: AnyGame, state: Any, ply: int, number: int) -> Any:
        """Choose one of the legal moves of CHANCE: at this ply, as this draw of the match, both counted from 1."""
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


def new_nonce() -> str:
    """Draw a nonce from the operating system, in hexadecimal."""
    return secrets.token_hex(NONCE_BYTES)


def hash_nonce(nonce: str) -> str:
    """Compute what is published of a nonce before it is revealed: the SHA-256 of its bytes, in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(nonce)).hexdigest()


def is_hash(text: str) -> bool:
    """Whether a text is 32 bytes in lower-case hexadecimal digits, as hashes and nonces are."""
    return _HASH.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Contribution:
    """What the player of a seat adds to the seed: a nonce whose hash was fixed before anybody revealed theirs."""

    seat: Seat
    hash: str
    nonce: str | None
    """In hexadecimal; None if it was withheld."""


def derive_key(seed: bytes, contributions: Iterable[Contribution] = ()) -> bytes:
    """Compute the key of a match, from which every draw follows. Contributions are ordered by seat."""
    lines = (f"{each.seat + 1} {each.hash} {each.nonce or '-'}" for each in contributions)
    return hmac.digest(seed, "\n".join(("ludotheque nonces", *lines)).encode(), "sha256")


class RandomDealer:
    """Draws from the operating system, with no commitment: to continue a match that began without one."""

    def draw(self, game: AnyGame, state: Any, ply: int, number: int) -> Any:  # noqa: ARG002 - every draw is a new one
        """Pick a move with probability proportional to its weight."""
        return secrets.SystemRandom().choices(game.legal_moves(state), game.weights(state))[0]


class SeededDealer:
    """A dealer whose draws follow from a seed, and from what players have added to it.

    A draw depends on its number among the draws of the match and on what there is to draw from, whatever was played in
    between: two matches with the same key are dealt the same.
    """

    function = 2
    """The number of the draw function in records."""

    def __init__(self, seed: bytes, contributions: Sequence[Contribution] = ()) -> None:
        self.seed = _check_seed(seed)
        self.commitment = commitment(seed)
        self.contributions = tuple(contributions)
        self._key = derive_key(seed, contributions)

    def draw(self, game: AnyGame, state: Any, ply: int, number: int) -> Any:  # noqa: ARG002 - only draws are counted
        """Draw one of the copies of everything that may be drawn, each exactly as likely."""
        moves = game.legal_moves(state)
        return moves[self.choose(number, format_moves(game, state, moves), game.weights(state))]

    def choose(self, number: int, identities: Sequence[str], weights: Sequence[int]) -> int:
        """Choose an outcome by its index: the one that has the copy with the smallest hash, of as many as it weighs."""
        start = hashlib.sha256(hmac.digest(self._key, b"ludotheque draw %d" % number, "sha256"))
        hashes: list[bytes] = []
        for identity, weight in zip(identities, weights, strict=True):
            for copy in (1,) if weight == 1 else range(1, weight + 1):  # to make a range takes as long as a hash
                ticket = start.copy()  # faster than to hash the same beginning again
                ticket.update(f"{identity} {copy}".encode())
                hashes.append(ticket.digest())
        return bisect_right(list(accumulate(weights)), hashes.index(min(hashes)))


class PlySeededDealer:
    """The draw function of records and tables from before nonces: by the number of the ply, from the seed alone."""

    function = 1

    def __init__(self, seed: bytes) -> None:
        self.seed = _check_seed(seed)
        self.commitment = commitment(seed)
        self.contributions: tuple[Contribution, ...] = ()

    def draw(self, game: AnyGame, state: Any, ply: int, number: int) -> Any:  # noqa: ARG002 - all plies are counted
        """Draw a move with probability exactly proportional to its weight."""
        return game.legal_moves(state)[self.choose(ply, game.weights(state))]

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


def make_dealer(
    function: int, seed: bytes, contributions: Sequence[Contribution] = ()
) -> SeededDealer | PlySeededDealer:
    """Make the dealer of a match by the number of its draw function, 1 or 2."""
    return PlySeededDealer(seed) if function == PlySeededDealer.function else SeededDealer(seed, contributions)


def _check_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed
