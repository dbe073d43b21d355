"""The address at which others reach the server, and opening it to the home network while it runs.

`ludotheque play` listens on loopback. When its player lets the home network in, a second listener is opened on this
machine's address in that network, and a file beside the database remembers the choice. The first listener is not
touched: nobody is disconnected, and nothing is restarted.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ludotheque.core.errors import OptionError
from ludotheque.server.config import Config
from ludotheque.server.errors import Refused
from ludotheque.server.monitoring.logs import log
from ludotheque.server.network.addresses import find_own_address, format_url, is_any, is_loopback

_REMEMBERED = "While this file exists, ludotheque play lets the home network in.\n"


@dataclass(frozen=True, slots=True)
class OpenListener:
    """A listener in addition to the first one; its owner must close it."""

    address: str
    port: int
    close: Callable[[], Awaitable[None]]


ListenAt = Callable[[str, int], OpenListener]
"""Listens on an address and port, or on a free port if that one is taken. Raises OptionError."""


class Sharing:
    """Who can reach a server. Call `attach` when the server runs and `close` before it ends."""

    def __init__(self, config: Config, memory: Path | None = None, *, wanted: bool | None = None) -> None:
        """With the file `memory`, the home network can be let in and kept out; `wanted` overrides what it remembers."""
        self._config = config
        self._memory = None if config.public_url or not is_loopback(config.host) else memory
        self._is_wanted = self._memory is not None and (self._memory.exists() if wanted is None else wanted)
        if wanted is not None:
            self._remember(is_open=wanted)
        self._host, self._port = config.host, config.port
        self._listen_at: ListenAt | None = None
        self._opened: OpenListener | None = None
        self._lock = asyncio.Lock()

    def note_address(self, host: str, port: int) -> None:
        """Set where the server actually listens: the port may differ from the config's."""
        self._host, self._port = host, port

    async def attach(self, listen_at: ListenAt) -> None:
        """Open to the home network if that is configured, now that the server runs. A failure is only logged."""
        self._listen_at = listen_at
        try:
            await self.follow_network()
        except OptionError as error:
            log(logging.WARNING, "the home network cannot be let in", why=str(error))

    async def close(self) -> None:
        """Close the listener for the home network; the remembered choice stays."""
        async with self._lock:
            await self._close_listener()

    @property
    def can_change(self) -> bool:
        """Whether the home network can be let in and kept out while the server runs."""
        return self._memory is not None

    @property
    def is_open(self) -> bool:
        """Whether the home network is let in by a listener of its own."""
        return self._opened is not None

    @property
    def url(self) -> str | None:
        """The base URL for others; None if nobody else can reach the server."""
        if self._config.public_url:
            return self._config.public_url
        if self._opened is not None:
            return format_url(self._opened.address, self._opened.port)
        if is_any(self._host):
            return None if (address := self._find_address()) is None else format_url(address, self._port)
        return None if is_loopback(self._host) else format_url(self._host, self._port)

    async def change(self, *, is_open: bool) -> None:
        """Open to the home network or close to it, now and after a restart. Raises Refused if that is not possible."""
        if not self.can_change:
            raise Refused(
                "not_allowed",
                "Who can reach this server is chosen when it is started: use ludotheque play, or the setting host.",
            )
        if is_open and self._find_address() is None:
            raise _no_network()
        before, self._is_wanted = self._is_wanted, is_open
        try:
            await self.follow_network()
        except OptionError:
            self._is_wanted = before
            raise _no_network() from None
        self._remember(is_open=is_open)

    async def follow_network(self) -> None:
        """Move the listener to the current home network, which changes when a laptop moves. Raises OptionError."""
        async with self._lock:
            address = self._find_address() if self._is_wanted else None
            if self._listen_at is None or address == (self._opened.address if self._opened else None):
                return
            await self._close_listener()
            if address is not None:
                self._opened = self._listen_at(address, self._port)

    async def _close_listener(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.close()

    def _find_address(self) -> str | None:
        return self._config.lan_address or find_own_address()

    def _remember(self, *, is_open: bool) -> None:
        if self._memory is None:
            return
        try:
            if is_open:
                self._memory.parent.mkdir(parents=True, exist_ok=True)
                self._memory.write_text(_REMEMBERED, encoding="utf-8")
            else:
                with suppress(FileNotFoundError):
                    self._memory.unlink()
        except OSError as error:
            log(logging.WARNING, "who may join could not be remembered", file=self._memory.name, why=error.strerror)


def _no_network() -> Refused:
    return Refused("no_network", "This machine is in no network that others could come from. Connect it to one first.")
