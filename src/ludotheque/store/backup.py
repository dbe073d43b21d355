"""Consistent copies of a database file, made while a server writes to it."""

import os
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from ludotheque.core.errors import StoreError

_BUSY_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished copy."""

    size: int  # in bytes
    seconds: float


def back_up(database: Path, copy: Path, *, overwrite: bool = False) -> Backup:
    """Copy a database file with everything acknowledged until now. Raises StoreError.

    The copy is made from one snapshot, so it and the writers do not block each other. It is readable by its owner only,
    because it holds the seeds of games in progress, and it gets its name only after an integrity check.
    """
    begun = time.monotonic()
    _check_target(database, copy, overwrite=overwrite)
    try:
        handle, name = tempfile.mkstemp(".part", f".{copy.name}.", copy.parent)  # with mode 0600 from the start
    except OSError as error:
        raise StoreError(f"{copy} cannot be written ({error.strerror}); name another file.") from None
    part = Path(name)
    try:
        _copy(database, part)
        os.fsync(handle)
        _check_copy(part)
        _put_in_place(part, copy, overwrite=overwrite)
        size = os.fstat(handle).st_size
    except sqlite3.Error as error:
        raise StoreError(
            f"{database} could not be copied to {copy} ({error}); see to the disk, then try again."
        ) from None
    except OSError as error:
        raise StoreError(f"{copy} could not be written ({error.strerror}); see to the disk, then try again.") from None
    finally:
        os.close(handle)
        part.unlink(missing_ok=True)
    return Backup(size, time.monotonic() - begun)


def _check_target(database: Path, copy: Path, *, overwrite: bool) -> None:
    if not database.is_file():
        raise StoreError(f"There is no database {database}; name it with --database.")
    if copy.exists() and copy.samefile(database):
        raise StoreError(f"{copy} is the database itself; name another file for the copy.")
    if copy.exists() and not overwrite:
        raise _taken(copy)
    if copy.with_name(f"{copy.name}-wal").exists():
        raise StoreError(f"{copy} is a database in use (there is {copy.name}-wal beside it); name another file.")


def _taken(copy: Path) -> StoreError:
    return StoreError(f"{copy} exists already; name another file, or add --overwrite to replace it.")


def _copy(database: Path, part: Path) -> None:
    # Opened for writing, because a read-only connection cannot recover the log of a server that was killed.
    source = sqlite3.connect(f"{database.resolve().as_uri()}?mode=rw", timeout=_BUSY_SECONDS, uri=True)
    with closing(source), closing(sqlite3.connect(part, isolation_level=None)) as target:
        # Nobody uses the file before it is complete, and the caller makes it durable at the end.
        target.execute("PRAGMA journal_mode = OFF")
        target.execute("PRAGMA synchronous = OFF")
        source.backup(target, pages=-1)


def _check_copy(part: Path) -> None:
    """Raise sqlite3.DatabaseError if a copy is damaged, as it is when the database is damaged."""
    uri = f"{part.resolve().as_uri()}?mode=ro&immutable=1"  # nobody writes to it, so SQLite needs no files beside it
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        [(found,)] = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if found != "ok":
        raise sqlite3.DatabaseError(" ".join(found.split()))


def _put_in_place(part: Path, copy: Path, *, overwrite: bool) -> None:
    """Give the copy its name, durably. Without `overwrite` it replaces nothing, not even a file created meanwhile."""
    if overwrite:
        part.replace(copy)
    else:
        try:
            os.link(part, copy)
        except FileExistsError:
            raise _taken(copy) from None
        except OSError:  # a file system without hard links
            part.rename(copy)
    with suppress(
        OSError
    ):  # some systems cannot open a folder; the name is then durable only when the system flushes it
        folder = os.open(copy.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
