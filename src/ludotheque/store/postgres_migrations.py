"""The schema of a PostgreSQL database, as numbered migrations. What is released here is never edited.

The table `schema_version` says how many steps were taken. What must hold whoever writes is said in the schema itself,
as in `migrations.py`. JSON has the type `json`, which keeps the text as it was written and refuses what is none.

All who change a table's row or its plies hold its lock until their transaction ends: an advisory lock, because a lock
on the row would be written to the disk with every move. `lock_table` takes it.
"""

from itertools import chain
from typing import TYPE_CHECKING

from ludotheque.store.migrations import check_version

if TYPE_CHECKING:
    from asyncpg import Connection, Record

_FIRST = (
    """
    CREATE TABLE players (
        id text COLLATE "C" PRIMARY KEY,
        name text NOT NULL,
        created_at bigint NOT NULL
    )
    """,
    """
    CREATE TABLE credentials (
        id text COLLATE "C" PRIMARY KEY,
        player text COLLATE "C" NOT NULL REFERENCES players,
        kind text NOT NULL,
        label text NOT NULL,
        hash bytea NOT NULL UNIQUE,
        created_at bigint NOT NULL,
        used_at bigint NOT NULL
    )
    """,
    "CREATE INDEX credentials_of ON credentials (player, kind, created_at)",
    """
    CREATE TABLE links (
        hash bytea PRIMARY KEY,
        player text COLLATE "C" NOT NULL REFERENCES players,
        expires_at bigint NOT NULL
    )
    """,
    "CREATE INDEX links_by_age ON links (expires_at)",
    "CREATE INDEX links_of ON links (player)",
    """
    CREATE TABLE tables (
        id text COLLATE "C" PRIMARY KEY,
        code text NOT NULL UNIQUE,
        game text NOT NULL,
        rules_version bigint NOT NULL,
        options json NOT NULL,
        settings json NOT NULL,
        seats json NOT NULL,
        status text NOT NULL,
        host text COLLATE "C" NOT NULL,
        seed bytea NOT NULL,
        epoch bigint NOT NULL,
        created_at bigint NOT NULL,
        changed_at bigint NOT NULL,
        rematch text COLLATE "C",
        outcome json,
        began_at bigint NOT NULL,
        version bigint NOT NULL,
        banned json NOT NULL,
        draws bigint NOT NULL,
        nonces json NOT NULL,
        unreadable boolean NOT NULL DEFAULT false,
        open_seats bigint NOT NULL DEFAULT 0
    )
    """,
    "CREATE INDEX tables_by_status ON tables (status, changed_at, id) WHERE NOT unreadable",
    """
    CREATE INDEX tables_to_join ON tables (changed_at)
    WHERE status = 'waiting' AND settings->>'visibility' = 'public' AND open_seats > 0 AND NOT unreadable
    """,
    """
    CREATE INDEX tables_to_watch ON tables (changed_at)
    WHERE status = 'playing' AND settings->>'watch' = 'anyone' AND NOT unreadable
    """,
    "CREATE INDEX tables_unreadable ON tables (id) WHERE unreadable",
    """
    CREATE FUNCTION count_open_seats() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.open_seats := (SELECT count(*) FROM json_array_elements(NEW.seats) seat WHERE seat->>'kind' = 'open');
        RETURN NEW;
    END
    $$
    """,
    """
    CREATE TRIGGER open_seats_change BEFORE INSERT OR UPDATE OF seats ON tables
    FOR EACH ROW EXECUTE FUNCTION count_open_seats()
    """,
    # Who sits at a table or is its host, in the order of a player's list: unfinished, over; unreadable ones are not.
    """
    CREATE TABLE members (
        player text COLLATE "C" NOT NULL,
        table_id text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
        rank bigint NOT NULL,
        changed_at bigint NOT NULL,
        PRIMARY KEY (player, table_id)
    )
    """,
    "CREATE INDEX members_of ON members (table_id)",
    "CREATE INDEX members_listed ON members (player, rank, (-changed_at), table_id)",
    """
    CREATE FUNCTION list_members() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        DELETE FROM members WHERE table_id = NEW.id;
        INSERT INTO members
            SELECT player, NEW.id, CASE WHEN NEW.unreadable THEN 2 WHEN NEW.status = 'over' THEN 1 ELSE 0 END,
                NEW.changed_at
            FROM (
                SELECT NEW.host AS player UNION
                SELECT seat->>'player' FROM json_array_elements(NEW.seats) seat WHERE seat->>'player' IS NOT NULL
            ) listed;
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE TRIGGER members_change AFTER INSERT OR UPDATE OF seats, host, status, changed_at, unreadable ON tables
    FOR EACH ROW EXECUTE FUNCTION list_members()
    """,
    """
    CREATE FUNCTION lock_table(id text) RETURNS void LANGUAGE sql AS
    'SELECT pg_advisory_xact_lock(hashtextextended(id, 0))'
    """,
    # No reference to the table, which would lock its row with every ply; the trigger sees to it.
    """
    CREATE TABLE plies (
        table_id text COLLATE "C" NOT NULL,
        ply bigint NOT NULL,
        epoch bigint NOT NULL,
        actor bigint NOT NULL,
        move text NOT NULL,
        spent bigint NOT NULL,
        at bigint NOT NULL,
        PRIMARY KEY (table_id, ply)
    )
    """,
    # Of two writers that both saw the same last ply one loses; so does one that missed a take-back, or the end of the
    # game, or made a gap. Each query of the function sees what was committed before the lock was got.
    """
    CREATE FUNCTION check_ply() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock(hashtextextended(NEW.table_id, 0));
        IF NEW.epoch IS DISTINCT FROM (SELECT epoch FROM tables WHERE id = NEW.table_id AND status <> 'over')
            OR NEW.ply IS DISTINCT FROM
                (SELECT coalesce(max(ply), 0) + 1 FROM plies WHERE table_id = NEW.table_id)
        THEN
            RAISE integrity_constraint_violation USING MESSAGE = 'the ply does not follow';
        END IF;
        RETURN NEW;
    END
    $$
    """,
    "CREATE TRIGGER plies_follow BEFORE INSERT ON plies FOR EACH ROW EXECUTE FUNCTION check_ply()",
    """
    CREATE TABLE chat (
        table_id text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
        number bigint NOT NULL,
        player text COLLATE "C" NOT NULL,
        name text NOT NULL,
        seat bigint,
        text text NOT NULL,
        at bigint NOT NULL,
        PRIMARY KEY (table_id, number)
    )
    """,
    "CREATE INDEX chat_of ON chat (player)",
    # What is written to find out whether anything can be.
    "CREATE TABLE health (checks bigint NOT NULL)",
    "INSERT INTO health VALUES (0)",
    # For each process that writes, its last transaction: what tells whether one is stored whose answer was lost. There
    # is room in each page, so that a row can be replaced where it is.
    """
    CREATE TABLE writers (
        id text PRIMARY KEY,
        last_transaction bigint NOT NULL,
        began_at timestamptz NOT NULL DEFAULT now()
    ) WITH (fillfactor = 10)
    """,
)

