"""The store in a PostgreSQL database: one connection that writes, and a few that read.

Any number of processes may use one database. What one of them has been told is stored is on the disk of the database,
and seen by all others; a commit becomes visible only when it is durable.
"""

import logging
import re
from collections.abc import Sequence
from dataclasses import astuple
from typing import Any
from urllib.parse import unquote

import asyncpg

from ludotheque.core.errors import Conflict, StoreError
from ludotheque.store.columns import (
    COLUMNS,
    TABLE_COLUMNS,
    decode_review,
    decode_table,
    encode_review,
    encode_table,
)
from ludotheque.store.postgres_migrations import migrate
from ludotheque.store.postgres_writer import FAILURES, Change, Connection, Hold, PostgresWriter, describe
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

_READERS = 4  # connections that read; a read takes well under a millisecond
_CONNECT_SECONDS = 5.0
_ANSWER_SECONDS = 30.0  # after which a statement counts as lost
_OLDEST = 140000  # PostgreSQL 14 is the first that says whether a session has ended
_LATEST = 2**63 - 1  # after every time

_VALUES = ", ".join(f"${number}" for number in range(1, len(COLUMNS) + 1))
_ADD_TABLE = f"INSERT INTO tables ({', '.join(COLUMNS)}) VALUES ({_VALUES})"  # noqa: S608 - names and numbers
_SAVE_TABLE = (
    f"UPDATE tables SET ({', '.join(COLUMNS)}) = ({_VALUES}) "  # noqa: S608 - the same
    f"WHERE id = $1 AND version = ${COLUMNS.index('version') + 1} - 1"
)
_TABLES = f"SELECT {TABLE_COLUMNS} FROM"
_LIST_PLIES = """
    SELECT ply, actor, move, spent, at FROM plies WHERE table_id = $1 AND ply > $2
        AND ($3::bigint IS NULL OR EXISTS (SELECT FROM tables WHERE id = $1 AND epoch = $3)) ORDER BY ply
"""
_SAVE_REVIEW = """
    INSERT INTO reviews VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (table_id, rules_version)
    DO UPDATE SET (format, is_complete, body, made_at)
        = (EXCLUDED.format, EXCLUDED.is_complete, EXCLUDED.body, EXCLUDED.made_at)
    WHERE reviews.is_complete = 0 OR reviews.format <> EXCLUDED.format
"""

# What becomes of a player's tables when the player is removed.
_LOCK_TABLES = """
    SELECT lock_table(table_id) FROM (SELECT table_id FROM members WHERE player = $1 ORDER BY table_id) sorted
"""
_LIST_ALONE = """
    SELECT table_id FROM members JOIN tables ON id = table_id
    WHERE player = $1 AND host IN ($1, '')
        AND NOT EXISTS (SELECT FROM json_array_elements(seats) seat WHERE seat->>'player' <> $1)
"""
_EMPTY_SEATS = """
    UPDATE tables SET
        host = CASE WHEN host <> $1 THEN host ELSE coalesce(
            (SELECT seat->>'player' FROM json_array_elements(seats) WITH ORDINALITY AS listed(seat, number)
            WHERE seat->>'player' <> $1 ORDER BY number LIMIT 1), '') END,
        seats = (SELECT json_agg(
            CASE WHEN seat->>'player' = $1 THEN (seat::jsonb || '{"player": null, "name": null}')::json ELSE seat END
            ORDER BY number) FROM json_array_elements(seats) WITH ORDINALITY AS listed(seat, number)),
        version = version + 1
    WHERE id IN (SELECT table_id FROM members WHERE player = $1)
"""

_log = logging.getLogger(__name__)


