"""Store addresses as text: `sqlite:///FILE`."""

import os
from pathlib import Path

from ludotheque.core.errors import StoreError
from ludotheque.store.lock import StoreLock
from ludotheque.store.sqlite import SqliteStore
from ludotheque.store.store import Store

_SQLITE = "sqlite:///"


def default_address() -> str:
    """Return the address of the default store, a file in the user's data directory."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"{_SQLITE}{Path(home) / 'ludotheque' / 'ludotheque.sqlite'}"


def make_store(address: str) -> Store:
    """Make the store of an address; the caller opens and closes it. Raises StoreError if the address is malformed."""
    return SqliteStore(find_file(address))


def make_lock(address: str) -> StoreLock:
    """Make the lock that a server holds while the store is open, not taken yet. Raises StoreError like `make_store`."""
    return StoreLock(find_file(address))


def find_file(address: str) -> Path:
    """Return the database file of an address, which need not exist. Raises StoreError if the address is malformed."""
    if not address.startswith(_SQLITE) or address == _SQLITE:
        raise StoreError(
            f"{address!r} is no address of a database; write sqlite:///FILE (four slashes for a path from the root)."
        )
    return Path(address.removeprefix(_SQLITE))
