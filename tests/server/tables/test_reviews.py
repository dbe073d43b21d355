"""Reviews of finished games: made once and stored, wanted by people who can cancel them, and of running games never."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from random import Random
from typing import Any

import pytest

from ludotheque.bus.local import LocalBus
from ludotheque.bus.peers import NoPeers
from ludotheque.review.result import FORMAT
from ludotheque.server.bots.pool import BotUnavailable, TooManyQuestions
from ludotheque.server.bots.queue import Payer
from ludotheque.server.bots.reviewing import ReviewProgress, ReviewTask, ReviewWorker
from ludotheque.server.errors import Refused
from ludotheque.server.rate_limits import Limits, Rate
from ludotheque.server.table.table import Table
from ludotheque.server.tables.opening import Continuation
from ludotheque.server.tables.reviews import FORGET_AFTER, Reviews
from ludotheque.store.store import Player, ReviewRow
from tests.patience import PATIENCE
from tests.postgres_harness import Postgres
from tests.server.tables.table_harness import TableHarness, open_process, person, play_out
from tests.server.tables.test_continue import SOMEBODY, begin, finish, list_decisions, play_on

HOME = "192.0.2.1"


class FakeReviewer:
    """Says of reviews what a test wants it to say."""

    def __init__(self) -> None:
        self.asked: list[ReviewTask] = []
        self.payers: list[Sequence[Payer]] = []
        self.told: list[Callable[[ReviewProgress], None]] = []
        self.ends: list[asyncio.Future[None]] = []
        self.is_compiled = asyncio.Event()
        self.is_compiled.set()

    async def wait_for_kernel(self, game_id: str) -> bool:
        assert game_id
        await self.is_compiled.wait()
        return False

    async def review(
        self, task: ReviewTask, payers: Sequence[Payer], on_progress: Callable[[ReviewProgress], None]
    ) -> None:
        self.asked.append(task)
        self.payers.append(payers)
        self.told.append(on_progress)
        self.ends.append(asyncio.get_running_loop().create_future())
        await self.ends[-1]

    def tell(self, done: float, body: str | None = None) -> None:
        """Say how far the last review is; at 1 it ends."""
        packed = None if body is None else gzip.compress(body.encode())
        self.told[-1](ReviewProgress(done, done == 1, packed))
        if done == 1:
            self.ends[-1].set_result(None)


class RealReviewer(FakeReviewer):
    """Reviews in this process, by random play, as shortly as possible."""

    async def review(
        self, task: ReviewTask, payers: Sequence[Payer], on_progress: Callable[[ReviewProgress], None]
    ) -> None:
        self.asked.append(task)
        self.payers.append(payers)
        worker = ReviewWorker()
        progress = ReviewProgress(0.0)
        while not progress.is_complete:
            progress = await asyncio.to_thread(worker.advance, task)
            on_progress(progress)


def make_reviews(harness: TableHarness, bots: FakeReviewer, most_seconds: float = 20) -> Reviews:
    limits = Limits(lambda: harness.now.monotonic() / 1000)
    bus = harness.bus or LocalBus()
    now, monotonic, peers = harness.now, harness.now.monotonic, harness.peers or NoPeers()
    return Reviews(harness.tables, harness.store, bus, bots, now, monotonic, limits, most_seconds, peers)


@pytest.fixture
def bots() -> FakeReviewer:
    return FakeReviewer()


@pytest.fixture
async def reviews(harness: TableHarness, bots: FakeReviewer) -> AsyncIterator[Reviews]:
    opened = make_reviews(harness, bots)
    await opened.open()
    yield opened
    await opened.close()


async def play_a_game(harness: TableHarness, game: str = "turris", seats: str = "pp") -> Table:
    table = await harness.open_table(game, seats, options={} if game == "turris" else {"players": str(len(seats))})
    await play_out(await harness.sit_all(table), Random(3))
    assert table.log.row.status == "over"
    return table


async def wait_until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await condition():
            await asyncio.sleep(0.005)


async def wait_for_status(reviews: Reviews, table: Table, status: str, player: Player | None = None) -> None:
    async def is_there() -> bool:
        return (await reviews.show(table.id, player)).status == status

    await wait_until(is_there)


async def wait_for_revision(reviews: Reviews, table: Table, after: int = 0) -> int:
    async def is_there() -> bool:
        return (await reviews.show(table.id, None)).revision > after

    await wait_until(is_there)
    return (await reviews.show(table.id, None)).revision


async def refused(request: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as caught:
        await request
    return caught.value.code


async def test_a_review_grows_is_stored_and_is_made_once(
    harness: TableHarness, reviews: Reviews, bots: FakeReviewer
) -> None:
    table = await play_a_game(harness)
    assert (await reviews.show(table.id, None)).status == "none"
    assert await refused(reviews.read(table.id)) == "no_review"
    bots.is_compiled.clear()
    asked = await reviews.start(table.id, person(0), HOME)
    assert asked.is_yours
    await wait_for_status(reviews, table, "preparing")
    bots.is_compiled.set()
    await wait_for_status(reviews, table, "waiting")
    await wait_until(lambda: _soon(bool(bots.told)))
    bots.tell(0.25)
    assert (await reviews.show(table.id, None)).progress == 0.25
    bots.tell(0.3, '{"coarse": true}')
    first = await wait_for_revision(reviews, table)
    assert json.loads((await reviews.read(table.id)).plain) == {"coarse": True}
    bots.tell(1, '{"whole": true}')
    await wait_for_status(reviews, table, "done")
    assert (await reviews.show(table.id, None)).revision > first
    again = await reviews.start(table.id, person(1), HOME)
    assert (again.status, again.progress) == ("done", 1.0)
    await harness.restart()
    later = make_reviews(harness, bots)
    assert (await later.start(table.id, person(1), HOME)).status == "done"
    assert json.loads((await later.read(table.id)).plain) == {"whole": True}
    assert len(bots.asked) == 1
    [task] = bots.asked
    assert (task.game, len(task.moves)) == ("turris", table.log.ply)
    assert bots.payers == [[Payer(person(0).id, HOME)]]


async def _soon(value: bool) -> bool:
    return value


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_of_a_running_game_nothing_is_said_to_anybody(
    harness: TableHarness, reviews: Reviews, bots: FakeReviewer, game: str
) -> None:
    """At every position of a game, by every door: neither a review nor a word about one. The bots are not asked."""
    waiting = await harness.open_table(game, "po")
    assert await refused(reviews.start(waiting.id, person(0), HOME)) == "not_started"
    table = await harness.open_table(game, "pp", options={} if game == "turris" else {"players": "2"})
    guests, rng = await harness.sit_all(table), Random(1)
    while table.log.row.status != "over":
        for who in (person(0), person(1), None):
            assert await refused(reviews.show(table.id, who)) == "not_over"
            assert await refused(reviews.read_line(table.id, 1, who, None)) == "not_over"
            if who is not None:
                assert await refused(reviews.start(table.id, who, HOME)) == "not_over"
                assert await refused(reviews.cancel(table.id, who)) == "not_over"
        assert await refused(reviews.read(table.id)) == "not_over"
        await play_out(guests, rng, decisions=3)
    assert bots.asked == []
    assert await harness.store.find_review(table.id, table.log.row.rules_version) is None


async def test_it_is_cancelled_when_nobody_wants_it_any_more(
    harness: TableHarness, reviews: Reviews, bots: FakeReviewer
) -> None:
    table = await play_a_game(harness)
    for number in (0, 1):
        await reviews.start(table.id, person(number), HOME)
    await wait_until(lambda: _soon(bool(bots.told)))
    bots.tell(0.5, '{"half": true}')
    await wait_for_revision(reviews, table)
    left = await reviews.cancel(table.id, person(0))
    assert (left.status, left.is_yours) == ("running", False)
    assert (await reviews.cancel(table.id, person(7))).status == "running"
    gone = await reviews.cancel(table.id, person(1))
    assert (gone.status, gone.revision > 0) == ("none", True)
    assert bots.ends[0].cancelled()
    assert json.loads((await reviews.read(table.id)).plain) == {"half": True}
    await reviews.start(table.id, person(1), HOME)
    await wait_until(lambda: _soon(len(bots.asked) == 2))


async def test_it_is_made_for_who_asks_while_it_is_being_cancelled(
    harness: TableHarness, reviews: Reviews, bots: FakeReviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_a_game(harness)
    may_end, review = asyncio.Event(), bots.review

    async def end_slowly(*arguments: Any) -> None:
        try:
            await review(*arguments)
        finally:
            await may_end.wait()

    monkeypatch.setattr(bots, "review", end_slowly)
    await reviews.start(table.id, person(0), HOME)
    await wait_until(lambda: _soon(len(bots.asked) == 1))
    leaving = asyncio.create_task(reviews.cancel(table.id, person(0)))
    await wait_until(lambda: _soon(not reviews._jobs[table.id].players))
    asking = asyncio.create_task(reviews.start(table.id, person(1), HOME))
    for _ in range(10):  # until it waits
        await asyncio.sleep(0)
    may_end.set()
    await leaving
    assert (await asking).is_yours
    await wait_until(lambda: _soon(len(bots.asked) == 2))


async def test_a_restart_in_the_middle_leaves_what_was_found_and_it_can_be_asked_for_again(
    harness: TableHarness, reviews: Reviews, bots: FakeReviewer
) -> None:
    table = await play_a_game(harness)
    await reviews.start(table.id, person(0), HOME)
    await wait_until(lambda: _soon(bool(bots.told)))
    bots.tell(0.5, '{"half": true}')
    await wait_for_revision(reviews, table)
    await reviews.close()
    await harness.restart()
    later = make_reviews(harness, bots)
    state = await later.show(table.id, person(0))
    assert (state.status, state.revision > 0) == ("none", True)
    assert json.loads((await later.read(table.id)).plain) == {"half": True}
    await later.start(table.id, person(0), HOME)
    await wait_until(lambda: _soon(len(bots.asked) == 2))
    bots.tell(1, '{"whole": true}')
    await wait_for_status(later, table, "done")


async def test_a_review_by_other_rules_or_in_another_format_is_made_again(
    harness: TableHarness, reviews: Reviews, bots: FakeReviewer
) -> None:
    table = await play_a_game(harness)
    rules = table.log.row.rules_version
    for number, (version, form) in enumerate([(rules + 1, FORMAT), (rules, FORMAT - 1)], 1):
        await harness.store.save_review(ReviewRow(table.id, version, form, True, gzip.compress(b"{}"), 1))
        assert (await reviews.show(table.id, None)).status == "none"
        assert await refused(reviews.read(table.id)) == "no_review"
        await reviews.start(table.id, person(0), HOME)
        await wait_until(lambda: _soon(len(bots.asked) == number))  # noqa: B023 - called at once
        await reviews.cancel(table.id, person(0))


@pytest.mark.parametrize("problem", [BotUnavailable("told to fail"), TooManyQuestions("too many reviews wait")])
async def test_a_review_that_fails_says_so_and_can_be_tried_again(
    harness: TableHarness, reviews: Reviews, bots: FakeReviewer, problem: BotUnavailable
) -> None:
    table = await play_a_game(harness)
    await reviews.start(table.id, person(0), HOME)
    await wait_until(lambda: _soon(bool(bots.ends)))
    bots.ends[0].set_exception(problem)
    await wait_for_status(reviews, table, "failed")
    assert (await reviews.start(table.id, person(0), HOME)).status != "failed"


async def test_a_table_that_is_deleted_meanwhile_leaves_nothing(
    harness: TableHarness, reviews: Reviews, bots: FakeReviewer
) -> None:
    table = await play_a_game(harness, "turris", "mm")
    await reviews.start(table.id, person(0), HOME)
    await wait_until(lambda: _soon(bool(bots.told)))
    await harness.tables.delete(person(0), table.id)
    bots.tell(1, "{}")
    await reviews._tasks.wait()
    assert reviews._jobs == {}
    assert await harness.store.find_review(table.id, table.log.row.rules_version) is None


async def test_a_player_may_ask_for_so_many_and_reading_is_free(
    harness: TableHarness, reviews: Reviews, bots: FakeReviewer
) -> None:
    tables = [await play_a_game(harness) for _ in range(Limits.REVIEWS.burst + 1)]
    for number, table in enumerate(tables[:-1], 1):
        await reviews.start(table.id, person(0), HOME)
        await wait_until(lambda: _soon(len(bots.told) == number))  # noqa: B023 - called at once
        bots.tell(1, "{}")
        await wait_for_status(reviews, table, "done")
    assert await refused(reviews.start(tables[-1].id, person(0), HOME)) == "too_fast"
    assert (await reviews.start(tables[0].id, person(0), HOME)).status == "done"
    assert (await reviews.start(tables[-1].id, person(1), HOME)).status != "none"
    harness.now.pass_seconds(1 / Limits.REVIEWS.per_second)
    await reviews.start(tables[-1].id, person(0), HOME)


async def test_an_address_may_ask_for_so_many_whoever_asks(
    harness: TableHarness, bots: FakeReviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players are free to make, so the limit of a player alone would limit nobody."""
    monkeypatch.setattr(Limits, "REVIEWS_BY_ADDRESS", Rate("reviews from your address", 2, 1 / 60))
    reviews = make_reviews(harness, bots)
    tables = [await play_a_game(harness) for _ in range(3)]
    for number, table in enumerate(tables[:2]):
        await reviews.start(table.id, person(number), HOME)
    assert await refused(reviews.start(tables[2].id, person(2), HOME)) == "too_fast"
    assert (await reviews.start(tables[2].id, person(2), "192.0.2.2")).is_yours
    await reviews.close()


