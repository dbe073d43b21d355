"""A server for tests: in this process, asked over ASGI, or as a process of its own on a free port."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from ludotheque.server.app import make_app
from ludotheque.server.config import Config
from ludotheque.server.site import STATIC

ORIGIN = "http://testserver"


@asynccontextmanager
async def running(database: Path, static: Path = STATIC, **settings: Any) -> AsyncIterator[FastAPI]:
    """Run a server in this process."""
    settings = {"bot_pace": 0.0, "warm_up": False, "rate_limits": False} | settings
    app = make_app(Config(database=f"sqlite:///{database}", **settings), static)
    async with app.router.lifespan_context(app):
        yield app


class Visitor(httpx.AsyncClient):
    """A browser: keeps its cookie, says where its requests come from."""

    def __init__(self, app: FastAPI, address: str = "192.0.2.1", headers: dict[str, str] | None = None) -> None:
        if headers is None:
            headers = {"origin": ORIGIN, "sec-fetch-site": "same-origin"}
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
    assert set(error) == {"code", "message"}
    assert re.fullmatch(r"\S.*[.!?]", error["message"], re.DOTALL), error
    return answer.status_code, error["code"]


class Process:
    """A server as a process of its own."""

    def __init__(self, database: Path, *flags: str) -> None:
        command = [sys.executable, "-m", "ludotheque", "serve", "--port=0", f"--database=sqlite:///{database}"]
        quiet = ["--bot-pace=0", "--no-warm-up", "--log-format=json"]
        self.popen = subprocess.Popen([*command, *quiet, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.popen.stdout is not None
        said = self.popen.stdout.readline().decode()
        found = re.search(r"http://\S+:(\d+)", said)
        assert found is not None, (said, self.end())
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def end(self) -> tuple[int, str, list[dict[str, Any]]]:
        """Tell it to end; give exit code, what it had still to say, and its log."""
        if self.popen.poll() is None:
            self.popen.send_signal(signal.SIGTERM)
        try:
            out, err = self.popen.communicate(timeout=20)
        finally:
            self.popen.kill()
        return self.popen.returncode, out.decode(), [json.loads(line) for line in err.decode().splitlines()]


@contextmanager
def process(database: Path, *flags: str) -> Iterator[Process]:
    """Run a server as a process; it must end well and have logged no error."""
    server = Process(database, *flags)
    ended = False
    try:
        yield server
        code, _, log = server.end()
        ended = True
        assert code == 0
        assert [line for line in log if line["level"] == "error"] == []
    finally:
        if not ended:
            server.popen.kill()
            server.popen.communicate()
