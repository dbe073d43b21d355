"""Servers that tests ask for by name. What they are made of is in server_harness.py."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from starlette.applications import Starlette

from tests.server.server_harness import Visitor, running


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Starlette]:
    """A server in this process, without rate limits."""
    async with running(tmp_path / "server.sqlite") as server:
        yield server


@pytest.fixture
async def ann(app: Starlette) -> AsyncIterator[Visitor]:
    """Somebody who is a player here."""
    async with Visitor(app) as visitor:
        await visitor.become("Ann")
        yield visitor


@pytest.fixture
async def ben(app: Starlette) -> AsyncIterator[Visitor]:
    """Somebody else."""
    async with Visitor(app) as visitor:
        await visitor.become("Ben")
        yield visitor


@pytest.fixture
async def stranger(app: Starlette) -> AsyncIterator[Visitor]:
    """Somebody who is nobody yet."""
    async with Visitor(app) as visitor:
        yield visitor
