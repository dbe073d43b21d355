"""Bots at a table: given observations, paced, and never in the way of a game."""

import asyncio
import logging
from dataclasses import replace
from random import Random
from threading import Semaphore

import pytest

from ludotheque.core.errors import StoreError
from ludotheque.server.bots import player as bot_player
from ludotheque.server.bots.pool import BotPool
from ludotheque.server.bots.queue import Payer
from ludotheque.server.bots.worker import Answer, Question, Worker
from ludotheque.server.rate_limits import Limits, Rate
from ludotheque.server.table.clock import MoveClock
from ludotheque.server.table.settings import NewSeat, NewTable
from ludotheque.server.table.table import Table
from ludotheque.store.store import Player
from tests.patience import PATIENCE
from tests.server.tables.table_harness import Guest, TableHarness, person


async def finish(harness: TableHarness, table: Table) -> None:
    """Let the host watch a table until its game is over: while nobody is there, bots wait."""
    host = await harness.sit(table, 0)
    async with asyncio.timeout(PATIENCE):
        while table.log.row.status != "over":
            await asyncio.sleep(0.002)
    host.leave()


def record_pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let bots not wait, but remember for how long they would have."""
    pauses: list[float] = []

    async def wait(_bots: bot_player.BotPlayer, seconds: float) -> bool:
        pauses.append(seconds)
        return False

    monkeypatch.setattr(bot_player.BotPlayer, "_wait_for_pace", wait)
    return pauses


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_bots_play_a_whole_game_by_themselves(harness: TableHarness, game: str) -> None:
    table = await harness.open_table(game, "bb")
    await finish(harness, table)
    assert {level for level, _ in harness.bots.asked} == {"easy"}


async def test_a_bot_is_given_the_observation_of_its_seat_and_nothing_else(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "bb")
    await finish(harness, table)
    await table.log.recall()
    match = table.log.match
    assert match is not None
    decisions = [ply for ply in match.plies if isinstance(ply.actor, int)]
    assert [observation for _, observation in harness.bots.asked] == [
        match.game.observe(ply.before, ply.actor if isinstance(ply.actor, int) else None) for ply in decisions
    ]


async def test_a_bot_that_fails_is_replaced_by_any_legal_move(
    harness: TableHarness, caplog: pytest.LogCaptureFixture
) -> None:
    harness.bots.fails = True
    with caplog.at_level(logging.WARNING):
        await finish(harness, await harness.open_table("turris", "bb"))
    assert "any legal one is played" in caplog.text


@pytest.mark.parametrize("nonsense", ["?!", "", "z99"])
async def test_a_bot_that_answers_nonsense_is_replaced_by_any_legal_move(
    harness: TableHarness, caplog: pytest.LogCaptureFixture, nonsense: str
) -> None:
    harness.bots.answer = lambda _game, _observation: nonsense
    with caplog.at_level(logging.WARNING):
        await finish(harness, await harness.open_table("turris", "bb"))
    assert "a bot wants to play" in caplog.text


async def test_a_bot_takes_its_time_like_a_person(harness: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = record_pauses(monkeypatch)
    monkeypatch.setitem(bot_player.PACES, "quick", 1.0)  # at which bots play among themselves
    harness.tables._services.__dict__["pace"] = 1.0  # frozen, but this test wants people's pace where bots have none
    table = await harness.open_table("turris", "bb")
    await finish(harness, table)
    assert len(pauses) == len([row for row in table.log.rows if row.actor >= 0])
    assert all(pause <= bot_player.LONGEST for pause in pauses)
    assert max(pauses) - min(pauses) > 0.5


async def test_a_thinking_bot_does_not_keep_anybody_else_waiting(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    slow = await harness.open_table("turris", "bb")
    await harness.sit(slow, 0)
    people = await harness.open_table("turris", "pp")
    guests = await harness.sit_all(people)
    actor = people.log.actor or 0
    assert (await guests[actor].play())["type"] == "played"
    assert slow.log.ply == len([row for row in slow.log.rows if row.actor < 0])
    await (await harness.sit(slow, None)).send(type="ping")


async def test_a_take_back_interrupts_a_thinking_bot(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", "pb", options={"first": "black"})
    guest = await harness.sit(table, 0)
    if table.log.actor != 0:
        harness.bots.may_answer.set()
        await guest.hear_position(table.log.ply)
        harness.bots.may_answer.clear()
    await guest.play()
    asked = len(harness.bots.asked)
    await guest.send(type="take_back")
    await guest.hear("position")
    harness.bots.may_answer.set()
    await asyncio.sleep(0.02)
    assert table.log.actor == 0
    assert len(harness.bots.asked) <= asked + 1
    assert (await guest.play())["type"] == "played"


async def test_a_bot_whose_turn_it_was_goes_on_after_a_restart_when_somebody_comes(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", "bb")
    await harness.sit(table, 0)
    harness.bots.may_answer.set()
    await harness.restart()
    await finish(harness, await harness.tables.find(table.id))


async def test_a_bots_move_that_cannot_be_stored_is_tried_again(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_player, "RETRY", 0.01)
    real, fails = harness.store.append, iter([False, True, True, False])

    async def append(*arguments: object) -> None:
        if next(fails, False):
            raise StoreError("disk full")
        await real(*arguments)  # type: ignore[arg-type] # handed on as they came

    monkeypatch.setattr(harness.store, "append", append)
    await finish(harness, await harness.open_table("turris", "bb"))


async def test_a_bot_goes_on_after_any_error(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_player, "RETRY", 0.01)
    real, fails = harness.store.append, iter([False, True, False])

    async def append(*arguments: object) -> None:
        if next(fails, False):
            raise ZeroDivisionError
        await real(*arguments)  # type: ignore[arg-type] # handed on as they came

    monkeypatch.setattr(harness.store, "append", append)
    await finish(harness, await harness.open_table("turris", "bb"))
    assert "ZeroDivisionError" in caplog.text


# ── While nobody is there ────────────────────────────────────────────────────────────────────────────────────────────


async def settle() -> None:
    """Let everything happen that is about to."""
    for _ in range(50):
        await asyncio.sleep(0)


async def test_bots_do_not_think_before_somebody_comes(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "bb")
    await harness.sit(table, None)
    await harness.sit(table, 7)
    await settle()
    assert harness.bots.asked == []  # spectators do not count, whether or not they have a name
    await finish(harness, table)


async def test_when_everybody_has_left_a_bot_makes_the_move_it_has_begun_and_no_other(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "bb")
    harness.bots.may_answer.clear()
    guest = await harness.sit(table, 0)
    await settle()
    guest.leave()
    ply = table.log.ply
    harness.bots.may_answer.set()
    async with asyncio.timeout(PATIENCE):
        while table.log.ply == ply:
            await asyncio.sleep(0.002)
    await settle()
    assert len(harness.bots.asked) == 1
    harness.now.pass_seconds(100)
    harness.tables.sweep()
    assert table.id not in harness.tables.live
    await finish(harness, await harness.tables.find(table.id))


async def test_a_bot_plays_for_who_was_late_when_the_other_player_comes(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp", clock=MoveClock(60))
    await harness.show_all(table)
    late, ply = table.log.actor or 0, table.log.ply
    harness.now.pass_seconds(61)
    await harness.tables.check_deadline(table.id)
    await settle()
    assert table.log.bot_turn is not None
    assert harness.bots.asked == []
    harness.now.pass_seconds(24 * 3600)  # the other player has all the time they need
    other = await harness.sit(table, 1 - late)
    assert (await other.hear_position(ply))["moves"]
    assert table.clock.deadline == harness.now.monotonic() + 60_000


async def test_after_a_restart_only_tables_with_a_clock_go_on_by_themselves(harness: TableHarness) -> None:
    timed = await harness.open_table("turris", "pb", clock=MoveClock(60))
    untimed = await harness.open_table("turris", "pb")
    bots = await harness.open_table("turris", "bb")
    await harness.restart()
    assert harness.tables._resumer is not None
    await harness.tables._resumer
    await settle()
    assert timed.id in harness.tables.live
    assert not {untimed.id, bots.id} & set(harness.tables.live)
    assert harness.bots.asked == []


async def test_the_people_of_a_table_pay_for_its_bots_and_spectators_do_not(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "bpb")
    harness.bots.may_answer.clear()
    await harness.sit(table, None, address="192.0.2.3")
    await harness.sit(table, 7, address="192.0.2.4")
    await harness.sit(table, 1, address="192.0.2.1")
    if table.log.bot_turn is None:
        await harness.guests[-1].play()
    await settle()
    assert harness.bots.payers == [(Payer("player1", "192.0.2.1"),)]
    assert table.subscribers.list_payers("player0") == [Payer("player1", "192.0.2.1")]
    host = await harness.sit(table, 0, address="192.0.2.2")
    assert table.subscribers.list_payers("player0") == [Payer("player1", "192.0.2.1"), Payer("player0", "192.0.2.2")]
    host.leave()
    assert table.subscribers.list_payers("player0") == [Payer("player1", "192.0.2.1")]


async def test_sixty_tables_of_a_stranger_delay_another_persons_bot_by_one_question(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real tables and a real queue; the process answers only when it is told to."""
    processes = BotPool(1, warms_up=False)
    asked: list[str] = []
    may_answer = Semaphore(0)

    def answer(question: Question, _patience: float) -> Answer:
        asked.append(question.level)
        may_answer.acquire()
        return Worker().answer(replace(question, level="random"))

    async def open_table(player: Player, level: str, address: str) -> Guest:
        seats = (NewSeat("bot", level), NewSeat("bot", level))
        table = await harness.tables.create(player, NewTable("turris", seats=seats, start=True))
        guest = Guest(table, player, address=address)
        harness.guests.append(guest)
        return await guest.connect()

    async def wait_for(questions: int, waiting: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(asked) < questions or processes.count_waiting() < waiting:
                await asyncio.sleep(0.002)

    await processes.open()
    try:
        monkeypatch.setattr(processes._processes[0], "ask", answer)
        harness.tables._services.__dict__["bots"] = processes
        for number in range(60):
            await open_table(Player(f"made up {number // 20}", "Stranger", 0), "master", "192.0.2.1")
        await wait_for(questions=1, waiting=59)
        mine = await open_table(person(0), "easy", "192.0.2.2")
        for answered in range(0, 10, 2):
            # The other 60 tables wait while one is answered: nobody is passed over for asking late.
            await wait_for(answered + 1, waiting=60)
            ply = mine.position["ply"]
            may_answer.release(2)
            await mine.hear_position(ply)
        assert asked[:10] == ["master", "easy"] * 5
    finally:
        may_answer.release(1000)
        await processes.close()


async def test_more_moves_of_an_address_than_the_server_can_bear_wait(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    reserved: list[tuple[Rate, str]] = []
    pauses = record_pauses(monkeypatch)

    def reserve(rate: Rate, key: str) -> float:
        reserved.append((rate, key))
        return 7.0

    monkeypatch.setattr(harness.tables._services.limits, "reserve", reserve)
    table = await harness.open_table("turris", "bb")
    await harness.sit(table, 0, address="192.0.2.1")
    async with asyncio.timeout(PATIENCE):
        while table.log.row.status != "over":
            await asyncio.sleep(0.002)
    assert set(reserved) == {(Limits.BOT_MOVES, "192.0.2.1")}
    assert len(pauses) == len([row for row in table.log.rows if row.actor >= 0])
    assert all(pause <= 7 for pause in pauses)
    assert max(pauses) > 1


# ── Hints ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_hint_is_what_the_bot_would_play(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pp", hints=True)
    guests = await harness.sit_all(table)
    actor, ply = table.log.actor or 0, table.log.ply
    await guests[actor].send(type="hint", id="h", ply=ply)
    hint = await guests[actor].hear("hint")
    assert (hint["id"], hint["ply"]) == ("h", ply)
    assert {move["move"] for move in hint["moves"]} == {move["move"] for move in guests[actor].position["moves"]}
    assert hint["shares"] == [0.5, 0.5]
    assert not [message for message in guests[1 - actor].messages if message["type"] == "hint"]
    assert harness.bots.asked[0][1].viewer == actor


async def test_hints_that_are_refused(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pp", hints=True)
    guests = await harness.sit_all(table)
    actor, ply = table.log.actor or 0, table.log.ply
    assert await guests[1 - actor].refused(type="hint", ply=ply) == "out_of_turn"
    assert await guests[actor].refused(type="hint", id="old", ply=ply - 1) == "stale"
    assert await (await harness.sit(table, None)).refused(type="hint", ply=ply) == "not_seated"
    harness.bots.may_answer.clear()
    await guests[actor].send(type="hint", id="first", ply=ply)
    await asyncio.sleep(0)
    assert await guests[actor].refused(type="hint", id="second", ply=ply) == "too_fast"
    harness.bots.fails = True
    harness.bots.may_answer.set()
    refusal = await guests[actor].hear("refused")
    assert (refusal["id"], refusal["code"]) == ("first", "not_thinking")


async def test_who_asks_for_hints_too_often_must_wait(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pp", hints=True)
    guests = await harness.sit_all(table)
    actor, ply = table.log.actor or 0, table.log.ply
    for _ in range(10):
        await guests[actor].send(type="hint", ply=ply)
        await guests[actor].hear("hint")
    assert await guests[actor].refused(type="hint", ply=ply) == "too_fast"
    harness.now.pass_seconds(2)
    await guests[actor].send(type="hint", ply=ply)
    await guests[actor].hear("hint")


async def test_hints_are_counted_by_address_too(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "ppppp", hints=True)
    guests = [await harness.sit(table, number, address="192.0.2.1") for number in range(5)]
    for _ in range(5):
        actor, ply = table.log.actor or 0, table.log.ply
        for _ in range(8):  # a player has ten
            await guests[actor].send(type="hint", ply=ply)
            await guests[actor].hear("hint")
        await guests[actor].play()
        for guest in guests:
            await guest.hear_position(ply)
    actor, ply = table.log.actor or 0, table.log.ply
    assert await guests[actor].refused(type="hint", ply=ply) == "too_fast"
    elsewhere = await harness.sit(table, actor, address="192.0.2.2")
    await elsewhere.send(type="hint", ply=ply)
    await elsewhere.hear("hint")


async def test_a_hint_is_refused_when_too_many_questions_wait(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = BotPool(1, warms_up=False)  # not open: nobody answers
    monkeypatch.setattr("ludotheque.server.bots.queue.MOST_OPTIONAL", 1)
    harness.tables._services.__dict__["bots"] = processes
    table = await harness.open_table("tsuro", "pp", hints=True)
    actor, ply = table.log.actor or 0, table.log.ply
    first, second = [await harness.sit(table, actor) for _ in range(2)]
    await first.send(type="hint", ply=ply)
    await settle()
    assert processes.count_waiting() == 1
    assert await second.refused(type="hint", ply=ply) == "too_fast"
    first.handler.close()  # who stops waiting makes room
    await settle()
    assert processes.count_waiting() == 0


async def test_while_a_bot_thinks_about_a_hint_one_can_play(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pp", hints=True)
    guests = await harness.sit_all(table)
    actor, ply = table.log.actor or 0, table.log.ply
    harness.bots.may_answer.clear()
    await guests[actor].send(type="hint", ply=ply)
    moves = guests[actor].position["moves"]
    assert (await guests[actor].play(Random(1).choice(moves)["move"]))["type"] == "played"
