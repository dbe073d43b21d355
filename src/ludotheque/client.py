"""A client for servers of Ludothèque, for bots and scripts: asyncio, and nothing that knows the rules of a game.

    Client       asks a server by HTTP: who am I, open a table, join one
    LiveGame     one seat at one table: messages as they come, moves as you send them

A connection that is lost is made again, with exactly the plies that were missed; a move whose answer was lost with it
is sent again, and the server plays it once. docs/protocol.md explains the messages, docs/bots.md shows a bot.
"""

import asyncio
import contextlib
import itertools
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from ludotheque.core.errors import LudothequeError
from ludotheque.core.fairness import hash_nonce, new_nonce

RETRIES = (0.1, 0.3, 1.0, 3.0, 5.0, 10.0)
"""After how many seconds to connect again, one attempt after the other; then it is given up."""
TIMEOUT = 30.0
NONCES_SINCE = 2
"""The first version of the protocol in which clients add nonces to chance."""
_FINAL = {1000, 1008}
"""Codes after which it makes no sense to connect again."""


class Refused(LudothequeError):
    """The server will not do it. `code` is for programs (docs/protocol.md lists them), the message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Disconnected(LudothequeError):
    """The connection is lost and could not be made again."""


class ChanceBroken(LudothequeError):
    """The server has not kept to what it promised about chance (docs/fairness.md)."""


class Client:
    """A player at a server, known by a bearer token."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}"}

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask by HTTP; give the answer, decoded if it is JSON. Raises Refused."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = self._headers | ({} if body is None else {"Content-Type": "application/json"})
        request = urllib.request.Request(f"{self._url}{path}", data, headers, method=method)  # noqa: S310 - the user's own
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - same
                text = answer.read().decode()
                return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
        except urllib.error.HTTPError as error:
            with error:
                raise _read_refusal(error.code, error.read()) from None

    async def open_table(self, game: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        """Open a table; `more` are options, clock and so on, as in `POST /api/tables`. Raises Refused."""
        table: dict[str, Any] = await self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
        return table

    async def join(self, table: str, seat: int | None = None) -> dict[str, Any]:
        """Take an open seat at a table, by its id. Raises Refused."""
        body = {} if seat is None else {"seat": seat}
        joined: dict[str, Any] = await self.ask("POST", f"/api/tables/{table}/join", body)
        return joined

    def play(self, table: str, *, previews: bool = False) -> "LiveGame":
        """Connect to a table: `async with client.play(id) as game`."""
        query = "?nonces=true&previews=true" if previews else "?nonces=true"
        socket = f"{self._url.replace('http', 'ws', 1)}/api/tables/{table}/socket{query}"
        return LiveGame(socket, self._headers)


class LiveGame:
    """A table, seen and played from wherever the player sits. Use it as an asynchronous context.

    While the table waits, it adds to chance by itself, so that the host cannot choose what is drawn (docs/fairness.md).
    """

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._address = address
        self._headers = headers
        self.table: dict[str, Any] = {}
        """The table as it was last described."""
        self.position: dict[str, Any] | None = None
        """Where the game stands: the last position or plies; None before it starts."""
        self._ids = itertools.count(1)
        self._waiting: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        """What was sent and not answered yet."""
        self._inbox: asyncio.Queue[dict[str, Any] | LudothequeError] = asyncio.Queue()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._nonces = _Nonces()
        self._lost: Disconnected | None = None
        """Why there is no connection any more, once it is given up."""

    async def __aenter__(self) -> Self:
        self._socket = await self._connect()
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    # ── What is heard ────────────────────────────────────────────────────────────────────────────────────────────────

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        """Give every message that is no answer, until the game is over. Raises Disconnected."""
        is_over = has_ended = False
        while not (is_over and has_ended):
            message = await self._inbox.get()
            if isinstance(message, LudothequeError):
                raise message
            if "table" in message:
                is_over = message["table"]["status"] == "over"
                has_ended = has_ended or message["table"]["ply"] == 0  # nobody came, and it never began
            elif "outcome" in message:
                has_ended = message["outcome"] is not None
            yield message

    async def turns(self) -> AsyncIterator[dict[str, Any]]:
        """Give the position whenever it is for us to decide, until the game is over. Raises Disconnected.

        Raises Refused if the game itself fails, so that nobody waits for a turn that will not come.
        """
        decided = None
        async for message in self:
            if message["type"] == "refused" and message["code"] == "game_failed":
                raise Refused(message["code"], message["message"])
            if message is self.position and message["moves"] and (message["epoch"], message["ply"]) != decided:
                decided = message["epoch"], message["ply"]
                yield message

    # ── What is said ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def play(self, move: str) -> int:
        """Play a move in the position last heard of; give the number of its ply. Raises Refused or Disconnected."""
        if self.position is None:
            raise Refused("not_started", "The game has not started yet.")
        answer = await self.ask(type="play", ply=self.position["ply"], epoch=self.position["epoch"], move=move)
        return int(answer["ply"])

    async def hint(self) -> dict[str, Any]:
        """Ask what a bot would play here. Raises Refused or Disconnected."""
        return await self.ask(type="hint", ply=0 if self.position is None else self.position["ply"])

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message that is answered (play, hint, ping); give the answer. Raises Refused or Disconnected."""
        if self._lost is not None:
            raise self._lost
        number = str(next(self._ids))
        frame = json.dumps({**message, "id": number})
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = frame, answer
        await self._send(frame)
        return await answer

    def check_chance(self) -> None:
        """Check, in a game that is over, that the server has kept to what it promised. Raises ChanceBroken if not.

        That every draw follows from seed and nonces, the record proves (`ludotheque.verify`).
        """
        self._nonces.check(self.table)

    @property
    def times_asked(self) -> int:
        """How often the server has asked for a nonce of this client.

        If it was more than once, a start did not come about, and whoever caused that has seen other draws first.
        """
        return self._nonces.times_asked

    async def say(self, text: str) -> None:
        """Say something to everybody at the table."""
        await self._send(json.dumps({"type": "chat", "text": text}))

    async def _send(self, frame: str) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # what waits for an answer is sent again
                await self._socket.send(frame)

    # ── The connection ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _connect(self) -> ClientConnection:
        address = self._address
        if self.position is not None:
            address += f"&since={self.position['ply']}&epoch={self.position['epoch']}"
        try:
            return await connect(address, additional_headers=self._headers, max_size=None, compression=None)
        except InvalidStatus as refusal:
            raise _read_refusal(refusal.response.status_code, bytes(refusal.response.body or b"")) from None

    async def _read(self) -> None:
        """Read until the connection is lost for good."""
        while self._socket is not None:
            try:
                async for frame in self._socket:
                    message = json.loads(frame)
                    if (contribution := self._nonces.answer(message)) is not None:
                        await self._send(json.dumps(contribution))
                    self._take(message)
            except ConnectionClosed:
                pass
            if self._socket.close_code in _FINAL or not await self._connect_again():
                self._give_up(Disconnected(f"The connection is lost (code {self._socket.close_code})."))
                return

    async def _connect_again(self) -> bool:
        for delay in RETRIES:
            await asyncio.sleep(delay)
            try:
                self._socket = await self._connect()
            except (OSError, Refused, TimeoutError, WebSocketException):  # not there, not willing, or just going
                continue
            for frame, _ in tuple(self._waiting.values()):
                await self._send(frame)
            return True
        return False

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] in {"played", "refused", "pong", "hint"} and message["id"] in self._waiting:
            _, answer = self._waiting.pop(message["id"])
            if not answer.done():
                _resolve(answer, message)
            return
        if message["type"] in {"position", "plies"}:
            self.position = message
        self.table = message.get("table", self.table)
        self._inbox.put_nowait(message)

    def _give_up(self, error: Disconnected) -> None:
        self._lost = error
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(error)
        self._inbox.put_nowait(error)


class _Nonces:
    """What this client adds to chance (docs/fairness.md): a nonce that nobody else knows before all are promised."""

    def __init__(self) -> None:
        self._nonce = new_nonce()
        self._revealed: dict[str, list[str | None]] = {}
        """The hashes whose nonces were revealed, and for which list: none of them is of any use again."""
        self._commitment: str | None = None
        """The commitment to the seed, as it was first shown."""
        self._is_known = self._is_starting = False

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return what to send because of a message, if anything."""
        if message["type"] == "welcome":
            self._is_known = message["protocol"] >= NONCES_SINCE
            self._commitment = self._commitment or message["table"]["commitment"]
        if message["type"] == "reveal":
            return self._reveal(message["hashes"])
        if not self._is_known or "table" not in message or message["table"]["status"] != "waiting":
            return None
        return self._commit(message["table"], is_new=message["type"] == "welcome")

    def _commit(self, table: dict[str, Any], *, is_new: bool) -> dict[str, Any] | None:
        """Promise a nonce whenever it connects, and if this player has promised none, or one that is used up."""
        if is_new:
            self._is_starting = False
        promised = {each["hash"] for each in table["nonces"] if each["seat"] in table["mine"]}
        is_due = is_new or promised <= set(self._revealed)
        if not table["mine"] or self._is_starting or not is_due:
            return None
        return {"type": "commit", "hash": hash_nonce(self._nonce)}

    def _reveal(self, hashes: list[str | None] | None) -> dict[str, Any] | None:
        self._is_starting = hashes is not None
        nonce, nonce_hash = self._nonce, hash_nonce(self._nonce)
        if hashes is None:  # it has not started: what was revealed is of no use any more
            return {"type": "commit", "hash": nonce_hash} if self._revealed else None
        if nonce_hash not in hashes:
            return None
        self._revealed[nonce_hash] = hashes
        self._nonce = new_nonce()
        return {"type": "reveal", "nonce": nonce}

    @property
    def times_asked(self) -> int:
        return len(self._revealed)

    def check(self, table: dict[str, Any]) -> None:
        if table["seed"] is None or hash_nonce(table["seed"]) != self._commitment:
            raise ChanceBroken("The seed is not the one that the server committed to before the game.")
        for each in table["nonces"]:
            if each["nonce"] is not None and hash_nonce(each["nonce"]) != each["hash"]:
                raise ChanceBroken(f"The nonce of seat {each['seat'] + 1} does not have the hash that was promised.")
        if not self._revealed:
            return
        own, fixed = list(self._revealed.items())[-1]
        published = {each["seat"]: each["hash"] for each in table["nonces"]}
        if [published.get(seat) for seat in range(len(table["seats"]))] != fixed:
            raise ChanceBroken("The hashes are not those that were fixed when this client revealed its nonce.")
        if all(each["nonce"] is None for each in table["nonces"] if each["hash"] == own):
            raise ChanceBroken("This client revealed its nonce, but the server left it out.")


def _resolve(answer: "asyncio.Future[dict[str, Any]]", message: dict[str, Any]) -> None:
    if message["type"] == "refused":
        answer.set_exception(Refused(message["code"], message["message"]))
    else:
        answer.set_result(message)


def _read_refusal(status: int, body: bytes) -> Refused:
    try:
        error = json.loads(body)["error"]
        return Refused(error["code"], error["message"])
    except (ValueError, KeyError, TypeError):
        return Refused("unknown", f"The server answered with status {status}.")
