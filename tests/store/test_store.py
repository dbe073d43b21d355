"""What every store promises."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ludotheque.core.errors import Conflict, StoreError
from ludotheque.store import group_commit
from ludotheque.store.address import make_store
from ludotheque.store.store import LinkRow, PageCursor, RemovedPlayer, Store, TableRow
from tests.store.rows import chat, credential, player, ply, review, table


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{path}"
    address: str = request.getfixturevalue("postgres").make_database()
    return address


async def reopened(database: str) -> Store:
    other = make_store(database)
    await other.open()
    return other


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """An empty store of each kind that is open."""
    opened = await reopened(database)
    yield opened
    await opened.close()


class TestPlayers:
    async def test_a_player_is_found_by_each_credential_and_by_no_other(self, store: Store) -> None:
        await store.add_player(player("ann"), credential("ann"), b"cookie")
        await store.add_player(player("bob"), credential("bob"), b"of bob")
        await store.add_credential(credential("ann", "token"), b"token")
        assert await store.find_player(b"cookie") == (player("ann"), credential("ann"))
        assert await store.find_player(b"token") == (player("ann"), credential("ann", "token"))
        assert await store.find_player(b"of bob") == (player("bob"), credential("bob"))
        assert await store.find_player(b"nobody's") is None

    async def test_a_player_changes_their_name(self, store: Store) -> None:
        await store.add_player(player(), credential(), b"cookie")
        await store.rename_player(player().id, "Anne \N{SNOWMAN}")
        found = await store.find_player(b"cookie")
        assert found
        assert found[0] == replace(player(), name="Anne \N{SNOWMAN}")

    async def test_credentials_are_listed_by_kind_oldest_first_and_removed_only_by_their_player(
        self, store: Store
    ) -> None:
        await store.add_player(player("ann"), credential("ann"), b"cookie")
        second, first = credential("ann", "token", 2), credential("ann", "token", 1)
        await store.add_credential(second, b"second")
        await store.add_credential(first, b"first")
        assert await store.list_credentials("player-ann", "token") == [first, second]
        assert not await store.remove_credential("player-bob", first.id)
        assert await store.remove_credential("player-ann", first.id)
        assert not await store.remove_credential("player-ann", first.id)
        assert await store.list_credentials("player-ann", "token") == [second]
        assert await store.find_player(b"first") is None

    async def test_a_player_is_removed_with_all_that_names_them(self, store: Store) -> None:
        """Games with others stay, but nobody can tell who played them; games without others go."""
        for name in ("ann", "bob"):
            await store.add_player(player(name), credential(name), f"cookie of {name}".encode())
        await store.add_credential(credential("ann", "token"), b"token")
        await store.add_link(b"link", "player-ann", 99)
        ann = {"kind": "person", "player": "player-ann", "name": "Ann", "is_flagged": True}
        bob = {"kind": "person", "player": "player-bob", "name": "Bob", "is_flagged": False}
        bot = {"kind": "bot", "player": None, "name": "Kiwi", "level": "easy"}
        for row in (
            table("alone", seats=[ann, bot], status="playing"),
            table("hosted", seats=[ann, bot, bob], status="over"),
            table("joined", seats=[bob, ann], host="player-bob", status="over"),
            table("watched", seats=[bob, bot], host="player-bob", status="playing"),
        ):
            await store.add_table(row)
            await store.add_chat(row.id, chat(1))
            await store.save_review(review(row.id))
        await store.append("alone", [ply(1)], 0)
        removed = await store.remove_player("player-ann")
        assert sorted(removed.credentials) == ["cookie-ann-1", "token-ann-1"]
        assert removed.tables == ["alone"]
        assert await store.find_player(b"cookie of ann") is None
        assert await store.find_player(b"token") is None
        assert await store.find_link(b"link", 0) is None
        assert await store.find_table("alone") is None
        assert await store.list_plies("alone") == []
        assert await store.list_chat("alone") == []
        assert await store.find_review("alone", 1) is None
        assert await store.find_review("hosted", 1) is not None
        hosted, joined, watched = [await store.find_table(name) for name in ("hosted", "joined", "watched")]
        assert hosted is not None
        assert joined is not None
        assert watched is not None
        nobody = {**ann, "player": None, "name": None}
        assert (hosted.host, hosted.seats, hosted.version) == ("player-bob", [nobody, bot, bob], 1)
        assert (joined.host, joined.seats, joined.version) == ("player-bob", [bob, nobody], 1)
        assert (watched.seats, watched.version) == ([bob, bot], 0)
        for name in ("hosted", "joined", "watched"):
            [said] = await store.list_chat(name)
            assert said == replace(chat(1), player="", name="")
        assert await store.list_player_tables("player-ann") == []
        assert {row.id for row in await store.list_player_tables("player-bob")} == {"hosted", "joined", "watched"}
        assert await store.find_player(b"cookie of bob") is not None
        assert await store.remove_player("player-ann") == RemovedPlayer([], [])

    async def test_an_unreadable_row_names_a_removed_player_no_more_either(self, store: Store) -> None:
        await store.add_player(player("ann"), credential("ann"), b"cookie")
        ann, bob = {"kind": "person", "player": "player-ann", "name": "Ann"}, {"kind": "bee", "player": "player-bob"}
        await store.add_table(table("strange", seats=[ann, bob]))
        await store.mark_unreadable(["strange"])
        await store.remove_player("player-ann")
        found = await store.find_table("strange")
        assert found is not None
        assert (found.host, found.seats) == ("player-bob", [{**ann, "player": None, "name": None}, bob])

    async def test_a_player_who_is_there_is_not_added_again_not_even_in_part(self, store: Store) -> None:
        await store.add_player(player("ann"), credential("ann"), b"cookie")
        with pytest.raises(Conflict):
            await store.add_player(player("bob"), credential("bob"), b"cookie")
        with pytest.raises(Conflict):
            await store.add_credential(credential("bob", "token"), b"no such player")
        assert await store.find_player(b"cookie") == (player("ann"), credential("ann"))
        await store.add_player(player("bob"), credential("bob"), b"another")

    async def test_a_link_works_once(self, store: Store) -> None:
        await store.add_player(player(), credential(), b"cookie")
        await store.add_link(b"link", player().id, expires_at=600)
        assert await store.use_link(b"another", now=1) is None
        assert await store.use_link(b"link", now=599) == player()
        assert await store.use_link(b"link", now=599) is None

    async def test_a_link_expires(self, store: Store) -> None:
        await store.add_player(player(), credential(), b"cookie")
        await store.add_link(b"link", player().id, expires_at=600)
        assert await store.use_link(b"link", now=600) is None

    async def test_a_link_is_found_and_listed_until_it_is_used_expired_or_removed(self, store: Store) -> None:
        for name in ("ann", "bob"):
            await store.add_player(player(name), credential(name), name.encode())
        later, sooner = LinkRow(b"later", "player-ann", 700), LinkRow(b"sooner", "player-ann", 600)
        for link in (later, sooner):
            await store.add_link(link.hash, link.player, link.expires_at)
        assert await store.find_link(b"later", now=599) == (player("ann"), later)
        assert await store.find_link(b"later", now=700) is None
        assert await store.find_link(b"another", now=1) is None
        assert await store.list_links("player-ann", now=599) == [sooner, later]
        assert await store.list_links("player-ann", now=600) == [later]
        assert await store.list_links("player-bob", now=1) == []
        assert not await store.remove_link("player-bob", b"later")
        assert await store.remove_link("player-ann", b"later")
        assert await store.use_link(b"later", now=1) is None
        await store.add_link(b"new", "player-bob", 1200, now=600)  # and the one that has expired is forgotten
        assert await store.list_links("player-ann", now=1) == []

    async def test_all_devices_but_one_are_removed_with_all_links(self, store: Store) -> None:
        for name in ("ann", "bob"):
            await store.add_player(player(name), credential(name), name.encode())
            await store.add_link(f"link {name}".encode(), player(name).id, expires_at=600)
        second, token = replace(credential("ann"), id="second"), credential("ann", "token")
        await store.add_credential(second, b"second")
        await store.add_credential(token, b"token")
        assert await store.remove_device_credentials("player-ann", second.id) == [credential("ann").id]
        assert await store.list_credentials("player-ann", "cookie") == [second]
        assert await store.list_links("player-ann", now=1) == []
        assert await store.remove_device_credentials("player-ann", None) == [second.id]
        assert await store.list_credentials("player-ann", "token") == [token]
        assert await store.find_player(b"bob") == (player("bob"), credential("bob"))
        assert len(await store.list_links("player-bob", now=1)) == 1

    async def test_it_is_noted_when_a_credential_was_used(self, store: Store) -> None:
        await store.add_player(player("ann"), credential("ann"), b"cookie")
        await store.touch_credential(credential("ann").id, 4711)
        assert await store.find_player(b"cookie") == (player("ann"), replace(credential("ann"), used_at=4711))

    async def test_of_many_who_use_a_link_at_once_one_succeeds(self, store: Store, database: str) -> None:
        """Also when they come through different processes, which two stores over one file stand for."""
        other = await reopened(database)
        await store.add_player(player(), credential(), b"cookie")
        for number in range(20):
            link = b"link %d" % number
            await store.add_link(link, player().id, expires_at=600)
            found = await asyncio.gather(*(each.use_link(link, now=1) for each in [store, other] * 4))
            assert sorted(map(bool, found)) == [False] * 7 + [True]
        await other.close()


class TestTables:
    async def test_a_table_comes_back_as_it_was_added(self, store: Store) -> None:
        row = table(seats=[{"kind": "bot", "level": "hard", "player": None}], rematch="t2", outcome={"ranks": [1, 2]})
        row = replace(row, position="turn 1; squares -")
        await store.add_table(row)
        assert await store.find_table(row.id) == row
        assert await store.find_code(row.code) == row.id
        assert await store.find_table("t2") is None
        assert await store.find_code("CODE-t2") is None

    async def test_a_table_comes_back_as_it_was_saved(self, store: Store) -> None:
        await store.add_table(table())
        row = table(
            status="over",
            seed=b"other",
            changed_at=2000,
            began_at=1500,
            outcome={"ranks": [2, 1], "reason": "é"},
            version=1,
            banned=("player-ben",),
            draws=2,
            nonces=({"seat": 0, "hash": "0a" * 32, "nonce": None},),
            position="turn 1; squares -",
        )
        await store.save_table(row)
        assert await store.find_table(row.id) == row

    async def test_no_two_tables_share_an_id_or_a_code(self, store: Store) -> None:
        await store.add_table(table("t1"))
        with pytest.raises(Conflict):
            await store.add_table(table("t1", code="ANOTHER"))
        with pytest.raises(Conflict):
            await store.add_table(table("t2", code=table("t1").code))
        assert await store.find_table("t2") is None

    async def test_a_table_that_is_not_there_or_of_another_version_is_not_saved(self, store: Store) -> None:
        with pytest.raises(Conflict, match="t1"):
            await store.save_table(table("t1", version=1))
        await store.add_table(table("t1"))
        for version in (0, 2):
            with pytest.raises(Conflict, match="t1"):
                await store.save_table(table("t1", version=version, status="over"))
        assert await store.find_table("t1") == table("t1")

    async def test_of_two_processes_that_have_read_the_same_row_one_wins(self, store: Store, database: str) -> None:
        other = await reopened(database)
        await store.add_table(table())
        for _ in range(20):
            row = await store.find_table("t1")
            assert row
            wishes = [row.change(host="player-ann"), row.change(host="player-ben")]
            saving = [each.save_table(wish) for each, wish in zip((store, other), wishes, strict=True)]
            results = await asyncio.gather(*saving, return_exceptions=True)
            assert [type(result) for result in results].count(Conflict) == 1
            assert await store.find_table("t1") == wishes[results.index(None)]
        await other.close()

    async def test_a_table_that_is_removed_is_gone_with_all_that_was_played_and_said(self, store: Store) -> None:
        for name in ("t1", "t2"):
            await store.add_table(table(name))
            await store.append(name, [ply(1)], 0, table(name, status="playing", version=1))
            await store.add_chat(name, chat(1))
            await store.save_review(review(name))
        revision = store.revision
        for row in (table("t1"), table("t1", version=2), table("t3")):
            with pytest.raises(Conflict, match=row.id):
                await store.remove_table(row)
        assert (await store.list_plies("t1"), await store.list_chat("t1")) == ([ply(1)], [chat(1)])
        await store.remove_table(table("t1", version=1))
        assert store.revision > revision
        assert (await store.find_table("t1"), await store.find_code("CODE-t1")) == (None, None)
        assert (await store.list_plies("t1"), await store.list_chat("t1")) == ([], [])
        assert (await store.find_review("t1", 1), await store.find_review("t2", 1)) == (None, review("t2"))
        assert [row.id for row in await store.list_player_tables("player-ann")] == ["t2"]
        assert (await store.list_plies("t2"), await store.list_chat("t2")) == ([ply(1)], [chat(1)])
        for late in (store.append("t1", [ply(2)], 0), store.save_table(table("t1", version=2))):
            with pytest.raises(Conflict):
                await late

    async def test_tables_are_listed_by_status_last_changed_first(self, store: Store) -> None:
        rows = [table("old", changed_at=1), table("new", changed_at=3), table("playing", status="playing")]
        for row in rows:
            await store.add_table(row)
        assert [row.id for row in await store.list_tables("waiting")] == ["new", "old"]
        assert [row.id for row in await store.list_tables("waiting", limit=1)] == ["new"]
        assert await store.list_tables("playing") == [rows[2]]
        assert await store.list_tables("over") == []

    async def test_abandoned_tables_have_waited_since_a_time_longest_first(self, store: Store) -> None:
        for name, changed_at in (("older", 2), ("oldest", 1), ("new", 5)):
            await store.add_table(table(name, changed_at=changed_at))
        await store.add_table(table("playing", changed_at=1, status="playing"))
        assert [row.id for row in await store.list_abandoned_tables(before=5)] == ["oldest", "older"]
        assert [row.id for row in await store.list_abandoned_tables(before=5, limit=1)] == ["oldest"]

    async def test_open_tables_are_public_and_have_an_open_seat_whatever_else_is_newer(self, store: Store) -> None:
        await store.add_table(table("old", changed_at=1))
        await store.add_table(table("new", changed_at=2))
        await store.add_table(table("hidden", changed_at=3, settings={"visibility": "link"}))
        await store.add_table(table("full", changed_at=4, seats=[{"kind": "person", "player": "player-ann"}]))
        await store.add_table(table("playing", changed_at=5, status="playing"))
        assert [row.id for row in await store.list_open_tables()] == ["new", "old"]
        assert [row.id for row in await store.list_open_tables(limit=1)] == ["new"]

    async def test_watched_tables_are_played_for_anyone_whatever_else_is_newer(self, store: Store) -> None:
        anyone, nobody = {"watch": "anyone"}, {"watch": "nobody"}
        await store.add_table(table("old", changed_at=1, status="playing", settings=anyone))
        await store.add_table(table("new", changed_at=2, status="playing", settings=anyone))
        await store.add_table(table("hidden", changed_at=3, status="playing", settings=nobody))
        await store.add_table(table("waiting", changed_at=4, settings=anyone))
        assert [row.id for row in await store.list_watchable_tables()] == ["new", "old"]
        assert [row.id for row in await store.list_watchable_tables(limit=1)] == ["new"]

    async def test_a_player_finds_tables_where_they_sit_or_are_the_host_unfinished_first(self, store: Store) -> None:
        def seats(*names: str | None) -> list[dict[str, str | None]]:
            return [{"kind": "person", "player": name and f"player-{name}"} for name in names]

        bob = "player-bob"
        await store.add_table(table("sits", seats=seats("ann", "bob", "bob", None), changed_at=1))
        await store.add_table(table("host", seats=seats("ann"), host=bob, changed_at=2))
        await store.add_table(table("over", seats=seats("bob"), host=bob, status="over", changed_at=3))
        await store.add_table(table("not", seats=seats("ann", None)))
        assert [row.id for row in await store.list_player_tables(bob)] == ["host", "sits", "over"]
        assert [row.id for row in await store.list_player_tables(bob, limit=2)] == ["host", "sits"]
        await store.save_table(table("sits", seats=seats("ann", None), version=1))
        await store.save_table(table("not", seats=seats("ann", "bob"), changed_at=9, version=1))
        assert [row.id for row in await store.list_player_tables(bob)] == ["not", "host", "over"]

    async def test_a_list_goes_on_after_any_of_its_tables(self, store: Store) -> None:
        for number in range(9):
            await store.add_table(table(f"t{number}", changed_at=number // 3))

        async def page(listing: Callable[..., Awaitable[list[TableRow]]]) -> list[str]:
            seen: list[TableRow] = []
            while rows := await listing(limit=2, after=seen[-1] if seen else None):
                seen += rows
            return [row.id for row in seen]

        async def page_mine(**filters: Any) -> list[str]:
            seen: list[TableRow] = []
            while rows := await store.list_player_tables(
                "player-ann", 2, PageCursor.of(seen[-1]) if seen else None, **filters
            ):
                seen += rows
            return [row.id for row in seen]

        newest_first = [f"t{number}" for number in reversed(range(9))]
        assert await page(partial(store.list_tables, "waiting")) == newest_first
        assert await page(partial(store.list_abandoned_tables, 5)) == newest_first[::-1]
        changes: dict[int, dict[str, Any]] = {2: {"status": "over"}, 4: {"status": "playing"}, 5: {"game": "tao"}}
        for number, change in changes.items():
            await store.save_table(table(f"t{number}", changed_at=number // 3, version=1, **change))
        assert await page_mine() == ["t6", "t7", "t8", "t3", "t4", "t5", "t0", "t1", "t2"]
        assert await page_mine(statuses=["over"]) == ["t2"]
        assert await page_mine(statuses=["over", "playing"]) == ["t4", "t2"]
        assert await page_mine(statuses=["waiting"], game="tao") == ["t5"]
        assert await page_mine(game="chess") == []

    async def test_a_table_that_is_marked_unreadable_takes_no_place_until_the_store_is_opened_again(
        self, store: Store, database: str
    ) -> None:
        def lists(of: Store) -> list[Awaitable[list[TableRow]]]:
            return [
                of.list_tables("waiting", 2),
                of.list_abandoned_tables(99_999, 2),
                of.list_open_tables(2),
                of.list_player_tables("player-ann", 2),
                of.list_watchable_tables(2),
                of.list_tables("playing", 2),
            ]

        for number in range(4):
            await store.add_table(table(f"waiting{number}"))
            settings = {"watch": "anyone"}
            await store.add_table(table(f"playing{number}", status="playing", settings=settings, host="player-ben"))
        bad = [f"{status}{number}" for number in (0, 1, 3) for status in ("waiting", "playing")]
        await store.mark_unreadable(bad)
        listed = [[row.id for row in await listing] for listing in lists(store)]
        assert [listed[0], listed[1], listed[2]] == [["waiting2"]] * 3
        assert [listed[4], listed[5]] == [["playing2"]] * 2
        assert sorted(listed[3]) == ["playing2", "waiting2"]
        assert await store.find_table("waiting0") == table("waiting0")
        await store.save_table(table("waiting0", changed_at=5000, version=1))
        assert [row.id for row in await store.list_open_tables()] == ["waiting2"]
        again = await reopened(database)
        assert [len(await listing) for listing in lists(again)] == [2] * 6
        await again.close()

    async def test_whoever_lists_tables_can_tell_whether_any_has_changed(self, store: Store) -> None:
        seen = {store.revision}
        await store.add_table(table())
        seen.add(store.revision)
        await store.append("t1", [ply(1)], 0, table(status="playing", version=1))
        seen.add(store.revision)
        await store.append("t1", [ply(2)], 0)  # a move alone changes no list
        seen.add(store.revision)
        await store.truncate("t1", 1, table(status="playing", epoch=1, version=2))
        seen.add(store.revision)
        await store.save_table(table(status="over", epoch=1, version=3))
        seen.add(store.revision)
        assert len(seen) == 5


class TestTheLog:
    async def test_plies_come_back_in_order_and_only_the_missing_ones(self, store: Store) -> None:
        await store.add_table(table("t1"))
        await store.add_table(table("t2"))
        plies = [ply(1), ply(2, -1, "draws “é” 7\\\"'"), ply(3, 1)]
        await store.append("t1", plies[:1], 0)
        await store.append("t1", plies[1:], 0)
        assert await store.list_plies("t1") == plies
        assert await store.list_plies("t1", since=1) == plies[1:]
        assert await store.list_plies("t1", since=3) == []
        assert await store.list_plies("t1", since=1, epoch=0) == plies[1:]
        assert await store.list_plies("t1", since=1, epoch=1) == []
        assert await store.list_plies("t2") == []

    async def test_a_ply_that_exists_is_refused_with_all_that_came_with_it(self, store: Store) -> None:
        await store.add_table(table())
        await store.append("t1", [ply(1), ply(2)], 0)
        with pytest.raises(Conflict):
            await store.append("t1", [ply(2, 1), ply(3, 1)], 0, table(status="over", version=1))
        with pytest.raises(Conflict):
            await store.append("t1", [ply(3), ply(3)], 0)
        assert await store.list_plies("t1") == [ply(1), ply(2)]
        assert await store.find_table("t1") == table()

    @pytest.mark.parametrize("first", [0, 2, 3])
    async def test_a_ply_that_does_not_follow_is_refused(self, store: Store, first: int) -> None:
        await store.add_table(table())
        with pytest.raises(Conflict):
            await store.append("t1", [ply(first)], 0)
        assert await store.list_plies("t1") == []

    async def test_a_ply_of_no_table_is_refused(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("t1", [ply(1)], 0)

    async def test_of_two_processes_that_saw_the_same_last_ply_one_wins(self, store: Store, database: str) -> None:
        other = await reopened(database)
        await store.add_table(table())
        for number in range(1, 30):
            moves = [store.append("t1", [ply(number, 0)], 0), other.append("t1", [ply(number, 1)], 0)]
            results = await asyncio.gather(*moves, return_exceptions=True)
            assert [type(result) for result in results].count(Conflict) == 1
            winner = [type(result) for result in results].index(type(None))
            assert (await store.list_plies("t1"))[-1].actor == winner
        await other.close()

    async def test_a_row_is_replaced_with_the_plies_or_not_at_all(self, store: Store) -> None:
        await store.add_table(table())
        await store.append("t1", [ply(1)], 0, table(status="playing", version=1))
        assert await store.find_table("t1") == table(status="playing", version=1)
        with pytest.raises(Conflict):
            await store.append("t1", [ply(2)], 0, table(status="over", version=1))
        with pytest.raises(Conflict):
            await store.append("t1", [ply(2)], 0, table("gone", status="over"))
        assert await store.list_plies("t1") == [ply(1)]

    async def test_a_row_can_be_replaced_with_no_plies_at_all(self, store: Store) -> None:
        """As when a game begins without chance."""
        await store.add_table(table())
        await store.append("t1", [], 0, table(status="playing", version=1))
        await store.append("t1", [], 0)
        assert await store.find_table("t1") == table(status="playing", version=1)
        assert await store.list_plies("t1") == []

    async def test_no_ply_follows_a_game_that_is_over(self, store: Store) -> None:
        """Another process may have ended it early: the number of the ply and the epoch still fit."""
        await store.add_table(table(status="playing"))
        await store.append("t1", [ply(1)], 0)
        await store.append("t1", [ply(2)], 0, table(status="over", version=1))
        with pytest.raises(Conflict):
            await store.append("t1", [ply(3)], 0)
        assert await store.list_plies("t1") == [ply(1), ply(2)]

    async def test_taking_back_forgets_the_plies_after_and_counts_the_epoch(self, store: Store) -> None:
        await store.add_table(table())
        await store.append("t1", [ply(number) for number in range(1, 6)], 0)
        await store.truncate("t1", 2, table(epoch=1, version=1))
        assert await store.list_plies("t1") == [ply(1), ply(2)]
        assert await store.find_table("t1") == table(epoch=1, version=1)
        await store.append("t1", [ply(3, 1)], 1)
        assert await store.list_plies("t1", since=2) == [ply(3, 1)]

    async def test_whoever_missed_a_take_back_can_neither_move_nor_take_back(self, store: Store) -> None:
        """Even where the number of the ply would fit by accident."""
        await store.add_table(table())
        await store.append("t1", [ply(1), ply(2)], 0)
        await store.truncate("t1", 1, table(epoch=1, version=1))
        await store.append("t1", [ply(2, 1)], 1)
        with pytest.raises(Conflict):
            await store.append("t1", [ply(3)], 0)
        with pytest.raises(Conflict):
            await store.truncate("t1", 0, table(epoch=1, version=1))
        assert await store.list_plies("t1") == [ply(1), ply(2, 1)]


class TestChat:
    async def test_the_last_things_said_come_back_oldest_first(self, store: Store) -> None:
        await store.add_table(table())
        said = [chat(1), chat(2, "ça va? \N{SNOWMAN}"), replace(chat(3), seat=1)]
        for each in said:
            await store.add_chat("t1", each)
        assert await store.list_chat("t1") == said
        assert await store.list_chat("t1", limit=2) == said[1:]
        assert await store.list_chat("t1", since=1) == said[1:]
        assert await store.list_chat("t1", limit=1, since=1) == said[2:]
        with pytest.raises(Conflict):
            await store.add_chat("t1", chat(3))
        assert await store.list_chat("t2") == []


LOOK = """
import asyncio, sys
from ludotheque.store.address import make_store

