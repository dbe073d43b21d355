"""A bound on the head of a request, which uvicorn does not have: how long it may be, and how long it may take."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 32 * 1024
HEAD_SECONDS = 10.0


class BoundedHead(HttpToolsProtocol):
    """uvicorn's HTTP, which hangs up on somebody who never comes to the point."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._is_in_head = True
        self._length = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Wait for the first head; for the next ones, uvicorn waits."""
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEAD_SECONDS, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come, unless the head is too long."""
        if self._is_in_head:
            self._length += len(data)
            if self._deadline is None:
                self._deadline = self.loop.call_later(HEAD_SECONDS, self.transport.close)
        super().data_received(data)
        if self._is_in_head and self._length > LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response(f"The head of a request may have {LARGEST_HEAD} bytes at most.")

    def on_headers_complete(self) -> None:
        """End a head: what follows is a body, which the server bounds."""
        self._is_in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Let the next head begin."""
        self._is_in_head = True
        self._length = 0
        super().on_message_complete()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
