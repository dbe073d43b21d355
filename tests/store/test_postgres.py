"""What only the store in a PostgreSQL database promises: groups, several processes, and connections that are lost."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import suppress

import asyncpg
import pytest

from ludotheque.core.errors import Conflict, OutcomeUnknown, StoreError
from ludotheque.store import postgres_writer
from ludotheque.store.columns import COLUMNS, encode_table
from ludotheque.store.postgres import PostgresStore
from ludotheque.store.postgres_migrations import MIGRATIONS, migrate
from ludotheque.store.store import ChatRow
from tests.postgres_harness import Postgres, Proxy
from tests.store.rows import chat, credential, player, ply, table

TABLES = [f"t{number}" for number in range(40)]


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.make_database()


@pytest.fixture
async def store(database: str) -> AsyncIterator[PostgresStore]:
    opened = await open_store(database)
    yield opened
    await opened.close()


async def open_store(database: str) -> PostgresStore:
    opened = PostgresStore(database)
    await opened.open()
    return opened


async def add_tables(store: PostgresStore) -> None:
    await asyncio.gather(*(store.add_table(table(name)) for name in TABLES))


def name_of(database: str) -> str:
    found = re.search(r"/(\w+)\?", database)
    assert found
    return found[1]


class TestGroups:
    async def test_what_waits_together_is_one_transaction(self, store: PostgresStore) -> None:
        await add_tables(store)
        requests, transactions = store.requests, store.transactions
        await asyncio.gather(*(store.append(name, [ply(1), ply(2, -1)], 0) for name in TABLES))
        assert store.requests - requests == len(TABLES)
        assert store.transactions - transactions == 1
        for name in TABLES:
            assert await store.list_plies(name) == [ply(1), ply(2, -1)]

    async def test_changes_of_all_kinds_share_a_transaction_in_the_order_in_which_they_were_asked_for(
        self, store: PostgresStore
    ) -> None:
        transactions = store.transactions
        await asyncio.gather(
            store.add_table(table("t1")),
            store.append("t1", [ply(1)], 0),
            store.append("t1", [ply(2), ply(3)], 0, table("t1", status="playing", version=1)),
            store.append("t1", [ply(4)], 0),
            store.truncate("t1", 2, table("t1", epoch=1, version=2)),
            store.append("t1", [ply(3, 1)], 1),
            store.add_chat("t1", chat(1)),
        )
        assert store.transactions - transactions == 1
        assert await store.list_plies("t1") == [ply(1), ply(2), ply(3, 1)]
        assert await store.find_table("t1") == table("t1", epoch=1, version=2)

    async def test_a_request_that_fails_does_not_fail_its_group(self, store: PostgresStore) -> None:
        await add_tables(store)
        await store.append("t3", [ply(1)], 0)
        results = await asyncio.gather(
            *(store.append(name, [ply(1), ply(2, -1)], 0) for name in TABLES), return_exceptions=True
        )
        assert [name for name, result in zip(TABLES, results, strict=True) if result is not None] == ["t3"]
        assert isinstance(results[3], Conflict)
        for name in TABLES:
            assert len(await store.list_plies(name)) == (1 if name == "t3" else 2)

    @pytest.mark.parametrize("text", ["\ud800", "a\0b"])
    async def test_a_value_that_cannot_be_stored_fails_only_its_own_request(
        self, store: PostgresStore, text: str
    ) -> None:
        await store.add_table(table("t1"))
        results = await asyncio.gather(
            store.add_chat("t1", chat(1)),
            store.add_chat("t1", ChatRow(2, "player-ann", "Ann", None, text, 0)),
            store.add_chat("t1", chat(3)),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), StoreError, type(None)]
        assert await store.list_chat("t1") == [chat(1), chat(3)]

    async def test_whoever_stops_waiting_does_not_disturb_the_others(self, store: PostgresStore) -> None:
        await add_tables(store)
        impatient = asyncio.ensure_future(store.append("t0", [ply(1)], 0))
        patient = asyncio.ensure_future(store.append("t1", [ply(1)], 0))
        await asyncio.sleep(0)
        impatient.cancel()
        await patient
        assert await store.list_plies("t1") == [ply(1)]


class TestSeveralProcesses:
    async def test_groups_that_change_the_same_tables_in_any_order_wait_for_each_other(
        self, store: PostgresStore, database: str
    ) -> None:
        """Of each table's next ply one of three processes stores its own; nobody is told of a deadlock."""
        await add_tables(store)
        stores = [store, await open_store(database), await open_store(database)]
        orders = [TABLES, TABLES[::-1], TABLES[1::2] + TABLES[::2]]
        for number in range(1, 6):
            groups = [
                each.append(name, [ply(number, actor)], 0)
                for actor, (each, order) in enumerate(zip(stores, orders, strict=True))
                for name in order
            ]
            says = [each.save_table(table("t7", version=number, host=f"h{id(each)}")) for each in stores]
            results = await asyncio.gather(*groups, *says, return_exceptions=True)
            assert {type(result) for result in results} == {type(None), Conflict}
            assert results.count(None) == len(TABLES) + 1
        for name in TABLES:
            assert [each.ply for each in await store.list_plies(name)] == [1, 2, 3, 4, 5]
        for other in stores[1:]:
            await other.close()

    async def test_a_move_and_a_take_back_of_two_processes_never_leave_a_gap(
        self, store: PostgresStore, database: str
    ) -> None:
        other = await open_store(database)
        await store.add_table(table())
        epoch, length, version = 0, 0, 0
        for _ in range(20):
            await store.append("t1", [ply(length + 1), ply(length + 2)], epoch)
            taking = other.truncate("t1", length + 1, table(epoch=epoch + 1, version=version + 1))
            playing = store.append("t1", [ply(length + 3)], epoch)
            taken, played = await asyncio.gather(taking, playing, return_exceptions=True)
            assert taken is None
            assert played is None or isinstance(played, Conflict)
            epoch, length, version = epoch + 1, length + 1, version + 1
            assert len(await store.list_plies("t1")) == length
        await other.close()

    async def test_two_that_open_an_empty_database_at_once_both_succeed(self, database: str) -> None:
        stores = await asyncio.gather(*(open_store(database) for _ in range(4)))
        for each in stores:
            await each.close()


