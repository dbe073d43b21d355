"""Bots at a table: given observations, paced, and never in the way of a game."""

import asyncio
import logging
from random import Random

import pytest

from ludotheque.core.errors import StoreError
from ludotheque.server import autopilot
from ludotheque.server.table import LiveTable
from tests.server.tables.house import House

PATIENCE = 60.0


async def finish(house: House, table: LiveTable) -> None:
    """Let the host watch a table until its game is over: while nobody is there, bots wait."""
    host = await house.sit(table, 0)
    async with asyncio.timeout(PATIENCE):
        while table.ledger.row.status != "over":
            await asyncio.sleep(0.002)
    host.leave()


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_bots_play_a_whole_game_by_themselves(house: House, game: str) -> None:
    table = await house.open_table(game, "bb")
    await finish(house, table)
    assert {level for level, _ in house.thinkers.asked} == {"easy"}


async def test_a_bot_is_given_the_observation_of_its_seat_and_nothing_else(house: House) -> None:
    table = await house.open_table("tsuro", "bb")
    await finish(house, table)
    match = table.ledger.match
    assert match is not None
    decisions = [ply for ply in match.plies if isinstance(ply.actor, int)]
    assert [observation for _, observation in house.thinkers.asked] == [
        match.game.observe(ply.before, ply.actor if isinstance(ply.actor, int) else None) for ply in decisions
    ]


