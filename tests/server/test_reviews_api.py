"""Reviews over HTTP, made by a real bot process."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from tests.patience import PATIENCE
from tests.server.server_harness import Visitor, refusal, running


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Starlette]:
    """A server whose reviews are short."""
    async with running(tmp_path / "server.sqlite", review_seconds=1) as server:
        yield server


async def test_a_finished_game_is_reviewed_and_anybody_may_read_it(
    ann: Visitor, ben: Visitor, stranger: Visitor
) -> None:
    table = (await ann.open_table(game="turris"))["id"]
    path = f"/api/tables/{table}/review"
    assert refusal(await ann.post(path, json={})) == (409, "not_started")
    assert (await ben.post(f"/api/tables/{table}/join", json={})).status_code == 200
    assert (await ann.post(f"/api/tables/{table}/start", json={})).status_code == 200
    for request in (ann.post(path, json={}), ann.get(path), stranger.get(f"{path}/result"), ben.delete(path)):
        assert refusal(await request) == (409, "not_over")
    assert (await ben.post(f"/api/tables/{table}/resign", json={})).status_code == 200
    assert refusal(await stranger.post(path, json={})) == (401, "no_player")
    assert refusal(await stranger.get(f"{path}/result")) == (404, "no_review")
    assert (await stranger.get(path)).json()["status"] == "none"

    started = await ann.post(path, json={})
    assert started.status_code == 200, started.text
    assert started.json()["is_yours"]
    async with asyncio.timeout(PATIENCE):
        while (state := (await stranger.get(path)).json())["status"] != "done":
            assert state["status"] in {"preparing", "waiting", "running"}
            await asyncio.sleep(0.05)
    for visitor in (stranger, ben):
        result = (await visitor.get(f"{path}/result")).json()
        assert result["is_complete"]
        assert "Ann" not in str(result)
    assert refusal(await stranger.get(f"{path}/lines/999")) == (404, "no_review")
    assert refusal(await stranger.get(f"{path}/lines/1?seat=0")) == (403, "not_seated")
