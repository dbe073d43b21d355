"""What a server does as one of several on a database or a machine, beside its tables: limits, connections, taking over.

What happens at their tables is in tables/processes, what becomes of moves when they die in test_killed.py.
"""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from ludotheque.bus.postgres_peers import BEAT, LEASE
from ludotheque.server.app import make_app
from ludotheque.server.config import Config
from ludotheque.server.network.connections import Caps
from ludotheque.server.processes import run as server_run
from ludotheque.server.rate_limits import Limits, Rate
from tests.patience import PATIENCE
from tests.postgres_harness import Postgres
from tests.server.server_harness import Person, Process, Visitor, process, refusal, serving

ANN, BOT = 0, 1
"""Seats."""


# ── Limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_wrong_codes_of_an_address_count_at_all_processes_together(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limits, "CODES", Rate("wrong table codes from your address", 2, 1e-6))
    config = Config(database=postgres.make_database(), warm_up=False, allowed_hosts=("testserver",))
    async with AsyncExitStack() as stack:
        visitors = []
        for _ in range(2):
            app = make_app(config)
            await stack.enter_async_context(app.router.lifespan_context(app))
            visitors.append(await stack.enter_async_context(Visitor(app)))
        for visitor in visitors:
            assert refusal(await visitor.get("/api/codes/22222"))[1] == "no_such_table"
        for visitor in visitors:
            assert refusal(await visitor.get("/api/codes/22222")) == (429, "too_fast")


@pytest.mark.parametrize("are_limits_on", [True, False])
async def test_each_process_admits_its_part_of_the_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, are_limits_on: bool
) -> None:
    monkeypatch.setattr(server_run, "raise_file_limit", lambda: None)  # whatever this machine allows
    settings: dict[str, Any] = {"max_connections": 4000, "rate_limits": are_limits_on}
    async with serving(tmp_path / "x.sqlite", processes=4, **settings) as served:
        per_address = 125 if are_limits_on else None
        assert served.connections._caps == Caps(total=1000, per_address=per_address, reserve=250)


# ── Taking over ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_tables_of_a_killed_process_are_taken_over_as_soon_as_the_documentation_says() -> None:
    """Its row expires so long after it was last renewed, and the others look at the next renewal of theirs."""
    text = " ".join((Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8").split())
    assert "are minded by another process within six seconds" in text
    assert BEAT + LEASE <= 6


class Player:
    """Ann at a server, who plays whatever move comes first."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.plies_of_bot: list[int] = []

    async def play(self) -> AsyncIterator[int | None]:
        """Give who is to move, again and again; a move of Ann's is played when whoever asks has looked."""
        async for frame in self._socket:
            message = json.loads(frame)
            if message["type"] not in {"position", "plies"}:
                continue
            self.plies_of_bot += [ply["ply"] for ply in message.get("plies", ()) if ply["actor"] == BOT]
            yield message["actor"]
            if message["actor"] == ANN:
                move = {"type": "play", "ply": message["ply"], "move": message["moves"][0]["move"]}
                await self._socket.send(json.dumps(move))


async def test_a_bot_moves_on_when_the_process_that_owned_its_table_was_killed(
    tmp_path: Path, postgres: Postgres
) -> None:
    """Its owner takes twelve seconds for a move and more, so it is killed while the bot thinks, or waits to move."""
    address = postgres.make_database()
    name, database = address.partition("?")[0].rpartition("/")[2], f"--database={address}"
    owner = Process(tmp_path / "owner", database, "--bot-pace=10")
    try:
        with process(tmp_path / "heir", database) as heir, Person(owner, "Ann") as ann:
            seats = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
            table = ann.open_table(seats=seats, pace="calm")
            find_owner = f"SELECT process FROM leases WHERE table_id = '{table}'"
            async with (
                asyncio.timeout(PATIENCE),
                owner.connect(table, cookie=ann.cookie),  # so that the table stays where it is
                heir.connect(table, cookie=ann.cookie) as socket,
            ):
                before = postgres.execute(find_owner, name)
                player, stored = Player(socket), None
                async for actor in player.play():
                    if actor == BOT and stored is None:
                        owner.end(signal.SIGKILL)
                        plies = postgres.execute(f"SELECT max(ply) FROM plies WHERE table_id = '{table}'", name)
                        stored = int(plies or 0)
                    if stored is not None and any(ply > stored for ply in player.plies_of_bot):
                        break
                assert before != postgres.execute(find_owner, name) != ""
    finally:
        owner.end(signal.SIGKILL)