async def test_a_bot_that_fails_is_replaced_by_any_legal_move(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.thinkers.fails = True
    with caplog.at_level(logging.WARNING):
        await finish(house, await house.open_table("turris", "bb"))
    assert "any legal one is played" in caplog.text


@pytest.mark.parametrize("nonsense", ["?!", "", "z99"])
async def test_a_bot_that_answers_nonsense_is_replaced_by_any_legal_move(
    house: House, caplog: pytest.LogCaptureFixture, nonsense: str
) -> None:
    house.thinkers.answer = lambda _game, _observation: nonsense
    with caplog.at_level(logging.WARNING):
        await finish(house, await house.open_table("turris", "bb"))
    assert "a bot wants to play" in caplog.text


async def test_a_bot_takes_its_time_like_a_person(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await real(0)

    house.tables._services.__dict__["pace"] = 1.0  # frozen, but this test wants people's pace at a house without
    monkeypatch.setattr("ludotheque.server.autopilot.asyncio.sleep", sleep)
    table = await house.open_table("turris", "bb")
    await house.sit(table, 0)
    async with asyncio.timeout(PATIENCE):
        while table.ledger.row.status != "over":
            await real(0.002)
    waits = [pause for pause in pauses if pause > 0.1]
    assert len(waits) == len([row for row in table.ledger.log if row.actor >= 0])
    assert all(pause <= autopilot.LONGEST for pause in waits)
    assert max(waits) - min(waits) > 0.5


async def test_a_thinking_bot_does_not_keep_anybody_else_waiting(house: House) -> None:
    house.thinkers.may_answer.clear()
    slow = await house.open_table("turris", "bb")
    await house.sit(slow, 0)
    people = await house.open_table("turris", "pp")
    guests = await house.sit_all(people)
    actor = people.ledger.actor or 0
    assert (await guests[actor].play())["type"] == "played"
    assert slow.ledger.ply == len([row for row in slow.ledger.log if row.actor < 0])
    await (await house.sit(slow, None)).send(type="ping")


async def test_a_take_back_interrupts_a_thinking_bot(house: House) -> None:
    house.thinkers.may_answer.clear()
    table = await house.open_table("turris", "pb", options={"first": "black"})
    guest = await house.sit(table, 0)
    if table.ledger.actor != 0:
        house.thinkers.may_answer.set()
        await guest.hear_position(table.ledger.ply)
        house.thinkers.may_answer.clear()
    await guest.play()
    asked = len(house.thinkers.asked)
    await guest.send(type="take_back")
    await guest.hear("position")
    house.thinkers.may_answer.set()
    await asyncio.sleep(0.02)
    assert table.ledger.actor == 0
    assert len(house.thinkers.asked) <= asked + 1
    assert (await guest.play())["type"] == "played"


async def test_a_bot_whose_turn_it_was_goes_on_after_a_restart_when_somebody_comes(house: House) -> None:
    house.thinkers.may_answer.clear()
    table = await house.open_table("turris", "bb")
    await house.sit(table, 0)
    house.thinkers.may_answer.set()
    await house.restart()
    await finish(house, await house.tables.find(table.id))


async def test_a_bots_move_that_cannot_be_stored_is_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autopilot, "RETRY", 0.01)
    real, fails = house.store.append, iter([False, True, True, False])

    async def append(*arguments: object) -> None:
        if next(fails, False):
            raise StoreError("disk full")
        await real(*arguments)  # type: ignore[arg-type] # handed on as they came

    monkeypatch.setattr(house.store, "append", append)
    await finish(house, await house.open_table("turris", "bb"))


async def test_a_bot_goes_on_after_any_error(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(autopilot, "RETRY", 0.01)
    real, fails = house.store.append, iter([False, True, False])

    async def append(*arguments: object) -> None:
        if next(fails, False):
            raise ZeroDivisionError
        await real(*arguments)  # type: ignore[arg-type] # handed on as they came

    monkeypatch.setattr(house.store, "append", append)
    await finish(house, await house.open_table("turris", "bb"))
    assert "ZeroDivisionError" in caplog.text


# ── Hints ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_hint_is_what_the_bot_would_play(house: House) -> None:
    table = await house.open_table("tsuro", "pp", hints=True)
    guests = await house.sit_all(table)
    actor, ply = table.ledger.actor or 0, table.ledger.ply
    await guests[actor].send(type="hint", id="h", ply=ply)
    hint = await guests[actor].hear("hint")
    assert (hint["id"], hint["ply"]) == ("h", ply)
    assert {move["move"] for move in hint["moves"]} == {move["move"] for move in guests[actor].position["moves"]}
    assert hint["shares"] == [0.5, 0.5]
    assert not [message for message in guests[1 - actor].messages if message["type"] == "hint"]
    assert house.thinkers.asked[0][1].viewer == actor


async def test_hints_that_are_refused(house: House) -> None:
    table = await house.open_table("tsuro", "pp", hints=True)
    guests = await house.sit_all(table)
    actor, ply = table.ledger.actor or 0, table.ledger.ply
    assert await guests[1 - actor].refused(type="hint", ply=ply) == "out_of_turn"
    assert await guests[actor].refused(type="hint", id="old", ply=ply - 1) == "stale"
    assert await (await house.sit(table, None)).refused(type="hint", ply=ply) == "not_seated"
    house.thinkers.may_answer.clear()
    await guests[actor].send(type="hint", id="first", ply=ply)
    await asyncio.sleep(0)
    assert await guests[actor].refused(type="hint", id="second", ply=ply) == "too_fast"
    house.thinkers.fails = True
    house.thinkers.may_answer.set()
    refusal = await guests[actor].hear("refused")
    assert (refusal["id"], refusal["code"]) == ("first", "not_thinking")


async def test_who_asks_for_hints_too_often_must_wait(house: House) -> None:
    table = await house.open_table("tsuro", "pp", hints=True)
    guests = await house.sit_all(table)
    actor, ply = table.ledger.actor or 0, table.ledger.ply
    for _ in range(10):
        await guests[actor].send(type="hint", ply=ply)
        await guests[actor].hear("hint")
    assert await guests[actor].refused(type="hint", ply=ply) == "too_fast"
    house.now.pass_seconds(2)
    await guests[actor].send(type="hint", ply=ply)
    await guests[actor].hear("hint")


async def test_while_a_bot_thinks_about_a_hint_one_can_play(house: House) -> None:
    table = await house.open_table("tsuro", "pp", hints=True)
    guests = await house.sit_all(table)
    actor, ply = table.ledger.actor or 0, table.ledger.ply
    house.thinkers.may_answer.clear()
    await guests[actor].send(type="hint", ply=ply)
    moves = guests[actor].position["moves"]
    assert (await guests[actor].play(Random(1).choice(moves)["move"]))["type"] == "played"