class TestLostConnections:
    async def test_when_all_connections_are_ended_the_next_call_connects_again(
        self, store: PostgresStore, postgres: Postgres, database: str
    ) -> None:
        await store.add_table(table())
        for number in range(1, 4):
            end = "SELECT pg_terminate_backend(pid, 9000) FROM pg_stat_activity WHERE datname = "
            postgres.execute(f"{end} '{name_of(database)}'", "postgres")
            with suppress(StoreError):  # who asks before it is noticed hears of it
                await store.list_plies("t1")
            with suppress(StoreError):
                await store.check()
            await store.append("t1", [ply(number)], 0)
            assert len(await store.list_plies("t1")) == number

    async def test_what_is_asked_while_the_database_is_down_fails_and_has_not_happened(
        self, store: PostgresStore, postgres: Postgres
    ) -> None:
        await store.add_table(table())
        await store.append("t1", [ply(1)], 0)
        await asyncio.to_thread(postgres.stop)  # the connections notice
        try:
            for asked in (store.append("t1", [ply(2)], 0), store.check(), store.list_plies("t1")):
                with pytest.raises(StoreError, match="try again"):
                    await asked
        finally:
            postgres.start()
        assert await store.list_plies("t1") == [ply(1)]
        await store.append("t1", [ply(2)], 0)
        assert await store.list_plies("t1") == [ply(1), ply(2)]

    @pytest.mark.parametrize("others", [0, 3])
    async def test_a_ply_whose_connection_is_cut_before_it_arrives_fails_and_is_not_stored(
        self, proxied: PostgresStore, proxy: Proxy, others: int
    ) -> None:
        await proxied.add_table(table())
        proxy.cut("before", b"move 1")
        said = [proxied.add_chat("t1", chat(number)) for number in range(1, others + 1)]
        results = await asyncio.gather(proxied.append("t1", [ply(1)], 0), *said, return_exceptions=True)
        assert [type(result) for result in results] == [StoreError] * (1 + others)
        assert proxy.cuts == 1
        assert await proxied.list_plies("t1") == []
        assert await proxied.list_chat("t1") == []
        await proxied.append("t1", [ply(1)], 0)
        assert await proxied.list_plies("t1") == [ply(1)]

    async def test_a_ply_that_is_stored_is_acknowledged_even_if_the_answer_was_lost(
        self, proxied: PostgresStore, proxy: Proxy
    ) -> None:
        await proxied.add_table(table())
        for number in range(1, 6):
            proxy.cut("after", b"move %d" % number)
            await proxied.append("t1", [ply(number)], 0)
            assert proxy.cuts == number
        assert await proxied.list_plies("t1") == [ply(number) for number in range(1, 6)]

    @pytest.mark.parametrize("when", ["before", "after"])
    @pytest.mark.parametrize("is_mixed", [False, True])
    async def test_only_a_commit_is_cut_where_a_commit_is_meant(
        self, proxied: PostgresStore, proxy: Proxy, when: str, is_mixed: bool
    ) -> None:
        """Of a group of plies alone the statement is the commit; a mixed group names its tables long before it."""
        await proxied.add_table(table())
        proxy.cut_commit("before" if when == "before" else "after", b"t1")
        assert await proxied.list_plies("t1") == []
        assert proxy.cuts == 0  # this was another connection
        writing = [proxied.append("t1", [ply(1)], 0), *([proxied.add_chat("t1", chat(1))] if is_mixed else [])]
        results = await asyncio.gather(*writing, return_exceptions=True)
        assert [type(result) for result in results] == [StoreError if when == "before" else type(None)] * len(results)
        assert (proxy.commit_cuts, proxy.other_cuts) == (1, 0)
        assert await proxied.list_plies("t1") == ([] if when == "before" else [ply(1)])

    async def test_results_of_a_mixed_group_are_given_even_if_the_answer_to_its_commit_was_lost(
        self, proxied: PostgresStore, proxy: Proxy
    ) -> None:
        await proxied.add_player(player(), credential(), b"cookie")
        await proxied.add_table(table())
        await proxied.add_link(b"link", player().id, 600)
        proxy.cut("after", b"COMMIT")
        results = tuple(await asyncio.gather(proxied.use_link(b"link", 1), proxied.append("t1", [ply(1)], 0)))
        assert results == (player(), None)
        assert proxy.cuts == 1
        assert await proxied.use_link(b"link", 1) is None
        assert await proxied.list_plies("t1") == [ply(1)]

    @pytest.mark.parametrize("when", ["before", "after"])
    async def test_when_the_database_does_not_come_back_nobody_says_that_it_did_not_happen(
        self, proxied: PostgresStore, proxy: Proxy, monkeypatch: pytest.MonkeyPatch, when: str
    ) -> None:
        monkeypatch.setattr(postgres_writer, "_PATIENCE", 0.3)
        await proxied.add_table(table())
        proxy.is_down_after = True
        proxy.cut("before" if when == "before" else "after", b"move 1")
        with pytest.raises(OutcomeUnknown, match="look whether this was stored"):
            await proxied.append("t1", [ply(1)], 0)
        await proxy.open()
        assert await proxied.list_plies("t1") == ([ply(1)] if when == "after" else [])
        with pytest.raises(Conflict):
            await proxied.append("t1", [ply(1 if when == "after" else 2)], 0)

    async def test_a_session_that_was_lost_commits_nothing_later(
        self, proxied: PostgresStore, proxy: Proxy, postgres: Postgres, database: str
    ) -> None:
        """Another process holds the table when the connection is cut: what waits for it is given up, not done later."""
        await proxied.add_table(table())
        blocker = await asyncpg.connect(database)
        transaction = blocker.transaction()
        await transaction.start()
        await blocker.execute("SELECT lock_table('t1')")
        writing = asyncio.ensure_future(proxied.append("t1", [ply(1)], 0))
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'advisory'"
        while not await blocker.fetchval(waits):
            await asyncio.sleep(0.01)
        await proxy.close()
        await proxy.open()
        with pytest.raises(StoreError) as raised:
            await writing
        assert not isinstance(raised.value, OutcomeUnknown)
        await transaction.rollback()
        assert await blocker.fetchval(waits) == 0
        await blocker.close()
        assert await proxied.list_plies("t1") == []


