"""Several processes on one PostgreSQL: stores, buses and tables of their own in one process of the system."""

from collections.abc import AsyncIterator

import pytest

from tests.postgres_harness import Postgres
from tests.server.tables.table_harness import TableHarness, open_process


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.make_database()


@pytest.fixture
async def one(database: str) -> AsyncIterator[TableHarness]:
    """A process."""
    async with open_process(database) as opened:
        yield opened


@pytest.fixture
async def two(database: str) -> AsyncIterator[TableHarness]:
    """Another one."""
    async with open_process(database) as opened:
        yield opened


@pytest.fixture
async def three(database: str) -> AsyncIterator[TableHarness]:
    """And another one."""
    async with open_process(database) as opened:
        yield opened
