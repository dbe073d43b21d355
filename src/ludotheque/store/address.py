"""Store addresses as text: `sqlite:///FILE`, or `postgresql://USER@HOST/NAME`."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.core.errors import StoreError
from ludotheque.store.lock import NoLock, StoreLock
from ludotheque.store.sqlite import SqliteStore
from ludotheque.store.store import Store

if TYPE_CHECKING:
    from ludotheque.store.postgres_writer import Hold

_SQLITE = "sqlite:///"
_POSTGRESQL = ("postgresql://", "postgres://")


def default_address() -> str:
    """Return the address of the default store, a file in the user's data directory."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"{_SQLITE}{Path(home) / 'ludotheque' / 'ludotheque.sqlite'}"


def make_store(address: str, hold: "Hold | None" = None) -> Store:
    """Make the store of an address; the caller opens and closes it. Raises StoreError if the address is malformed.

    A PostgreSQL database is held by its servers together (`shared`), or so that no server has it open (`alone`). For a
    file, `make_lock` does that.
    """
    if not is_postgresql(address):
        return SqliteStore(find_file(address))
    try:
        from ludotheque.store.postgres import PostgresStore  # noqa: PLC0415 - an optional dependency
    except ImportError:
        raise StoreError(
            "PostgreSQL needs the package asyncpg; install it with: pip install 'ludotheque[postgresql]'"
        ) from None
    return PostgresStore(address, hold)


def is_postgresql(address: str) -> bool:
    """Whether an address names a database that several servers can use."""
    return address.startswith(_POSTGRESQL)


def make_lock(address: str) -> StoreLock | NoLock:
    """Make the lock that a server holds while the store is open, not taken yet. Raises StoreError like `make_store`."""
    return NoLock() if is_postgresql(address) else StoreLock(find_file(address))


def find_file(address: str) -> Path:
    """Return the database file of an address, which need not exist. Raises StoreError if the address is malformed."""
    if not address.startswith(_SQLITE) or address == _SQLITE:
        raise StoreError(
            f"{address!r} is no address of a database; write sqlite:///FILE (four slashes for a path from the root), "
            "or postgresql://USER@HOST/NAME."
        )
    return Path(address.removeprefix(_SQLITE))