@pytest.fixture
async def proxied(proxy: Proxy, database: str) -> AsyncIterator[PostgresStore]:
    """A store whose connections can be cut."""
    opened = await open_store(proxy.through(database))
    yield opened
    await opened.close()


class TestOpening:
    async def test_a_commit_waits_for_the_disk_whatever_the_database_is_set_to(
        self, postgres: Postgres, database: str
    ) -> None:
        postgres.execute(f"ALTER DATABASE {name_of(database)} SET synchronous_commit = off", "postgres")
        store = await open_store(database)
        connection = await store._writer._get_connection()
        assert await connection.fetchval("SHOW synchronous_commit") == "on"
        await store.close()

    async def test_only_the_steps_that_a_database_lacks_are_taken_and_each_once(self, database: str) -> None:
        connection = await asyncpg.connect(database)
        first, second = ("CREATE TABLE one (a int)",), ("CREATE TABLE two (a int)", "INSERT INTO two VALUES (2)")
        for steps in [(first,), (first, second), (first, second)]:
            await migrate(connection, steps)
            assert await connection.fetchval("SELECT array_agg(version) FROM schema_version") == [len(steps)]
        assert await connection.fetchval("SELECT array_agg(a) FROM two") == [2]
        with pytest.raises(asyncpg.UndefinedTableError):
            await migrate(connection, (first, second, ("CREATE TABLE three (a int)", "INSERT INTO four VALUES (1)")))
        assert await connection.fetchval("SELECT to_regclass('three')") is None
        await connection.close()

    async def test_tables_from_before_games_could_begin_at_a_position_begin_as_the_rules_say(
        self, database: str
    ) -> None:
        connection = await asyncpg.connect(database)
        await migrate(connection, MIGRATIONS[:3])
        names = [name for name in COLUMNS if name != "position"]
        values = dict(zip(COLUMNS, encode_table(table("t1")), strict=True))
        marks = ", ".join(f"${number}" for number in range(1, len(names) + 1))
        query = f"INSERT INTO tables ({', '.join(names)}) VALUES ({marks})"
        await connection.execute(query, *(values[name] for name in names))
        await connection.close()
        store = await open_store(database)
        assert await store.find_table("t1") == table("t1")
        await store.save_table(table("t1", version=1, position="turn 1"))
        assert await store.find_table("t1") == table("t1", version=1, position="turn 1")
        await store.close()

    async def test_a_database_of_a_newer_version_is_refused_and_left_alone(self, database: str) -> None:
        connection = await asyncpg.connect(database)
        await migrate(connection, (*MIGRATIONS, ("CREATE TABLE tomorrow (a int)",)))
        with pytest.raises(StoreError, match=r"has schema \d+, but .* up to \d+; use the newer"):
            await PostgresStore(database).open()
        assert await connection.fetchval("SELECT version FROM schema_version") == len(MIGRATIONS) + 1
        await connection.close()

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            (lambda address: re.sub(r"/test\d+", "/nowhere", address), 'database "nowhere" does not exist'),
            (lambda address: address.replace("host=", "host=/nowhere"), "No such file"),
            (lambda address: address.replace("postgres@", "ann:secret@"), 'role "ann" does not exist'),
            (lambda address: "postgresql://ann:secret@[", "is no database that can be used"),
            (lambda address: address.replace("postgres@", "ann@") + "&password=secret", 'role "ann" does not exist'),
            (lambda address: address.replace("postgres@", "ann@") + "&pass%77ord=secret", 'role "ann" does not exist'),
        ],
    )
    async def test_a_database_that_cannot_be_used_is_refused_without_its_password(
        self, database: str, change: "type[str]", reason: str
    ) -> None:
        with pytest.raises(StoreError, match="see that PostgreSQL runs") as raised:
            await PostgresStore(change(database)).open()
        assert reason in str(raised.value)
        assert "secret" not in str(raised.value)

    async def test_what_a_writer_leaves_behind_goes_when_it_ends(self, store: PostgresStore, database: str) -> None:
        other = await open_store(database)
        connection = await other._writer._get_connection()
        assert await connection.fetchval("SELECT count(*) FROM writers") == 2
        await other.close()
        connection = await store._writer._get_connection()
        assert await connection.fetchval("SELECT count(*) FROM writers") == 1


async def test_no_list_looks_at_a_row_that_is_not_in_it(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables there are: a full table, a hidden one or another player's costs a list nothing."""
    plans: list[str] = []

    async def explain(query: str, *values: object) -> list[object]:
        async with store._pool.acquire() as connection, connection.transaction():
            await connection.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
            rows = await connection.fetch(f"EXPLAIN {query}", *values)
            plans.append("\n".join(row[0] for row in rows))
        return []

    monkeypatch.setattr(store, "_read", explain)
    for listing, index in (
        (store.list_open_tables(), "tables_to_join"),
        (store.list_watchable_tables(), "tables_to_watch"),
        (store.list_tables("playing"), "tables_by_status"),
        (store.list_abandoned_tables(5), "tables_by_status"),
        (store.list_player_tables("player-ann"), "members_listed"),
    ):
        await listing
        assert index in plans[-1], plans[-1]
        assert "Sort" not in plans[-1], plans[-1]
