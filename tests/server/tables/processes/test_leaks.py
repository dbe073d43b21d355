"""Nothing leaks at another process either: what its viewers are sent depends only on what they may know."""

from random import Random
from typing import Any

import pytest

from tests.server.tables.processes.process_harness import meet
from tests.server.tables.table_harness import Guest, TableHarness
from tests.server.tables.test_leaks import Inspector


class DistantInspector(Inspector):
    """Reads what a process sends that hears of the others a moment later: who is connected is not written again."""

    async def _check(self, guest: Guest, frame: str, message: dict[str, Any], *, is_past: bool) -> None:
        await super()._check(guest, frame, message, is_past=is_past or "table" in message)


@pytest.mark.parametrize(
    ("game", "options"),
    [("tsuro", {"players": "4"}), ("tao", {"players": "4"}), ("turris", {})],
    ids=["tsuro", "tao", "turris"],
)
async def test_no_byte_of_a_game_at_two_processes_depends_on_what_its_viewer_cannot_know(
    one: TableHarness, two: TableHarness, game: str, options: dict[str, str]
) -> None:
    rng = Random(game)
    seats = int(options.get("players", "2"))
    here, there = await meet(one, two, game, "p" * seats, options=options, watch="anyone")
    at_one = [await one.sit(here, seat, previews=True) for seat in range(0, seats, 2)]
    at_two = [await two.sit(there, seat, previews=True) for seat in range(1, seats, 2)]
    at_one.append(await one.sit(here, None))
    at_two.append(await two.sit(there, None))
    guests, inspectors = [*at_one, *at_two], [DistantInspector(here, rng), DistantInspector(there, rng)]
    while True:
        for inspector, group in zip(inspectors, (at_one, at_two), strict=True):
            await inspector.inspect(group)
        if here.log.row.status == there.log.row.status == "over":
            break
        ply = here.log.ply
        decider = next(guest for guest in guests if guest.position["moves"])
        await decider.play(rng.choice(decider.position["moves"])["move"])
        for guest in guests:
            await guest.hear_position(ply)
    assert here.log.rows == there.log.rows
    assert all(inspector.seen["plies"] for inspector in inspectors)
