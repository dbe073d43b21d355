"""Accepting connections in batches. uvicorn and asyncio accept the whole backlog before they handle any."""

import asyncio
import errno
import socket
from collections.abc import Callable
from typing import Any

from ludotheque.server.network.connections import Connections, Slot, reset_on_close

BATCH = 32
"""How many connections are accepted before other tasks run."""
PAUSE_SECONDS = 0.5
"""How long to pause when the system has no free files or buffers."""
MOST_UNSENT = 128 * 1024
"""How many unsent bytes the kernel buffers for a client that does not read; its default is megabytes."""

_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Listener:
    """Accepts connections on one socket, which it does not close. uvicorn closes it like an `asyncio.Server`."""

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
        """Stop accepting; open connections stay open."""
        self._task.cancel()

    async def wait_closed(self) -> None:
        """Wait until no connection is being set up any more."""
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
            await asyncio.sleep(0)  # the client has disconnected already
            return
        slot = self._connections.admit(_name_host(peer), accepted)
        if slot is None:
            _reset(accepted)
            return
        task = asyncio.create_task(self._open(accepted, slot))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open(self, accepted: socket.socket, slot: Slot) -> None:
        try:
            accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_NOTSENT_LOWAT"):  # not on every system
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


def _reset(accepted: socket.socket) -> None:
    """Close a connection with a TCP reset, which frees its buffers at once."""
    with accepted:
        reset_on_close(accepted)
