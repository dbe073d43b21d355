"""Going on with a finished game from one of its positions, against bots, at a table of its own."""

import asyncio
from random import Random
from typing import Any

import pytest

from ludotheque.core.game import CHANCE, AnyGame, Eliminating
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.server.errors import Refused
from ludotheque.server.table.table import Table
from ludotheque.server.tables.opening import Continuation
from ludotheque.store.store import Player
from ludotheque.testing.subjects import name_game
from tests.patience import PATIENCE
from tests.server.tables.table_harness import Guest, TableHarness, person, play_out
from tests.server.tables.test_leaks import Inspector
from tests.strategies import all_games

SOMEBODY = Player("somebody", "Somebody", 0)


async def finish(harness: TableHarness, game: str = "tsuro", seats: str = "pp", **more: Any) -> Table:
    """Play a whole game at random."""
    table = await harness.open_table(game, seats, **more)
    await play_out(await harness.sit_all(table), Random(7))
    assert table.log.row.status == "over"
    await table.log.recall()
    return table


async def begin(harness: TableHarness, table: Table, player: Player = SOMEBODY) -> Guest:
    """Let the host of a table connect, so that its game begins."""
    guest = Guest(table, player)
    harness.guests.append(guest)
    await guest.connect()
    harness.now.pass_seconds(10)
    await table.check_deadline()
    await guest.hear_position()
    return guest


def state_after(table: Table, ply: int) -> Any:
    match = table.log.match
    assert match is not None
    return match.plies[ply - 1].after if ply else match.start


def list_decisions(table: Table) -> list[int]:
    """List the plies after which a seat decides, but for the first such position of the game."""
    match = table.log.match
    assert match is not None
    return [ply.number - 1 for ply in match.plies if ply.actor is not CHANCE][1:]


async def play_on(table: Table, guest: Guest) -> None:
    """Play at random until the game is over; bots answer by themselves."""
    rng = Random(3)
    while guest.position["outcome"] is None:
        ply = guest.position["ply"]
        if guest.position["moves"]:
            await guest.play(rng.choice(guest.position["moves"])["move"])
        await guest.hear_position(ply)
    await table.log.recall()


async def refused(harness: TableHarness, table: Table, *wanted: Any) -> str:
    before = await harness.store.list_player_tables(SOMEBODY.id)
    with pytest.raises(Refused) as caught:
        await harness.tables.continue_game(SOMEBODY, table.id, Continuation(*wanted))
    assert await harness.store.list_player_tables(SOMEBODY.id) == before
    return caught.value.code


