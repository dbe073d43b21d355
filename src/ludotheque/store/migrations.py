"""The schema of the SQLite file, as numbered migrations. A released migration is never edited.

The `user_version` of a file is the number of migrations applied to it. Invariants that must hold for every writer are
in the schema itself: that plies are consecutive, and which tables are listed as a player's own.
"""

import sqlite3
from itertools import chain

from ludotheque.core.errors import StoreError

_FIRST = (
    """
    CREATE TABLE players (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE credentials (
        id TEXT PRIMARY KEY,
        player TEXT NOT NULL REFERENCES players,
        kind TEXT NOT NULL,
        label TEXT NOT NULL,
        hash BLOB NOT NULL UNIQUE,
        created_at INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX credentials_of ON credentials (player, kind, created_at)",
    """
    CREATE TABLE links (
        hash BLOB PRIMARY KEY,
        player TEXT NOT NULL REFERENCES players,
        expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX links_by_age ON links (expires_at)",
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        options TEXT NOT NULL,
        settings TEXT NOT NULL,
        seats TEXT NOT NULL,
        status TEXT NOT NULL,
        host TEXT NOT NULL,
        seed BLOB NOT NULL,
        epoch INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        rematch TEXT,
        outcome TEXT
    ) STRICT
    """,
    "CREATE INDEX tables_by_status ON tables (status, changed_at)",
    # Who sits at a table or is its host: derived from the table's row by triggers.
    """
    CREATE TABLE members (
        player TEXT NOT NULL,
        table_id TEXT NOT NULL REFERENCES tables,
        PRIMARY KEY (player, table_id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX members_of ON members (table_id)",
    """
    CREATE TRIGGER members_come AFTER INSERT ON tables BEGIN
        INSERT INTO members SELECT NEW.host, NEW.id
            UNION SELECT value->>'player', NEW.id FROM json_each(NEW.seats)
            WHERE value->>'player' IS NOT NULL;
    END
    """,
    """
    CREATE TRIGGER members_change AFTER UPDATE ON tables WHEN NEW.seats <> OLD.seats OR NEW.host <> OLD.host BEGIN
        DELETE FROM members WHERE table_id = NEW.id;
        INSERT INTO members SELECT NEW.host, NEW.id
            UNION SELECT value->>'player', NEW.id FROM json_each(NEW.seats)
            WHERE value->>'player' IS NOT NULL;
    END
    """,
    """
    CREATE TABLE plies (
        table_id TEXT NOT NULL,
        ply INTEGER NOT NULL,
        epoch INTEGER NOT NULL,
        actor INTEGER NOT NULL,
        move TEXT NOT NULL,
        spent INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, ply)
    ) STRICT, WITHOUT ROWID
    """,
    # Of two writers that both saw the same last ply one fails; so does one that missed a take-back or leaves a gap.
    """
    CREATE TRIGGER plies_follow BEFORE INSERT ON plies
    WHEN NEW.epoch IS NOT (SELECT epoch FROM tables WHERE id = NEW.table_id)
        OR NEW.ply IS NOT (SELECT coalesce(max(ply), 0) + 1 FROM plies WHERE table_id = NEW.table_id)
    BEGIN
        SELECT RAISE(ABORT, 'the ply does not follow');
    END
    """,
    """
    CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES tables,
        number INTEGER NOT NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        seat INTEGER,
        text TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID
    """,
)

_SECOND = (
    # Games in progress need no better value: the server starts after this migration, and restarts their turn clocks.
    "ALTER TABLE tables ADD COLUMN began_at INTEGER NOT NULL DEFAULT 0",
    # The public lists are read from these indexes, however many other tables there are.
    """
    CREATE INDEX tables_to_join ON tables (changed_at)
    WHERE status = 'waiting' AND settings->>'visibility' = 'public'
    """,
    """
    CREATE INDEX tables_to_watch ON tables (changed_at)
    WHERE status = 'playing' AND settings->>'watch' = 'anyone'
    """,
)

_THIRD = (
    # Incremented by every write of a row: of two writers that have read the same row, one fails.
    "ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN banned TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE credentials ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0",
    # Columns that only the store uses: whether the running server could not decode a row, and how many seats are open,
    # which is derived from the row.
    "ALTER TABLE tables ADD COLUMN unreadable INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN open_seats INTEGER NOT NULL DEFAULT 0",
    "UPDATE tables SET open_seats = (SELECT count(*) FROM json_each(seats) WHERE value->>'kind' = 'open')",
    """
    CREATE TRIGGER open_seats_come AFTER INSERT ON tables BEGIN
        UPDATE tables SET open_seats = (SELECT count(*) FROM json_each(seats) WHERE value->>'kind' = 'open')
        WHERE id = NEW.id;
    END
    """,
    """
    CREATE TRIGGER open_seats_change AFTER UPDATE OF seats ON tables WHEN NEW.seats <> OLD.seats BEGIN
        UPDATE tables SET open_seats = (SELECT count(*) FROM json_each(seats) WHERE value->>'kind' = 'open')
        WHERE id = NEW.id;
    END
    """,
    # The lists are read from these indexes alone, newest first: no row is read that is not listed.
    "DROP INDEX tables_to_join",
    """
    CREATE INDEX tables_to_join ON tables (changed_at)
    WHERE status = 'waiting' AND settings->>'visibility' = 'public' AND open_seats > 0 AND unreadable = 0
    """,
    "DROP INDEX tables_to_watch",
    """
    CREATE INDEX tables_to_watch ON tables (changed_at)
    WHERE status = 'playing' AND settings->>'watch' = 'anyone' AND unreadable = 0
    """,
    "CREATE INDEX tables_unreadable ON tables (id) WHERE unreadable = 1",
    # A player's tables in listing order: unfinished ones, then finished ones; unreadable ones are not listed.
    "DROP TRIGGER members_come",
    "DROP TRIGGER members_change",
    "ALTER TABLE members ADD COLUMN rank INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE members ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0",
    """
    UPDATE members SET rank = status = 'over', changed_at = tables.changed_at
    FROM tables WHERE tables.id = table_id
    """,
    "CREATE INDEX members_listed ON members (player, rank, changed_at DESC)",
    """
    CREATE TRIGGER members_come AFTER INSERT ON tables BEGIN
        INSERT INTO members
            SELECT NEW.host, NEW.id,
                CASE WHEN NEW.unreadable THEN 2 WHEN NEW.status = 'over' THEN 1 ELSE 0 END, NEW.changed_at
            UNION SELECT value->>'player', NEW.id,
                CASE WHEN NEW.unreadable THEN 2 WHEN NEW.status = 'over' THEN 1 ELSE 0 END, NEW.changed_at
            FROM json_each(NEW.seats) WHERE value->>'player' IS NOT NULL;
    END
    """,
    """
    CREATE TRIGGER members_change AFTER UPDATE OF seats, host, status, changed_at, unreadable ON tables BEGIN
        DELETE FROM members WHERE table_id = NEW.id;
        INSERT INTO members
            SELECT NEW.host, NEW.id,
                CASE WHEN NEW.unreadable THEN 2 WHEN NEW.status = 'over' THEN 1 ELSE 0 END, NEW.changed_at
            UNION SELECT value->>'player', NEW.id,
                CASE WHEN NEW.unreadable THEN 2 WHEN NEW.status = 'over' THEN 1 ELSE 0 END, NEW.changed_at
            FROM json_each(NEW.seats) WHERE value->>'player' IS NOT NULL;
    END
    """,
    # No ply may follow the end of a game.
    "DROP TRIGGER plies_follow",
    """
    CREATE TRIGGER plies_follow BEFORE INSERT ON plies
    WHEN NEW.epoch IS NOT (SELECT epoch FROM tables WHERE id = NEW.table_id AND status <> 'over')
        OR NEW.ply IS NOT (SELECT coalesce(max(ply), 0) + 1 FROM plies WHERE table_id = NEW.table_id)
    BEGIN
        SELECT RAISE(ABORT, 'the ply does not follow');
    END
    """,
    # Written to by health checks, to find out whether anything can be stored.
    "CREATE TABLE health (checks INTEGER NOT NULL) STRICT",
    "INSERT INTO health VALUES (0)",
)

_FOURTH = (
    # Games that go on were begun with the first draw function, and nobody had added anything to their seeds.
    "ALTER TABLE tables ADD COLUMN draws INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE tables ADD COLUMN nonces TEXT NOT NULL DEFAULT '[]'",
)

_FIFTH = (
    """
    CREATE TABLE reviews (
        table_id TEXT NOT NULL REFERENCES tables,
        rules_version INTEGER NOT NULL,
        format INTEGER NOT NULL,
        is_complete INTEGER NOT NULL,
        body BLOB NOT NULL,
        made_at INTEGER NOT NULL,
        PRIMARY KEY (table_id, rules_version)
    ) STRICT
    """,
)

_SIXTH = (
    # Games may begin at a position; those so far began as their rules say.
    "ALTER TABLE tables ADD COLUMN position TEXT",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH)


def migrate(connection: sqlite3.Connection, migrations: tuple[tuple[str, ...], ...] = MIGRATIONS) -> None:
    """Apply the migrations that a file lacks, in one transaction. Raises StoreError if its schema is newer than ours.

    The connection must be in autocommit mode (`isolation_level=None`).
    """
    connection.execute("BEGIN IMMEDIATE")  # of two processes that start at once, one waits and finds nothing left to do
    try:
        [version] = connection.execute("PRAGMA user_version").fetchone()
        check_version(version, len(migrations))
        for statement in chain(*migrations[version:]):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def check_version(version: int, newest: int) -> None:
    """Raise StoreError if a database has taken more steps than there are here."""
    if version > newest:
        raise StoreError(
            f"The database has schema {version}, but this version of Ludothèque knows schemas up to {newest}; "
            "use the newer Ludothèque that wrote it, or another database."
        )
