"""How fast bots play: as the host chose, quickly among themselves, and as whoever watches them wants."""

import asyncio
from random import Random

import pytest

from ludotheque.server.bots import player as bot_player
from ludotheque.server.table.settings import Pace
from ludotheque.server.table.table import Table
from tests.patience import PATIENCE
from tests.server.tables.table_harness import Guest, TableHarness

FOREVER = 1e9
"""Longer than any test."""


@pytest.fixture
def paces(monkeypatch: pytest.MonkeyPatch, harness: TableHarness) -> dict[str, float]:
    """Paces to be set: at first nobody waits."""
    paces: dict[str, float] = {"calm": 0.0, "normal": 0.0, "quick": 0.0, "none": 0.0}
    monkeypatch.setattr(bot_player, "PACES", paces)
    object.__setattr__(harness.tables._services, "pace", 1.0)
    return paces


async def wait_for_end(table: Table) -> None:
    async with asyncio.timeout(PATIENCE):
        while table.log.row.status != "over":
            await asyncio.sleep(0.002)


async def wait_for_pause(harness: TableHarness, table: Table) -> None:
    """Wait until a bot has thought about its next move, and give it the chance to make it."""
    async with asyncio.timeout(PATIENCE):
        while table.log.bot_turn is None or len(harness.bots.asked) == 0:
            await asyncio.sleep(0.002)
    for _ in range(20):
        await asyncio.sleep(0)


async def play_until_out(harness: TableHarness) -> tuple[Table, Guest]:
    """Play Tsuro against bots until the only person is out and the bots are not done."""
    for seed in range(40):
        table = await harness.open_table("tsuro", "pbbb", options={"players": "4"})
        guest = await harness.sit(table, 0)
        rng = Random(seed)
        while not table.log.is_left_to_bots and table.log.row.status != "over":
            if moves := guest.position["moves"]:
                ply = guest.position["ply"]
                await guest.play(rng.choice(moves)["move"])
                await guest.hear_position(ply)
            else:
                await asyncio.sleep(0)
        if table.log.row.status != "over":
            return table, guest
    raise AssertionError("the person was never put out first")


@pytest.mark.parametrize("pace", ["calm", "normal", "quick"])
async def test_bots_take_the_time_that_the_host_chose(
    harness: TableHarness, paces: dict[str, float], pace: Pace
) -> None:
    paces[pace] = FOREVER
    table = await harness.open_table("turris", "pb", pace=pace, options={"first": "white"})
    guest = await harness.sit(table, 0)
    assert guest.table["settings"]["pace"] == pace
    ply = table.log.ply
    await guest.play()
    await wait_for_pause(harness, table)
    assert table.log.ply == ply + 1
    paces[pace] = 0.0
    table._bot_player.set_pace("quick")  # only to make it look again
    await guest.hear_position(ply + 1)


async def test_bots_play_on_quickly_when_the_last_person_is_out(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    class AskedPaces(dict[str, float]):
        """Paces without a pause that remember which was asked for."""

        def __missing__(self, pace: str) -> float:
            asked.append(pace)
            return 0.0

    monkeypatch.setattr(bot_player, "PACES", AskedPaces())
    table, _ = await play_until_out(harness)
    assert "normal" in asked
    before = len(asked)
    await wait_for_end(table)
    assert set(asked[before + 1 :]) == {"quick"}  # the first of them may have begun before


async def test_who_watches_bots_chooses_their_pace_or_goes_to_the_end(
    harness: TableHarness, paces: dict[str, float]
) -> None:
    paces["quick"] = paces["calm"] = FOREVER
    table, guest = await play_until_out(harness)
    assert guest.position["left_to_bots"]
    await guest.send(type="pace", pace="calm")
    await wait_for_pause(harness, table)
    assert table.log.row.status == "playing"
    await guest.send(type="pace", pace="none")
    await wait_for_end(table)


async def test_the_pace_is_not_changed_while_a_person_decides_nor_by_strangers(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pb", watch="anyone")
    guest, spectator = await harness.sit(table, 0), await harness.sit(table, None)
    assert not guest.position["left_to_bots"]
    assert await guest.refused(type="pace", pace="none") == "not_allowed"
    assert await spectator.refused(type="pace", pace="none") == "not_seated"
    assert await guest.refused(type="pace", pace="instant") == "malformed"
    waiting = await harness.open_table("tsuro", "po")
    host = await harness.sit(waiting, 0)
    assert await host.refused(type="pace", pace="none") == "not_started"
