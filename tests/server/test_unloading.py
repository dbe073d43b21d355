"""What is left of a table that nobody uses any more: nothing, not even for the garbage collector."""

import asyncio
import gc
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from ludotheque.server.http.cookies import COOKIE
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.table import Table
from ludotheque.server.tables import tables as tables_module
from tests.patience import PATIENCE
from tests.server.server_harness import Served, Visitor, read, serving


@pytest.mark.parametrize("seats", [["me", "me"], ["me", "bot"], ["me", "open"]], ids=" and ".join)
async def test_an_unloaded_table_leaves_nothing_for_the_garbage_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: list[str]
) -> None:
    """Tables of a quarter of an hour would be collected in one go, while everybody waits."""
    monkeypatch.setattr(tables_module, "IDLE_AFTER", 0)
    async with serving(tmp_path / "x.sqlite", allowed_hosts=("testserver",)) as served:
        gc.collect()
        before = count_tables()
        gc.disable()
        try:
            await play_and_leave(served, seats)
            tables = served.app.state.dependencies.tables
            async with asyncio.timeout(PATIENCE):
                while tables.live or count_tables() > before:
                    tables.sweep()
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()


def count_tables() -> int:
    return sum(type(thing) in {Table, MatchLog} for thing in gc.get_objects())  # isinstance asks weak proxies, too


async def play_and_leave(served: Served, seats: list[str]) -> None:
    """Open a table, play the first moves if the game has begun, and hang up."""
    async with Visitor(served.app) as ann:
        await ann.become("Ann")
        wishes: list[dict[str, Any]] = [{"kind": kind} for kind in seats]
        table = await ann.open_table(game="turris", seats=wishes, start="open" not in seats)
        address = f"ws://127.0.0.1:{served.port}/api/tables/{table['id']}/socket"
        headers = {"cookie": f"{COOKIE}={ann.cookies[COOKIE]}"}
        async with connect(address, additional_headers=headers, proxy=None) as socket:
            while "open" not in seats:
                frame = json.loads(await socket.recv())
                if frame.get("ply", 0) >= 6:
                    break
                if frame.get("moves"):
                    move = frame["moves"][0]["move"]
                    await socket.send(json.dumps({"type": "play", "ply": frame["ply"], "move": move}))
            else:
                await read(socket, "welcome")
