"""Nothing is lost: a server is killed in the middle of things, again and again, and every acknowledged move is there.

A real process, real sockets, a real database. After each death it is read by itself: what was acknowledged is in it,
what was told is in it, and no move is there without the draws that belong to it. So it is when PostgreSQL dies.
"""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal
from urllib.parse import urlencode

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from ludotheque.client import _Nonces
from ludotheque.core import registry
from ludotheque.core.match import Match
from ludotheque.server.table.start.nonces import make_row_dealer
from ludotheque.store.address import make_store
from ludotheque.store.store import Store
from tests.lengths import count_kills
from tests.patience import PATIENCE
from tests.postgres_harness import Postgres, Proxy

DEATHS = count_kills(6, 100)
CRASHES = count_kills(3, 100)
COMMIT_CUTS = count_kills(6, 100)
OTHER_CUTS = (COMMIT_CUTS + 2) // 3
PROCESS_DEATHS = count_kills(2, 100)
ROLLING_RESTARTS = count_kills(1, 20)
PROCESSES = 2
TABLES = 8
PAUSE = 0.05  # seconds before what has failed is tried again
LONGEST_LIFE = 0.3  # seconds from the first acknowledged move on


Trouble = Literal["database", "restart"] | None
"""What a player may be told of that is no death: the database fails under a server, or a server ends."""
CONNECT_OPTIONS: dict[str, Any] = {"compression": None, "open_timeout": PATIENCE, "ping_timeout": PATIENCE}


class RestartingServer:
    """Starts and kills one server after the other over the same database."""

    def __init__(self, database: str) -> None:
        self.database = database
        flags = [f"--database={database}", "--no-rate-limits", "--no-warm-up", "--log-level=error"]
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "tests.server.restarting_server", *flags],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        self.url = ""
        self._pid = 0

    def start(self) -> None:
        assert self._parent.stdin
        self._parent.stdin.write("\n")
        self._pid = int(self._await(r"process (\d+)"))
        self.url = self._await(r"(http://\S+)")

    def _await(self, pattern: str) -> str:
        assert self._parent.stdout
        for line in self._parent.stdout:
            if found := re.search(pattern, line):
                return found[1]
        raise AssertionError("the server has not started")

    def kill(self) -> None:
        with suppress(ProcessLookupError):  # it is dead already
            os.kill(self._pid, signal.SIGKILL)

    def end(self) -> None:
        self.kill()
        self._parent.communicate()  # which ends its input, and so the parent