async def test_a_server_without_reviews_refuses_them(harness: TableHarness, bots: FakeReviewer) -> None:
    reviews = make_reviews(harness, bots, most_seconds=0)
    table = await play_a_game(harness)
    assert await refused(reviews.start(table.id, person(0), HOME)) == "not_allowed"


async def test_a_real_review_shows_its_lines_on_the_board_and_names_nobody(harness: TableHarness) -> None:
    reviews = make_reviews(harness, RealReviewer(), most_seconds=0.5)
    table = await play_a_game(harness, "turris", "pp")
    await reviews.start(table.id, person(0), HOME)
    await wait_for_status(reviews, table, "done")
    body = (await reviews.read(table.id)).plain.decode()
    assert not [seat.name for seat in table.log.seats if seat.name and seat.name in body]
    told = json.loads(body)
    assert told["is_complete"]
    assert len(told["points"]) == table.log.ply + 1
    for moment in told["moments"]:
        line = await reviews.read_line(table.id, moment["ply"], person(1), 1)
        assert line["viewer"] == 1
        assert [each["ply"] for each in line["positions"]] == [
            moment["ply"] + number for number in range(len(moment["line"]))
        ]
        assert await refused(reviews.read_line(table.id, moment["ply"], person(1), 0)) == "not_seated"
    assert await refused(reviews.read_line(table.id, table.log.ply + 1, None, None)) == "no_review"


