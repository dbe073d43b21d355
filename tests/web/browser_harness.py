"""A server in a process of its own, and Chromium: for tests of the client, screenshots and benchmarks."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict, Unpack
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

from tests.patience import PATIENCE_MS

CHROMIUM = "/usr/bin/chromium-headless-shell"
"""Chromium without windows: pages are the same, and a new one costs half as much as with the window nobody sees."""
CHROMIUM_IS_MISSING = "Chromium is missing: apt-get install chromium-headless-shell."
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # Nothing but this machine can be reached: a page that loads anything from elsewhere fails.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE 127.0.0.2",
]

ROUGH_EDGES = "--webgl-antialiasing-mode=none"
"""Lets the tower of Turris be drawn with rough edges: without a graphics card that takes two thirds of the time."""

ONE_PROCESS = "--renderer-process-limit=1"
"""Lets the pages of a browser context share a process, with what it has compiled."""

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}


def find_port() -> int:
    """Find a free port, none of those that the system gives to clients: one may take it while a server restarts."""
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as listener:
            try:
                listener.bind(("0.0.0.0", port))
            except OSError:
                continue
            return port


class LiveServer:
    """A server that can be stopped and started again on the same port with the same database."""

    def __init__(
        self,
        folder: Path,
        *command: str,
        rate_limits: bool = False,
        bot_pace: float = 0,
        environment: dict[str, str] | None = None,
    ) -> None:
        self._command = command or ("serve",)
        self._limits = "--rate-limits" if rate_limits else "--no-rate-limits"
        self._environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", **(environment or {})}
        self.port = find_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = f"sqlite:///{folder / 'server.sqlite'}"
        self._bot_pace = str(bot_pace)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        words = [sys.executable, "-m", "ludotheque", *self._command]
        command = [*words, "--port", str(self.port), "--database", self._database]
        pace = ["--bot-pace", self._bot_pace, "--no-warm-up", self._limits, "--review-seconds", "1"]
        self._process = subprocess.Popen([*command, *pace, "--log-level", "warning"], env=self._environment)
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < deadline:
            try:
                urlopen(f"{self.url}/healthz", timeout=PATIENCE_MS / 1000).close()
            except (URLError, OSError):
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server did not start")

    def stop(self) -> None:
        """Stop with SIGINT, as Ctrl+C does."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(timeout=PATIENCE_MS / 1000)


@contextmanager
def launch_chromium(playwright: Playwright, *arguments: str) -> Iterator[Browser]:
    """Run Chromium, offline but for this machine, while the context is open."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *arguments])
    try:
        yield browser
    finally:
        browser.close()


class Device(TypedDict, total=False):
    """What a user's browser is like; without anything said, a desk with reduced motion, in English."""

    phone: bool
    dark: bool
    reduced_motion: bool
    language: str
    plan: bool
    """The device remembers to show towers of Turris as plans, as it does for whoever prefers them."""


def open_context(browser: Browser, url: str, device: Device) -> BrowserContext:
    """Open a browser context, with nothing in its cache, cookies or storage."""
    phone, motion = device.get("phone", False), not device.get("reduced_motion", True)
    context = browser.new_context(
        base_url=url,
        viewport=PHONE if phone else DESK,  # type: ignore[arg-type] # a dict with these two keys
        has_touch=phone,
        color_scheme="dark" if device.get("dark") else "light",
        reduced_motion="no-preference" if motion else "reduce",
        locale=device.get("language", "en-GB"),
    )
    context.set_default_timeout(PATIENCE_MS)
    if device.get("plan"):
        context.add_init_script("localStorage.setItem('ludotheque.turris.plan', 'yes')")
    return context


class ContextPool:
    """Browser contexts that users have one after the other: nothing stays in them but what was loaded of the client.

    A page in a context of its own takes twice as long: a process is started for it, and everything is fetched and
    compiled. So a page that shows nothing stays open in each context and keeps that process; see `ONE_PROCESS`.
    """

    _MOST_IDLE = 8
    """Each of them costs the memory of a page."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._idle: list[tuple[Device, BrowserContext]] = []

    def take(self, device: Device) -> BrowserContext:
        """Give a context of that kind which nobody has now."""
        for index, (kind, context) in enumerate(self._idle):
            if kind == device:
                del self._idle[index]
                return context
        context = open_context(self._browser, self._url, device)
        context.new_page().goto("/favicon.svg")
        return context

    def give_back(self, device: Device, context: BrowserContext) -> None:
        """Take a context back, and make it forget who had it."""
        keeper, *pages = context.pages
        for page in pages:
            page.close()
        context.set_offline(False)
        context.clear_permissions()
        context.clear_cookies()
        keeper.evaluate("localStorage.clear()")
        self._idle.append((device, context))
        if len(self._idle) > self._MOST_IDLE:
            self._idle.pop(0)[1].close()

    def close(self) -> None:
        """Close all contexts that nobody has."""
        while self._idle:
            self._idle.pop()[1].close()


class BrowserUser:
    """A user with browser context and cookies of their own. Errors and warnings are collected in `console_errors`."""

    def __init__(
        self, browser: Browser, url: str, *, pool: ContextPool | None = None, **device: Unpack[Device]
    ) -> None:
        """With a pool, the context is from there and goes back there; otherwise it is a new one."""
        self._pool, self._device = pool, device
        self.context: BrowserContext = pool.take(device) if pool else open_context(browser, url, device)
        self.console_errors: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._record)
        self.page.on("pageerror", lambda error: self.console_errors.append(str(error)))

    def _record(self, message: ConsoleMessage) -> None:
        # Chromium repeats this on machines without a graphics card; it is not about our page.
        if message.type in {"error", "warning"} and "GL Driver Message" not in message.text:
            self.console_errors.append(message.text)

    def open_table(self, game: str, seats: list[dict[str, str]], **settings: object) -> str:
        """Open a table over HTTP and show it; give its id."""
        table = self.request_table(game, seats, **settings)
        self.page.goto(f"/table/{table}")
        return table

    def request_table(self, game: str, seats: list[dict[str, str]], **settings: object) -> str:
        """Open a table over HTTP and do not look at it; give its id."""
        if not self.page.url.startswith("http"):  # who has seen no page is nobody yet
            assert self.context.request.post("/api/players", data={}).ok
        body = {"game": game, "seats": seats, "start": all(seat["kind"] != "open" for seat in seats), **settings}
        answer = self.context.request.post("/api/tables", data=body)
        assert answer.status == 201, answer.text()
        table: str = answer.json()["id"]
        return table

    def close(self) -> None:
        """Give up the browser context, and check that its console had no errors."""
        if self._pool:
            self._pool.give_back(self._device, self.context)
        else:
            self.context.close()
        assert not self.console_errors, self.console_errors


NewUser = Callable[..., BrowserUser]
"""The type of the fixture `new_user`: makes users with a `Device`; at their `first_visit` nothing is loaded yet."""
