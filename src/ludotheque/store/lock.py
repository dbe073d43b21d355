"""A lock on the file of a store: one server per file, because the bus reaches only the connections of one process.

Reading and writing need no lock (`Store` says what happens in a race), so a backup can be made while a server runs. The
lock is a file beside the database that holds the process id and the address of the server. The operating system
releases it when the process ends, however it ends; the file itself stays.
"""

import os
import sys
from pathlib import Path
from typing import Self

from ludotheque.core.errors import StoreError, StoreInUse

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # Windows makes locked bytes unreadable, so a byte beyond the end of the file is locked

    def _try_lock(file: int) -> bool:
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class NoLock:
    """In place of the lock of a file, for a database that has a lock of its own."""

    def __enter__(self) -> Self:
        """Do nothing."""
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing."""

    def advertise(self, url: str) -> None:
        """Do nothing."""


class StoreLock:
    """The lock of a database file, held while the context is entered. Entering raises StoreInUse or StoreError."""

    def __init__(self, database: Path) -> None:
        self._database = database.resolve()  # one lock per file, whatever links lead to it
        self._path = self._database.with_name(f"{self._database.name}.lock")
        self._file: int | None = None

    def __enter__(self) -> Self:
        """Take the lock without waiting."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                is_ours = _try_lock(file)
            except BaseException:
                os.close(file)
                raise
        except OSError as error:
            raise StoreError(
                f"{self._database} is no database that can be written "
                f"({self._path.name} cannot be locked: {error.strerror}); name another file."
            ) from None
        if not is_ours:
            os.close(file)
            raise self._explain()
        self._file = file
        self.advertise("")
        return self

    def __exit__(self, *_: object) -> None:
        """Release the lock; its file stays, empty."""
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = None

    def advertise(self, url: str) -> None:
        """Write the server's URL into the lock, for processes that find it taken. Raises StoreError unless held."""
        if self._file is None:
            raise StoreError("The lock is not held, so there is nothing to tell; take it first.")
        text = f"{os.getpid()} {url}\n".encode()
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, text)

    def _explain(self) -> StoreInUse:
        """Say who holds the lock. A process that has only just taken it may not have written its address yet."""
        try:
            process, _, url = self._path.read_text(encoding="utf-8").strip().partition(" ")
        except (OSError, UnicodeDecodeError):
            process = url = ""
        who = f"process {process}" if process.isdecimal() else "another process"
        where = f", which listens on {url}" if url else ""
        return StoreInUse(
            f"{self._database} is in use by a server in {who}{where}. "
            "Use that one, end it first, or name another file with --database.",
            url,
        )