async def look():
    store = make_store(sys.argv[1])
    await store.open()
    print([(ply.ply, ply.move) for ply in await store.list_plies("t1")])
    await store.close()

asyncio.run(look())
"""


class TestReviews:
    async def test_a_review_is_found_by_its_table_and_the_version_of_its_rules(self, store: Store) -> None:
        await store.add_table(table())
        assert await store.find_review("t1", 1) is None
        await store.save_review(review(body=b"\x1f\x8b\x00"))
        await store.save_review(review(rules_version=2, is_complete=False))
        assert await store.find_review("t1", 1) == review(body=b"\x1f\x8b\x00")
        assert await store.find_review("t1", 2) == review(rules_version=2, is_complete=False)
        assert await store.find_review("t1", 3) is None
        assert await store.find_review("t2", 1) is None

    async def test_a_review_grows_until_it_is_complete_and_then_stays(self, store: Store) -> None:
        await store.add_table(table())
        for number in (1, 2):
            growing = review(body=b"%d" % number, is_complete=False)
            await store.save_review(growing)
            assert await store.find_review("t1", 1) == growing
        whole = review(body=b"whole")
        await store.save_review(whole)
        for later in (review(body=b"less", is_complete=False), review(body=b"another")):
            await store.save_review(later)
            assert await store.find_review("t1", 1) == whole
        renewed = review(body=b"{}", format=2, is_complete=False)
        await store.save_review(renewed)
        assert await store.find_review("t1", 1) == renewed

    async def test_there_is_no_review_of_a_table_that_is_gone(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.save_review(review("nowhere"))


class TestDurability:
    async def test_more_than_fit_into_one_transaction_are_stored_in_several(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(group_commit, "LARGEST_GROUP", 10)
        await store.add_table(table())
        transactions = store.transactions
        await asyncio.gather(*(store.append("t1", [ply(number)], 0) for number in range(1, 36)))
        assert store.transactions - transactions == 4
        assert len(await store.list_plies("t1")) == 35

    async def test_what_was_acknowledged_is_seen_by_another_process(self, store: Store, database: str) -> None:
        await store.add_table(table())
        await store.append("t1", [ply(1), ply(2, -1)], 0)
        seen = subprocess.run([sys.executable, "-c", LOOK, database], capture_output=True, text=True, check=True)
        assert seen.stdout == "[(1, 'move 1'), (2, 'move 2')]\n"

    async def test_closing_finishes_what_was_asked_for(self, database: str) -> None:
        store = await reopened(database)
        await store.add_table(table())
        appends = [asyncio.ensure_future(store.append("t1", [ply(number)], 0)) for number in range(1, 51)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*appends)
        with pytest.raises(StoreError, match="closing"):
            await store.append("t1", [ply(51)], 0)
        again = await reopened(database)
        assert len(await again.list_plies("t1")) == 50
        await again.close()
