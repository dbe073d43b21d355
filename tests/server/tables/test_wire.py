"""End to end: a server as a process, real sockets, whole games of every game and edition, the record verified."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from ludotheque.core.game import AnyGame
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.testing.subjects import name_game
from tests.server.server_harness import Process, process
from tests.server.tables.wire import RemotePlayer
from tests.strategies import all_games


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One server for all tests of this module."""
    with process(tmp_path_factory.mktemp("wire") / "server.sqlite", "--no-rate-limits") as started:
        yield started


async def gather_at_table(stack: AsyncExitStack, url: str, game: AnyGame) -> tuple[str, list[RemotePlayer]]:
    """Connect a remote player for every seat, and a spectator, to a new table."""
    people = [
        await stack.enter_async_context(RemotePlayer(url, f"Person {seat}", Random(f"{name_game(game)} {seat}")))
        for seat in range(game.seats + 1)
    ]
    seats = [{"kind": "me"}, *([{"kind": "open"}] * (game.seats - 1))]
    table = await people[0].ask(
        "POST", "/api/tables", {"game": game.id, "options": game.options.format(), "seats": seats, "watch": "anyone"}
    )
    for seat, person in enumerate(people):
        if 0 < seat < game.seats:
            await person.ask("POST", f"/api/tables/{table['id']}/join", {"seat": seat})
        await person.sit(table["id"], "?previews=true" if seat == 0 else "")
        await person.read_until("welcome")
    await people[0].ask("POST", f"/api/tables/{table['id']}/start", {})
    return table["id"], people


@pytest.mark.parametrize("game", all_games(), ids=name_game)
async def test_a_game_played_by_clients_over_the_wire_gives_a_record_that_proves_itself(
    server: Process, game: AnyGame
) -> None:
    async with AsyncExitStack() as stack:
        table, people = await gather_at_table(stack, server.url, game)
        await asyncio.gather(*(person.play_on() for person in people))
        text = await people[-1].ask("GET", f"/api/tables/{table}/record")
    record = parse_record(text)
    proof = verify(record)
    assert proof.is_fair
    assert proof.match.outcome is not None
    assert record.options == game.options.format_for_record()
    for person in people:
        assert tuple(person.seen["outcome"]["ranks"]) == proof.match.outcome.ranks
        assert person.plies == list(range(person.plies[0], len(record.plies) + 1))  # each told once, in order
        assert person.table["commitment"] == record.commitment
        assert person.table["seed"] == record.seed
        before_the_end = [frame for frame in person.frames if json.loads(frame).get("table", {}).get("seed") is None]
        assert not any(str(record.seed) in frame for frame in before_the_end)


async def test_a_restart_of_the_server_is_only_a_reconnect(tmp_path: Path) -> None:
    game = all_games()[0]
    async with AsyncExitStack() as stack:
        with process(tmp_path / "server.sqlite", "--no-rate-limits") as first:
            table, people = await gather_at_table(stack, first.url, game)
            playing = [asyncio.create_task(person.play_on(3)) for person in people[:-1]]
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            ending = asyncio.create_task(asyncio.to_thread(first.end))
            for person in people:
                assert await person.read_to_the_end() == 1012
                assert json.loads(person.frames[-1]) == {"type": "closing", "why": "shutdown"}
            assert await ending == 0
        with process(tmp_path / "server.sqlite", "--no-rate-limits") as second:
            for person in people:
                await person.move_to(second.url)
                await person.sit(table, f"?since={person.seen['ply']}&epoch=0")
                await person.read_until("plies")
            await asyncio.gather(*(person.play_on() for person in people))
            assert all(person.plies == list(range(person.plies[0], person.seen["ply"] + 1)) for person in people)
            record = parse_record(await people[0].ask("GET", f"/api/tables/{table}/record"))
    assert verify(record).is_fair


async def test_people_play_against_bots_over_the_wire(server: Process) -> None:
    async with RemotePlayer(server.url, "Alone", Random(1)) as person:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "greedy"}]
        table = await person.ask("POST", "/api/tables", {"game": "tsuro", "seats": seats, "start": True, "hints": True})
        await person.sit(table["id"])
        await person.read_until("welcome")
        while not person.seen.get("moves"):
            await person.read()
        await person.send(type="hint", id="h", ply=person.seen["ply"])
        assert (await person.read_until("hint"))["moves"][0]["move"]
        await person.play_on()
        assert person.seen["outcome"] is not None
        rematch = await person.ask("POST", f"/api/tables/{table['id']}/rematch", {})
        assert [seat["kind"] for seat in rematch["seats"]] == ["bot", "person", "bot"]
