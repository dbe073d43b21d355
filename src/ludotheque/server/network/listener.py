"""Accepting connections, a few at a time. uvicorn and asyncio would accept all that wait before looking at any."""

import asyncio
import errno
import socket
from collections.abc import Callable
from typing import Any

from ludotheque.server.network.connections import Connections, Slot, reset_on_close

BATCH = 32
"""How many are accepted before everybody else has a turn."""
PAUSE_SECONDS = 0.5
"""How long to accept nobody when the system has no room for more."""
MOST_UNSENT = 128 * 1024
"""How many bytes the system itself keeps for somebody who does not read; else it would be megabytes."""

_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Listener:
    """Accepts what comes to one socket. uvicorn ends it like a server of asyncio."""

    def __init__(
        self, listening: socket.socket, connections: Connections, make_protocol: Callable[[Slot], asyncio.Protocol]
    ) -> None:
        listening.setblocking(False)
        self._listening = listening
        self._connections = connections
        self._make_protocol = make_protocol
        self._opening: set[asyncio.Task[None]] = set()
        self._task = asyncio.create_task(self._accept_all())

    def close(self) -> None:
        """Accept nobody any more."""
        self._task.cancel()

    async def wait_closed(self) -> None:
        """Wait until nobody is being accepted."""
        await asyncio.gather(self._task, *self._opening, return_exceptions=True)

    async def _accept_all(self) -> None:
        accepted = 0
        while True:
            await self._accept()
            accepted += 1
            if accepted % BATCH == 0:
                await asyncio.sleep(0)

    async def _accept(self) -> None:
        try:
            accepted, peer = await asyncio.get_running_loop().sock_accept(self._listening)
        except OSError as error:
            if error.errno in _NO_ROOM:
                self._connections.note_refusal("files", "")
                await asyncio.sleep(PAUSE_SECONDS)
            await asyncio.sleep(0)  # somebody who has gone again
            return
        slot = self._connections.admit(_name_host(peer), accepted)
        if slot is None:
            _hang_up(accepted)
            return
        task = asyncio.create_task(self._open(accepted, slot))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open(self, accepted: socket.socket, slot: Slot) -> None:
        try:
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_NOTSENT_LOWAT"):  # not everywhere
                accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MOST_UNSENT)
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(lambda: self._make_protocol(slot), accepted)
        except BaseException as error:
            if slot.transport is None:
                slot.release()
                accepted.close()
            if not isinstance(error, OSError):
                raise


def _name_host(peer: Any) -> str:
    return str(peer[0]) if isinstance(peer, tuple) else "local"


def _hang_up(accepted: socket.socket) -> None:
    """Close without a word, and let the system forget it."""
    with accepted:
        reset_on_close(accepted)
