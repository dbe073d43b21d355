"""Who holds seats at public tables that wait for players, and how many anybody may hold: by player and by address."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from ludotheque.server.errors import Refused
from ludotheque.server.table.settings import decode_settings
from ludotheque.store.store import TableRow

MOST_HELD = 3
"""At how many public tables of others that have not started a player may hold a seat."""
MOST_HELD_PER_ADDRESS = 10
"""The same for all players of one address together: players cost nothing."""

Held = tuple[str, str]
"""The ids of a table and of the player who sits there."""


def check_held(rows: Iterable[TableRow], table: str, player: str) -> None:
    """Refuse another seat to a player who holds too many, by what is stored. Raises Refused.

    For several processes: what each of them knows by itself is what was taken there.
    """
    held = [
        row.id
        for row in rows
        if row.id != table and row.host != player and decode_settings(row.settings).are_seats_freed
    ]
    if len(held) >= MOST_HELD:
        raise _make_refused()


def _make_refused() -> Refused:
    return Refused(
        "too_many_seats",
        f"You hold seats at {MOST_HELD} public tables that have not started. Leave one of them first.",
    )


class HeldSeats:
    """The seats that count. Which of them are still held is looked up when it matters."""

    def __init__(self, is_held: Callable[[str, str], bool]) -> None:
        self._is_held = is_held
        self._by_player: dict[str, set[Held]] = {}
        self._by_address: dict[str, set[Held]] = {}
        self._joining: Counter[Held] = Counter()
        """Seats that are being taken, and count already: many requests at once must not get around the limits."""

    def note(self, table: str, player: str) -> None:
        """Count a seat that somebody holds since before the server started."""
        self._by_player.setdefault(player, set()).add((table, player))

    @contextmanager
    def hold(self, table: str, player: str, address: str | None) -> Iterator[None]:
        """Count the seat that a player takes in this context, unless that fails. Raises Refused."""
        held = table, player
        mine = self._list_held(self._by_player, player)
        if len(mine - {held}) >= MOST_HELD:
            raise _make_refused()
        here = set() if address is None else self._list_held(self._by_address, address)
        if len(here - {held}) >= MOST_HELD_PER_ADDRESS:
            raise Refused(
                "too_many_seats",
                f"Players of your address hold seats at {MOST_HELD_PER_ADDRESS} public tables that have not started. "
                "Leave one of them first.",
            )
        mine.add(held)
        here.add(held)
        self._joining[held] += 1
        try:
            yield
        finally:
            self._joining[held] -= 1
            if not self._joining[held]:
                del self._joining[held]

    def forget(self) -> None:
        """Forget the seats that nobody holds any more."""
        for keys in (self._by_player, self._by_address):
            for key in [*keys]:
                if not self._list_held(keys, key):
                    del keys[key]

    def _list_held(self, keys: dict[str, set[Held]], key: str) -> set[Held]:
        """Give the seats that count for a player or an address."""
        held = keys.setdefault(key, set())
        held -= {seat for seat in held if seat not in self._joining and not self._is_held(*seat)}
        return held