# What living processes know of each other (bus/postgres_peers.py). It is worth nothing after a crash of the database,
# so it is not written to its log.
_PROCESSES = (
    "CREATE UNLOGGED TABLE processes (id text PRIMARY KEY, expires_at timestamptz NOT NULL)",
    """
    CREATE UNLOGGED TABLE leases (table_id text COLLATE "C" PRIMARY KEY, process text NOT NULL)
    """,
    "CREATE INDEX leases_of ON leases (process)",
    """
    CREATE UNLOGGED TABLE presence (
        table_id text COLLATE "C" NOT NULL,
        process text NOT NULL,
        players json NOT NULL,
        spectators bigint NOT NULL,
        PRIMARY KEY (table_id, process)
    )
    """,
    """
    CREATE UNLOGGED TABLE revealed (
        table_id text COLLATE "C" NOT NULL,
        seat bigint NOT NULL,
        nonce text NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (table_id, seat)
    )
    """,
    "CREATE UNLOGGED TABLE buckets (key text PRIMARY KEY, full_at timestamptz NOT NULL)",
)

_REVIEWS = (
    """
    CREATE TABLE reviews (
        table_id text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
        rules_version bigint NOT NULL,
        format bigint NOT NULL,
        is_complete bigint NOT NULL,
        body bytea NOT NULL,
        made_at bigint NOT NULL,
        PRIMARY KEY (table_id, rules_version)
    )
    """,
)

# Games may begin at a position; those so far began as their rules say.
_POSITION = ("ALTER TABLE tables ADD COLUMN position text",)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _PROCESSES, _REVIEWS, _POSITION)

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('ludotheque schema', 0))"


async def migrate(connection: "Connection[Record]", migrations: tuple[tuple[str, ...], ...] = MIGRATIONS) -> None:
    """Take the steps that a database lacks, all or none. Raises StoreError if it is from a newer version."""
    async with connection.transaction():
        await connection.execute(_LOCK)  # so that of two processes that start at once, one waits and finds it done
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)")
        version = await connection.fetchval("SELECT version FROM schema_version")
        check_version(version or 0, len(migrations))
        for statement in chain(*migrations[version or 0 :]):
            await connection.execute(statement)
        if version is None:
            await connection.execute("INSERT INTO schema_version VALUES ($1)", len(migrations))
        elif version < len(migrations):
            await connection.execute("UPDATE schema_version SET version = $1", len(migrations))
