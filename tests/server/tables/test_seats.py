"""Who sits where: before the game, when somebody leaves or is away, and in a rematch."""

from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.table.seats.seats import BOT_NAMES, decode_seats, make_seats
from ludotheque.server.table.settings import NewSeat, NewTable, Settings
from ludotheque.server.table.table import Table
from ludotheque.store.store import Player
from tests.server.tables.table_harness import Guest, TableHarness, person, play_out


async def refused(action: Coroutine[Any, Any, Any], code: str) -> None:
    with pytest.raises(Refused) as caught:
        await action
    assert caught.value.code == code


def names(table: Table) -> list[str | None]:
    return [seat.name if seat.kind == "person" else seat.kind for seat in table.log.seats]


async def test_players_join_the_first_open_seat_or_one_they_choose(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pooo")
    await table.seating.join(person(1), 3)
    await table.seating.join(person(2))
    assert names(table) == ["Person 0", "Person 2", "open", "Person 1"]
    await refused(table.seating.join(person(4), 3), "seat_taken")
    await refused(table.seating.join(person(4), 9), "no_such_seat")
    await refused(table.seating.join(person(4), -1), "no_such_seat")
    await refused(table.seating.join(person(1)), "already_seated")
    await table.seating.join(person(4))
    await refused(table.seating.join(person(5)), "seat_taken")


async def test_players_change_seats_while_the_table_waits(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "pooo")
    await table.seating.change_seat(person(0), 2)
    assert names(table) == ["open", "open", "Person 0", "open"]
    await table.seating.change_seat(person(0), 2)
    await refused(table.seating.change_seat(person(1), 0), "not_seated")
    await table.seating.join(person(1))
    await refused(table.seating.change_seat(person(1), 2), "seat_taken")
    await refused(table.seating.change_seat(person(1), 4), "no_such_seat")


async def test_the_host_puts_bots_at_seats_and_takes_them_away(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "poo")
    await table.seating.set_seat(person(0), 1, "bot", "hard")
    assert table.log.seats[1].level == "hard"
    await table.seating.set_seat(person(0), 1, "open")
    await refused(table.seating.set_seat(person(1), 1, "bot"), "not_host")
    await refused(table.seating.set_seat(person(0), 1, "bot", "godlike"), "malformed")
    await refused(table.seating.set_seat(person(0), 7, "bot"), "no_such_seat")
    await table.seating.join(person(1), 1)
    await refused(table.seating.set_seat(person(0), 1, "bot"), "seat_taken")


async def test_only_the_host_starts_and_only_when_no_seat_is_open(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "po")
    await refused(table.start(person(0)), "open_seats")
    await table.seating.join(person(1))
    await refused(table.start(person(1)), "not_host")
    await table.start(person(0))
    await refused(table.start(person(0)), "started")
    await refused(table.seating.join(person(2)), "started")
    await refused(table.seating.change_seat(person(1), 0), "started")
    await refused(table.seating.set_seat(person(0), 0, "bot"), "started")


async def test_who_leaves_a_waiting_table_opens_the_seat(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "poo")
    await table.seating.join(person(1))
    await refused(table.seating.leave(person(2)), "not_seated")
    await table.seating.leave(person(0))
    assert names(table) == ["open", "Person 1", "open"]
    assert table.log.row.host == person(1).id  # somebody must be able to start
    await table.seating.leave(person(1))
    assert table.log.row.status == "over"
    assert await harness.tables.lists.list_open() == []
    guest = await harness.sit(table, 1)
    assert guest.table["outcome"] is None
    await refused(table.record(), "not_started")
    await harness.restart()
    again = await harness.tables.find(table.id)
    await refused(again.record(), "not_started")
    await refused(again.replay(), "not_over")
    await refused(again.seating.join(person(3)), "started")


async def test_every_change_is_told_to_everybody(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "poo")
    watcher = await harness.sit(table, 5)
    await table.seating.join(person(1))
    await watcher.hear_table(lambda told: told["seats"][1]["name"] == "Person 1")
    await table.seating.set_seat(person(0), 2, "bot", "easy")
    await watcher.hear_table(lambda told: told["seats"][2]["level"] == "easy")
    await table.start(person(0))
    await watcher.hear_table(lambda told: told["status"] == "playing")


async def test_a_new_name_is_used_when_its_owner_connects(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "po")
    guest = await harness.sit(table, 0)
    renamed = Guest(table, Player(person(0).id, "Nobody Else", 0))
    harness.guests.append(renamed)
    await renamed.connect()
    await guest.hear_table(lambda told: told["seats"][0]["name"] == "Nobody Else")


async def test_people_with_look_alike_names_are_told_apart(harness: TableHarness) -> None:
    """Two Anns may play together; the later one has a number, also after renaming and connecting again."""
    table = await harness.open_table("tsuro", "ooo")
    ann, other, third = (Player(f"ann{number}", name, 0) for number, name in enumerate(("Ann", "ANN", "Ben")))
    for player in (ann, other, third):
        await table.seating.join(player)
    assert [seat.name for seat in table.log.seats] == ["Ann", "ANN (2)", "Ben"]
    for player in (other, ann, Player(third.id, "Ånn", 0)):
        guest = Guest(table, player)
        harness.guests.append(guest)
        await guest.connect()
    assert [seat.name for seat in table.log.seats] == ["Ann", "ANN (2)", "Ånn (3)"]
    await table.seating.leave(ann)
    again = Guest(table, other)
    harness.guests.append(again)
    await again.connect()
    assert [seat.name for seat in table.log.seats] == [None, "ANN", "Ånn (3)"]


async def test_one_person_at_several_seats_has_one_name(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "mm")
    await harness.sit(table, 0)
    assert [seat.name for seat in table.log.seats] == ["Person 0", "Person 0"]


# ── Pass and play ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_player_with_several_seats_sees_with_the_eyes_of_the_one_that_decides(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "mmp")
    guests = await harness.sit_all(table)
    host, other = guests
    assert host.messages[0]["table"]["mine"] == [0, 1]
    while table.log.row.status == "playing":
        ply, actor = table.log.ply, table.log.actor
        assert host.position["viewer"] == (actor if actor in (0, 1) else 0)
        assert other.position["viewer"] == 2
        await (host if actor in (0, 1) else other).play()
        for guest in guests:
            await guest.hear_position(ply)


async def test_a_player_with_several_seats_can_name_the_seat(harness: TableHarness) -> None:
    table = await harness.open_table("tsuro", "mm")
    guest = await harness.sit(table, 0)
    actor = table.log.actor or 0
    assert (await guest.play(seat=1 - actor))["code"] == "out_of_turn"
    assert (await guest.play(seat=actor))["type"] == "played"


# ── Away ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_somebody_away_for_a_minute_can_be_replaced_and_come_back(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", "pp", options={"first": "white"})
    actor = table.log.actor or 0
    here = await harness.sit(table, 1 - actor)
    away = await harness.sit(table, actor)
    await refused(table.seating.replace(person(1 - actor), actor), "not_absent")
    away.leave()
    harness.now.pass_seconds(59)
    await refused(table.seating.replace(person(1 - actor), actor), "not_absent")
    harness.now.pass_seconds(1)
    await refused(table.seating.replace(person(7), actor), "not_seated")
    await table.seating.replace(person(1 - actor), actor, "easy")
    await here.hear_table(lambda told: told["seats"][actor]["substitute"] == "easy")
    await refused(table.seating.replace(person(1 - actor), actor), "replaced")
    back = await harness.sit(table, actor)
    assert back.position["moves"] == []
    assert await back.refused(type="play", ply=table.log.ply, move="x") == "replaced"
    await table.seating.come_back(person(actor))
    assert (await back.hear("position"))["moves"]
    await back.hear_table(lambda told: told["seats"][actor]["substitute"] is None)
    assert (await back.play())["type"] == "played"


async def test_it_is_told_from_when_on_somebody_can_be_replaced(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("tsuro", "ppb")

    def told() -> list[int | None]:
        return [seat["replaceable_in"] for seat in table.describe(None)["seats"]]

    here, away = await harness.sit_all(table)
    assert told() == [None, None, None]
    harness.now.pass_seconds(100)
    away.leave()
    harness.now.pass_seconds(20)
    assert told() == [None, 40_000, None]
    await here.hear_table(lambda told: told["seats"][1]["replaceable_in"] == 40_000)
    harness.now.pass_seconds(100)
    assert told() == [None, 0, None]
    await table.seating.replace(person(0), 1)
    assert told() == [None, None, None]
    waiting = await harness.open_table("tsuro", "ppo")
    assert [seat["replaceable_in"] for seat in waiting.describe(None)["seats"]] == [None, None, None]


async def test_who_leaves_a_game_is_replaced_at_once(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp")
    guests = await harness.sit_all(table)
    await table.seating.leave(person(0))
    while guests[1].position["outcome"] is None:
        ply = guests[1].position["ply"]
        if guests[1].position["moves"]:
            await guests[1].play()
        await guests[1].hear_position(ply)
    assert table.log.seats[0].substitute == "medium"
    assert table.describe(person(0))["mine"] == [0]


async def test_one_can_ask_for_a_bot_oneself(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp")
    await harness.sit_all(table)
    await table.seating.replace(person(0), 0)
    assert table.log.seats[0].substitute == "medium"
    await refused(table.seating.replace(person(0), 5), "no_such_seat")
    await refused(table.seating.replace(person(0), 1, "godlike"), "malformed")


# ── Rematch ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_rematch_moves_everybody_on_by_one_and_begins_when_all_have_come(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pp", hints=True)
    guests = await harness.sit_all(table)
    spectator = await harness.sit(table, None)
    await refused(harness.tables.rematch(person(0), table.id), "not_over")
    await play_out(guests, Random(1))
    await refused(harness.tables.rematch(person(5), table.id), "not_seated")
    await spectator.catch_up()
    rematch = await harness.tables.rematch(person(1), table.id)
    assert await harness.tables.rematch(person(0), table.id) is rematch
    await spectator.hear_table(lambda told: told["rematch"] == rematch.id)
    assert names(rematch) == ["Person 1", "Person 0"]
    assert rematch.log.settings.hints
    assert rematch.log.row.seed != table.log.row.seed
    first = await harness.sit(rematch, 0)
    assert rematch.describe(None)["status"] == "waiting"
    await harness.sit(rematch, 1)
    assert rematch.describe(None)["status"] == "playing"
    assert (await first.hear("plies"))["viewer"] == 1


async def test_a_rematch_against_bots_begins_at_once_and_forgets_who_was_out(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pb")
    guest = await harness.sit(table, 0)
    await table.seating.leave(person(0))
    while guest.position["outcome"] is None:
        await guest.hear_position(guest.position["ply"])
    rematch = await harness.tables.rematch(person(0), table.id)
    assert [(seat.kind, seat.substitute) for seat in rematch.log.seats] == [("bot", None), ("person", None)]
    await harness.sit(rematch, 0)
    assert rematch.log.row.status == "playing"


async def open_rematch(harness: TableHarness) -> Table:
    """Let Persons 0 to 2 finish a game, and Person 0 ask for a rematch and come to it."""
    table = await harness.open_table("tsuro", "ppp", options={"players": "3"})
    await play_out(await harness.sit_all(table), Random(1))
    rematch = await harness.tables.rematch(person(0), table.id)
    await harness.sit(rematch, 0)
    assert names(rematch) == ["Person 2", "Person 0", "Person 1"]
    return rematch


async def test_a_rematch_begins_when_a_friend_takes_the_seat_of_somebody_who_declined(harness: TableHarness) -> None:
    rematch = await open_rematch(harness)
    await rematch.seating.leave(person(2))
    await harness.sit(rematch, 1)
    await harness.sit(rematch, 5)
    assert rematch.describe(None)["status"] == "waiting"
    await rematch.seating.join(person(5))
    assert rematch.describe(None)["status"] == "playing"


async def test_a_rematch_begins_without_somebody_who_is_gone_if_its_host_wants(harness: TableHarness) -> None:
    rematch = await open_rematch(harness)
    await harness.sit(rematch, 1)
    assert rematch.log.row.status == "waiting"
    await rematch.seating.remove(person(0), person(2).id, ban=False)
    await rematch.seating.set_seat(person(0), 0, "bot", "medium")
    await rematch.start(person(0))
    assert names(rematch) == ["bot", "Person 0", "Person 1"]


# ── Opening ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (NewTable("chess", {}, (NewSeat("me"),)), "no_such_game"),
        (NewTable("tsuro", {"players": "two"}, (NewSeat("me"), NewSeat("open"))), "bad_option"),
        (NewTable("tsuro", {"colour": "red"}, (NewSeat("me"), NewSeat("open"))), "bad_option"),
        (NewTable("tsuro", {"players": "3"}, (NewSeat("me"), NewSeat("open"))), "malformed"),
        (NewTable("tsuro", {}, (NewSeat("me"),)), "bad_option"),
        (NewTable("tsuro", {}, (NewSeat("me"), NewSeat("bot", "godlike"))), "malformed"),
        (NewTable("turris", {}, (NewSeat("me"),) * 3), "malformed"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(harness: TableHarness, request_: NewTable, code: str) -> None:
    await refused(harness.tables.create(person(0), request_), code)
    assert harness.tables.live == {}


async def test_start_begins_at_once_unless_a_seat_is_open(harness: TableHarness) -> None:
    full = NewTable("tsuro", {}, (NewSeat("me"), NewSeat("bot", "easy")), Settings(), start=True)
    assert (await harness.tables.create(person(0), full)).log.row.status == "playing"
    half = NewTable("tsuro", {}, (NewSeat("me"), NewSeat("open")), Settings(), start=True)
    assert (await harness.tables.create(person(0), half)).log.row.status == "waiting"


async def test_the_promise_of_fairness_is_there_from_the_beginning_and_the_seed_at_the_end(
    harness: TableHarness,
) -> None:
    table = await harness.open_table("turris", "po")
    promise = table.describe(None)["commitment"]
    assert len(promise) == 64
    await table.seating.join(person(1))
    await table.start(person(0))
    guests = await harness.sit_all(table)
    assert table.describe(None)["seed"] is None
    await play_out(guests, Random(1))
    assert table.describe(None)["commitment"] == promise
    assert table.describe(None)["seed"] == table.log.row.seed.hex()


async def test_bots_have_names_that_nobody_else_has_at_the_table(harness: TableHarness) -> None:
    """A bot keeps its name when its level changes, and in a rematch; a person of that name is told apart."""
    table = await harness.open_table("tsuro", "pobbbbbo")
    bots = [seat.name for seat in table.log.seats if seat.kind == "bot"]
    assert len(set(bots)) == 5
    assert set(bots) <= set(BOT_NAMES)
    await table.seating.set_seat(person(0), 2, "bot", "hard")
    assert (table.log.seats[2].name, table.log.seats[2].level) == (bots[0], "hard")
    await table.seating.join(Player("namesake", bots[0] or "", 0), 1)
    assert table.log.seats[1].name == f"{bots[0]} (2)"
    await table.seating.set_seat(person(0), 7, "bot")
    assert table.log.seats[7].name not in bots
    assert table.log.seats[7].title == "bot:medium"
    guest = await harness.sit(table, 0)
    assert guest.table["seats"][2]["name"] == bots[0]


def test_there_are_more_bots_at_a_table_than_names() -> None:
    seats = make_seats([NewSeat("bot", "easy")] * 40, Player("kiwi", "KIWI", 0))
    assert len({seat.name for seat in seats}) == 40
    assert all(seat.name != "Kiwi" for seat in seats)


def test_a_bot_of_an_older_table_has_no_name() -> None:
    [seat] = decode_seats([{"kind": "bot", "level": "easy"}])
    assert seat.name is None
    assert seat.title == "bot:easy"


async def test_everybody_at_one_device_has_a_name(harness: TableHarness) -> None:
    """Names are checked and told apart, and stay when the player of the device is renamed; a rematch keeps them."""
    host = person(0)
    wishes = (NewSeat("me"), NewSeat("me", name=" Ben "), NewSeat("me", name="BEN"), NewSeat("me", name="Person 0"))
    table = await harness.tables.create(host, NewTable("tsuro", {}, wishes))
    assert [seat.name for seat in table.log.seats] == ["Person 0", "Ben", "BEN (2)", "Person 0 (2)"]
    assert {seat.player for seat in table.log.seats} == {host.id}
    renamed = Guest(table, Player(host.id, "Anne", 0))
    harness.guests.append(renamed)
    await renamed.connect()
    told = await renamed.hear_table(lambda view: view["seats"][0]["name"] == "Anne")
    assert [seat["name"] for seat in told["seats"]] == ["Anne", "Ben", "BEN (2)", "Person 0 (2)"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (NewSeat("me", name="bot:easy"), "bot_name"),
        (NewSeat("me", name=""), "bad_name"),
        (NewSeat("open", name="Ben"), "malformed"),
        (NewSeat("bot", name="Ben"), "malformed"),
    ],
)
async def test_a_name_that_cannot_be_one_opens_no_table(harness: TableHarness, wish: NewSeat, code: str) -> None:
    await refused(harness.tables.create(person(0), NewTable("tsuro", {"players": "2"}, (NewSeat("me"), wish))), code)
    assert await harness.store.list_tables("waiting") == []
