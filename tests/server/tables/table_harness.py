"""A server without a network: tables over a real store, people whose frames go the real way, time that stands still."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Self

from ludotheque.bus.bus import Bus
from ludotheque.bus.local import LocalBus
from ludotheque.bus.peers import Peers
from ludotheque.bus.postgres import PostgresBus
from ludotheque.bus.postgres_peers import PostgresPeers
from ludotheque.client import NONCES_SINCE, _Nonces
from ludotheque.core.fairness import derive_seed
from ludotheque.core.game import AnyGame
from ludotheque.server.bots.pool import BotUnavailable
from ludotheque.server.bots.queue import Payer
from ludotheque.server.bots.worker import Answer, RatedMove
from ludotheque.server.rate_limits import Limits, Rate
from ludotheque.server.table.feed.connections import Connection
from ludotheque.server.table.handler import RequestHandler
from ludotheque.server.table.settings import NewSeat, NewTable, Settings
from ludotheque.server.table.table import Table
from ludotheque.server.tables.tables import Tables, read_monotonic, read_time
from ludotheque.store.address import make_store
from ludotheque.store.store import Player, Store
from tests.patience import PATIENCE

LEASE = 600.0
"""Seconds that a process counts as living: so many that none lapses where tests are slow."""


class FakeTime:
    """Time that stands still until it is moved: a date, and a monotonic clock that has nothing to do with it."""

    def __init__(self) -> None:
        self._date = 1_800_000_000_000
        self._monotonic = 5_000_000

    def __call__(self) -> int:
        """Give the date."""
        return self._date

    def monotonic(self) -> int:
        return self._monotonic

    def pass_seconds(self, seconds: float) -> None:
        self._date += int(1000 * seconds)
        self._monotonic += int(1000 * seconds)

    def set_date(self, seconds: float) -> None:
        """Set the date of the machine forward, or back; no time passes."""
        self._date += int(1000 * seconds)

    def restart_machine(self) -> None:
        """Let the monotonic clock begin anew, far from where it was."""
        self._monotonic = 7_000


class StillLimits(Limits):
    """Limits in time that stands still: what waits for time to pass does not wait."""

    def reserve(self, rate: Rate, key: str) -> float:
        return 0.0


class FakeBots:
    """Bots that play any legal move, at once, unless they are told to behave otherwise."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        """Every question: level and observation."""
        self.payers: list[tuple[Payer, ...]] = []
        """For every question, who might pay for it."""
        self.answer: Callable[[AnyGame, Any], str] | None = None
        self.fails = False
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def ask(self, game: AnyGame, level: str, observation: Any, payers: Sequence[Payer] = ()) -> Answer:
        self.asked.append((level, observation))
        self.payers.append(tuple(payers))
        await self.may_answer.wait()
        if self.fails:
            raise BotUnavailable("told to fail")
        if self.answer is not None:
            return Answer((RatedMove(self.answer(game, observation)),))
        rng = Random(len(self.asked))
        state = game.determinize(observation, rng)
        moves = [RatedMove(game.format_move(state, move), 0.5, 1) for move in game.legal_moves(state)]
        rng.shuffle(moves)
        return Answer(tuple(moves), (0.5,) * game.seats) if level in {"hint", "analysis"} else Answer(tuple(moves[:1]))


class Guest:
    """Somebody with a connection to a table, who keeps everything that is sent."""

    def __init__(
        self,
        table: Table,
        player: Player | None,
        *,
        previews: bool = False,
        nonces: bool = False,
        address: str | None = None,
    ) -> None:
        self.player = player
        self.connection = Connection(player, previews=previews, nonces=nonces, address=address)
        self.handler = RequestHandler(table, self.connection)
        self.frames: list[str] = []
        """Every frame, in order."""
        self.messages: list[dict[str, Any]] = []
        """The same, decoded."""
        self._table = table
        self._read = 0
        self._news = asyncio.Event()
        self._pump = asyncio.create_task(self.connection.pump(self._take))
        self._pump.add_done_callback(lambda _: self._table.disconnect(self.connection))

    async def _take(self, frame: str) -> None:
        self.frames.append(frame)
        self.messages.append(json.loads(frame))
        self._news.set()

    async def connect(self, since: int | None = None, epoch: int | None = None) -> Self:
        await self._table.connect(self.connection, since, epoch)
        async with asyncio.timeout(PATIENCE):
            while len(self.messages) < (1 if self._table.log.match is None else 2):
                await asyncio.sleep(0)
        return self

    async def send(self, **message: Any) -> None:
        await self._table.finish(self.handler.handle(json.dumps(message)))  # as a socket does

    async def hear(self, kind: str) -> dict[str, Any]:
        """Give the next message of a kind that has not been heard yet; others before it are passed over."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while self._read < len(self.messages):
                    message = self.messages[self._read]
                    self._read += 1
                    if message["type"] == kind:
                        return message
                self._news.clear()
                await self._news.wait()

    async def catch_up(self) -> list[dict[str, Any]]:
        """Give everything that has not been heard yet, after letting what is on its way arrive."""
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        news = self.messages[self._read :]
        self._read = len(self.messages)
        return news

    @property
    def position(self) -> dict[str, Any]:
        """The last thing that was said about where the game stands."""
        return next(entry for entry in reversed(self.messages) if entry["type"] in {"position", "plies"})

    @property
    def table(self) -> dict[str, Any]:
        """The table as it was last described."""
        found: dict[str, Any] = next(entry["table"] for entry in reversed(self.messages) if "table" in entry)
        return found

    async def hear_table(self, check: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Give the table as soon as it is described so that a check holds."""
        async with asyncio.timeout(PATIENCE):
            while not check(self.table):
                self._news.clear()
                await self._news.wait()
        return self.table

    async def hear_position(self, ply: int | None = None) -> dict[str, Any]:
        """Give the position as soon as the game is beyond a ply."""
        async with asyncio.timeout(PATIENCE):
            while True:
                last = [entry for entry in self.messages if entry["type"] in {"position", "plies"}]
                if last and (ply is None or last[-1]["ply"] > ply):
                    return last[-1]
                self._news.clear()
                await self._news.wait()

    async def refused(self, **message: Any) -> str:
        """Send something that will be refused; give the code."""
        await self.send(**message)
        refusal = await self.hear("refused")
        assert refusal["id"] == message.get("id")
        assert len(refusal["message"].split()) >= 3
        return str(refusal["code"])

    async def play(self, move: str | None = None, **more: Any) -> dict[str, Any]:
        """Play a move of the position last heard of, the first one if none is named; give the answer."""
        position = self.position
        text = position["moves"][0]["move"] if move is None else move
        await self.send(**{"type": "play", "ply": position["ply"], "epoch": position["epoch"], "move": text, **more})
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in await self.catch_up():
                    if message["type"] in {"played", "refused"}:
                        return message
                await asyncio.sleep(0.001)

    async def answer_like_a_client(self, nonces: _Nonces) -> None:
        """Answer everything that was heard and will be, as client.py does."""
        for number in count():
            while number >= len(self.messages):
                await asyncio.sleep(0.005)
            message = self.messages[number]
            if message["type"] == "welcome":
                message = {**message, "protocol": NONCES_SINCE}
            if (answer := nonces.answer(message)) is not None:
                await self.send(**answer)

    def leave(self) -> None:
        self._table.disconnect(self.connection)
        self._pump.cancel()


class TableHarness:
    """A server's tables, and people to sit at them."""

    def __init__(
        self, store: Store, bus: Bus | None = None, peers: Peers | None = None, *, is_time_real: bool = False
    ) -> None:
        self.now = FakeTime()
        self.bus = bus
        self.peers = peers
        self._is_time_real = is_time_real
        self.bots = FakeBots()
        self.store = store
        self._seeds = 0
        self.has_chat = True
        """Whether the server has a chat, from the next restart on."""
        self.tables = self._make_tables()
        self.guests: list[Guest] = []

    def _make_tables(self) -> Tables:
        now, monotonic = (read_time, read_monotonic) if self._is_time_real else (self.now, self.now.monotonic)
        limits = StillLimits(lambda: monotonic() / 1000)
        return Tables(
            self.store,
            self.bus or LocalBus(),
            self.bots,
            now,
            pace=0,
            has_chat=self.has_chat,
            limits=limits,
            draw_seed=self._draw_seed,
            monotonic=monotonic,
            peers=self.peers,
        )

    def _draw_seed(self) -> bytes:
        """Give every table another seed, and every run of a test the same."""
        self._seeds += 1
        return derive_seed(f"harness {self._seeds}")

    async def open_table(
        self, game: str = "tsuro", seats: str = "pp", *, options: dict[str, str] | None = None, **settings: Any
    ) -> Table:
        """Open a table and start it: a letter for each seat, p another person, m the host again, b a bot, o open."""
        wishes = tuple(
            NewSeat("me") if (number == 0 and letter == "p") or letter == "m" else NewSeat("bot", "easy")
            if letter == "b" else NewSeat("open")
            for number, letter in enumerate(seats)
        )  # fmt: skip
        host = person(0)
        table = await self.tables.create(host, NewTable(game, options or {}, wishes, Settings(**settings)))
        for number, letter in enumerate(seats):
            if letter == "p" and number:
                await table.seating.join(person(number), number)
        if "o" not in seats:
            await table.start(host)
        return table

    async def sit(self, table: Table, number: int | None, **more: Any) -> Guest:
        """Connect the person of a seat, or a spectator."""
        guest = Guest(table, None if number is None else person(number), **more)
        self.guests.append(guest)
        return await guest.connect()

    async def sit_all(self, table: Table) -> list[Guest]:
        """Connect everybody who sits at a table, in the order of the seats."""
        return [
            await self.sit(table, number)
            for number, seat in enumerate(table.log.seats)
            if seat.player == person(number).id
        ]

    async def show_all(self, table: Table) -> None:
        """Let everybody who sits at a table come and go, so that they have been seen."""
        for guest in await self.sit_all(table):
            guest.leave()

    async def restart(self) -> None:
        """Forget everything that is not stored."""
        await self.tables.close()
        self.now.restart_machine()
        self.tables = self._make_tables()
        await self.tables.open()


@asynccontextmanager
async def open_harness(
    folder: Path, database: str | None = None, *, is_time_real: bool = False
) -> AsyncIterator[TableHarness]:
    """Open tables whose store is in a folder, or elsewhere, and close them. Time stands still unless it is real."""
    store = make_store(database or f"sqlite:///{folder / 'tables.sqlite'}")
    await store.open()
    harness = TableHarness(store, is_time_real=is_time_real)
    await harness.tables.open()
    try:
        yield harness
    finally:
        await harness.tables.close()
        for guest in harness.guests:
            guest.leave()
        await store.close()


@asynccontextmanager
async def open_process(database: str, *, is_time_real: bool = False) -> AsyncIterator[TableHarness]:
    """Open tables in a PostgreSQL database as one of several processes does. It looks at the others all the time."""
    store = make_store(database, "shared")
    await store.open()
    process = secrets.token_hex(8)
    bus = PostgresBus(database, process)
    await bus.open()
    peers = PostgresPeers(database, process, bus, beat=0.2, lease=LEASE)
    harness = TableHarness(store, bus, peers, is_time_real=is_time_real)
    await harness.tables.open()
    try:
        yield harness
    finally:
        await harness.tables.close()
        for guest in harness.guests:
            guest.leave()
        await bus.close()
        await store.close()


def person(number: int) -> Player:
    """Give the person who sits at a seat."""
    return Player(f"player{number}", f"Person {number}", 0)


async def play_out(guests: list[Guest], rng: Random, decisions: int = 10_000) -> None:
    """Let guests who sit at all seats play random moves, to the end or for so many decisions."""
    for _ in range(decisions):
        position = guests[0].position
        if position["outcome"] is not None:
            return
        decider = next(guest for guest in guests if guest.position["moves"])
        ply = position["ply"]
        answer = await decider.play(rng.choice(decider.position["moves"])["move"])
        assert answer["type"] == "played", answer
        for guest in guests:
            await guest.hear_position(ply)
