"""Tables with a store of their own for every test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.lengths import IS_LONG
from tests.server.tables.table_harness import TableHarness, open_harness


@pytest.fixture(params=["sqlite", "postgresql"] if IS_LONG else ["sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where tables are kept: in a file, and in a long run in PostgreSQL, too, where also reading takes a moment."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    address: str = request.getfixturevalue("postgres").make_database()
    return address


@pytest_asyncio.fixture
async def harness(tmp_path: Path, database: str) -> AsyncIterator[TableHarness]:
    """Open tables without a network, and close them after the test."""
    async with open_harness(tmp_path, database) as opened:
        yield opened
