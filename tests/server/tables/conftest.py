"""A house of its own for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.server.tables.table_harness import House, open_house


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Open a house, and close it after the test."""
    async with open_house(tmp_path) as opened:
        yield opened