async def test_a_game_that_was_resigned_is_reviewed_as_far_as_it_went(harness: TableHarness) -> None:
    reviews = make_reviews(harness, RealReviewer(), most_seconds=0.2)
    table = await harness.open_table("tsuro", "pp", options={"players": "2"})
    await play_out(await harness.sit_all(table), Random(1), decisions=3)
    await table.resign(person(0))
    assert table.log.row.status == "over"
    await reviews.start(table.id, person(1), HOME)
    await wait_for_status(reviews, table, "done")
    told = json.loads((await reviews.read(table.id)).plain)
    assert len(told["points"]) == table.log.ply + 1


async def test_a_game_that_began_at_a_position_is_reviewed_from_there(harness: TableHarness) -> None:
    reviews = make_reviews(harness, RealReviewer(), most_seconds=0.2)
    first = await finish(harness)
    begun_at = list_decisions(first)[-1]
    table = await harness.tables.continue_game(SOMEBODY, first.id, Continuation(begun_at, 0, "easy"))
    await play_on(table, await begin(harness, table))
    await reviews.start(table.id, SOMEBODY, HOME)
    await wait_for_status(reviews, table, "done")
    told = json.loads((await reviews.read(table.id)).plain)
    assert len(told["points"]) == table.log.ply + 1


