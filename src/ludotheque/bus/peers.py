"""What the processes that share a database know of each other: who lives, who owns which table, who is connected where.

Nothing here has to outlive the processes, and nothing that is stored depends on it: the store decides who was first.
A table's owner is the process that does what nobody asks for: clocks, bots, clean-up. Owning only avoids double work.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

OnChange = Callable[[], None]


@dataclass(frozen=True, slots=True)
class PresentPlayer:
    """A player who is connected to a table in some process."""

    player: str  # Player.id
    address: str | None
    nonces: bool
    """Whether a client of theirs adds nonces to chance."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected to a table in one process."""

    players: tuple[PresentPlayer, ...] = ()
    spectators: int = 0


class Peers(Protocol):
    """The processes that share a database, as one of them sees them."""

    id: str
    """What tells this process from all others."""

    async def open(self, on_change: OnChange) -> None:
        """Join the others. `on_change` is called when one has come or gone, or this one may own less than before."""

    async def close(self) -> None:
        """Leave: from now on the others take over what this process owns. May be called twice."""

    def owns(self, table: str, /) -> bool:
        """Whether this process owns a table now. False as soon as others might have taken it."""

    async def take(self, tables: Sequence[str]) -> None:
        """Become the owner of tables that no living process owns."""

    async def release(self, tables: Sequence[str]) -> None:
        """Own tables no more."""

    async def list_orphans(self) -> list[str]:
        """List tables whose owner lives no more."""

    async def tell_presence(self, table: str, presence: Presence) -> None:
        """Tell other processes who is connected to a table here."""

    async def list_presence(self, tables: Sequence[str], /) -> dict[str, list[Presence]]:
        """List who is connected to each of some tables in other living processes."""

    async def add_nonce(self, table: str, seat: int, nonce: str, /) -> bool:
        """Keep a nonce that was revealed here, for the process that waits for it; False if that failed."""

    async def list_nonces(self, table: str, /) -> list[tuple[int, str]]:
        """List the nonces that were revealed, in whatever process, with their seats."""

    async def remove_nonces(self, table: str) -> None:
        """Forget the nonces of a table."""

    async def take_token(self, key: str, burst: int, per_second: float, /) -> bool:
        """Take a token of a bucket that all processes share; False if there is none."""

    async def give_back(self, key: str, per_second: float) -> None:
        """Return a token."""


class NoPeers:
    """In place of other processes where there is only this one: it owns everything."""

    id = ""

    async def open(self, on_change: OnChange) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    def owns(self, _table: str) -> bool:
        """Say yes."""
        return True

    async def take(self, tables: Sequence[str]) -> None:
        """Do nothing."""

    async def release(self, tables: Sequence[str]) -> None:
        """Do nothing."""

    async def list_orphans(self) -> list[str]:
        """List nothing."""
        return []

    async def tell_presence(self, table: str, presence: Presence) -> None:
        """Do nothing."""

    async def list_presence(self, _tables: Sequence[str]) -> dict[str, list[Presence]]:
        """List nobody."""
        return {}

    async def add_nonce(self, _table: str, _seat: int, _nonce: str) -> bool:
        """Keep nothing: nobody else waits."""
        return True

    async def list_nonces(self, _table: str) -> list[tuple[int, str]]:
        """List nothing."""
        return []

    async def remove_nonces(self, table: str) -> None:
        """Do nothing."""

    async def take_token(self, _key: str, _burst: int, _per_second: float) -> bool:
        """Say yes: the process counts by itself."""
        return True

    async def give_back(self, key: str, per_second: float) -> None:
        """Do nothing."""
