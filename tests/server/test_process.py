"""A server as a process: how it starts, what it says, how it ends."""

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from threading import current_thread, main_thread
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from ludotheque.cli.hosting import play
from ludotheque.server.bounds import LARGEST_HEAD
from ludotheque.server.config import Config
from ludotheque.server.network.sharing import Sharing
from ludotheque.server.processes import run as server_run
from ludotheque.store.address import make_lock, make_store
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture is used by its name
from tests.patience import PATIENCE
from tests.postgres_harness import Postgres
from tests.server.server_harness import Person, Process, process, read, read_all, serving

TABLE = {"game": "turris", "seats": [{"kind": "me"}, {"kind": "me"}], "start": True}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_says_goodbye_and_knows_everything_when_it_is_back(tmp_path: Path, number: int) -> None:
    database = tmp_path / "x.sqlite"
    server = Process(database)
    with server.client() as ann:
        ann.post("/api/players").raise_for_status()
        table = ann.post("/api/tables", json=TABLE).json()
        cookie = ann.cookies["ludotheque"]
    async with server.connect(table["id"], cookie=cookie) as opened:
        await opened.recv()
        server.popen.send_signal(number)
        frames = await _read_to_the_end(opened)
        assert frames[-1] == {"type": "closing", "why": "shutdown"}
        assert opened.close_code == 1012  # "connect again"
    assert server.popen.wait(20) == 0
    server.end()
    assert [line for line in server.read_log() if line["level"] in {"warning", "error"}] == []
    with process(database) as again, again.client(cookie=f"ludotheque={cookie}") as ann:
        [mine] = ann.get("/api/me").json()["tables"]
        assert mine | {"seats": None} == table | {"seats": None}


async def _read_to_the_end(opened: ClientConnection) -> list[dict[str, Any]]:
    frames: list[dict[str, Any]] = []
    try:
        while True:
            frames.append(json.loads(await opened.recv()))
    except ConnectionClosed:
        return frames


async def test_a_killed_server_leaves_no_process_and_no_traceback(tmp_path: Path) -> None:
    database = tmp_path / "x.sqlite"
    server = Process(database)
    try:
        with server.client() as ann:
            ann.post("/api/players").raise_for_status()
            seats = [{"kind": "bot", "level": "master"}, {"kind": "bot", "level": "master"}]
            table = ann.post("/api/tables", json=TABLE | {"seats": seats}).json()
            async with server.connect(table["id"], cookie=ann.cookies["ludotheque"]) as opened:
                await asyncio.wait_for(read(opened, "plies"), PATIENCE)  # and now the next bot thinks
                children = _list_children(server.popen.pid)
    finally:
        server.end(signal.SIGKILL)
    assert children
    async with asyncio.timeout(PATIENCE):
        while any(_is_running(child) for child in children):
            await asyncio.sleep(0.02)
    assert "Traceback" not in database.with_suffix(".log").read_text(encoding="utf-8")


def _list_children(parent: int) -> list[int]:
    said = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [int(pid) for pid, ppid in map(str.split, said.splitlines()) if int(ppid) == parent]


