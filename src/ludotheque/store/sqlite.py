"""The store in an SQLite file: write-ahead log, full durability, one thread that writes.

Reads run on the event loop. They are lookups by key in cached pages, and with a write-ahead log no writer blocks them:
handing them to a thread would take longer than the read itself.
"""

import logging
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import astuple
from pathlib import Path
from threading import Timer
from typing import Any

import msgspec

from ludotheque.core.errors import Conflict, StoreError
from ludotheque.store.columns import (
    COLUMNS,
    TABLE_COLUMNS,
    decode_review,
    decode_table,
    encode_review,
    encode_table,
)
from ludotheque.store.group_commit import Insertion
from ludotheque.store.migrations import migrate
from ludotheque.store.store import (
    STATUSES,
    ChatRow,
    Credential,
    CredentialKind,
    LinkRow,
    PageCursor,
    Player,
    PlyRow,
    RemovedPlayer,
    ReviewRow,
    Status,
    TableRow,
)
from ludotheque.store.writer import Writer

_BUSY_SECONDS = 10.0  # how long to wait for another process that writes
_LOG_PAGES = 8000  # of 4 kB, until the write-ahead log is checkpointed; the write that triggers it waits
_OLDEST_SQLITE = (3, 38, 0)  # the first with strict tables, RETURNING and ->>

_CHECK_SECONDS = 10.0  # limit of the integrity check at the start; enough for more than 1 GB
_LATEST = 2**63 - 1  # after every time
_LEAST_FREE = 1024 * 1024  # bytes; on a disk with less left, the next write may be the first that fails

_VALUES = ", ".join("?" * len(COLUMNS))
_ADD_TABLE = f"INSERT INTO tables ({', '.join(COLUMNS)}) VALUES ({_VALUES})"  # noqa: S608 - names and question marks
_SAVE_TABLE = f"UPDATE tables SET ({', '.join(COLUMNS)}) = ({_VALUES}) WHERE id = ? AND version = ?"  # noqa: S608 - the same
_TABLES = f"SELECT {TABLE_COLUMNS} FROM"
_LIST_PLIES = """
    SELECT ply, actor, move, spent, at FROM plies WHERE table_id = ?1 AND ply > ?2
        AND (?3 IS NULL OR EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND epoch = ?3)) ORDER BY ply
"""
_ADD_PLIES = """
    INSERT INTO plies
    SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6 FROM json_each(?)
"""
_SAVE_REVIEW = """
    INSERT INTO reviews VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, rules_version)
    DO UPDATE SET (format, is_complete, body, made_at)
        = (EXCLUDED.format, EXCLUDED.is_complete, EXCLUDED.body, EXCLUDED.made_at)
    WHERE reviews.is_complete = 0 OR reviews.format <> EXCLUDED.format
"""

# What happens to a player's tables when the player is removed. Rows whose seats are not JSON are left as they are.
_LIST_ALONE = """
    SELECT table_id FROM members JOIN tables ON id = table_id
    WHERE player = :player AND json_valid(seats) AND host IN (:player, '')
        AND NOT EXISTS (SELECT * FROM json_each(seats) WHERE value->>'player' <> :player)
"""
_REMOVE_TABLE = (
    "DELETE FROM members WHERE table_id = ?",
    "DELETE FROM chat WHERE table_id = ?",
    "DELETE FROM reviews WHERE table_id = ?",
    "DELETE FROM plies WHERE table_id = ?",
    "DELETE FROM tables WHERE id = ?",
)
_EMPTY_SEATS = """
    UPDATE tables SET
        host = CASE WHEN host <> :player THEN host ELSE
            coalesce((SELECT value->>'player' FROM json_each(seats) WHERE value->>'player' <> :player), '') END,
        seats = (SELECT json_group_array(json(
            CASE WHEN value->>'player' = :player THEN json_set(value, '$.player', NULL, '$.name', NULL) ELSE value END
        )) FROM json_each(seats)),
        version = version + 1
    WHERE id IN (SELECT table_id FROM members WHERE player = :player) AND json_valid(seats)
"""

