"""The lists of tables: that nothing unreadable takes a place in them, and what they and replays cost a busy server."""

import asyncio
import gzip
import json
import logging
import sys
from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Any

import pytest

from ludotheque.core.errors import StoreError
from ludotheque.core.match import Match
from ludotheque.server.errors import Refused
from ludotheque.server.table import log
from ludotheque.server.table.clock import MoveClock
from ludotheque.server.table.feed import views
from ludotheque.server.table.history import history, records
from ludotheque.server.table.table import Table
from ludotheque.server.tables import listing, tables
from ludotheque.server.tables.listing import LISTED, MyTables
from ludotheque.server.tables.tables import ABANDONED_AFTER
from ludotheque.store.store import TableRow
from tests.patience import PATIENCE
from tests.server.tables.table_harness import TableHarness, person, play_out

BROKEN: list[dict[str, Any]] = [
    {"options": {"tiles": "1*1000"}},
    {"game": "chess"},
    {"rules_version": 0},
    {"settings": {"visibility": "public", "watch": "anyone", "clock": 1}},
    {"seats": [{"kind": "open", "player": "player0"}, {"kind": "throne"}]},
]


async def add_broken(harness: TableHarness, row: TableRow, count: int = LISTED + 10) -> list[str]:
    """Add tables that cannot be read and are newer than all others."""
    harness.now.pass_seconds(1)
    rows = [
        replace(
            row, id=f"odd{row.status}{number}", code=f"odd{row.status}{number}", changed_at=harness.now(), **changes
        )
        for number in range(count)
        for changes in [BROKEN[number % len(BROKEN)]]
    ]
    await asyncio.gather(*map(harness.store.add_table, rows))
    return [row.id for row in rows]


def ids(listed: list[dict[str, Any]]) -> list[str]:
    return [table["id"] for table in listed]


def count_reports(caplog: pytest.LogCaptureFixture, table: str) -> int:
    return sum(f"Table {table} " in line for line in caplog.messages)


