"""Fixtures: a server, a browser, and users."""

from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from ludotheque.server.http.static_files import STATIC
from tests.patience import PATIENCE_MS
from tests.web.browser_harness import (
    CHROMIUM,
    CHROMIUM_IS_MISSING,
    ONE_PROCESS,
    ROUGH_EDGES,
    BrowserUser,
    ContextPool,
    Device,
    LiveServer,
    NewUser,
    launch_chromium,
)


@pytest.fixture(scope="session", autouse=True)
def client() -> None:
    """Fail at once, instead of skipping, if the client is not built or Chromium is missing."""
    assert (STATIC / "index.html").is_file(), "The client is not built: run `make client`."
    assert Path(CHROMIUM).is_file(), CHROMIUM_IS_MISSING


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all modules. Not for the session: its event loop would interfere with async tests elsewhere."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright, launch_chromium(playwright, ROUGH_EDGES, ONE_PROCESS) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for all modules."""
    server = LiveServer(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def contexts(browser: Browser, server: LiveServer) -> Iterator[ContextPool]:
    """The browser contexts of users of that server."""
    pool = ContextPool(browser, server.url)
    yield pool
    pool.close()


@pytest.fixture
def new_user(browser: Browser, server: LiveServer, contexts: ContextPool) -> Iterator[NewUser]:
    """Make users; after the test, none of them may have an error in the console."""
    users: list[BrowserUser] = []

    def make(*, first_visit: bool = False, **device: Unpack[Device]) -> BrowserUser:
        users.append(BrowserUser(browser, server.url, pool=None if first_visit else contexts, **device))
        return users[-1]

    yield make
    for user in users:
        user.close()