class PostgresStore:
    """Keeps everything in one database. `Store` says what each call promises."""

    _pool: "asyncpg.Pool[asyncpg.Record]"

    def __init__(self, address: str, hold: Hold | None = None) -> None:
        """Take the address of a database, as libpq writes it: `postgresql://USER:PASSWORD@HOST/NAME`.

        Servers hold it together; who copies it holds it alone. `open` raises StoreInUse if that cannot be.
        """
        self._address = address
        self._name = _hide_password(address)
        self._writer = PostgresWriter(self._connect, hold)
        self.revision = 0

    @property
    def requests(self) -> int:
        return self._writer.requests

    @property
    def transactions(self) -> int:
        return self._writer.transactions

    async def open(self) -> None:
        try:
            connection = await self._connect("ludotheque")
            try:
                await self._prepare(connection)
            finally:
                connection.terminate()
            await self._writer.open()
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=0,
                max_size=_READERS,
                timeout=_CONNECT_SECONDS,
                command_timeout=_ANSWER_SECONDS,
                server_settings={"application_name": "ludotheque reader"},
            )
        except (*FAILURES, ValueError) as error:
            raise StoreError(
                f"{self._name} is no database that can be used ({describe(error)}); "
                "see that PostgreSQL runs, and that user and database exist."
            ) from None

    async def _connect(self, name: str) -> Connection:
        """Open a connection that writes, under a name that the database shows."""
        connection = await asyncpg.connect(
            self._address,
            timeout=_CONNECT_SECONDS,
            command_timeout=_ANSWER_SECONDS,
            server_settings={"application_name": name, "idle_in_transaction_session_timeout": "60s"},
        )
        # A commit is on the disk when it returns. What is stricter, for replicas, is left as it is.
        await connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
        return connection

    async def _prepare(self, connection: Connection) -> None:
        version, encoding, fsync = await connection.fetchrow(  # type: ignore[misc] # there is a row
            "SELECT current_setting('server_version_num')::int, current_setting('server_encoding'), "
            "current_setting('fsync')"
        )
        if version < _OLDEST:
            raise StoreError(f"PostgreSQL 14 or newer is needed; {self._name} is on {version // 10000}.")
        if encoding != "UTF8":
            raise StoreError(f"{self._name} has the encoding {encoding}; make a database with the encoding UTF8.")
        if fsync == "off":
            _log.warning("PostgreSQL runs with fsync = off: if the power fails, what was acknowledged can be lost")
        await migrate(connection)
        # A newer version may read what the last one could not, so every row gets another chance.
        await connection.execute("UPDATE tables SET unreadable = false WHERE unreadable")

    async def close(self) -> None:
        await self._writer.close()
        await self._pool.close()

    async def check(self) -> None:
        written = await self._writer.write(
            Change(lambda connection: connection.fetchval("UPDATE health SET checks = checks + 1 RETURNING checks"))
        )
        [(read,)] = await self._read("SELECT checks FROM health")
        if read < written:
            raise StoreError(f"{self._name} does not give back what was written; restore a backup.")

    # Players

    async def add_player(self, player: Player, credential: Credential, credential_hash: bytes) -> None:
        async def change(connection: Connection) -> None:
            await connection.execute("INSERT INTO players VALUES ($1, $2, $3)", *astuple(player))
            await _add_credential(connection, credential, credential_hash)

        await self._writer.write(Change(change))

    async def find_player(self, credential_hash: bytes) -> tuple[Player, Credential] | None:
        rows = await self._read(
            "SELECT players.id, name, players.created_at, credentials.id, player, kind, label, credentials.created_at, "
            "used_at FROM credentials JOIN players ON players.id = player WHERE hash = $1",
            credential_hash,
        )
        return (Player(*rows[0][:3]), Credential(*rows[0][3:])) if rows else None

    async def rename_player(self, player: str, name: str) -> None:
        await self._write("UPDATE players SET name = $1 WHERE id = $2", name, player)

    async def remove_player(self, player: str) -> RemovedPlayer:
        async def change(connection: Connection) -> RemovedPlayer:
            await connection.execute(_LOCK_TABLES, player)
            alone = [table for [table] in await connection.fetch(_LIST_ALONE, player)]
            await connection.execute("DELETE FROM plies WHERE table_id = ANY($1)", alone)
            await connection.execute("DELETE FROM tables WHERE id = ANY($1)", alone)
            await connection.execute(_EMPTY_SEATS, player)
            await connection.execute("UPDATE chat SET player = '', name = '' WHERE player = $1", player)
            await connection.execute("DELETE FROM links WHERE player = $1", player)
            credentials = await connection.fetch("DELETE FROM credentials WHERE player = $1 RETURNING id", player)
            await connection.execute("DELETE FROM players WHERE id = $1", player)
            return RemovedPlayer([credential for [credential] in credentials], alone)

        removed: RemovedPlayer = await self._writer.write(Change(change))
        self.revision += 1
        return removed

    async def add_credential(self, credential: Credential, credential_hash: bytes) -> None:
        await self._writer.write(Change(lambda connection: _add_credential(connection, credential, credential_hash)))

    async def list_credentials(self, player: str, kind: CredentialKind) -> list[Credential]:
        rows = await self._read(
            "SELECT id, player, kind, label, created_at, used_at FROM credentials WHERE player = $1 AND kind = $2 "
            "ORDER BY created_at, id",
            player,
            kind,
        )
        return [Credential(*row) for row in rows]

    async def remove_credential(self, player: str, credential: str) -> bool:
        removed = await self._write("DELETE FROM credentials WHERE player = $1 AND id = $2", player, credential)
        return removed > 0

    async def touch_credential(self, credential: str, now: int) -> None:
        await self._write("UPDATE credentials SET used_at = $1 WHERE id = $2", now, credential)

    async def remove_device_credentials(self, player: str, but: str | None) -> list[str]:
        async def change(connection: Connection) -> list[str]:
            await connection.execute("DELETE FROM links WHERE player = $1", player)
            rows = await connection.fetch(
                "DELETE FROM credentials WHERE player = $1 AND kind = 'cookie' AND id IS DISTINCT FROM $2 RETURNING id",
                player,
                but,
            )
            return [credential for [credential] in rows]

        removed: list[str] = await self._writer.write(Change(change))
        return removed

    async def add_link(self, link_hash: bytes, player: str, expires_at: int, now: int = 0) -> None:
        async def change(connection: Connection) -> None:
            await connection.execute("DELETE FROM links WHERE expires_at <= $1", now)
            await connection.execute("INSERT INTO links VALUES ($1, $2, $3)", link_hash, player, expires_at)

        await self._writer.write(Change(change))

    async def find_link(self, link_hash: bytes, now: int) -> tuple[Player, LinkRow] | None:
        rows = await self._read(
            "SELECT id, name, created_at, hash, player, expires_at FROM links JOIN players ON players.id = player "
            "WHERE hash = $1 AND expires_at > $2",
            link_hash,
            now,
        )
        return (Player(*rows[0][:3]), LinkRow(*rows[0][3:])) if rows else None

    async def list_links(self, player: str, now: int) -> list[LinkRow]:
        rows = await self._read(
            "SELECT hash, player, expires_at FROM links WHERE player = $1 AND expires_at > $2 "
            "ORDER BY expires_at, hash",
            player,
            now,
        )
        return [LinkRow(*row) for row in rows]

    async def remove_link(self, player: str, link_hash: bytes) -> bool:
        return await self._write("DELETE FROM links WHERE player = $1 AND hash = $2", player, link_hash) > 0

    async def use_link(self, link_hash: bytes, now: int) -> Player | None:
        """Use up a link. Deleting it is what only one caller can do."""

        async def change(connection: Connection) -> list[Any]:
            await connection.execute("DELETE FROM links WHERE expires_at <= $1", now)
            used = await connection.fetchval("DELETE FROM links WHERE hash = $1 RETURNING player", link_hash)
            return await connection.fetch("SELECT id, name, created_at FROM players WHERE id = $1", used)

        rows = await self._writer.write(Change(change))
        return Player(*rows[0]) if rows else None

    # Tables

    async def add_table(self, row: TableRow) -> None:
        await self._write(_ADD_TABLE, *encode_table(row))
        self.revision += 1

    async def save_table(self, row: TableRow) -> None:
        await self._writer.write(Change(lambda connection: _save_table(connection, row), [row.id]))
        self.revision += 1

    async def remove_table(self, row: TableRow) -> None:
        async def change(connection: Connection) -> None:
            removed = await connection.execute("DELETE FROM tables WHERE id = $1 AND version = $2", row.id, row.version)
            if not _count(removed):
                raise Conflict(f"Table {row.id} is gone or was changed elsewhere; load it again.")
            await connection.execute("DELETE FROM plies WHERE table_id = $1", row.id)

        await self._writer.write(Change(change, [row.id]))
        self.revision += 1

    async def find_table(self, table: str) -> TableRow | None:
        rows = await self._read(f"{_TABLES} tables WHERE id = $1", table)
        return decode_table(rows[0]) if rows else None

    async def find_code(self, code: str) -> str | None:
        rows = await self._read("SELECT id FROM tables WHERE code = $1", code)
        return rows[0][0] if rows else None

    async def list_tables(self, status: Status, limit: int = 100, after: TableRow | None = None) -> list[TableRow]:
        return await self._list(
            f"{_TABLES} tables WHERE status = $1 AND NOT unreadable AND (changed_at, id) < ($2, $3) "
            "ORDER BY changed_at DESC, id DESC LIMIT $4",
            status,
            *((_LATEST, "") if after is None else (after.changed_at, after.id)),
            limit,
        )

    async def list_abandoned_tables(
        self, before: int, limit: int = 100, after: TableRow | None = None
    ) -> list[TableRow]:
        return await self._list(
            f"{_TABLES} tables WHERE status = 'waiting' AND NOT unreadable AND changed_at < $1 "
            "AND (changed_at, id) > ($2, $3) ORDER BY changed_at, id LIMIT $4",
            before,
            *((-1, "") if after is None else (after.changed_at, after.id)),
            limit,
        )

    async def list_open_tables(self, limit: int = 100) -> list[TableRow]:
        return await self._list(
            f"{_TABLES} tables "
            "WHERE status = 'waiting' AND settings->>'visibility' = 'public' AND open_seats > 0 AND NOT unreadable "
            "ORDER BY changed_at DESC LIMIT $1",
            limit,
        )

    async def list_watchable_tables(self, limit: int = 100) -> list[TableRow]:
        return await self._list(
            f"{_TABLES} tables WHERE status = 'playing' AND settings->>'watch' = 'anyone' AND NOT unreadable "
            "ORDER BY changed_at DESC LIMIT $1",
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
        place = PageCursor(is_over=False, changed_at=_LATEST, id="") if after is None else after
        return await self._list(
            f"{_TABLES} members JOIN tables ON tables.id = table_id "
            "WHERE player = $1 AND rank < 2 AND (rank, -members.changed_at, table_id) > ($2, $3, $4) "
            "AND status = ANY($5) AND ($6::text IS NULL OR game = $6) "
            "ORDER BY rank, -members.changed_at, table_id LIMIT $7",
            player,
            int(place.is_over),
            -place.changed_at,
            place.id,
            list(statuses),
            game,
            limit,
        )

    async def mark_unreadable(self, tables: Sequence[str]) -> None:
        await self._write("UPDATE tables SET unreadable = true WHERE id = ANY($1)", list(tables))
        self.revision += 1

    async def _list(self, query: str, *values: Any) -> list[TableRow]:
        return [decode_table(row) for row in await self._read(query, *values)]

    # The log

    async def append(self, table: str, plies: Sequence[PlyRow], epoch: int, row: TableRow | None = None) -> None:
        rows = [(table, each.ply, epoch, each.actor, each.move, each.spent, each.at) for each in plies]
        if row is None:
            await self._writer.append(rows)
            return

        async def change(connection: Connection) -> None:
            await self._writer.insert_plies(connection, rows)
            await _save_table(connection, row)

        await self._writer.write(Change(change, [table]))
        self.revision += 1

    async def truncate(self, table: str, ply: int, row: TableRow) -> None:
        async def change(connection: Connection) -> None:
            await _save_table(connection, row)
            await connection.execute("DELETE FROM plies WHERE table_id = $1 AND ply > $2", table, ply)

        await self._writer.write(Change(change, [table]))
        self.revision += 1

    async def list_plies(self, table: str, since: int = 0, epoch: int | None = None) -> list[PlyRow]:
        rows = await self._read(_LIST_PLIES, table, since, epoch)
        return [PlyRow(*row) for row in rows]

    # Chat

    async def add_chat(self, table: str, chat: ChatRow) -> None:
        await self._write("INSERT INTO chat VALUES ($1, $2, $3, $4, $5, $6, $7)", table, *astuple(chat))

    async def list_chat(self, table: str, limit: int = 100, since: int = 0) -> list[ChatRow]:
        rows = await self._read(
            "SELECT number, player, name, seat, text, at FROM chat WHERE table_id = $1 AND number > $2 "
            "ORDER BY number DESC LIMIT $3",
            table,
            since,
            limit,
        )
        return [ChatRow(*row) for row in reversed(rows)]

    # Reviews

    async def save_review(self, review: ReviewRow) -> None:
        values = encode_review(review)
        await self._writer.write(Change(lambda connection: connection.execute(_SAVE_REVIEW, *values), [review.table]))

    async def find_review(self, table: str, rules_version: int) -> ReviewRow | None:
        rows = await self._read(
            "SELECT table_id, rules_version, format, is_complete, body, made_at FROM reviews "
            "WHERE table_id = $1 AND rules_version = $2",
            table,
            rules_version,
        )
        return decode_review(rows[0]) if rows else None

    async def _read(self, query: str, *values: Any) -> list[Any]:
        try:
            return await self._pool.fetch(query, *values)
        except FAILURES as error:
            raise StoreError(f"{self._name} cannot be read ({describe(error)}); try again.") from None

    async def _write(self, statement: str, *values: Any) -> int:
        """Do a change of one statement; give how many rows it touched."""

        async def change(connection: Connection) -> int:
            return _count(await connection.execute(statement, *values))

        touched: int = await self._writer.write(Change(change))
        return touched


def _hide_password(address: str) -> str:
    """Write an address as it may be shown."""
    where, _, query = address.partition("?")
    shown = [each for each in query.split("&") if each and "password" not in unquote(each.partition("=")[0])]
    return "?".join([re.sub(r"(?<=//)([^:/]*):.*@", r"\1@", where), *(["&".join(shown)] if shown else [])])


def _count(tag: str) -> int:
    """Give how many rows a statement has touched, by what PostgreSQL says of it: `UPDATE 1`, `INSERT 0 1`."""
    return int(tag.rpartition(" ")[2])


async def _add_credential(connection: Connection, credential: Credential, credential_hash: bytes) -> None:
    await connection.execute(
        "INSERT INTO credentials (id, player, kind, label, created_at, used_at, hash) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7)",
        *astuple(credential),
        credential_hash,
    )


async def _save_table(connection: Connection, row: TableRow) -> None:
    """Replace a table's row if the stored one is the one that it was made from."""
    if not _count(await connection.execute(_SAVE_TABLE, *encode_table(row))):
        raise Conflict(f"Table {row.id} is gone or was changed elsewhere; load it again.")
