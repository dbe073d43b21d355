"""Settings of the whole test run, and a stranger's game for every test that wants one."""

import logging
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from importlib.metadata import EntryPoint, EntryPoints
from importlib.metadata import entry_points as real_entry_points
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from ludotheque.core import registry
from tests.lengths import length
from tests.postgres_harness import Postgres, Proxy

# No deadline: these machines are noisy, and a slow test is a benchmark's business. Examples are drawn the same way in
# every run, so that a red build is red for everybody; `--hypothesis-profile=search` looks for new ones.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("same", max_examples=length(10, 100), derandomize=True, **_COMMON)  # type: ignore[arg-type] # values differ
settings.register_profile("search", max_examples=1000, **_COMMON)  # type: ignore[arg-type] # same
settings.load_profile("same")

pytest_plugins = "ludotheque.testing"


TRACED_ONCE = re.compile(
    r"tests/(laws/|test_playthroughs|core/test_(translation|wire)"
    r"|games/\w+/test_(literal|against|presentation|hidden|kernel|encoding|symmetries))"
)
"""Tests that play many games under many option sets."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Trace such a test once per game for the coverage report: under other options it goes through the same lines.

    Tracing makes the rules two to three times as slow. Nothing is tested less.
    """
    traced: set[tuple[str, str | None]] = set()
    for item in items:
        callspec = getattr(item, "callspec", None)
        game = getattr(callspec.params.get("game"), "id", None) if callspec else None
        test = item.nodeid.partition("[")[0], game
        if test in traced and TRACED_ONCE.match(item.nodeid):
            item.add_marker(pytest.mark.no_cover)
        traced.add(test)


@pytest.fixture(autouse=True)
def restore_logging() -> Iterator[None]:
    """Undo what a server in this process does to logging: its handler would write to a stream that is closed."""
    loggers = [logging.getLogger(name) for name in ("ludotheque.server", "ludotheque.store", "uvicorn")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture
def with_nim(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a third-party package be installed that registers the game Nim by an entry point."""

    def entry_points(**params: Any) -> EntryPoints:
        nim = EntryPoint("nim", "tests.nim:Nim", registry.GROUP)
        return EntryPoints([*real_entry_points(**params), nim])

    monkeypatch.setattr(registry, "entry_points", entry_points)
    registry._entries.cache_clear()
    registry.find.cache_clear()
    yield
    registry._entries.cache_clear()
    registry.find.cache_clear()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that runs, one for each worker; a test makes itself a database."""
    server = Postgres()
    server.start()
    yield server
    server.remove()


@pytest.fixture
async def proxy(postgres: Postgres) -> AsyncIterator[Proxy]:
    """What stands before that PostgreSQL and can cut connections."""
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:  # short, because the name of a socket is
        between = Proxy(postgres, Path(folder))
        await between.open()
        yield between
        await between.close()