class Cluster:
    """Several processes on one port, over one database."""

    def __init__(self, database: str) -> None:
        flags = [f"--database={database}", "--no-rate-limits", "--no-warm-up", "--log-level=error", "--port=0"]
        self._supervisor = subprocess.Popen(
            [sys.executable, "-m", "ludotheque", "serve", f"--processes={PROCESSES}", *flags],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._supervisor.stdout
        found = re.search(r"http://\S+", self._supervisor.stdout.readline())
        assert found, "it has not started"
        self.url = found[0]

    def list_processes(self) -> list[int]:
        """Give the processes that serve, or are about to."""
        pid = self._supervisor.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def restart(self) -> None:
        self._supervisor.send_signal(signal.SIGHUP)

    def end(self) -> int:
        self._supervisor.terminate()
        try:
            self._supervisor.communicate(timeout=PATIENCE)
        finally:
            self._supervisor.kill()
        return self._supervisor.returncode


@pytest.fixture(params=["sqlite", "postgresql"])
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[RestartingServer]:
    if request.param == "sqlite":
        server = RestartingServer(f"sqlite:///{tmp_path / 'games.sqlite'}")
    else:
        server = RestartingServer(request.getfixturevalue("postgres").make_database())
    server.start()
    yield server
    server.end()


@dataclass
class Client:
    """A player at a table, who remembers what the server has promised."""

    table: str
    seat: int
    cookie: str
    rng: Random
    trouble: Trouble = None
    nonces: _Nonces | None = None  # what they add to chance, if they do
    is_passed_over: bool = False  # the machine was too slow for them, or the database failed
    seen: int | None = None  # the last ply heard of
    pending: dict[str, Any] = field(default_factory=dict)  # moves that were sent and not acknowledged, by id
    acknowledged: dict[int, str] = field(default_factory=dict)  # moves by the ply that they became
    is_over: bool = False
    moves: list[Any] = field(default_factory=list)  # what may be played now

    async def play(self, url: str, on_played: asyncio.Event) -> None:
        """Connect, hear of what was missed, and play until the game is over or the server dies."""
        since = {} if self.seen is None else {"since": self.seen, "epoch": 0}
        query = urlencode(since | ({"nonces": "true"} if self.nonces else {}))
        address = f"{url.replace('http', 'ws')}/api/tables/{self.table}/socket?{query}"
        with suppress(ConnectionClosed, InvalidMessage, InvalidStatus, OSError):  # whichever way a server dies
            async with connect(address, additional_headers={"Cookie": self.cookie}, **CONNECT_OPTIONS) as socket:
                for move in self.pending.values():  # nobody knows what became of it; sent twice it is played once
                    await socket.send(move)
                async for frame in socket:
                    await self._handle(socket, json.loads(frame), on_played)
                    if self.has_ended:
                        return

    async def play_to_the_end(self, url: str, on_played: asyncio.Event) -> None:
        """Connect again by oneself, whoever else is still connected."""
        while not self.has_ended:
            await self.play(url, on_played)
            await asyncio.sleep(PAUSE)

    @property
    def has_ended(self) -> bool:
        return self.is_over and not self.pending

    async def _handle(self, socket: ClientConnection, message: dict[str, Any], on_played: asyncio.Event) -> None:
        if self.nonces is not None and (answer := self.nonces.answer(message)) is not None:
            await socket.send(json.dumps(answer))
        match message["type"]:
            case "position":
                is_again = self.trouble == "database" and self.seen == message["ply"]
                assert self.seen is None or is_again, "who says what they have seen is told what they have missed"
                await self._update_position(socket, message)
            case "plies":
                assert self.seen is not None or self.nonces is not None  # who waits sees the game begin
                before = self.seen or 0
                assert message["since"] == before
                assert [ply["ply"] for ply in message["plies"]] == list(range(before + 1, message["ply"] + 1))
                await self._update_position(socket, message)
            case "played":
                sent = json.loads(self.pending.pop(message["id"]))
                assert message["ply"] == sent["ply"] + 1
                self.acknowledged[message["ply"]] = sent["move"]
                on_played.set()
            case "refused" if self.nonces is not None and message["id"] is None:
                assert message["code"] in {"started", "nothing_asked", "not_stored", "not_known", "stale", "closing"}
                self.is_passed_over = True
            case "refused" if self.trouble == "database" and message["code"] == "not_stored":
                # So it did not happen, and another move is not stale.
                del self.pending[message["id"]]
                await asyncio.sleep(PAUSE)
                await self._decide(socket)
            case "refused" if self.trouble == "database" and message["code"] == "not_known":
                await asyncio.sleep(PAUSE)
                await socket.send(self.pending[message["id"]])
            case "closing" if self.trouble == "restart":
                assert message["why"] == "shutdown"
            case "reveal":
                assert self.nonces is not None
            case other:
                assert other in {"welcome", "table"}, message

    async def _update_position(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self.seen = message["ply"]
        self.is_over = message["actor"] is None
        self.moves = message["moves"] if message["actor"] == self.seat else []
        await self._decide(socket)

    async def _decide(self, socket: ClientConnection) -> None:
        number = f"move {self.seen}"
        if self.moves and number not in self.pending:
            move = self.rng.choice(self.moves)["move"]
            self.pending[number] = json.dumps(
                {"type": "play", "id": number, "ply": self.seen, "epoch": 0, "move": move}
            )
            await socket.send(self.pending[number])


class Pair:
    """Two people who play one game after the other, whatever happens to the server.

    Those who add to chance play at tables that start by themselves, so that this may be interrupted, too.
    """

    def __init__(self, cookies: list[str], rng: Random, trouble: Trouble = None, *, adds_to_chance: bool) -> None:
        self._cookies = cookies
        self._adds_to_chance = adds_to_chance
        self._rng = rng
        self._trouble: Trouble = trouble
        self.games: list[list[Client]] = []
        self.checked = 0
        """How many of the games were over when they were checked."""

    async def play(self, url: str, on_played: asyncio.Event) -> None:
        """Go on with the last game, then begin others, until the server dies."""
        with suppress(httpx.TransportError):
            while True:
                if not self.games or all(client.has_ended for client in self.games[-1]):
                    self.games.append(await self._open(url))
                await asyncio.gather(*(client.play(url, on_played) for client in self.games[-1]))
                if not all(client.has_ended for client in self.games[-1]):
                    return

    async def play_on(self, url: str, on_played: asyncio.Event) -> None:
        """Go on until it is cancelled, whatever happens to the database, or to one of several processes."""
        while True:
            with suppress(httpx.TransportError):
                if not self.games or all(client.has_ended for client in self.games[-1]):
                    self.games.append(await self._open(url))
                await asyncio.gather(*(client.play_to_the_end(url, on_played) for client in self.games[-1]))
            await asyncio.sleep(PAUSE)

    async def _open(self, url: str) -> list[Client]:
        """Open a table and start the game. From here on the server has promised that it is there."""
        async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:

            async def ask(path: str, cookie: str, body: Any) -> Any:
                answer = await http.post(path, json=body, headers={"Cookie": cookie})
                if self._trouble is not None and answer.status_code == 503:
                    raise httpx.TransportError(answer.text)
                assert answer.is_success, answer.text
                return answer.json()

            ann, bob = self._cookies
            seats = [{"kind": "me"}, {"kind": "open"}]
            body = {"game": "tsuro", "seats": seats, "starts_by_itself": self._adds_to_chance}
            table = (await ask("/api/tables", ann, body))["id"]
            await ask(f"/api/tables/{table}/join", bob, {})
            if not self._adds_to_chance:
                await ask(f"/api/tables/{table}/start", ann, {})
        return [
            Client(table, seat, cookie, self._rng, self._trouble, _Nonces() if self._adds_to_chance else None)
            for seat, cookie in enumerate(self._cookies)
        ]


async def become_player(url: str) -> str:
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE) as http:
        answer = await http.post("/api/players", json={})
    return answer.headers["Set-Cookie"].partition(";")[0]


async def check(store: Store, clients: list[Client]) -> None:
    """Hold what is stored of a game against what its players were promised, and against the rules."""
    row = await store.find_table(clients[0].table)
    assert row is not None
    log = await store.list_plies(row.id)
    for client in clients:
        assert (client.seen or 0) <= len(log), "told before it was stored"
        for ply, move in client.acknowledged.items():
            assert (log[ply - 1].actor, log[ply - 1].move) == (client.seat, move), "acknowledged and lost"
    if row.status == "waiting":
        assert not log
        return
    # Chance follows from the seed and from what players have added: so their decisions say what the whole log must be.
    match = Match(registry.make_from_text(row.game, row.options), make_row_dealer(row))
    for entry in log:
        if entry.actor >= 0 and entry.ply == len(match.plies) + 1:
            match.play(match.parse_move(entry.move), actor=entry.actor)
    written = [match.game.format_move(ply.before, ply.move) for ply in match.plies]
    assert [entry.move for entry in log] == written, "half a move"
    assert (row.status == "over") == (match.actor is None) == (row.outcome is not None)
    ended = {"seed": row.seed.hex(), "nonces": row.nonces, "seats": clients}
    for client in clients:
        if client.nonces is not None and not client.is_passed_over:
            client.nonces.check(ended)


async def make_pairs(url: str, rng: Random, trouble: Trouble = None) -> list[Pair]:
    return [
        Pair([await become_player(url) for _ in range(2)], rng, trouble, adds_to_chance=number % 2 == 1)
        for number in range(TABLES)
    ]


async def check_all(database: str, pairs: list[Pair], *, only_new: bool = False) -> None:
    """Check every game; with `only_new` those only that were not over when they were checked the last time."""
    store = make_store(database)
    await store.open()
    for pair in pairs:
        for clients in pair.games[pair.checked if only_new else 0 :]:
            await check(store, clients)
        pair.checked = sum(all(client.has_ended for client in game) for game in pair.games)
    await store.close()


async def test_every_acknowledged_move_outlives_the_server(server: RestartingServer) -> None:
    rng = Random(1)
    pairs = await make_pairs(server.url, rng)
    in_flight = 0
    for _ in range(DEATHS):
        on_played = asyncio.Event()
        playing = asyncio.gather(*(pair.play(server.url, on_played) for pair in pairs))
        await asyncio.wait_for(on_played.wait(), PATIENCE)
        await asyncio.sleep(rng.uniform(0, LONGEST_LIFE))
        server.kill()
        await playing
        server.start()
        await check_all(server.database, pairs, only_new=True)
        in_flight += any(client.pending for pair in pairs for game in pair.games[-1:] for client in game)
    await check_all(server.database, pairs)
    assert in_flight > DEATHS // 2, "it was not killed in the middle of things"
    assert sum(len(client.acknowledged) for pair in pairs for game in pair.games for client in game) >= DEATHS


@pytest.mark.parametrize("server", ["postgresql"], indirect=True)
async def test_every_acknowledged_move_outlives_the_database(server: RestartingServer, postgres: Postgres) -> None:
    """PostgreSQL crashes under a server that goes on; the server finds out what was stored, and says nothing else."""
    rng = Random(2)
    pairs = await make_pairs(server.url, rng, "database")
    on_played = asyncio.Event()
    playing = [asyncio.create_task(pair.play_on(server.url, on_played)) for pair in pairs]
    for _ in range(CRASHES):
        on_played.clear()
        await asyncio.wait_for(on_played.wait(), PATIENCE)
        await asyncio.sleep(rng.uniform(0, LONGEST_LIFE))
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
    on_played.clear()
    await asyncio.wait_for(on_played.wait(), PATIENCE)
    await stop_and_check(server, pairs, playing)


async def test_every_acknowledged_move_outlives_its_connection(postgres: Postgres, proxy: Proxy) -> None:
    """The connection is cut when a move is on its way to the database, or when the answer is on its way back.

    Most cuts are in mid-commit. The others hit whichever connection a table's id passes on: it may only read, or tell.
    """
    server = RestartingServer(proxy.through(postgres.make_database()))
    try:
        await asyncio.to_thread(server.start)
        rng = Random(3)
        pairs = await make_pairs(server.url, rng, "database")
        on_played = asyncio.Event()
        playing = [asyncio.create_task(pair.play_on(server.url, on_played)) for pair in pairs]
        while left := [
            *[proxy.cut_commit] * (COMMIT_CUTS - proxy.commit_cuts),
            *[proxy.cut] * (OTHER_CUTS - proxy.other_cuts),
        ]:
            on_played.clear()
            await asyncio.wait_for(on_played.wait(), PATIENCE)
            if games := rng.choice(pairs).games:
                cut = rng.choice(left)
                cut(rng.choice(["before", "after"]), games[-1][0].table.encode())
        proxy.when = None
        on_played.clear()
        await asyncio.wait_for(on_played.wait(), PATIENCE)
        await stop_and_check(server, pairs, playing)
    finally:
        server.end()


async def stop(playing: list[asyncio.Task[None]]) -> None:
    """Let nobody play any more; nobody may have been told what they should not have been."""
    for task in playing:
        task.cancel()
    ends = await asyncio.gather(*playing, return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError] * len(playing), ends


async def stop_and_check(server: RestartingServer, pairs: list[Pair], playing: list[asyncio.Task[None]]) -> None:
    """Let nobody play any more, and kill the server, so that nothing changes while what is stored is checked."""
    await stop(playing)
    server.kill()
    await check_all(server.database, pairs)
    assert sum(len(client.acknowledged) for pair in pairs for game in pair.games for client in game) >= CRASHES


# ── Several processes ────────────────────────────────────────────────────────────────────────────────────────────────


async def play_until(
    condition: Callable[[], bool], playing: list[asyncio.Task[None]], on_played: asyncio.Event
) -> None:
    """Wait until something holds, and once more for a move; a player who was told something wrong ends the wait."""

    async def wait() -> None:
        while not condition():
            await asyncio.sleep(PAUSE)
        on_played.clear()
        await on_played.wait()

    waiting = asyncio.create_task(wait())
    await asyncio.wait([waiting, *playing], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    for task in playing:
        assert not task.done(), task.result()
    assert waiting.done()
    waiting.result()


async def test_every_acknowledged_move_outlives_its_process(postgres: Postgres) -> None:
    """One of several processes is killed, again and again; its players go on at another."""
    database = postgres.make_database()
    cluster = Cluster(database)
    try:
        rng = Random(4)
        pairs = await make_pairs(cluster.url, rng)
        on_played = asyncio.Event()
        playing = [asyncio.create_task(pair.play_on(cluster.url, on_played)) for pair in pairs]
        for _ in range(PROCESS_DEATHS):
            await play_until(lambda: len(cluster.list_processes()) == PROCESSES, playing, on_played)
            await asyncio.sleep(rng.uniform(0, LONGEST_LIFE))
            victim = rng.choice(cluster.list_processes())
            os.kill(victim, signal.SIGKILL)
            await play_until(lambda victim=victim: victim not in cluster.list_processes(), playing, on_played)  # type: ignore[misc] # a default
        await stop(playing)
        await check_all(database, pairs)
        assert sum(len(client.acknowledged) for pair in pairs for game in pair.games for client in game) >= TABLES
    finally:
        assert cluster.end() == 0


async def test_a_rolling_restart_under_load_loses_nothing(postgres: Postgres) -> None:
    database = postgres.make_database()
    cluster = Cluster(database)
    try:
        rng = Random(5)
        pairs = await make_pairs(cluster.url, rng, "restart")
        on_played = asyncio.Event()
        playing = [asyncio.create_task(pair.play_on(cluster.url, on_played)) for pair in pairs]
        for _ in range(ROLLING_RESTARTS):
            before = set(cluster.list_processes())
            cluster.restart()
            await play_until(
                lambda before=before: len(after := cluster.list_processes()) == PROCESSES and not before & set(after),  # type: ignore[misc] # a default
                playing,
                on_played,
            )
        await stop(playing)
        await check_all(database, pairs)
    finally:
        assert cluster.end() == 0
