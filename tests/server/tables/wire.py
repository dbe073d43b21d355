"""Remote players: they know the URL of a server, HTTP, and the documented protocol. Nothing is in-process."""

import asyncio
import contextlib
import json
from random import Random
from typing import Any, Self

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

from tests.patience import PATIENCE


class RemotePlayer:
    """A player who reaches the server over the network only."""

    def __init__(self, url: str, name: str, rng: Random) -> None:
        self.url = url
        self.name = name
        self.rng = rng
        self.frames: list[str] = []
        self.seen: dict[str, Any] = {}
        """The last position, or plies with their position."""
        self.table: dict[str, Any] = {}
        self.plies: list[int] = []
        """The numbers of all plies that were told, in order."""
        self._http = httpx.AsyncClient(base_url=url, verify=False)
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        answer = await self._http.post("/api/players", json={"name": self.name})
        assert answer.status_code == 201, answer.text
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()
        await self._http.aclose()

    async def move_to(self, url: str) -> None:
        """Find the server at another address, with the same cookie."""
        cookies = self._http.cookies
        await self._http.aclose()
        self.url, self._http = url, httpx.AsyncClient(base_url=url, cookies=dict(cookies), verify=False)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask by HTTP; give what was answered."""
        answer = await self._http.request(method, path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text

    async def sit(self, table: str, query: str = "") -> None:
        """Connect to a table."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/socket{query}"
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        self._socket = await connect(address, additional_headers={"Cookie": cookie}, compression=None)

    async def hang_up(self) -> None:
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def send(self, **message: Any) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def read(self) -> dict[str, Any]:
        """Give the next message."""
        assert self._socket is not None
        frame = await asyncio.wait_for(self._socket.recv(), PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message: dict[str, Any] = json.loads(frame)
        if message["type"] in {"position", "plies"}:
            self.seen = message
            self.plies += [ply["ply"] for ply in message.get("plies", ())]
        self.table = message.get("table", self.table)
        return message

    async def read_until(self, kind: str) -> dict[str, Any]:
        """Give the next message of a kind."""
        while (message := await self.read())["type"] != kind:
            pass
        return message

    async def play_on(self, decisions: int = 10_000) -> None:
        """Play random moves whenever it is our turn, to the end of the game or so many times."""
        for _ in range(decisions):
            while not self.seen.get("moves"):
                if self.seen.get("outcome") is not None and self.table["status"] == "over":
                    return
                await self.read()
            ply, move = self.seen["ply"], self.rng.choice(self.seen["moves"])["move"]
            await self.send(type="play", id=f"{ply}", ply=ply, epoch=self.seen["epoch"], move=move)
            answer = await self.read_until("played")
            assert answer == {"type": "played", "id": f"{ply}", "ply": ply + 1}
            while self.seen["ply"] <= ply:
                await self.read()

    async def read_to_the_end(self) -> int | None:
        """Read until the server closes the connection; give the code."""
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await self.read()
        return None if self._socket is None else self._socket.close_code
