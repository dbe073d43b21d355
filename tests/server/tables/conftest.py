"""Tables with a store of their own for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.server.tables.table_harness import TableHarness, open_harness


@pytest_asyncio.fixture
async def harness(tmp_path: Path) -> AsyncIterator[TableHarness]:
    """Open tables without a network, and close them after the test."""
    async with open_harness(tmp_path) as opened:
        yield opened