async def test_sixty_tables_that_cannot_be_read_leave_the_lists_as_they_are(
    harness: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    waiting = await harness.open_table("tsuro", "po", visibility="public")
    playing = await harness.open_table("turris", "pp", watch="anyone")
    broken = await add_broken(harness, waiting.log.row) + await add_broken(harness, playing.log.row)
    for _ in range(2):
        assert ids(await harness.tables.lists.list_open()) == [waiting.id]
        assert ids(await harness.tables.lists.list_live()) == [playing.id]
        assert set(ids(await harness.tables.lists.list_mine(person(0)))) == {waiting.id, playing.id}
    for table in broken[:5]:
        with pytest.raises(log.Unreadable):
            await harness.tables.find(table)
    assert [count_reports(caplog, table) for table in broken] == [1] * len(broken)
    await harness.restart()  # a newer version may be able to read them, so they are tried again
    assert ids(await harness.tables.lists.list_open()) == [waiting.id]
    assert ids(await harness.tables.lists.list_live()) == [playing.id]


async def test_a_table_that_cannot_be_read_is_looked_at_once(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = await harness.open_table("tsuro", "po", visibility="public")
    await add_broken(harness, waiting.log.row)
    assert ids(await harness.tables.lists.list_open()) == [waiting.id]
    decoded = count_calls(monkeypatch, sys.modules[type(harness.store).__module__], "decode_table")
    await waiting.seating.join(person(1))
    await waiting.seating.leave(person(1))
    assert ids(await harness.tables.lists.list_open()) == [waiting.id]
    assert len(decoded) == 1


async def test_lists_are_shown_also_if_nothing_can_be_marked(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_tables: object) -> None:
        raise StoreError("disk full")

    waiting = await harness.open_table("tsuro", "po", visibility="public")
    await add_broken(harness, waiting.log.row, 3)
    monkeypatch.setattr(harness.store, "mark_unreadable", fail)
    assert ids(await harness.tables.lists.list_open()) == [waiting.id]


async def test_a_table_that_nobody_foresaw_costs_no_other_its_place(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    playing = await harness.open_table("turris", "pp", watch="anyone")
    odd = await harness.open_table("turris", "pp", watch="anyone")
    await harness.restart()
    real = Table.load

    async def load(table: Table) -> None:
        if table.id == odd.id:
            raise ZeroDivisionError
        await real(table)

    monkeypatch.setattr(Table, "load", load)
    for _ in range(2):
        assert ids(await harness.tables.lists.list_live()) == [playing.id]
    assert count_reports(caplog, odd.id) == 1


@pytest.mark.parametrize("bad", [{"scores": [1.5, 0]}, {"reason": None}], ids=str)
async def test_a_game_whose_stored_end_makes_no_sense_costs_no_other_its_place(
    harness: TableHarness, caplog: pytest.LogCaptureFixture, bad: dict[str, Any]
) -> None:
    over, odd = [await harness.open_table("turris", "pp") for _ in range(2)]
    end = {"ranks": [1, 2], "shares": [1.0, 0.0], "scores": [3, 1], "reason": "all_placed"}
    for table, change in ((over, {}), (odd, bad)):
        await harness.store.save_table(table.log.row.change(status="over", outcome=end | change))
    await harness.restart()
    for _ in range(2):
        assert ids(await harness.tables.lists.list_mine(person(0))) == [over.id]
        found, _ = await harness.tables.lists.page_mine(person(0), MyTables())
        assert ids(found) == [over.id]
    assert count_reports(caplog, odd.id) == 1


async def test_games_go_on_after_a_restart_whatever_else_cannot_be_read(
    harness: TableHarness, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are: they are read a page at a time."""
    monkeypatch.setattr(tables, "PAGE", 7)
    harness.bots.may_answer.clear()
    playing = [await harness.open_table("turris", "pb", clock=MoveClock(60)) for _ in range(3)]
    broken = await add_broken(harness, playing[0].log.row)
    decoded = count_calls(monkeypatch, sys.modules[type(harness.store).__module__], "decode_table")
    await harness.restart()
    async with asyncio.timeout(PATIENCE):
        while not {table.id for table in playing} <= harness.tables.live.keys():
            before = len(decoded)
            await asyncio.sleep(0)
            assert len(decoded) - before <= 8  # a page, and a table that is loaded
    assert [count_reports(caplog, table) for table in broken] == [1] * len(broken)


async def test_abandoned_tables_are_closed_whatever_else_cannot_be_read_or_is_in_use(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "PAGE", 2)
    monkeypatch.setattr(tables, "MOST_CLOSED", 50)
    awaited = [await harness.open_table("tsuro", "po") for _ in range(3)]
    for table in awaited:
        await harness.sit(table, 0)
    harness.now.pass_seconds(1)
    broken = await add_broken(harness, awaited[0].log.row, 10)
    harness.now.pass_seconds(1)
    abandoned = await harness.open_table("tsuro", "po")
    harness.now.pass_seconds(ABANDONED_AFTER / 1000 + 1)
    await harness.tables.close_abandoned()
    assert abandoned.log.row.status == "over"
    assert {row.id for row in await harness.store.list_tables("waiting")} == {table.id for table in awaited}
    for name in broken:  # left as they are, for a newer version
        assert (row := await harness.store.find_table(name))
        assert row.status == "waiting"


async def test_the_log_does_not_fill_up_with_tables_that_cannot_be_read(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tables, "MOST_REPORTED", 5)
    waiting = await harness.open_table("tsuro", "po", visibility="public")
    await add_broken(harness, waiting.log.row, 20)
    assert ids(await harness.tables.lists.list_open()) == [waiting.id]
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) == 6
    assert errors[-1] == "5 tables cannot be read; the others are not named here"


# ── One's own, page by page ──────────────────────────────────────────────────────────────────────────────────────────


async def read_pages(harness: TableHarness, query: MyTables) -> list[list[str]]:
    pages: list[list[str]] = []
    after: str | None = None
    while True:
        page, after = await harness.tables.lists.page_mine(person(0), replace(query, after=after))
        pages.append(ids(page))
        if after is None:
            return pages


async def test_ones_own_tables_come_page_by_page_by_state_and_by_game(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    opened: list[str] = []
    for game, seats in [("turris", "pb"), ("tsuro", "po"), ("turris", "pb"), ("tao", "pb"), ("turris", "po")]:
        options = {"first": "black" if opened else "white"} if game == "turris" else {}
        opened.append((await harness.open_table(game, seats, options=options)).id)
        harness.now.pass_seconds(1)
    await (await harness.tables.find(opened[3])).resign(person(0))
    turn, friends, bots, over, room = opened
    assert await read_pages(harness, MyTables(limit=2)) == [[room, bots], [friends, turn], [over]]
    assert await read_pages(harness, MyTables(limit=5)) == [[room, bots, friends, turn, over]]
    assert await read_pages(harness, MyTables("unfinished", limit=4)) == [[room, bots, friends, turn]]
    assert await read_pages(harness, MyTables("playing", limit=1)) == [[bots], [turn]]
    assert await read_pages(harness, MyTables("turn", limit=1)) == [[turn]]
    assert await read_pages(harness, MyTables("waiting")) == [[room, friends]]
    assert await read_pages(harness, MyTables("over")) == [[over]]
    assert await read_pages(harness, MyTables(game="turris", limit=2)) == [[room, bots], [turn]]
    assert await read_pages(harness, MyTables("over", "tsuro")) == [[]]
    await harness.tables.delete(person(0), bots)  # also if the table is gone after which the next page begins
    page, after = await harness.tables.lists.page_mine(person(0), MyTables(limit=1))
    await harness.tables.delete(person(0), room)
    assert ids(page) == [room]
    assert ids((await harness.tables.lists.page_mine(person(0), MyTables(limit=9, after=after)))[0]) == [
        friends,
        turn,
        over,
    ]


@pytest.mark.parametrize(
    "after", ["", "x", "2-1-abc", "0--1-abc", "0-1-", "0-1-ABC", f"0-1-{'a' * 50}", f"0-{'9' * 30}-a"]
)
async def test_a_page_that_begins_nowhere_is_refused(harness: TableHarness, after: str) -> None:
    with pytest.raises(Refused, match="no place in your list") as caught:
        await harness.tables.lists.page_mine(person(0), MyTables(after=after))
    assert caught.value.code == "malformed"


# ── What they cost ───────────────────────────────────────────────────────────────────────────────────────────────────


def count_calls(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[tuple[Any, ...]]:
    """Note the arguments of every call of a function."""
    calls: list[tuple[Any, ...]] = []
    real = getattr(where, name)

    def call(*arguments: Any, **more: Any) -> Any:
        calls.append(arguments)
        return real(*arguments, **more)

    monkeypatch.setattr(where, name, call)
    return calls


async def test_a_list_is_read_once_for_all_who_ask_and_again_when_a_table_has_changed(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness.tables.lists._open, "_now", lambda: 0.0)
    first = await harness.open_table("tsuro", "po", visibility="public")
    decoded = count_calls(monkeypatch, sys.modules[type(harness.store).__module__], "decode_table")
    lists = await asyncio.gather(*(harness.tables.lists.list_open(person(number)) for number in range(20)))
    assert len(decoded) == 1
    assert [[table["mine"] for table in listed] for listed in lists] == [[[0]], *[[[]]] * 19]
    assert await harness.tables.lists.list_open() == lists[1]
    assert len(decoded) == 1
    second = await harness.open_table("tsuro", "po", visibility="public")
    assert set(ids(await harness.tables.lists.list_open())) == {first.id, second.id}
    await second.seating.join(person(1))
    assert ids(await harness.tables.lists.list_open()) == [first.id]


async def test_a_list_is_read_again_after_a_moment(harness: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """What changes without a row, such as who is here, is told a second later at most."""
    now = [0.0]
    monkeypatch.setattr(harness.tables.lists._open, "_now", lambda: now[0])
    table = await harness.open_table("tsuro", "po", visibility="public")
    assert [seat["connected"] for seat in (await harness.tables.lists.list_open())[0]["seats"]] == [False, False]
    await harness.sit(table, 0)
    now[0] = listing.LIST_SECONDS
    assert [seat["connected"] for seat in (await harness.tables.lists.list_open())[0]["seats"]] == [True, False]


async def test_a_finished_game_is_written_out_once_for_all_who_look_at_it(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await harness.open_table("turris")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(1))
    replayed = count_calls(monkeypatch, Table, "replay")
    packed = await asyncio.gather(*(harness.tables.replay(table.id) for _ in range(10)))
    assert len(replayed) == 1
    assert all(each is packed[0] for each in packed)
    assert json.loads(packed[0].plain) == json.loads(gzip.decompress(packed[0].compressed or b""))
    assert len(json.loads(packed[0].plain)["positions"]) == table.log.ply + 1
    harness.tables.live.clear()
    assert await harness.tables.replay(table.id) is packed[0]
    assert harness.tables.live == {}  # nor is the table loaded for it


async def test_the_record_of_a_finished_game_is_written_once(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await harness.open_table("turris")
    guests = await harness.sit_all(table)
    await play_out(guests, Random(1))
    written = count_calls(monkeypatch, records, "write_record")
    texts = await asyncio.gather(*(table.record() for _ in range(5)))
    assert len(written) == 1
    assert len(set(map(str, texts))) == 1


async def test_games_are_loaded_and_written_out_one_after_the_other(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each gives way after a little work; all at once, they would hold up the others by the sum of it."""
    finished = []
    for _ in range(4):
        table = await harness.open_table("turris")
        guests = await harness.sit_all(table)
        await play_out(guests, Random(1))
        for guest in guests:
            guest.leave()
        finished.append(table.id)
    await harness.restart()
    monkeypatch.setattr(log, "PLIES_PER_SLICE", 1)
    workers: dict[str, list[asyncio.Task[Any] | None]] = {"load": [], "write": []}
    real_play, real_tell = Match.play, views.view_plies

    def play(*arguments: Any, **more: Any) -> Any:
        workers["load"].append(asyncio.current_task())
        return real_play(*arguments, **more)

    def tell(*arguments: Any) -> Any:
        workers["write"].append(asyncio.current_task())
        return real_tell(*arguments)

    monkeypatch.setattr(Match, "play", play)
    monkeypatch.setattr(history, "view_plies", tell)
    await asyncio.gather(*map(harness.tables.replay, finished))
    for work in workers.values():
        assert len(work) > 4 * 20
        assert len([*groupby(work)]) == len(set(work)) == 4
