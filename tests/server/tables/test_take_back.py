"""Taking back: freely against bots, otherwise if all other people agree; the same draw comes again."""

from itertools import pairwise
from random import Random

from ludotheque.server.table.clock import TotalClock
from tests.server.tables.table_harness import Guest, TableHarness, person, play_out


async def play_some(harness: TableHarness, seats: str = "pp", decisions: int = 6) -> tuple[list[Guest], int]:
    table = await harness.open_table("tsuro", seats)
    guests = await harness.sit_all(table)
    await play_out(guests, Random(5), decisions)
    return guests, table.log.ply


async def test_against_bots_a_move_is_taken_back_at_once(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pb")
    guest = await harness.sit(table, 0)
    while not guest.position["moves"]:
        await guest.hear_position(guest.position["ply"])
    ply, observation = guest.position["ply"], guest.position["observation"]
    await guest.play()
    while not (guest.position["moves"] and guest.position["ply"] > ply):
        await guest.hear_position(guest.position["ply"])
    await guest.send(type="take_back")
    back = await guest.hear("position")
    assert (back["why"], back["ply"], back["epoch"]) == ("take_back", ply, 1)
    assert back["observation"] == observation
    assert back["moves"]
    assert len(await harness.store.list_plies(table.id)) == ply
    assert (await guest.play())["type"] == "played"


async def test_all_other_people_must_agree(harness: TableHarness) -> None:
    guests, ply = await play_some(harness, "ppp")
    asker = guests[0]
    await asker.send(type="take_back", ply=table_ply(asker, 0))
    asked = await guests[1].hear("take_back")
    assert asked == {"type": "take_back", "by": 0, "ply": asked["ply"], "agreed": [], "waiting": [1, 2]}
    await guests[1].send(type="answer", agree=True)
    assert (await guests[2].hear("take_back"))["waiting"] == [1, 2]
    assert (await guests[2].hear("take_back"))["waiting"] == [2]
    assert asker.position["epoch"] == 0
    assert asker.position["ply"] == ply
    await guests[2].send(type="answer", agree=True)
    for guest in guests:
        back = await guest.hear("position")
        assert (back["epoch"], back["ply"], back["why"]) == (1, asked["ply"], "take_back")
    await asker.catch_up()
    assert asker.messages[-1] == {"type": "take_back", "by": None, "ply": None, "agreed": [], "waiting": []}


def table_ply(guest: Guest, seat: int) -> int:
    """Give the ply before the first decision of a seat that was told to a guest."""
    told = [ply for message in guest.messages for ply in message.get("plies", ())]
    return next(int(ply["ply"]) - 1 for ply in told if ply["actor"] == seat)


async def test_one_who_does_not_agree_ends_it(harness: TableHarness) -> None:
    guests, ply = await play_some(harness)
    await guests[0].send(type="take_back")
    await guests[1].hear("take_back")
    await guests[1].send(type="answer", agree=False)
    assert (await guests[0].hear("take_back"))["by"] == 0
    assert (await guests[0].hear("take_back"))["by"] is None
    assert guests[0].position["ply"] == ply
    assert await guests[1].refused(type="answer", agree=True) == "nothing_asked"


async def test_who_asked_can_withdraw_but_not_agree(harness: TableHarness) -> None:
    guests, ply = await play_some(harness)
    await guests[0].send(type="take_back")
    assert await guests[0].refused(type="answer", agree=True) == "nothing_asked"
    await guests[0].send(type="answer", agree=False)
    assert (await guests[1].hear("take_back"))["by"] == 0
    assert (await guests[1].hear("take_back"))["by"] is None
    assert guests[0].position["ply"] == ply


async def test_a_move_ends_what_was_asked(harness: TableHarness) -> None:
    guests, _ = await play_some(harness)
    await guests[0].send(type="take_back")
    decider = next(guest for guest in guests if guest.position["moves"])
    await decider.play()
    other = guests[1] if decider is guests[0] else guests[0]
    assert (await other.hear("take_back"))["by"] == 0
    assert (await other.hear("take_back"))["by"] is None
    assert await guests[1].refused(type="answer", agree=True) == "nothing_asked"


async def test_who_comes_later_hears_what_was_asked(harness: TableHarness) -> None:
    guests, _ = await play_some(harness)
    await guests[0].send(type="take_back")
    late = await harness.sit(harness.tables.live[guests[0].table["id"]], 1)
    assert (await late.hear("take_back"))["waiting"] == [1]


async def test_the_same_move_is_followed_by_the_same_draw(harness: TableHarness) -> None:
    guests, _ = await play_some(harness, "pm", 0)
    guest = guests[0]
    table = harness.tables.live[guest.table["id"]]
    rng = Random(8)
    for _ in range(8):
        ply = guest.position["ply"]
        await guest.play(rng.choice(guest.position["moves"])["move"])
        await guest.hear_position(ply)
    rows = list(table.log.rows)
    decision = next(row for row, after in pairwise(rows) if row.actor >= 0 > after.actor)
    await guest.send(type="take_back", ply=decision.ply - 1)
    await guest.hear("position")
    await guest.play(decision.move)
    assert [(row.actor, row.move) for row in table.log.rows] == [(row.actor, row.move) for row in rows[: table.log.ply]]


async def test_what_cannot_be_taken_back(harness: TableHarness) -> None:
    guests, ply = await play_some(harness, decisions=0)
    spectator = await harness.sit(harness.tables.live[guests[0].table["id"]], None)
    assert await spectator.refused(type="take_back") == "not_seated"
    assert await spectator.refused(type="answer", agree=True) == "not_seated"
    assert await guests[0].refused(type="take_back") == "illegal"  # nothing was decided yet
    assert await guests[0].refused(type="take_back", ply=ply) == "stale"
    assert await guests[0].refused(type="take_back", ply=0) == "illegal"  # chance dealt there
    strict = await harness.open_table("turris", "pb", take_back=False)
    assert await (await harness.sit(strict, 0)).refused(type="take_back") == "not_allowed"


async def test_a_move_from_before_the_take_back_is_stale(harness: TableHarness) -> None:
    table = await harness.open_table("turris", "pm", options={"first": "black"})
    guest = await harness.sit(table, 0)
    ply, epoch = guest.position["ply"], guest.position["epoch"]
    moves = [move["move"] for move in guest.position["moves"]]
    await guest.play(moves[0])
    await guest.send(type="take_back")
    await guest.hear("position")
    assert await guest.refused(type="play", ply=ply, epoch=epoch, move=moves[0]) == "stale"
    assert (await guest.play(moves[1]))["type"] == "played"


async def test_somebody_for_whom_a_bot_plays_on_must_agree_too(harness: TableHarness) -> None:
    """Otherwise one could wait until somebody is away and take back what that person has decided."""
    guests, ply = await play_some(harness)
    table = harness.tables.live[guests[0].table["id"]]
    harness.bots.may_answer.clear()
    await table.seating.leave(person(1))
    await guests[0].send(type="take_back")
    assert (await guests[1].hear("take_back"))["waiting"] == [1]
    assert (table.log.row.epoch, table.log.ply) == (0, ply)
    await guests[1].send(type="answer", agree=True)
    assert (table.log.row.epoch, table.log.ply < ply) == (1, True)


async def test_who_has_run_out_of_time_for_good_is_not_asked(harness: TableHarness) -> None:
    harness.bots.may_answer.clear()
    table = await harness.open_table("turris", clock=TotalClock(10))
    guests = await harness.sit_all(table)
    await play_out(guests, Random(5), 3)
    late = table.log.actor
    assert late is not None
    harness.now.pass_seconds(11)
    await harness.tables.check_deadline(table.id)
    await guests[1 - late].send(type="take_back")
    await guests[1 - late].catch_up()
    assert table.log.row.epoch == 1


async def test_take_backs_outlive_a_restart(harness: TableHarness) -> None:
    guests, _ = await play_some(harness, "pm", 3)
    table_id = guests[0].table["id"]
    await guests[0].send(type="take_back")
    await guests[0].hear("position")
    ply = guests[0].position["ply"]
    await harness.restart()
    again = await harness.tables.find(table_id)
    assert (again.log.row.epoch, again.log.ply) == (1, ply)


# ── How often ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def count_questions(guest: Guest) -> int:
    """Say how often somebody was asked since the last time."""
    return sum(message["type"] == "take_back" and message["by"] is not None for message in await guest.catch_up())


async def test_asking_for_the_same_again_tells_nobody(harness: TableHarness) -> None:
    guests, _ = await play_some(harness)
    await guests[1].catch_up()
    for _ in range(100):
        await guests[0].send(type="take_back")
    assert await count_questions(guests[1]) == 1
    assert [message["type"] for message in await guests[0].catch_up()].count("refused") == 0


async def test_questions_that_are_withdrawn_and_asked_again_are_counted(harness: TableHarness) -> None:
    guests, _ = await play_some(harness)
    await guests[1].catch_up()
    for _ in range(50):
        await guests[0].send(type="take_back")
        await guests[0].send(type="answer", agree=False)
    assert await count_questions(guests[1]) == 3
    assert await guests[0].refused(type="take_back") == "too_fast"
    harness.now.pass_seconds(20)
    await guests[0].send(type="take_back")
    assert await count_questions(guests[1]) == 1


async def test_questions_about_different_plies_are_counted_together(harness: TableHarness) -> None:
    guests, ply = await play_some(harness)
    decisions = [row.ply - 1 for row in harness.tables.live[guests[0].table["id"]].log.rows if row.actor >= 0]
    assert len(decisions) > 4
    await guests[1].catch_up()
    for decision in decisions:
        await guests[0].send(type="take_back", ply=decision)
    assert await count_questions(guests[1]) == 3
    assert guests[0].position["ply"] == ply


async def test_what_was_refused_twice_is_not_asked_again_before_somebody_plays_on(harness: TableHarness) -> None:
    guests, _ = await play_some(harness)
    for _ in range(2):
        await guests[0].send(type="take_back")
        await guests[1].send(type="answer", agree=False)
        harness.now.pass_seconds(1000)
    await guests[0].catch_up()
    assert await guests[0].refused(type="take_back") == "too_fast"
    await play_out(guests, Random(6), 1)
    await guests[1].catch_up()
    await guests[0].send(type="take_back")
    assert await count_questions(guests[1]) == 1


async def test_against_bots_nobody_counts(harness: TableHarness) -> None:
    guests, _ = await play_some(harness, "mm", 12)
    for _ in range(10):
        await guests[0].send(type="take_back")
    assert [message["code"] for message in await guests[0].catch_up() if message["type"] == "refused"] == []
    assert harness.tables.live[guests[0].table["id"]].log.row.epoch == 10
