"""The queue before the bots: who has been given the least of their time goes first, by address and then by player.

This is start-time fair queueing on two levels. Every account has a virtual time, which grows by the seconds that bots
have thought for it, and the account that is furthest behind is next. Who has not waited for anything starts level with
the account that was served last: time that was not used is not saved up, and time that nobody else wanted is not held
against anybody. Players are free to make, so all players of an address share what the address gets.

It knows nothing of clocks, processes or games: whoever takes an entry says afterwards how long it took.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Generic, TypeVar

EXPECTED = 1.0
"""How many seconds are charged for an entry that is taken, until it is known how long it took."""
MOST_ACCOUNTS = 10_000
"""How many accounts are remembered that wait for nothing."""
MOST_OPTIONAL = 100
"""How many optional entries wait at most: hints, or reviews."""
MOST_OF_A_PLAYER, MOST_OF_AN_ADDRESS = 5, 30
"""Who has so many entries waiting gets nothing optional. Moves are always taken, for a game must go on."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Payer:
    """To whose account an entry goes."""

    player: str | None = None
    address: str | None = None
    """From where the player is connected, if that is known; otherwise the player counts as an address."""

    @property
    def path(self) -> tuple[str, str]:
        """The accounts it goes to, of the address and of the player there."""
        player = self.player or ""
        return (f"player {player}" if self.address is None else self.address), player


class QueueFull(Exception):
    """Too many entries wait already, of this payer or of everybody."""


@dataclass(eq=False, slots=True)
class Entry(Generic[T]):
    """Something that waits in the queue."""

    item: T
    payer: Payer
    is_optional: bool


@dataclass(eq=False, slots=True)
class _Account(Generic[T]):
    """What an address, or a player of it, has been given, and what waits there. The root is an account of all."""

    time: float = 0.0
    """The virtual time."""
    floor: float = 0.0
    """The virtual time at which the account below that was served last stood then."""
    waiting: int = 0
    running: int = 0
    last: int = 0
    """When it began to wait or was last served: of two that are level, who has waited longer goes first."""
    children: "dict[str, _Account[T]]" = field(default_factory=dict)
    moves: dict[Entry[T], None] = field(default_factory=dict)
    optional: dict[Entry[T], None] = field(default_factory=dict)

    @property
    def is_idle(self) -> bool:
        return not self.waiting and not self.running


class FairQueue(Generic[T]):
    """Entries that wait, and the accounts they go to."""

    def __init__(self) -> None:
        self._root: _Account[T] = _Account()
        self._optional = 0
        self._order = count()

    def __len__(self) -> int:
        return self._root.waiting

    def put(self, item: T, payers: Sequence[Payer] = (), *, is_optional: bool = False) -> Entry[T]:
        """Queue an item, charged to the payer who has been served least.

        Raises QueueFull if too much waits already, for what is optional only.
        """
        payer = min(payers, key=self._measure, default=Payer())
        if is_optional:
            self._check_optional(payer)
            self._optional += 1
        entry = Entry(item, payer, is_optional)
        account = self._root
        account.waiting += 1
        for name in payer.path:
            account = self._open(account, name)
            account.waiting += 1
        (account.optional if is_optional else account.moves)[entry] = None
        return entry

    def take(self) -> Entry[T]:
        """Give the entry that is next; `finish` it later. The queue must not be empty."""
        account = self._root
        self._move_to_running(account)
        while account.children:
            parent = account
            account = min(
                (child for child in parent.children.values() if child.waiting),
                key=lambda child: (child.time, child.last),
            )
            parent.floor = max(parent.floor, account.time)
            account.time += EXPECTED
            account.last = next(self._order)
            self._move_to_running(account)
        entries = account.moves or account.optional
        entry = next(iter(entries))
        del entries[entry]
        self._optional -= entry.is_optional
        return entry

    def finish(self, entry: Entry[T], seconds: float) -> None:
        """Charge what an entry that was taken has really cost."""
        path = self._find(entry.payer)
        for account in path:
            account.running -= 1
        for account in path[1:]:
            account.time += seconds - EXPECTED
        self._forget(path)

    def discard(self, entry: Entry[T]) -> None:
        """Forget an entry that still waits; one that was taken is left alone."""
        path = self._find(entry.payer)
        entries = path[-1].optional if entry.is_optional else path[-1].moves
        if len(path) == 1 or entry not in entries:
            return
        del entries[entry]
        self._optional -= entry.is_optional
        for account in path:
            account.waiting -= 1
        self._forget(path)

    def _measure(self, payer: Payer) -> tuple[float, ...]:
        """Say how much a payer has been given, first of all at the same address."""
        times, account = [], self._root
        for name in payer.path:
            parent, account = account, account.children.get(name) or _Account()
            times.append(max(account.time, parent.floor))
        return tuple(times)

    def _check_optional(self, payer: Payer) -> None:
        account = self._root
        if self._optional >= MOST_OPTIONAL:
            raise QueueFull
        for name, most in zip(payer.path, (MOST_OF_AN_ADDRESS, MOST_OF_A_PLAYER), strict=True):
            account = account.children.get(name) or _Account()
            if account.waiting >= most:
                raise QueueFull

    def _open(self, parent: _Account[T], name: str) -> _Account[T]:
        """Give the account of a name, level with the others if it has not waited for anything."""
        account = parent.children.get(name)
        if account is None:
            if len(parent.children) >= MOST_ACCOUNTS:
                parent.children = {key: child for key, child in parent.children.items() if not child.is_idle}
            account = parent.children[name] = _Account()
        if account.is_idle:
            account.time = max(account.time, parent.floor)
            account.last = next(self._order)
        return account

    def _find(self, payer: Payer) -> list[_Account[T]]:
        """Give the accounts of a payer from the root on, as far as they are remembered."""
        path = [self._root]
        for name in payer.path:
            if (account := path[-1].children.get(name)) is None:
                return path[:1]
            path.append(account)
        return path

    def _forget(self, path: list[_Account[T]]) -> None:
        """Forget who was given what where nobody waits any more: the next who come start level."""
        for account in path[:-1]:
            if account.is_idle:
                account.children.clear()
                account.floor = 0.0

    @staticmethod
    def _move_to_running(account: _Account[T]) -> None:
        account.waiting -= 1
        account.running += 1
