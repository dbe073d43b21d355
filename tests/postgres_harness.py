"""A private PostgreSQL for tests: the system's programs, in a temporary folder, reached by a socket in it alone."""

import asyncio
import os
import re
import shutil
import subprocess
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Literal

USER = "postgres"
SOCKET = ".s.PGSQL.5432"
WRITER = re.compile(rb"application_name\0ludotheque [0-9a-f]{16}\0")
"""In the first message of the connection by which a store writes; its other connections say what they are for."""
NEEDED = "These tests need PostgreSQL: sudo apt-get install postgresql"


class Postgres:
    """A PostgreSQL of one test run. It refuses to run as root, so root runs it as another user."""

    def __init__(self, *, is_durable: bool = False) -> None:
        """Make it; only a benchmark waits for the disk."""
        self._is_durable = is_durable
        self._programs = find_programs()
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short, because the name of a socket is
        self._data = self.folder / "data"
        self._numbers = count(1)
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER)
        self._run("initdb", "--no-sync", "--auth=trust", f"--username={USER}", "--encoding=UTF8", "--locale=C.UTF-8")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        fsync = "on" if self._is_durable else "off"
        options = f"-c fsync={fsync} -c listen_addresses= -c max_connections=200 -k {self.folder}"
        self._run("pg_ctl", "start", "--wait", "--silent", f"--log={self.folder / 'log'}", f"--options={options}")

    def stop(self, mode: Literal["fast", "immediate"] = "immediate") -> None:
        """Stop it; `immediate` is as if it had crashed."""
        self._run("pg_ctl", "stop", "--wait", "--silent", f"--mode={mode}")

    def remove(self) -> None:
        """Stop it for good."""
        self.stop()
        shutil.rmtree(self.folder)

    def read_pid(self) -> int:
        """Give the process that has started all others."""
        return int((self._data / "postmaster.pid").read_text(encoding="utf-8").split()[0])

    def make_database(self) -> str:
        """Make an empty database; give its address."""
        name = f"test{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}", "postgres")
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def execute(self, statement: str, database: str) -> str:
        """Do a statement as somebody else would; give what comes back, a row a line."""
        words = [str(self._programs / "psql"), f"--host={self.folder}", f"--username={USER}", f"--dbname={database}"]
        flags = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]
        done = subprocess.run([*words, *flags, f"--command={statement}"], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def _run(self, program: str, *arguments: str) -> None:
        words = [str(self._programs / program), f"--pgdata={self._data}", *arguments]
        if os.geteuid() == 0:
            words = ["runuser", "-u", USER, "--", *words]
        subprocess.run(words, check=True, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def find_programs() -> Path:
    """Find the newest PostgreSQL: Debian has each in a folder of its own and none on the path."""
    if (found := shutil.which("initdb")) is not None:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    if not folders:
        raise AssertionError(NEEDED)
    return folders[-1]


class Proxy:
    """Stands between a store and its PostgreSQL, and cuts the connection when some text passes, or is committed.

    `before`: what is sent does not arrive. `after`: it arrives, and what PostgreSQL answers does not.
    """

    def __init__(self, behind: Postgres, folder: Path) -> None:
        self.text = b""
        self.when: Literal["before", "after"] | None = None
        self.is_down_after = False
        """Whether nobody can connect any more once a connection was cut."""
        self.commit_cuts = 0
        """How many connections were cut in mid-commit because `cut_commit` was called."""
        self.other_cuts = 0
        self._is_commit_meant = False
        self._behind = behind
        self._folder = folder
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._serving: set[Any] = set()

    async def open(self) -> None:
        """Let stores connect."""
        self._server = await asyncio.start_unix_server(self._serve, self._folder / SOCKET)

    async def close(self) -> None:
        """Let nobody connect any more, and cut all connections."""
        assert self._server is not None
        self._server.close()
        for writer in [*self._writers]:
            writer.transport.abort()
        if others := self._serving - {asyncio.current_task()}:
            await asyncio.wait(others)

    def through(self, address: str) -> str:
        """Give the address by which a database is reached through here."""
        return address.replace(f"host={self._behind.folder}", f"host={self._folder}")

    def cut(self, when: Literal["before", "after"], text: bytes) -> None:
        """Cut the next connection on which this text passes."""
        self.when, self.text, self._is_commit_meant = when, text, False

    def cut_commit(self, when: Literal["before", "after"], text: bytes) -> None:
        """Cut the next connection of a writer that commits a transaction with this text, when it does."""
        self.when, self.text, self._is_commit_meant = when, text, True

    @property
    def cuts(self) -> int:
        """How many connections were cut because that was asked for."""
        return self.commit_cuts + self.other_cuts

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            other_reader, other = await asyncio.open_unix_connection(self._behind.folder / SOCKET)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, other}
        self._serving.add(asyncio.current_task())
        answering = asyncio.create_task(self._pass_on(other_reader, writer))
        session = _Session()
        try:
            while data := await reader.read(65536):
                committed = session.follow(data)
                is_it = self.when is not None and self.text in (committed if self._is_commit_meant else data)
                if is_it and self.when == "after":
                    answering.cancel()
                    await asyncio.wait([answering])
                    other.write(data)
                    await other_reader.read(1)
                if is_it:
                    self.when = None
                    self.commit_cuts += self._is_commit_meant
                    self.other_cuts += not self._is_commit_meant
                    if self.is_down_after:
                        await self.close()
                    return
                other.write(data)
        except OSError:
            pass
        finally:
            answering.cancel()
            for end in (writer, other):
                end.transport.abort()
                self._writers.discard(end)
            self._serving.discard(asyncio.current_task())

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
            writer.close()


class _Session:
    """One connection, as far as what it sends tells whether it writes, and what it commits."""

    def __init__(self) -> None:
        self._is_writer: bool | None = None
        self._begun: bytes | None = None  # what was sent since BEGIN

    def follow(self, data: bytes) -> bytes:
        """Give what a writer commits by sending this: nothing within a transaction, all of it at its end."""
        if self._is_writer is None:
            self._is_writer = WRITER.search(data) is not None
            return b""
        if not self._is_writer:
            return b""
        if b"BEGIN\0" in data:
            self._begun = data
            return b""
        if self._begun is None:
            return data  # a statement is a transaction of its own
        self._begun += data
        if not re.search(rb"(COMMIT|ROLLBACK)\0", data):
            return b""
        transaction, self._begun = self._begun, None
        return transaction if b"COMMIT\0" in data else b""
