"""Nonces: what the people at a table add to the seed, and the start of a game that waits for them.

While a table waits, every seat holds the hash of a nonce that only the client of its player knows. When the game is
started, the hashes are fixed, and clients are asked for the nonces; those that do not answer in time are withheld.
docs/fairness.md says why it is done in this order. A nonce that was revealed is stored with the start, or not at all.
"""

import asyncio
from collections.abc import Container, Iterable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from ludotheque.core.fairness import Contribution, PlySeededDealer, SeededDealer, hash_nonce, make_dealer
from ludotheque.core.game import Seat
from ludotheque.server.errors import Refused
from ludotheque.server.table.seats.seats import Seats, find_seats
from ludotheque.store.store import TableRow

REVEAL_WITHIN = 3_000
"""For how many milliseconds a start waits for the nonces of people who are connected."""
HASH_WITHIN = 2_000
"""For how many milliseconds a game that starts by itself waits for hashes, once everybody is connected."""

Hashes = dict[Seat, str]
FixedList: TypeAlias = tuple[dict[str, Any], ...]
"""The hashes of a start as they are stored in the table's row while nonces are awaited; empty if none are."""


class StartResult:
    """What becomes of a start, for those who wait for it."""

    def __init__(self) -> None:
        self._refused: Refused | None = None
        self._is_over = asyncio.Event()

    def set(self, refused: Refused | None) -> None:
        """Say that the game has begun, or why not."""
        self._refused = refused
        self._is_over.set()

    async def wait(self) -> None:
        """Wait until the game has begun. Raises Refused if it did not."""
        await self._is_over.wait()
        if self._refused is not None:
            raise self._refused


class PendingStart:
    """The nonces of a start, as they come."""

    def __init__(self, hashes: Hashes, awaited: Iterable[Seat], deadline: int) -> None:
        self.hashes = hashes
        """The fixed list: the hash of every seat that has one."""
        self.deadline = deadline
        """The monotonic time at which it starts without those that are missing."""
        self._awaited = set(awaited)
        self._nonces: dict[Seat, str] = {}

    def take(self, seat: Seat, nonce: str) -> None:
        """Take the nonce of a seat, if it is the one that was promised; a second one changes nothing."""
        if self.hashes.get(seat) == hash_nonce(nonce):
            self._nonces[seat] = nonce

    @property
    def is_complete(self) -> bool:
        """Whether nobody is waited for any more."""
        return self._awaited <= set(self._nonces)

    @property
    def contributions(self) -> list[Contribution]:
        """What follows from the hashes and the nonces so far, by seat."""
        return make_contributions(self.hashes, self._nonces)


def list_hashes(seats: Seats) -> Hashes:
    """List the hashes that were sent, by seat."""
    return {number: seat.nonce_hash for number, seat in enumerate(seats) if seat.nonce_hash is not None}


def set_hash(seats: Seats, player: str, nonce_hash: str) -> Seats:
    """Keep the hash of a player: with the first of their seats, in place of any other of theirs."""
    first = find_seats(seats, player)[0]
    return tuple(
        replace(seat, nonce_hash=nonce_hash if number == first else None) if seat.player == player else seat
        for number, seat in enumerate(seats)
    )


def drop_hashes(seats: Seats, used: Container[str] | None = None) -> Seats:
    """Give the seats without those hashes that are used up, or without any."""

    def is_kept(nonce_hash: str | None) -> bool:
        return nonce_hash is None or (used is not None and nonce_hash not in used)

    return tuple(seat if is_kept(seat.nonce_hash) else replace(seat, nonce_hash=None) for seat in seats)


def make_contributions(hashes: Hashes, nonces: Mapping[Seat, str]) -> list[Contribution]:
    """Join hashes and nonces, by seat; a nonce that is missing was withheld."""
    return [Contribution(seat, hashes[seat], nonces.get(seat)) for seat in sorted(hashes)]


def fix_hashes(hashes: Hashes) -> FixedList:
    """Write hashes as the table's row holds them while their nonces are awaited."""
    return encode_contributions(make_contributions(hashes, {}))


def list_fixed(fixed: FixedList, seats: int) -> list[str | None]:
    """List the hashes of a fixed list by seat."""
    hashes = {each["seat"]: each["hash"] for each in fixed}
    return [hashes.get(seat) for seat in range(seats)]


def encode_contributions(contributions: Iterable[Contribution]) -> tuple[dict[str, Any], ...]:
    """Write contributions as plain values, for the table's row."""
    return tuple({"seat": each.seat, "hash": each.hash, "nonce": each.nonce} for each in contributions)


def decode_contributions(values: Iterable[dict[str, Any]]) -> list[Contribution]:
    """Read contributions as `encode_contributions` writes them."""
    return [Contribution(**value) for value in values]


def make_row_dealer(row: TableRow) -> SeededDealer | PlySeededDealer:
    """Make the dealer of a game that has begun: by the draw function that it began with."""
    return make_dealer(row.draws, row.seed, decode_contributions(row.nonces))