@pytest.mark.parametrize("game", all_games(), ids=name_game)
async def test_a_finished_game_goes_on_from_any_of_its_positions_at_a_table_of_its_own(
    harness: TableHarness, game: AnyGame
) -> None:
    table = await finish(harness, game.id, "p" * game.seats, options=game.options.format())
    original = (table.log.row, await harness.store.list_plies(table.id), await table.record())
    plies = list_decisions(table)
    for ply in {plies[0], plies[len(plies) // 2], plies[-1]}:
        state = state_after(table, ply)
        seat = table.log.game.actor(state)
        assert isinstance(seat, int)
        harness.bots.asked.clear()
        other = await harness.tables.continue_game(SOMEBODY, table.id, Continuation(ply, seat, "easy"))
        guest = await begin(harness, other)
        assert other.log.row.seed != table.log.row.seed
        assert other.log.match is not None
        assert other.log.match.start == state
        assert guest.table["begins_at_position"]
        assert [each["kind"] == "person" for each in guest.table["seats"]] == [n == seat for n in range(game.seats)]
        await play_on(other, guest)
        record = parse_record(await other.record())
        assert record.position == game.format_state(state)
        assert verify(record).is_fair
        # Bots were shown nothing but their own observations, all of them of this game.
        seen = [(each.actor, each.before) for each in other.log.match.plies if each.actor not in {CHANCE, seat}]
        assert [asked for _, asked in harness.bots.asked] == [game.observe(before, actor) for actor, before in seen]
    assert (table.log.row, await harness.store.list_plies(table.id), await table.record()) == original


async def test_a_game_that_began_at_a_position_is_the_same_after_a_restart(harness: TableHarness) -> None:
    table = await finish(harness, "tao")
    ply = list_decisions(table)[3]
    other = await harness.tables.continue_game(SOMEBODY, table.id, Continuation(ply, 0, "easy"))
    guest = await begin(harness, other)
    if not guest.position["moves"]:
        await guest.hear_position(guest.position["ply"])
    await guest.play()
    await guest.hear_position(guest.position["ply"] - 1)
    harness.bots.fails = True
    before = other.log.match
    assert before is not None
    await harness.restart()
    again = (await harness.tables.find(other.id)).log.match
    assert again is not None
    assert again.start == before.start == state_after(table, ply)
    assert [each.move for each in again.plies[: len(before.plies)]] == [each.move for each in before.plies]


async def test_from_before_the_first_ply_it_is_a_new_game(harness: TableHarness) -> None:
    table = await finish(harness)
    other = await harness.tables.continue_game(SOMEBODY, table.id, Continuation(0, 1, "easy"))
    assert other.log.row.position is None
    guest = await begin(harness, other)
    assert not guest.table["begins_at_position"]
    await play_on(other, guest)
    assert parse_record(await other.record()).position is None


async def test_chance_draws_anew_where_it_has_to_draw(harness: TableHarness) -> None:
    table = await finish(harness)
    match = table.log.match
    assert match is not None
    ply = next(each.number - 1 for each in match.plies[::-1] if each.actor is CHANCE)
    draws = set()
    for _ in range(20):
        other = await harness.tables.continue_game(SOMEBODY, table.id, Continuation(ply, 0, "easy"))
        await begin(harness, other)
        assert other.log.match is not None
        draws.add(other.log.match.plies[0].move)
        assert other.log.match.plies[0].actor is CHANCE
    assert len(draws) > 1 or len(match.game.legal_moves(state_after(table, ply))) == 1


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
async def test_nothing_of_a_running_game_can_be_continued(harness: TableHarness, game: str) -> None:
    """Else every hand of a running game could be looked at by whoever knows its link."""
    table = await harness.open_table(game, watch="anyone")
    await play_out(await harness.sit_all(table), Random(1), decisions=3)
    for ply in range(table.log.ply + 2):
        for seat in (0, 1, 2):
            assert await refused(harness, table, ply, seat, "easy") == "not_over"
    waiting = await harness.open_table(game, "po")
    assert await refused(harness, waiting, 0, 0, "easy") == "not_over"


async def test_a_table_that_everybody_left_has_no_position(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "po")
    await table.seating.leave(person(0))
    assert await refused(harness, table, 0, 0, "easy") == "not_started"


async def test_what_cannot_be_continued_is_refused(harness: TableHarness) -> None:
    table = await finish(harness, "tsuro", "p" * 6, options={"players": "6"})
    game, last = table.log.game, table.log.ply
    assert isinstance(game, Eliminating)
    assert await refused(harness, table, last, 0, "easy") == "over"
    assert await refused(harness, table, last + 1, 0, "easy") == "malformed"
    assert await refused(harness, table, 1, 6, "easy") == "no_such_seat"
    assert await refused(harness, table, 1, 0, "genius") == "malformed"
    out = [
        (ply, seat)
        for ply in range(last)
        for seat in range(6)
        if game.outcome(state_after(table, ply)) is None and game.is_out(state_after(table, ply), seat)
    ]
    for ply, seat in out[:3]:
        assert await refused(harness, table, ply, seat, "easy") == "seat_out"
    assert out


async def test_a_game_that_was_given_up_goes_on_where_it_ended(harness: TableHarness) -> None:
    table = await harness.open_table("turris")
    await play_out(await harness.sit_all(table), Random(2), decisions=4)
    await table.resign(person(1))
    assert table.log.row.status == "over"
    other = await harness.tables.continue_game(SOMEBODY, table.id, Continuation(table.log.ply, 1, "easy"))
    assert (await begin(harness, other)).position["outcome"] is None


async def test_other_seats_stay_with_bots_and_there_are_as_many_as_there_were(harness: TableHarness) -> None:
    table = await finish(harness, "tsuro", "ppp", options={"players": "3"})
    wanted = Continuation(list_decisions(table)[0], 0, "easy")
    other = await harness.tables.continue_game(SOMEBODY, table.id, wanted)
    row = other.log.row
    for code, change in [
        ("not_allowed", other.seating.set_seat(SOMEBODY, 1, "open", None)),
        ("seat_count", other.seating.add_seat(SOMEBODY)),
        ("seat_count", other.seating.remove_seat(SOMEBODY, 1)),
    ]:
        with pytest.raises(Refused) as caught:
            await change
        assert (caught.value.code, other.log.row) == (code, row)
    await other.seating.set_seat(SOMEBODY, 1, "bot", "hard")
    assert other.log.seats[1].level == "hard"


async def test_a_rematch_begins_at_the_same_position_with_everybody_at_the_same_seat(harness: TableHarness) -> None:
    table = await finish(harness)
    ply = list_decisions(table)[0]
    other = await harness.tables.continue_game(SOMEBODY, table.id, Continuation(ply, 1, "easy"))
    await play_on(other, await begin(harness, other))
    again = await harness.tables.rematch(SOMEBODY, other.id)
    assert again.log.row.position == other.log.row.position
    assert again.log.row.seed != other.log.row.seed
    assert [seat.player for seat in again.log.seats] == [None, SOMEBODY.id]
    await begin(harness, again)
    assert again.log.match is not None
    assert again.log.match.start == state_after(table, ply)


@pytest.mark.parametrize("game", ["tsuro", "tao"])
async def test_no_byte_of_the_new_game_depends_on_what_its_viewer_cannot_know(harness: TableHarness, game: str) -> None:
    """Its player may know hands from the record of the finished game, and spectators too, but not from this table."""
    table = await finish(harness, game)
    other = await harness.tables.continue_game(SOMEBODY, table.id, Continuation(list_decisions(table)[1], 0, "easy"))
    harness.bots.asked.clear()
    harness.bots.may_answer.clear()
    guests = [await begin(harness, other), await harness.sit(other, None)]
    inspector = Inspector(other, Random(1))
    inspector.skip(guests[:1])
    answered = 0
    while other.log.row.status != "over":
        await inspector.inspect(guests)  # the bots wait, so that everybody is where the last frame was about
        ply = other.log.ply
        if guests[0].position["moves"]:
            await guests[0].play()
        else:
            async with asyncio.timeout(PATIENCE):
                while len(harness.bots.asked) == answered:
                    await asyncio.sleep(0)
            answered += 1
            harness.bots.may_answer.set()
            harness.bots.may_answer.clear()  # for the next question
        for guest in guests:
            await guest.hear_position(ply)
    assert inspector.seen["plies"] > 2
    assert answered