_log = logging.getLogger(__name__)


class SqliteStore:
    """A store in one SQLite file. `Store` defines the contract of each method."""

    _writer: Writer
    _reading: sqlite3.Connection

    def __init__(self, path: Path) -> None:
        self._path = path
        self.revision = 0

    @property
    def requests(self) -> int:
        return self._writer.requests

    @property
    def transactions(self) -> int:
        return self._writer.transactions

    async def open(self) -> None:
        """Create the file if needed, check its integrity, migrate its schema and start the writer."""
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            raise StoreError(f"SQLite 3.38 or newer is needed; this Python has {sqlite3.sqlite_version}.")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch(mode=0o600)  # it holds the seeds of games in progress
            with ExitStack() as opened:
                writing = opened.enter_context(closing(_connect(self._path)))
                _check_integrity(self._path)
                migrate(writing)
                # A newer version of the server may decode rows that the last one could not.
                writing.execute("UPDATE tables SET unreadable = 0 WHERE unreadable = 1")
                self._reading = _connect(self._path)
                opened.pop_all()
        except (OSError, sqlite3.Error) as error:
            raise _explain_unopened(self._path, error) from None
        self._writer = Writer(writing)

    async def close(self) -> None:
        self._reading.close()  # first: the last connection to close must be able to write, to remove the log
        await self._writer.close()

    async def check(self) -> None:
        """Check the free space, then write a counter and read it back."""
        free = shutil.disk_usage(
            self._path.parent
        ).free  # a small write may fit into an existing log even on a full disk
        if free < _LEAST_FREE:
            raise StoreError(f"The disk with {self._path} is full ({free} bytes are left); make room on it.")
        [(written,)] = await self._writer.write(
            lambda connection: connection.execute("UPDATE health SET checks = checks + 1 RETURNING checks").fetchall()
        )
        [(read,)] = self._read("SELECT checks FROM health")
        if read < written:
            raise StoreError(f"{self._path} does not give back what was written; restore a backup.")

    # Players

    async def add_player(self, player: Player, credential: Credential, credential_hash: bytes) -> None:
        def change(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO players VALUES (?, ?, ?)", astuple(player))
            _add_credential(connection, credential, credential_hash)

        await self._writer.write(change)

    async def find_player(self, credential_hash: bytes) -> tuple[Player, Credential] | None:
        rows = self._read(
            "SELECT players.id, name, players.created_at, credentials.id, player, kind, label, credentials.created_at, "
            "used_at FROM credentials JOIN players ON players.id = player WHERE hash = ?",
            credential_hash,
        )
        return (Player(*rows[0][:3]), Credential(*rows[0][3:])) if rows else None

    async def rename_player(self, player: str, name: str) -> None:
        await self._write("UPDATE players SET name = ? WHERE id = ?", name, player)

    async def remove_player(self, player: str) -> RemovedPlayer:
        def change(connection: sqlite3.Connection) -> RemovedPlayer:
            alone = connection.execute(_LIST_ALONE, {"player": player}).fetchall()
            for table in alone:
                for statement in _REMOVE_TABLE:
                    connection.execute(statement, table)
            connection.execute(_EMPTY_SEATS, {"player": player})
            connection.execute("UPDATE chat SET player = '', name = '' WHERE player = ?", (player,))
            connection.execute("DELETE FROM links WHERE player = ?", (player,))
            credentials = connection.execute(
                "DELETE FROM credentials WHERE player = ? RETURNING id", (player,)
            ).fetchall()
            connection.execute("DELETE FROM players WHERE id = ?", (player,))
            return RemovedPlayer([credential for [credential] in credentials], [table for [table] in alone])

        removed: RemovedPlayer = await self._writer.write(change)
        self.revision += 1
        return removed

    async def add_credential(self, credential: Credential, credential_hash: bytes) -> None:
        await self._writer.write(lambda connection: _add_credential(connection, credential, credential_hash))

    async def list_credentials(self, player: str, kind: CredentialKind) -> list[Credential]:
        rows = self._read(
            "SELECT id, player, kind, label, created_at, used_at FROM credentials WHERE player = ? AND kind = ? "
            "ORDER BY created_at, id",
            player,
            kind,
        )
        return [Credential(*row) for row in rows]

    async def remove_credential(self, player: str, credential: str) -> bool:
        removed = await self._write("DELETE FROM credentials WHERE player = ? AND id = ?", player, credential)
        return removed > 0

    async def touch_credential(self, credential: str, now: int) -> None:
        await self._write("UPDATE credentials SET used_at = ? WHERE id = ?", now, credential)

    async def remove_device_credentials(self, player: str, but: str | None) -> list[str]:
        def change(connection: sqlite3.Connection) -> list[tuple[str]]:
            connection.execute("DELETE FROM links WHERE player = ?", (player,))
            return connection.execute(
                "DELETE FROM credentials WHERE player = ? AND kind = 'cookie' AND id IS NOT ? RETURNING id",
                (player, but),
            ).fetchall()

        return [credential for [credential] in await self._writer.write(change)]

    async def add_link(self, link_hash: bytes, player: str, expires_at: int, now: int = 0) -> None:
        def change(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM links WHERE expires_at <= ?", (now,))
            connection.execute("INSERT INTO links VALUES (?, ?, ?)", (link_hash, player, expires_at))

        await self._writer.write(change)

    async def find_link(self, link_hash: bytes, now: int) -> tuple[Player, LinkRow] | None:
        rows = self._read(
            "SELECT id, name, created_at, hash, player, expires_at FROM links JOIN players ON players.id = player "
            "WHERE hash = ? AND expires_at > ?",
            link_hash,
            now,
        )
        return (Player(*rows[0][:3]), LinkRow(*rows[0][3:])) if rows else None

    async def list_links(self, player: str, now: int) -> list[LinkRow]:
        """List a player's usable links. Links expire within minutes, so there are never many."""
        rows = self._read(
            "SELECT hash, player, expires_at FROM links WHERE player = ? AND expires_at > ? ORDER BY expires_at, hash",
            player,
            now,
        )
        return [LinkRow(*row) for row in rows]

    async def remove_link(self, player: str, link_hash: bytes) -> bool:
        return await self._write("DELETE FROM links WHERE player = ? AND hash = ?", player, link_hash) > 0

    async def use_link(self, link_hash: bytes, now: int) -> Player | None:
        """Use up a link: only the caller whose DELETE returns the row gets the player."""

        def change(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
            connection.execute("DELETE FROM links WHERE expires_at <= ?", (now,))
            used = connection.execute("DELETE FROM links WHERE hash = ? RETURNING player", (link_hash,)).fetchall()
            return connection.execute("SELECT * FROM players WHERE id = ?", used[0]).fetchall() if used else []

        rows = await self._writer.write(change)
        return Player(*rows[0]) if rows else None

    # Tables

    async def add_table(self, row: TableRow) -> None:
        await self._write(_ADD_TABLE, *encode_table(row))
        self.revision += 1

    async def save_table(self, row: TableRow) -> None:
        await self._writer.write(lambda connection: _save_table(connection, row))
        self.revision += 1

    async def remove_table(self, row: TableRow) -> None:
        def change(connection: sqlite3.Connection) -> None:
            for table in ("plies", "chat", "reviews", "members"):
                connection.execute(f"DELETE FROM {table} WHERE table_id = ?", (row.id,))  # noqa: S608 - names from here
            removed = connection.execute("DELETE FROM tables WHERE id = ? AND version = ?", (row.id, row.version))
            if not removed.rowcount:
                raise Conflict(f"Table {row.id} is gone or was changed elsewhere; load it again.")

        await self._writer.write(change)
        self.revision += 1

    async def find_table(self, table: str) -> TableRow | None:
        rows = self._read(f"{_TABLES} tables WHERE id = ?", table)
        try:
            return decode_table(rows[0]) if rows else None
        except ValueError as error:
            raise StoreError(f"{self._path}: table {table} cannot be read ({error}).") from None

    async def find_code(self, code: str) -> str | None:
        rows = self._read("SELECT id FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def list_tables(self, status: Status, limit: int = 100, after: TableRow | None = None) -> list[TableRow]:
        return await self._list(
            f"{_TABLES} tables WHERE status = ? AND unreadable = 0 AND changed_at <= ? AND (changed_at, id) < (?, ?) "
            "ORDER BY changed_at DESC, id DESC LIMIT ?",
            status,
            *((_LATEST, _LATEST, "") if after is None else (after.changed_at, after.changed_at, after.id)),
            limit,
        )

    async def list_abandoned_tables(
        self, before: int, limit: int = 100, after: TableRow | None = None
    ) -> list[TableRow]:
        return await self._list(
            f"{_TABLES} tables WHERE status = 'waiting' AND unreadable = 0 AND changed_at < ? AND changed_at >= ? "
            "AND (changed_at, id) > (?, ?) ORDER BY changed_at, id LIMIT ?",
            before,
            *((0, 0, "") if after is None else (after.changed_at, after.changed_at, after.id)),
            limit,
        )

    async def list_open_tables(self, limit: int = 100) -> list[TableRow]:
        return await self._list(
            f"{_TABLES} tables INDEXED BY tables_to_join "
            "WHERE status = 'waiting' AND settings->>'visibility' = 'public' AND open_seats > 0 AND unreadable = 0 "
            "ORDER BY changed_at DESC LIMIT ?",
            limit,
        )

    async def list_watchable_tables(self, limit: int = 100) -> list[TableRow]:
        return await self._list(
            f"{_TABLES} tables INDEXED BY tables_to_watch "
            "WHERE status = 'playing' AND settings->>'watch' = 'anyone' AND unreadable = 0 "
            "ORDER BY changed_at DESC LIMIT ?",
            limit,
        )

    async def list_player_tables(
        self,
        player: str,
        limit: int = 100,
        after: PageCursor | None = None,
        statuses: Sequence[Status] = STATUSES,
        game: str | None = None,
    ) -> list[TableRow]:
        cursor = PageCursor(is_over=False, changed_at=_LATEST, id="") if after is None else after
        return await self._list(
            f"{_TABLES} members INDEXED BY members_listed CROSS JOIN tables ON tables.id = table_id "
            "WHERE player = ? AND rank < 2 AND (rank, -members.changed_at, table_id) > (?, ?, ?) "
            "AND status IN (?, ?, ?) AND game = coalesce(?, game) "
            "ORDER BY rank, members.changed_at DESC, table_id LIMIT ?",
            player,
            cursor.is_over,
            -cursor.changed_at,
            cursor.id,
            *(3 * [*statuses])[:3],
            game,
            limit,
        )

    async def mark_unreadable(self, tables: Sequence[str]) -> None:
        await self._write(
            "UPDATE tables SET unreadable = 1 WHERE id IN (SELECT value FROM json_each(?))",
            msgspec.json.encode(tables).decode(),
        )
        self.revision += 1

    async def _list(self, query: str, *values: Any) -> list[TableRow]:
        """List rows. A damaged row must not use up the limit: it is marked unreadable, and the list is read again."""
        while True:
            rows, damaged = [], []
            for columns in self._read(query, *values):
                try:
                    rows.append(decode_table(columns))
                except ValueError as error:
                    _log.error("%s: table %s is damaged (%s)", self._path, columns[0], error)
                    damaged.append(columns[0])
            if not damaged:
                return rows
            await self.mark_unreadable(damaged)

    # The log

    async def append(self, table: str, plies: Sequence[PlyRow], epoch: int, row: TableRow | None = None) -> None:
        insertion = Insertion(
            _insert_plies, [(table, each.ply, epoch, each.actor, each.move, each.spent, each.at) for each in plies]
        )
        if row is None:
            await self._writer.write(insertion)
            return

        def change(connection: sqlite3.Connection) -> None:
            insertion(connection)
            _save_table(connection, row)

        await self._writer.write(change)
        self.revision += 1

    async def truncate(self, table: str, ply: int, row: TableRow) -> None:
        def change(connection: sqlite3.Connection) -> None:
            _save_table(connection, row)
            connection.execute("DELETE FROM plies WHERE table_id = ? AND ply > ?", (table, ply))

        await self._writer.write(change)
        self.revision += 1

    async def list_plies(self, table: str, since: int = 0, epoch: int | None = None) -> list[PlyRow]:
        rows = self._read(_LIST_PLIES, table, since, epoch)
        return [PlyRow(*row) for row in rows]

    # Chat

    async def add_chat(self, table: str, chat: ChatRow) -> None:
        await self._write("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?)", table, *astuple(chat))

    async def list_chat(self, table: str, limit: int = 100, since: int = 0) -> list[ChatRow]:
        rows = self._read(
            "SELECT number, player, name, seat, text, at FROM chat WHERE table_id = ? AND number > ? "
            "ORDER BY number DESC LIMIT ?",
            table,
            since,
            limit,
        )
        return [ChatRow(*row) for row in reversed(rows)]

    # Reviews

    async def save_review(self, review: ReviewRow) -> None:
        await self._write(_SAVE_REVIEW, *encode_review(review))

    async def find_review(self, table: str, rules_version: int) -> ReviewRow | None:
        rows = self._read("SELECT * FROM reviews WHERE table_id = ? AND rules_version = ?", table, rules_version)
        return decode_review(rows[0]) if rows else None

    def _read(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return self._reading.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self._path} cannot be read ({error}).") from None

    async def _write(self, statement: str, *values: Any) -> int:
        """Execute one statement; return the number of rows that it changed."""
        touched: int = await self._writer.write(lambda connection: connection.execute(statement, values).rowcount)
        return touched


def _check_integrity(path: Path) -> None:
    """Raise sqlite3.DatabaseError if a file is damaged. A time limit cuts the check of a very large file short."""
    with closing(_connect(path)) as connection:
        timer = Timer(_CHECK_SECONDS, connection.interrupt)
        timer.start()
        try:
            [(found,)] = connection.execute("PRAGMA quick_check(1)").fetchall()
        except sqlite3.OperationalError as error:
            if "interrupted" not in str(error):
                raise
            _log.warning("%s is too large to be looked through in %.0f seconds", path, _CHECK_SECONDS)
            return
        finally:
            timer.cancel()
            timer.join()
        if found != "ok":
            raise sqlite3.DatabaseError(found)


def _explain_unopened(path: Path, error: Exception) -> StoreError:
    """Make the error for a file that cannot be opened: the cause, and what to do."""
    is_database = isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)
    if is_database and "not a database" not in str(error):
        found = " ".join(str(error).split())
        return StoreError(
            f"{path} is damaged ({found}); restore a backup as docs/server.md says, or name another file."
        )
    return StoreError(f"{path} is no database that can be written ({error}); name another file.")


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # a commit is on disk when it returns
        connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA temp_store = MEMORY")  # what a statement could undo spills into no file
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _add_credential(connection: sqlite3.Connection, credential: Credential, credential_hash: bytes) -> None:
    connection.execute(
        "INSERT INTO credentials (id, player, kind, label, created_at, used_at, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*astuple(credential), credential_hash),
    )


def _save_table(connection: sqlite3.Connection, row: TableRow) -> None:
    """Replace a table's row; Conflict unless its version follows the stored one."""
    saved = connection.execute(_SAVE_TABLE, (*encode_table(row), row.id, row.version - 1))
    if not saved.rowcount:
        raise Conflict(f"Table {row.id} is gone or was changed elsewhere; load it again.")


def _insert_plies(connection: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> None:
    """Insert rows into the log with a single statement, however many there are."""
    connection.execute(_ADD_PLIES, (msgspec.json.encode(rows).decode(),))
