"""A server for tests: in this process, asked over ASGI, or as a process of its own on a free port."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import httpx
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from ludotheque.server.app import make_app
from ludotheque.server.config import Config
from ludotheque.server.http.cookies import COOKIE
from ludotheque.server.http.static_files import STATIC
from ludotheque.server.network.connections import Connections
from ludotheque.server.processes import run as server_run
from tests.patience import PATIENCE

ORIGIN = "http://testserver"


@asynccontextmanager
async def running(database: Path, static: Path = STATIC, **settings: Any) -> AsyncIterator[Starlette]:
    """Run a server in this process."""
    usual: dict[str, Any] = {"bot_pace": 0.0, "warm_up": False, "rate_limits": False, "allowed_hosts": ("testserver",)}
    app = make_app(Config(database=f"sqlite:///{database}", **(usual | settings)), static)
    async with app.router.lifespan_context(app):
        yield app


@dataclass(frozen=True)
class Served:
    """A server on a real port, in this process."""

    port: int
    app: Starlette
    connections: Connections

    def count(self, name: str, why: str) -> float:
        """Give how many connections were refused or aborted for a reason."""
        registry = self.app.state.dependencies.metrics.registry
        return registry.get_sample_value(f"ludotheque_connections_{name}_total", {"why": why}) or 0.0


@asynccontextmanager
async def serving(database: Path, *, send_buffer: int | None = None, **settings: Any) -> AsyncIterator[Served]:
    """Serve on a real port from this process; `send_buffer` is how much the system keeps for whoever does not read."""
    config = Config(database=f"sqlite:///{database}", warm_up=False, bot_pace=0.0, **settings)
    started = asyncio.Event()
    with server_run.bind("127.0.0.1", 0) as listener:
        if send_buffer is not None:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        server = server_run._Server(make_app(config), config, started.set)
        task = asyncio.create_task(server.serve([listener]))
        await started.wait()
        yield Served(listener.getsockname()[1], server._app, server._connections)
        server.should_exit = True
        await task


async def read_all(port: int, *parts: bytes) -> bytes:
    """Send some bytes; give everything that comes until the server hangs up, be it by a reset."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = b""
    try:
        async with asyncio.timeout(PATIENCE):
            for part in parts:
                writer.write(part)
                await writer.drain()
            while piece := await reader.read(2**16):
                said += piece
    except ConnectionError:
        pass
    finally:
        writer.close()
    return said


class Visitor(httpx.AsyncClient):
    """A browser: keeps its cookie, says where its requests come from."""

    def __init__(self, app: Starlette, address: str = "192.0.2.1", headers: dict[str, str] | None = None) -> None:
        if headers is None:
            headers = {"origin": ORIGIN, "sec-fetch-site": "same-origin"}
        self.app = app
        transport = httpx.ASGITransport(app, client=(address, 40000))
        super().__init__(transport=transport, base_url=ORIGIN, headers=headers)

    async def become(self, name: str) -> str:
        """Become a player; give the id."""
        answer = await self.post("/api/players", json={"name": name})
        assert answer.status_code == 201, answer.text
        player: str = answer.json()["player"]["id"]
        return player

    async def open_table(self, **wishes: Any) -> dict[str, Any]:
        """Open a table: Tsuro for two with an open seat, unless something else is wished for."""
        wishes = {"game": "tsuro", "seats": [{"kind": "me"}, {"kind": "open"}]} | wishes
        answer = await self.post("/api/tables", json=wishes)
        assert answer.status_code == 201, answer.text
        table: dict[str, Any] = answer.json()
        return table


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Give status and code of an answer that says no; every one has a sentence for people."""
    error = answer.json()["error"]
    assert set(error) == {"code", "message", *(["option"] if error["code"] == "bad_option" else [])}
    assert re.fullmatch(r"\S.*[.!?]", error["message"], re.DOTALL), error
    return answer.status_code, error["code"]


class Process:
    """A server as a process of its own."""

    def __init__(
        self,
        database: Path,
        *flags: str,
        files: tuple[int, int] | None = None,
        command: str = "serve",
        environment: dict[str, str] | None = None,
    ) -> None:
        """Start it; `files` are the soft and the hard limit of its open files, `environment` is added to ours."""
        self.log_path = database.with_suffix(".log")  # a file and not a pipe, which would be full one day
        words = [sys.executable, "-m", "ludotheque", command, "--port=0", f"--database=sqlite:///{database}"]
        if files is not None:
            soft, hard = files
            words = ["sh", "-c", f'ulimit -Sn {soft} && ulimit -Hn {hard} && exec "$@"', "sh", *words]
        quiet = ["--bot-pace=0", "--no-warm-up", "--log-format=json"]
        with self.log_path.open("wb") as log:
            self.popen = subprocess.Popen(
                [*words, *quiet, *flags], stdout=subprocess.PIPE, stderr=log, env=os.environ | (environment or {})
            )
        assert self.popen.stdout is not None
        said = self.popen.stdout.readline().decode()
        found = re.search(r"http://\S+:(\d+)", said)
        if found is None:
            self.popen.wait(20)
            self.popen.stdout.close()
            raise AssertionError(self.log_path.read_text(encoding="utf-8"))
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def client(self, **headers: str) -> httpx.Client:
        """Give a program that asks this server."""
        return httpx.Client(base_url=self.url, headers=headers, trust_env=False)

    def connect(
        self, table: str, query: str = "", *, cookie: str = "", origin: str | None = None, **more: Any
    ) -> connect:
        """Open the socket of a table."""
        return connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket{query}",
            origin=Origin(origin) if origin is not None else None,
            additional_headers={"cookie": f"{COOKIE}={cookie}"} if cookie else more.pop("headers", {}),
            proxy=None,
            **more,
        )

    def read_metrics(self) -> dict[str, float]:
        """Give what it counts."""
        with self.client() as client:
            answer = client.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        lines = [line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in lines}

    def read_log(self) -> list[dict[str, Any]]:
        """Give what it has logged."""
        return [json.loads(line) for line in self.log_path.read_text(encoding="utf-8").splitlines()]

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send it a signal; give its exit code."""
        self.popen.send_signal(number)
        try:
            self.popen.communicate(timeout=PATIENCE)
        finally:
            self.popen.kill()
        return self.popen.returncode


@contextmanager
def process(database: Path, *flags: str, files: tuple[int, int] | None = None) -> Iterator[Process]:
    """Run a server as a process; it must end well and have logged no error."""
    server = Process(database, *flags, files=files)
    try:
        yield server
    except BaseException:
        server.end(signal.SIGKILL)
        raise
    if server.popen.poll() is None:
        assert server.end() == 0
    assert [str(line) for line in server.read_log() if line["level"] == "error"] == []


class Person:
    """Somebody with a player at a real server."""

    def __init__(self, server: Process, name: str) -> None:
        self.http = server.client()
        self.id = self.http.post("/api/players", json={"name": name}).json()["player"]["id"]
        self.cookie = self.http.cookies["ludotheque"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def open_table(self, **wishes: Any) -> str:
        wishes = {"game": "turris", "seats": [{"kind": "me"}, {"kind": "me"}], "start": True} | wishes
        answer = self.http.post("/api/tables", json=wishes)
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["id"]
        return table


async def read(opened: ClientConnection, kind: str) -> dict[str, Any]:
    """Wait for a message of a kind."""
    async for frame in opened:
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == kind:
            return message
    raise AssertionError(f"the socket was closed before {kind!r}")
