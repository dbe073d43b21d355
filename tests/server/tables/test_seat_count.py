"""The host adds and removes seats before the start, and the game follows: its options, its material, its viewers."""

import asyncio
from random import Random

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.table.table import Table
from tests.server.tables.table_harness import TableHarness, person, play_out
from tests.server.tables.test_leaks import Inspector


def kinds(table: Table) -> list[str]:
    return [seat.name or "" if seat.kind == "person" else seat.kind for seat in table.log.seats]


async def test_the_host_adds_and_removes_seats_and_everybody_gets_the_new_game(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "poob", options={"edition": "kosmos"})
    await table.seating.join(person(1), 2)
    guests = [await harness.sit(table, 0), await harness.sit(table, 1), await harness.sit(table, None)]
    await table.seating.remove_seat(person(0), 1)
    assert kinds(table) == ["Person 0", "Person 1", "bot"]
    for guest, mine in zip(guests, ([0], [1], []), strict=True):
        told = (await guest.hear("welcome"))["table"]
        while told["options"]["players"] != "3":
            told = (await guest.hear("welcome"))["table"]
        assert (told["mine"], len(told["seats"])) == (mine, 3)
    for _ in range(2):
        await table.seating.add_seat(person(0))
    assert kinds(table) == ["Person 0", "Person 1", "bot", "open", "open"]
    table.log.game.observe(table.log.game.start(), 4)  # there is a fifth seat in the game, too
    for guest in guests:
        while (welcome := await guest.hear("welcome"))["table"]["options"]["players"] != "5":
            pass
        assert welcome["material"]["size"] == 7  # five play on the larger board
    again = await harness.sit(table, 5)
    assert again.messages[0]["material"] == welcome["material"]


async def test_options_that_do_not_fit_the_number_of_players_return_to_their_defaults(harness: TableHarness) -> None:
    teams = await harness.open_table("tao", "pooo", options={"teams": "on", "opposition": "overcome_by"})
    await teams.seating.remove_seat(person(0), 3)
    assert (teams.log.row.options["teams"], teams.log.row.options["opposition"]) == ("off", "overcome_by")
    await teams.seating.add_seat(person(0))
    assert teams.log.row.options["teams"] == "off"
    board = await harness.open_table("tsuro", "pooo", options={"edition": "kosmos", "board": "phoenix"})
    await board.seating.add_seat(person(0))
    assert (board.log.row.options["board"], board.log.row.options["edition"]) == ("usual", "kosmos")
    bonus = await harness.open_table("tsuro", "poo", options={"elimination_bonus": "on"})
    await bonus.seating.remove_seat(person(0), 1)
    assert bonus.log.row.options["elimination_bonus"] == "off"


async def test_there_are_never_more_or_fewer_seats_than_the_game_allows(harness: TableHarness) -> None:
    small = await harness.open_table("tao", "po")
    large = await harness.open_table("tao", "pooo")
    fixed = await harness.open_table("turris", "po")
    row = large.log.row
    for request in (
        small.seating.remove_seat(person(0), 1),
        large.seating.add_seat(person(0)),
        fixed.seating.add_seat(person(0)),
        fixed.seating.remove_seat(person(0), 1),
    ):
        with pytest.raises(Refused, match="players, so it cannot have") as caught:
            await request
        assert caught.value.code == "seat_count"
    assert large.log.row is row


async def test_only_the_host_changes_the_number_and_only_where_no_person_sits(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pooo")
    await table.seating.join(person(1), 1)
    started = await harness.open_table("tsuro", "ppp")
    for request, code in (
        (table.seating.add_seat(person(1)), "not_host"),
        (table.seating.remove_seat(person(1), 2), "not_host"),
        (table.seating.remove_seat(person(0), 1), "seat_taken"),
        (table.seating.remove_seat(person(0), 0), "seat_taken"),
        (table.seating.remove_seat(person(0), 4), "no_such_seat"),
        (started.seating.add_seat(person(0)), "started"),
        (started.seating.remove_seat(person(0), 2), "started"),
    ):
        with pytest.raises(Refused) as caught:
            await request
        assert caught.value.code == code


async def test_the_host_starts_with_whoever_is_there(harness: TableHarness) -> None:
    table = await harness.open_table("tao", "pooo", options={"teams": "on"})
    with pytest.raises(Refused) as caught:
        await table.start(person(0), drops_open=True)
    assert caught.value.code == "seat_count"
    assert kinds(table) == ["Person 0", "open", "open", "open"]
    await table.seating.join(person(1), 3)
    guests = [await harness.sit(table, 0), await harness.sit(table, 1)]
    with pytest.raises(Refused) as caught:
        await table.start(person(0))
    assert caught.value.code == "open_seats"
    await table.start(person(0), drops_open=True)
    assert kinds(table) == ["Person 0", "Person 1"]
    for guest in guests:
        await guest.hear_position()
    await play_out(guests, Random(1))
    assert table.log.row.outcome is not None
    assert len(table.log.row.outcome["ranks"]) == 2


async def test_a_full_table_starts_with_all_its_seats(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pob")
    await table.seating.join(person(1))
    await table.start(person(0), drops_open=True)
    assert kinds(table) == ["Person 0", "Person 1", "bot"]


async def test_a_restart_finds_the_game_as_it_was_changed(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pooo")
    await table.seating.remove_seat(person(0), 1)
    await harness.restart()
    again = await harness.tables.find(table.id)
    assert again.log.game.seats == len(again.log.seats) == 3


async def test_a_log_that_was_changed_elsewhere_gets_the_new_game(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pooo")
    guest = await harness.sit(table, 0)
    options = {**table.log.row.options, "players": "3"}
    await harness.store.save_table(table.log.row.change(options=options, seats=table.log.row.seats[:3]))
    table._on_note({"what": "stored", "epoch": 0, "ply": 0, "version": 99})
    await guest.hear_table(lambda told: len(told["seats"]) == 3)
    assert table.log.game.seats == 3


@pytest.mark.parametrize("game", ["tsuro", "tao"])
async def test_no_byte_that_follows_depends_on_what_its_viewer_cannot_know(harness: TableHarness, game: str) -> None:
    """Not when seats come and go, nor at the start with fewer of them, nor when somebody resigns."""
    table = await harness.open_table(game, "poo", watch="anyone")
    await table.seating.join(person(1), 2)
    await table.seating.add_seat(person(0))
    await table.seating.join(person(2), 3)
    guests = [await harness.sit(table, number, previews=True) for number in (0, 1, 2, None)]
    await table.start(person(0), drops_open=True)
    inspector = Inspector(table, Random(game))
    for guest in guests:
        await guest.hear_position()
        assert all(table.log.row.seed.hex() not in frame for frame in guest.frames)
        guest.messages[:] = guest.messages[-2:]
        guest.frames[:] = guest.frames[-2:]
    await inspector.inspect(guests)
    harness.bots.may_answer.clear()
    decider = next(guest for guest in guests if guest.position["moves"])
    await decider.play()
    await asyncio.sleep(0)
    await inspector.inspect(guests)
    await table.resign(person(1))
    await inspector.inspect(guests)
    assert {"plies", "position", "table"} <= set(inspector.seen)
