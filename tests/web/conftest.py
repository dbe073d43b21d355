"""The server and the browser that tests of the client ask for by name."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from ludotheque.server.http.static_files import STATIC
from tests.web.browser_harness import CHROMIUM, House, Visitor, launching


@pytest.fixture(scope="session", autouse=True)
def client() -> None:
    """The client must be built, and there must be a browser; nothing is skipped."""
    assert (STATIC / "index.html").is_file(), "The client is not built: run `make client`."
    assert Path(CHROMIUM).is_file(), "Chromium is missing: apt-get install chromium."


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a module. Not longer: its event loop would be in the way of other tests."""
    with sync_playwright() as playwright, launching(playwright) as browser:
        yield browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for the tests of a module."""
    house = House(tmp_path_factory.mktemp("house"))
    house.open()
    yield house
    house.close()


@pytest.fixture
def invite(browser: Browser, house: House) -> Iterator[Callable[..., Visitor]]:
    """Let somebody come with a browser of their own. When the test is over, nobody's console may have an error."""
    visitors: list[Visitor] = []

    def come(**manner: object) -> Visitor:
        visitors.append(Visitor(browser, house.url, **manner))  # type: ignore[arg-type] # passed on as they are
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