def _is_running(pid: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    said = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(said.strip()) and not said.strip().startswith("Z")


def test_a_bot_process_that_starts_when_its_server_is_gone_ends_in_silence() -> None:
    code = (
        "from multiprocessing import Pipe; from ludotheque.server.bots.worker import run_worker; "
        "ours, theirs = Pipe(); ours.close(); run_worker(theirs)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_the_log_is_an_object_a_line_and_holds_no_secret(tmp_path: Path) -> None:
    with process(tmp_path / "x.sqlite") as server:
        with server.client() as ann:
            ann.post("/api/players", json={"name": "Ann Secretive"}).raise_for_status()
            link = ann.post("/api/me/links").json()["code"]
            token = ann.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
            cookie = ann.cookies["ludotheque"]
            assert ann.get(f"/link/{link}?x={cookie}").status_code == 200
            assert ann.post(f"/api/links/{link}").status_code == 200
            assert ann.get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 200
            assert ann.get("/api/tables/nowhere").status_code == 404
        assert server.end() == 0
        lines = server.read_log()
        text = json.dumps(lines)
        for secret in (link, token, cookie, "Secretive"):
            assert secret not in text
        assert [line["what"] for line in lines if line["what"].startswith("POST /api/links")] == [
            "POST /api/links/{code} 200"
        ]
        for line in lines:
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
            assert line["address"] == "127.0.0.1"


async def test_it_counts_what_happens(tmp_path: Path) -> None:
    with process(tmp_path / "x.sqlite") as server, server.client() as ann:
        assert ann.get("/healthz").json()["status"] == "ok"
        ann.post("/api/players").raise_for_status()
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        table = ann.post("/api/tables", json=TABLE | {"seats": seats}).json()
        ann.post("/api/tables", json={})
        async with server.connect(table["id"], cookie=ann.cookies["ludotheque"]) as opened:
            ply = 0
            while ply < 4:  # two of mine, two of the bot's
                message = json.loads(await opened.recv())
                ply = message.get("ply", 0)
                if message.get("moves"):
                    await opened.send(json.dumps({"type": "play", "ply": ply, "move": message["moves"][0]["move"]}))
            counted = server.read_metrics()
        assert counted["ludotheque_connections"] == 1
        assert counted["ludotheque_tables_live"] == 1
        assert counted["ludotheque_bot_queue"] == 0
        assert counted["ludotheque_plies_total"] >= 4
        assert counted["ludotheque_writes_total"] >= 4
        assert counted["ludotheque_commits_total"] >= 4
        assert counted['ludotheque_think_seconds_count{level="random"}'] >= 1
        assert counted['ludotheque_requests_total{method="POST",route="/api/tables",status="201"}'] == 1
        assert counted['ludotheque_requests_total{method="POST",route="/api/tables",status="400"}'] == 1
        assert counted['ludotheque_refusals_total{code="malformed"}'] == 1


@pytest.mark.parametrize(("flags", "address"), [(["--trusted-proxies=127.0.0.1"], "198.51.100.7"), ([], "127.0.0.1")])
def test_only_a_trusted_proxy_may_say_whom_it_forwards(tmp_path: Path, flags: list[str], address: str) -> None:
    with process(tmp_path / "x.sqlite", *flags) as server:
        headers = {"x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https"}
        with server.client(**headers) as client:
            cookie = client.post("/api/players").headers["set-cookie"]
        assert ("Secure" in cookie) == (address != "127.0.0.1")
        assert server.end() == 0
        [line] = [line for line in server.read_log() if line["what"].startswith("POST")]
        assert line["address"] == address


# ── In this process ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_head_has_a_largest_size(tmp_path: Path) -> None:
    async with serving(tmp_path / "x.sqlite") as served:
        for huge in (b"GET /" + b"x" * 2 * LARGEST_HEAD, b"GET / HTTP/1.1\r\nx: " + b"x" * 2 * LARGEST_HEAD):
            said = await read_all(served.port, huge)
            assert said == b"" or (said.startswith(b"HTTP/1.1 400 ") and b'{"error":{"code":"malformed"' in said)
        good = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        assert (await read_all(served.port, good)).startswith(b"HTTP/1.1 200 ")


async def test_a_body_is_not_part_of_the_head(tmp_path: Path) -> None:
    async with serving(tmp_path / "x.sqlite") as served:
        head = b"POST /api/players HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        head += b"content-length: 60000\r\n"
        body = b"{}" + b" " * 59998
        one, two = head + b"\r\n" + body, head + b"connection: close\r\n\r\n" + body
        assert (await read_all(served.port, one, two)).count(b"HTTP/1.1 20") == 2


async def test_a_head_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.network.http_protocol.HEAD_SECONDS", 0.1)
    async with serving(tmp_path / "x.sqlite") as served:
        assert await read_all(served.port) == b""
        assert await read_all(served.port, b"GET / HTTP/1.1\r\n") == b""


@pytest.mark.parametrize(
    "junk", [b"\x00\xff" * 50, b"HELO there\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
)
async def test_what_is_no_http_is_refused(tmp_path: Path, junk: bytes) -> None:
    async with serving(tmp_path / "x.sqlite") as served:
        said = await read_all(served.port, junk)
        assert said == b"" or said.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 505 "))


# ── The commands ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Config]:
    """Let servers start and end at once; give how each was to run."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    configs: list[Config] = []

    def run_briefly(
        config: Config, _listener: socket.socket, on_start: Callable[[], None], _sharing: Sharing | None = None
    ) -> int:
        configs.append(config)
        on_start()
        return 0

    monkeypatch.setattr(server_run, "run", run_briefly)
    return configs


def test_a_taken_port_is_said_in_a_line(run: Run, started: list[Config]) -> None:  # noqa: F811 - the fixture
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = run("serve", "--port", port)
    assert (ran.code, started) == (2, [])
    assert f"Cannot listen on 127.0.0.1 port {port}: Address already in use" in ran.err


def test_play_takes_another_port_and_opens_the_browser(
    run: Run,  # noqa: F811 - the fixture
    started: list[Config],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("ludotheque.cli.hosting.play._open_browser", opened.append)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = run("play", "--port", port)
        assert ran.code == 0
        assert run("play", "--port", port, "--no-browser").code == 0
    [url] = opened
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", url)
    assert url != f"http://127.0.0.1:{port}"
    assert f"Ludothèque is open: {url}" in ran.out
    assert started[0].log_level == "warning"


def test_it_says_how_others_near_get_there(run: Run, started: list[Config], monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.setattr("ludotheque.server.network.sharing.find_own_address", lambda: "192.0.2.7")
    out = run("serve", "--host", "0.0.0.0", "--port", "0").out
    assert re.search(r"open: http://127\.0\.0\.1:(\d+)\nFor others near you: +http://192\.0\.2\.7:\1\n", out)
    out = run("serve", "--host", "0.0.0.0", "--port", "0", "--public-url", "https://games.example/").out
    assert "Ludothèque is open: https://games.example\n" in out
    assert "192.0.2.7" not in out
    assert "http://[::1]:" in run("serve", "--host", "::1", "--port", "0").out


def test_the_browser_is_opened_beside_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser in a terminal would keep the server waiting."""
    opened: Queue[tuple[str, bool]] = Queue()
    monkeypatch.setattr("webbrowser.open", lambda url: opened.put((url, current_thread() is main_thread())))
    play._open_browser("http://127.0.0.1:1")
    assert opened.get(timeout=PATIENCE) == ("http://127.0.0.1:1", False)


# ── One server a database ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let no browser open; give the addresses that it was to show."""
    urls: list[str] = []
    monkeypatch.setattr("webbrowser.open", urls.append)
    return urls


def test_a_second_server_on_a_database_is_told_where_the_first_is(run: Run, tmp_path: Path) -> None:  # noqa: F811
    database = tmp_path / "x.sqlite"
    with process(database) as first:
        for port in (0, first.port):  # on the same port, the database is what is said to be in use
            ran = run("serve", "--port", port, "--database", f"sqlite:///{database}")
            assert (ran.code, ran.out) == (2, "")
            assert ran.err == (
                f"ludotheque: {database} is in use by a server in process {first.popen.pid}, which listens on "
                f"{first.url}. Use that one, end it first, or name another file with --database.\n"
            )
        with first.client() as client:
            assert client.get("/healthz").status_code == 200


def test_a_killed_server_is_in_nobodys_way(tmp_path: Path) -> None:
    database = tmp_path / "x.sqlite"
    first = Process(database)
    with first.client() as client:
        client.post("/api/players").raise_for_status()
    assert first.end(signal.SIGKILL) == -signal.SIGKILL
    with process(database) as second, second.client() as client:
        assert client.get("/healthz").status_code == 200


async def test_a_server_on_postgresql_knows_everything_when_it_is_back(tmp_path: Path, postgres: Postgres) -> None:
    database = f"--database={postgres.make_database()}"
    with process(tmp_path / "first", database) as server, Person(server, "Ann") as ann:
        table = ann.open_table()
        async with server.connect(table, cookie=ann.cookie) as socket:
            position = await read(socket, "position")
            move = {"type": "play", "ply": position["ply"], "move": position["moves"][0]["move"]}
            await socket.send(json.dumps(move))
            played = await read(socket, "played")
        cookie = ann.cookie
    with process(tmp_path / "second", database) as server:
        async with server.connect(table, cookie=cookie) as socket:
            assert (await read(socket, "position"))["ply"] == played["ply"]


async def test_several_servers_share_a_postgresql_database(tmp_path: Path, postgres: Postgres) -> None:
    database = f"--database={postgres.make_database()}"
    with (
        process(tmp_path / "first", database) as first,
        process(tmp_path / "second", database) as second,
        Person(first, "Ann") as ann,
    ):
        table = ann.open_table()
        async with second.connect(table, cookie=ann.cookie) as there, first.connect(table, cookie=ann.cookie) as here:
            position = await read(there, "position")
            move = {"type": "play", "ply": position["ply"], "move": position["moves"][0]["move"]}
            await there.send(json.dumps(move))
            assert (await read(here, "plies"))["plies"][0]["ply"] == position["ply"] + 1


def test_a_database_that_is_being_copied_is_open_in_no_server(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.make_database()

    async def copy() -> None:
        store = make_store(address, "alone")
        await store.open()
        with pytest.raises(AssertionError, match="somebody who copies it, has this database open"):
            await asyncio.to_thread(Process, tmp_path / "first", f"--database={address}")
        await store.close()

    asyncio.run(copy())


def test_processes_end_with_a_supervisor_that_was_killed(tmp_path: Path, postgres: Postgres) -> None:
    server = Process(tmp_path / "x", f"--database={postgres.make_database()}", "--processes=2")
    with server.client() as client:
        assert client.get("/healthz").status_code == 200
    assert server.end(signal.SIGKILL) == -signal.SIGKILL
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", server.port)).close()
        except OSError:
            return
        time.sleep(0.05)
    raise AssertionError("somebody still listens")


def test_processes_that_cannot_start_say_why(tmp_path: Path, postgres: Postgres) -> None:
    nowhere = postgres.make_database().replace("/test", "/nothing")
    with pytest.raises(AssertionError, match="is no database that can be used") as caught:
        Process(tmp_path / "x", f"--database={nowhere}", "--processes=2")
    assert len(str(caught.value).splitlines()) == 1


def test_several_processes_need_postgresql(run: Run, started: list[Config]) -> None:  # noqa: F811 - the fixture
    ran = run("serve", "--processes", "2", "--port", "0")
    assert (ran.code, started) == (2, [])
    assert "--processes 2 needs a database that several processes can use" in ran.err
    assert "copy-database" in ran.err


def test_play_opens_the_browser_on_the_server_that_runs_already(
    run: Run,  # noqa: F811 - the fixture
    tmp_path: Path,
    opened: list[str],
) -> None:
    database = tmp_path / "x.sqlite"
    with process(database) as first:
        ran = run("play", "--database", f"sqlite:///{database}")
        assert (ran.code, ran.err) == (0, "")
        assert f"open already: {first.url} " in ran.out
        assert opened == [first.url]
        assert run("play", "--no-browser", "--database", f"sqlite:///{database}").code == 0
        assert opened == [first.url]


def test_play_waits_for_a_server_that_is_starting_or_takes_its_place(
    run: Run,  # noqa: F811 - the fixture
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    started: list[Config],
    opened: list[str],
) -> None:
    """A lock without an address is a server that starts; one that does not answer is ending, or hangs."""
    lock = make_lock(f"sqlite:///{tmp_path}/x.sqlite")
    naps: list[float] = []

    def nap(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 1:
            with socket.create_server(("127.0.0.1", 0)) as gone:
                lock.advertise(f"http://127.0.0.1:{gone.getsockname()[1]}")
        if len(naps) == 3:
            lock.__exit__()

    monkeypatch.setattr("ludotheque.cli.hosting.play.time.sleep", nap)
    monkeypatch.setattr("ludotheque.cli.hosting.play._open_browser", opened.append)
    lock.__enter__()
    ran = run("play", "--port", "0", "--database", f"sqlite:///{tmp_path}/x.sqlite")
    assert (ran.code, len(naps), len(started)) == (0, 3, 1)
    assert opened == re.findall(r"open: (http://127\.0\.0\.1:\d+)", ran.out)


def test_play_gives_up_on_a_server_that_never_answers(
    run: Run,  # noqa: F811 - the fixture
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    opened: list[str],
) -> None:
    monkeypatch.setattr(play, "START_SECONDS", 0.0)
    with make_lock(f"sqlite:///{tmp_path}/x.sqlite"):
        ran = run("play", "--database", f"sqlite:///{tmp_path}/x.sqlite")
    assert (ran.code, opened) == (2, [])
    assert "is in use by a server in process" in ran.err