# ── Several processes ────────────────────────────────────────────────────────────────────────────────────────────────


async def test_processes_make_a_review_once_and_see_how_far_it_is(postgres: Postgres) -> None:
    database = postgres.make_database()
    async with open_process(database) as one, open_process(database) as two:
        workers = FakeReviewer(), FakeReviewer()
        here, there = make_reviews(one, workers[0]), make_reviews(two, workers[1])
        for each in (here, there):
            await each.open()
        table = await play_a_game(one)
        await here.start(table.id, person(0), HOME)
        await wait_until(lambda: _soon(bool(workers[0].told)))
        workers[0].tell(0.5, '{"half": true}')
        await wait_for_status(there, table, "running")
        await wait_for_revision(there, table)
        assert json.loads((await there.read(table.id)).plain) == {"half": True}
        await there.start(table.id, person(1), HOME)
        await wait_until(lambda: _soon(person(1).id in here._jobs[table.id].players))
        assert workers[1].asked == []
        await there.cancel(table.id, person(1))
        await wait_until(lambda: _soon(person(1).id not in here._jobs[table.id].players))
        workers[0].tell(1, '{"whole": true}')
        await wait_for_status(there, table, "done")
        assert workers[1].asked == []

        # A process that is gone is not waited for: after a while another takes over.
        other = await play_a_game(one)
        await here.start(other.id, person(0), HOME)
        await wait_for_status(there, other, "waiting")
        await here.close()
        await wait_for_status(there, other, "none")
        await there.start(other.id, person(1), HOME)
        await wait_until(lambda: _soon(len(workers[1].asked) == 1))
        two.now.pass_seconds(FORGET_AFTER / 1000)
        assert (await there.show(other.id, person(1))).status == "waiting"
        await there.close()
