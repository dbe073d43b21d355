from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludotheque.store.sqlite import SqliteStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "ludotheque.sqlite"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    """An empty store that is open."""
    opened = SqliteStore(path)
    await opened.open()
    yield opened
    await opened.close()
