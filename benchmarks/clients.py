"""The clients of the server's benchmark: two a table, who move at random, and what is measured of them."""

import asyncio
import http.client
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from benchmarks.sockets import Socket, open_socket

HOST = "127.0.0.1"
_rng = random.Random(1)


class _Move(msgspec.Struct):
    move: str


class _News(msgspec.Struct):
    """What a client reads of a message; the rest is skipped."""

    type: str
    ply: int = 0
    actor: int | None = None
    moves: list[_Move] = []


_decode = msgspec.json.Decoder(_News).decode
_encode = msgspec.json.Encoder().encode


@dataclass
class Meter:
    """What is measured, while it is measured."""

    is_on: bool = False
    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)

    def count(self, latency: float, length: int) -> None:
        """Count a move that the other player has heard of."""
        if self.is_on:
            self.moves += 1
            self.latencies.append(latency)
            self.lengths.append(length)


class Hall:
    """All games of a measurement: so many at a time, the others when one ends; at full speed or with pauses."""

    def __init__(self, meter: Meter, games: "Sequence[Pair]", pause: float = 0) -> None:
        self.meter = meter
        self.games = games
        self.pause = pause  # seconds from one move of a table to the next
        self.ran_out = asyncio.Event()  # set when a game has ended and no other is left
        self._next = iter(games)

    def begin(self, tables: int) -> None:
        """Let the first games begin; with pauses, each at a moment of its own."""
        for _ in range(tables):
            asyncio.get_running_loop().call_later(self.pause * _rng.random(), self.go_on)

    def end(self, _game: "Pair") -> None:
        """Go on when a game has ended."""
        self.go_on()

    def go_on(self) -> None:
        """Let the next game begin."""
        if (game := next(self._next, None)) is None:
            self.ran_out.set()
        else:
            game.begin(self)

    def close(self) -> None:
        """Hang up."""
        for game in self.games:
            for socket in game.sockets:
                socket.close()


class Pair(ABC):
    """Two clients that take turns: when one has sent something, it is measured how soon the other hears of it."""

    def __init__(self, path: str, headers: Sequence[Mapping[str, str]]) -> None:
        self.sockets: list[Socket] = []
        self.hall: Hall | None = None  # once it has begun
        self._path = path
        self._headers = headers
        self._sender: int | None = None
        self._sent_at = 0.0

    async def connect(self, port: int, query: str = "") -> None:
        """Connect both clients."""
        for seat, headers in enumerate(self._headers):
            hear = partial(self.hear, seat)
            self.sockets.append(await open_socket(HOST, port, self._path + query, headers, hear))

    def begin(self, hall: Hall) -> None:
        """Begin to play."""
        self.hall = hall
        self.send_first()

    @abstractmethod
    def send_first(self) -> None:
        """Send the first move."""

    @abstractmethod
    def hear(self, seat: int, text: bytes) -> None:
        """Take a message for a seat."""

    def send(self, seat: int, text: bytes) -> None:
        """Send a move, after the pause."""
        assert self.hall
        if self.hall.pause:
            # Counted from the last move, so that the pace holds however long the server takes.
            wait = self._sent_at + self.hall.pause - time.perf_counter()
            asyncio.get_running_loop().call_later(max(0.0, wait), self._send, seat, text)
        else:
            self._send(seat, text)

    def _send(self, seat: int, text: bytes) -> None:
        if not self.sockets[seat].is_closed:  # the measurement may be over after a pause
            self._sender, self._sent_at = seat, time.perf_counter()
            self.sockets[seat].send(text)

    def note(self, seat: int, text: bytes) -> None:
        """Note that a seat has heard."""
        if self.hall is not None and self._sender == 1 - seat:
            self._sender = None
            self.hall.meter.count(time.perf_counter() - self._sent_at, len(text))


class Game(Pair):
    """One game of Tsuro between two clients that move at random."""

    def __init__(self, path: str, headers: Sequence[Mapping[str, str]]) -> None:
        super().__init__(path, headers)
        self._waiting: tuple[int, _News] | None = None
        self._heard_end = 0

    def send_first(self) -> None:
        """Let whoever is to move first do so."""
        assert self._waiting
        self._move(*self._waiting)

    def hear(self, seat: int, text: bytes) -> None:
        """Take a message for a seat."""
        news = _decode(text)
        if news.type not in {"plies", "position"}:
            assert news.type in {"welcome", "table", "played"}, text
            return
        self.note(seat, text)
        if news.actor == seat:
            if self.hall is None:
                self._waiting = seat, news
            else:
                self._move(seat, news)
        elif news.actor is None and self.hall is not None:
            self._heard_end += 1
            if self._heard_end == 2:
                self.hall.end(self)

    def _move(self, seat: int, news: _News) -> None:
        self.send(seat, _encode({"type": "play", "ply": news.ply, "move": _rng.choice(news.moves).move}))


class Relayed(Pair):
    """Two clients of the yardstick. Both are sent what one sends; only the other answers it."""

    def __init__(self, path: str, headers: Sequence[Mapping[str, str]]) -> None:
        super().__init__(path, headers)
        self._heard = [0, 0]

    def send_first(self) -> None:
        """Let the first client begin."""
        self.send(0, b"x" * 60)

    def hear(self, seat: int, text: bytes) -> None:
        """Answer what the other has sent. They take turns, so every second message is one's own."""
        sender = self._heard[seat] % 2
        self._heard[seat] += 1
        if sender != seat:
            self.note(seat, text)
            self.send(seat, b"x" * 60)


class Visitor:
    """A player as far as HTTP goes."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self._connection = connection
        self.headers: dict[str, str] = {}
        self.ask("/api/players", {})

    def ask(self, path: str, body: Any) -> Any:
        """Post something, and give the answer."""
        self._connection.request("POST", path, _encode(body), {"Content-Type": "application/json", **self.headers})
        answer = self._connection.getresponse()
        text = answer.read()
        assert answer.status < 300, text
        if cookie := answer.getheader("Set-Cookie"):
            self.headers = {"Cookie": cookie.partition(";")[0]}
        return msgspec.json.decode(text)


async def open_games(port: int, games: int) -> list[Game]:
    """Set up games between the same two players. Nobody is connected yet."""
    connection = http.client.HTTPConnection(HOST, port)
    ann, bob = players = [Visitor(connection), Visitor(connection)]
    opened = []
    for _ in range(games):
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = ann.ask("/api/tables", {"game": "tsuro", "options": {"players": "2"}, "seats": seats})["id"]
        bob.ask(f"/api/tables/{table}/join", {})
        ann.ask(f"/api/tables/{table}/start", {})
        opened.append(Game(f"/api/tables/{table}/socket", [player.headers for player in players]))
    connection.close()
    return opened


def open_relayed(tables: int) -> list[Relayed]:
    """Give the clients of the yardstick. Nobody is connected yet."""
    return [Relayed(f"/{number}", [{}, {}]) for number in range(tables)]
