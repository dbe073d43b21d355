"""Copies of a database file that are whole, made while a server writes to it."""

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
    """A copy that was made."""

    size: int  # in bytes
    seconds: float


def back_up(database: Path, copy: Path, *, overwrite: bool = False) -> Backup:
    """Copy a database file as it is at this moment: with everything acknowledged until now. Raises StoreError.

    The copy is made in one go from one snapshot, so writers do not hold it up, nor does it hold up them. Only its user
    may ever read it, because it holds the seeds of games that go on. It gets its name when it has been checked.
    """
    begun = time.monotonic()
    _check_target(database, copy, overwrite=overwrite)
    try:
        handle, name = tempfile.mkstemp(
            ".part", f".{copy.name}.", copy.parent
        )  # nobody else may read it from the start
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
    # Read and write, because a reader alone cannot tidy up after a server that was killed; nothing is written to it.
    source = sqlite3.connect(f"{database.resolve().as_uri()}?mode=rw", timeout=_BUSY_SECONDS, uri=True)
    with closing(source), closing(sqlite3.connect(part, isolation_level=None)) as target:
        # Until it is whole nobody uses it, and it is made durable in the end.
        target.execute("PRAGMA journal_mode = OFF")
        target.execute("PRAGMA synchronous = OFF")
        source.backup(target, pages=-1)


def _check_copy(part: Path) -> None:
    """Raise sqlite3.DatabaseError if a copy is damaged, which it is if the database is."""
    uri = f"{part.resolve().as_uri()}?mode=ro&immutable=1"  # nobody writes to it: no files beside it are needed
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        [(found,)] = connection.execute("PRAGMA integrity_check(1)").fetchall()
    if found != "ok":
        raise sqlite3.DatabaseError(" ".join(found.split()))


def _put_in_place(part: Path, copy: Path, *, overwrite: bool) -> None:
    """Give the copy its name, durably; unless it may, it replaces nothing, not even what has come meanwhile."""
    if overwrite:
        part.replace(copy)
    else:
        try:
            os.link(part, copy)
        except FileExistsError:
            raise _taken(copy) from None
        except OSError:  # a disk without hard links
            part.rename(copy)
    with suppress(OSError):  # where a folder cannot be opened, it is durable when the system makes it so
        folder = os.open(copy.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
