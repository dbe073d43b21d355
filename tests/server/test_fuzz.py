"""Whatever is sent to a socket, nothing breaks, limits hold, and a game at another table goes on."""

import asyncio
import json
import struct
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.server.bounds import LARGEST_FRAME
from ludotheque.server.errors import CODES
from tests.patience import PATIENCE
from tests.server.raw import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawSocket, frame, handshake
from tests.server.server_harness import Person, Process, process, read

VALID: list[dict[str, Any]] = [
    {"type": "play", "id": "a", "ply": 0, "epoch": 0, "move": "x", "seat": 0},
    {"type": "hint", "id": "b", "ply": 0},
    {"type": "chat", "id": "c", "text": "hello"},
    {"type": "mute", "id": "d", "player": "x", "muted": True},
    {"type": "take_back", "id": "e", "ply": 0},
    {"type": "answer", "id": "f", "agree": False},
    {"type": "ping", "id": "g"},
]

NASTY: list[Any] = [
    None, True, False, 0, -1, 1, 1.5, 2**31, 2**63, -(2**63), 10**400, 1e308, float("inf"), float("nan"),
    "", "x" * 5000, "\x00", "\ud800", "\u202e", "💥" * 100, "'; DROP TABLE plies; --", "../../etc/passwd", "{}",
    [], [[]], {}, {"type": "play"}, [None] * 500, {"a" * 1000: 1}, {str(number): number for number in range(200)},
]  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("fuzz") / "x.sqlite", "--no-rate-limits") as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with rate limits."""
    with process(tmp_path_factory.mktemp("strict") / "x.sqlite") as running:
        yield running


@asynccontextmanager
async def game_in_progress(server: Process) -> AsyncIterator[None]:
    """Let two people play at a table of their own meanwhile; their game must finish and verify."""
    with Person(server, "Ann") as ann, Person(server, "Ben") as ben:
        table = begin(ann, ben)
        games = [asyncio.create_task(play_to_the_end(server, table, person)) for person in (ann, ben)]
        try:
            yield
            await asyncio.wait_for(asyncio.gather(*games), PATIENCE)
        finally:
            for game in games:
                game.cancel()
        assert verify(parse_record(ann.http.get(f"/api/tables/{table}/record").text)).is_fair


def begin(ann: Person, ben: Person) -> str:
    table = ann.open_table(game="tsuro", seats=[{"kind": "me"}, {"kind": "open"}])
    ben.http.post(f"/api/tables/{table}/join").raise_for_status()
    ann.http.post(f"/api/tables/{table}/start").raise_for_status()
    return table


async def play_to_the_end(server: Process, table: str, person: Person) -> None:
    rng = Random(person.id)
    async with server.connect(table, cookie=person.cookie) as socket:
        async for frame in socket:
            message = json.loads(frame)
            assert message["type"] != "refused", message
            if message.get("outcome"):
                return
            if message.get("moves"):
                move = rng.choice(message["moves"])["move"]
                await socket.send(json.dumps({"type": "play", "ply": message["ply"], "move": move}))


# ── Text frames ──────────────────────────────────────────────────────────────────────────────────────────────────────


def mutate(rng: Random) -> str:
    """Make something that is almost a message."""
    message = dict(rng.choice(VALID))
    for _ in range(rng.randint(1, 3)):
        match rng.randrange(5):
            case 0:
                message.pop(rng.choice([*message]), None)
            case 1:
                message[rng.choice([*message, "type"])] = rng.choice(NASTY)
            case 2:
                message[rng.choice(["seat", "ply", "move", "text", "x", "", "__proto__"])] = rng.choice(NASTY)
            case 3:
                message["type"] = rng.choice([*(valid["type"] for valid in VALID), "Play", "welcome", "position", ""])
            case 4:
                message = {"type": message.get("type"), "id": message}
        message = message or {"type": "ping"}
    text = json.dumps(message)
    match rng.randrange(8):
        case 0:
            cut = rng.randrange(len(text))
            return text[:cut]
        case 1:
            at = rng.randrange(len(text))
            return text[:at] + rng.choice('\x00"\\{}[],:é💥 ') + text[at + 1 :]
        case 2:
            return text * 2
    return text


WHOLE = [
    "", " ", "null", "0", "[]", "{}", '"play"', "[" * 16_000, '{"a":' * 3000, "[" * 5000 + "]" * 5000,
    '{"type":"ping","type":"play"}', '{"type":"play","ply":' + "9" * 10_000 + "}", '{"type":"ping","id":1e999}',
    '{"type":"chat","text":"\\ud800"}', '{"type":"chat","text":"' + "x" * 16_000 + '"}', "x" * (LARGEST_FRAME - 1),
]  # fmt: skip


async def test_messages_that_are_almost_right(server: Process) -> None:
    """Every one is refused with a known code or harmless, and the connection lives on."""
    rng = Random(2026)
    with Person(server, "Eve") as eve, Person(server, "Victoria") as victim:
        hers = victim.open_table()
        before = victim.http.get(f"/api/tables/{hers}").json()
        async with game_in_progress(server):
            for table in (hers, eve.open_table(), eve.open_table(seats=[{"kind": "me"}, {"kind": "open"}])):
                for frames in (WHOLE, [mutate(rng) for _ in range(400)]):
                    codes = await send_and_stay(server, table, eve, frames)
                    assert "malformed" in codes
                    assert codes <= set(CODES) - {"broken", "not_stored"}
        after = victim.http.get(f"/api/tables/{hers}").json()
        assert (after["ply"], after["epoch"]) == (before["ply"], before["epoch"])


async def send_and_stay(server: Process, table: str, person: Person, frames: list[str]) -> set[str]:
    """Send frames and listen; give the codes of all refusals."""

    async def send() -> None:
        for text in (*frames, json.dumps({"type": "ping", "id": "still here"})):
            await socket.send(text)

    async with server.connect(table, cookie=person.cookie, max_size=None) as socket:
        sending = asyncio.create_task(send())
        codes = set()
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                codes.add(message["code"])
            if message == {"type": "pong", "id": "still here"}:
                await sending
                return codes
    raise AssertionError(f"the socket was closed: {socket.close_code} {socket.close_reason}")


# ── Options ──────────────────────────────────────────────────────────────────────────────────────────────────────────

OPTIONS: dict[str, dict[str, str]] = {
    "tsuro": {"edition": "kosmos", "players": "2", "board": "dragon", "tiles": "1,2,3*4,35*20"},
    "tao": {"players": "2", "teams": "off", "deck": "wa1,wa2to,wo3*2,fi4*20,me99ti"},
    "turris": {"bonus_chains": "on", "first": "white"},
}

NASTY_TEXTS = [
    "", " ", ",", "*", "0", "-1", "9" * 400, "1e9", "１", "²", "\x00", "\ud7ff", "💥" * 50, "edition", "on", "None",
    "1*999,1", "1*128", "1*999," * 500, "wa1*999," * 400, "wa1*201", "wa1*" + "9" * 900, "1," * 1900, "wa1," * 900,
    "*" * 3900, "," * 3900, "x" * 4001, "x" * 7000, "'; DROP TABLE tables; --", "../../etc/passwd", "@/etc/passwd",
]  # fmt: skip


def mutate_options(rng: Random) -> tuple[str, dict[str, str]]:
    """Make options of a game that are almost right."""
    game = rng.choice([*OPTIONS])
    options = dict(OPTIONS[game])
    for _ in range(rng.randint(1, 3)):
        name = rng.choice([*OPTIONS[game], rng.choice(["", "colour", "x" * 65, "__class__", "Tiles", "deck", "tiles"])])
        text = options.get(name, "1,2")
        at = rng.randrange(len(text) + 1)
        match rng.randrange(5):
            case 0:
                options.pop(name, None)
            case 1:
                options[name] = rng.choice(NASTY_TEXTS)
            case 2:
                options[name] = text[:at] + rng.choice(NASTY_TEXTS[:12]) + text[at:]
            case 3:
                options[name] = f"{text}," * rng.choice([2, 30, 300])
            case 4:
                options |= {f"a{number}": "1" for number in range(rng.choice([5, 31, 500]))}
    return game, options


async def test_options_that_are_almost_right(server: Process) -> None:
    """Each is refused in a few words, or is stored in a form that can be read again."""
    rng = Random(2026)
    seats = [{"kind": "me"}, {"kind": "open"}]
    statuses = set()
    with Person(server, "Eve") as eve:
        async with game_in_progress(server):
            for _ in range(150):
                game, options = mutate_options(rng)
                query = urlencode(options)[:25_000]  # a head has no room for more
                shown = await asyncio.to_thread(eve.http.get, f"/api/games/{game}/material?{query}")
                wish = {"game": game, "options": options, "seats": seats}
                opened = await asyncio.to_thread(eve.http.post, "/api/tables", json=wish)
                for answer in (shown, opened):
                    assert answer.status_code in {200, 201, 400}, (game, options, answer.text)
                    if answer.status_code == 400:
                        assert answer.json()["error"]["code"] in {"bad_option", "malformed"}
                        assert len(answer.content) < 1000
                    statuses.add(answer.status_code)
                if opened.status_code == 201:
                    stored = opened.json()
                    again = eve.http.get(f"/api/games/{game}/material", params=stored["options"])
                    assert again.status_code == 200, stored["options"]
                    assert eve.http.get(f"/api/tables/{stored['id']}").json()["options"] == stored["options"]
                    eve.http.post(f"/api/tables/{stored['id']}/leave").raise_for_status()
    assert statuses == {200, 201, 400}


HOSTILE_HEADS = {
    "a cookie of escaped quotes": {"cookie": 'ludotheque="' + '\\"' * 14_000 + '"'},
    "many cookies": {"cookie": "a=1;" * 5000},
    "a long token": {"authorization": "Bearer " + "x" * 28_000},
    "a long origin": {"origin": "http://" + "a." * 14_000},
    "many ranges": {"range": "bytes=" + ",".join(f"{at}-{at}" for at in range(0, 8000, 2))},
    "many encodings": {"accept-encoding": "gzip;q=0.1," * 2500},
}
HOSTILE_QUERIES = ["a&" * 14_000, "&".join(f"a{number}=1" for number in range(3000)), "deck=" + "wa1*999," * 3500]


async def test_heads_and_queries_that_would_take_long_to_parse(server: Process) -> None:
    with Person(server, "Eve") as eve:
        async with game_in_progress(server):
            for path in ("/", "/api/me", "/api/tables", "/api/games/tao/material"):
                for name, headers in HOSTILE_HEADS.items():
                    answer = await asyncio.to_thread(eve.http.get, path, headers=headers)
                    assert answer.status_code in {200, 401, 403}, (path, name)
                for query in HOSTILE_QUERIES:
                    answer = await asyncio.to_thread(eve.http.get, f"{path}?{query}")
                    assert answer.status_code == 400, (path, query[:20])
                    assert answer.json()["error"]["code"] == "malformed"


# ── Frames that are none ─────────────────────────────────────────────────────────────────────────────────────────────


BROKEN_FRAMES = {
    "garbage": [b"\x00\x01\x02\x03" * 100],
    "no mask": [frame(TEXT, b'{"type":"ping"}', masked=False)],
    "reserved bits": [frame(TEXT, b'{"type":"ping"}', rsv=7)],
    "unknown opcode": [frame(3, b"x")],
    "claims to be endless": [frame(TEXT, b"x", length=2**62)],
    "claims a megabyte": [frame(TEXT, b"x" * 100, length=2**20)],
    "too large": [frame(TEXT, b"x" * (LARGEST_FRAME + 1))],
    "too large in parts": [frame(TEXT, b"x" * 8000, fin=False)] + [frame(CONTINUATION, b"x" * 8000, fin=False)] * 4,
    "never ends": [frame(TEXT, b"x", fin=False)] + [frame(CONTINUATION, b"x" * 100, fin=False)] * 1000,
    "continues nothing": [frame(CONTINUATION, b"x")],
    "begins twice": [frame(TEXT, b"x", fin=False), frame(TEXT, b"x")],
    "large ping": [frame(PING, b"x" * 126)],
    "ping in parts": [frame(PING, b"x", fin=False)],
    "no utf-8": [frame(TEXT, b"\xff\xfe\xfd")],
    "latin-1": [frame(TEXT, '{"type":"chat","text":"é"}'.encode("latin-1"))],
    "utf-16": [frame(TEXT, '{"type":"ping"}'.encode("utf-16"))],
    "overlong utf-8": [frame(TEXT, b"\xc0\x80")],
    "a surrogate": [frame(TEXT, b"\xed\xa0\x80")],
    "a code of one byte": [frame(CLOSE, b"x")],
    "a code that is none": [frame(CLOSE, struct.pack("!H", 42))],
    "a reason that is no text": [frame(CLOSE, struct.pack("!H", 1000) + b"\xff")],
    "after the end": [frame(CLOSE, struct.pack("!H", 1000)), frame(TEXT, b'{"type":"ping"}')],
}


async def test_frames_that_are_none(server: Process) -> None:
    """Each ends its own connection, and nothing else."""
    with Person(server, "Eve") as eve:
        table = eve.open_table()
        async with game_in_progress(server):
            for name, frames in BROKEN_FRAMES.items():
                raw = await RawSocket.open(server.port, table, eve.cookie)
                for data in frames:
                    await raw.send(data)
                code = await raw.wait_for_end()
                assert code in {None, 1000, 1002, 1003, 1007, 1009, 1011}, name
        async with server.connect(table, cookie=eve.cookie) as socket:
            await read(socket, "welcome")


CONTROL_FRAMES = {
    "pings": frame(PING, b"") * 3000,
    "long pings": frame(PING, b"x" * 125) * 3000,
    "pongs that nobody asked for": frame(PONG, b"x") * 3000,
    "pings within a message": frame(TEXT, b"{", fin=False) + frame(PING, b"") * 3000,
    "empty fragments": frame(TEXT, b"", fin=False) + frame(CONTINUATION, b"", fin=False) * 3000,
    "messages in two fragments": (frame(TEXT, b'{"type":', fin=False) + frame(CONTINUATION, b'"ping"}')) * 3000,
    "a long message by the byte": frame(TEXT, b"x", fin=False) + frame(CONTINUATION, b"x", fin=False) * 3000,
    "bytes by the byte": frame(BINARY, b"x", fin=False) + frame(CONTINUATION, b"x", fin=False) * 3000,
}


async def test_control_frames_and_fragments_are_cut_off(strict: Process) -> None:
    with Person(strict, "Eve") as eve:
        table = eve.open_table()
        async with game_in_progress(strict):
            for name, data in CONTROL_FRAMES.items():
                raw = await RawSocket.open(strict.port, table, eve.cookie)
                await raw.send(data)
                assert await raw.wait_for_end() in {None, 1008}, name


# ── Handshakes that are none ─────────────────────────────────────────────────────────────────────────────────────────


STARTS = ["GET {path} HTTP/1.1"] * 5 + ["POST {path} HTTP/1.1", "GET {path} HTTP/1.0", "GET {path}", "{path}"]
WRONG_HEADERS: list[Mapping[str, str | None]] = [
    *(
        {name: value}
        for name in ("host", "upgrade", "connection", "sec_websocket_key", "sec_websocket_version")
        for value in (None, "", "x", "13, 13", "é", "websocket, h2c", "upgrade, close")
    ),
    *({f"x-{number}": "y" for number in range(count)} for count in (1, 100, 200, 1000)),
    *({"x": "y" * length} for length in (8000, 9000, 20_000, 40_000)),
    *({"content_length": length} for length in ("0", "5", "-1", "9" * 30, "x")),
    *({"transfer_encoding": encoding} for encoding in ("chunked", "gzip", "identity")),
    {"origin": "null"},
    {"expect": "100-continue"},
    {"cookie": "x" * 5000},
    {"authorization": "bearer x"},
    {"x": "\x00"},
]
AFTERWARDS = [b"hello", b"0\r\n\r\n", frame(PING, b"x"), frame(TEXT, b"x") * 100, b"\xff" * 100, b"GET / HTTP/1.1\r\n"]


def garble(rng: Random, path: str) -> bytes:
    """Make something that is almost a handshake."""
    headers: dict[str, str | None] = {}
    for wrong in rng.choices(WRONG_HEADERS, k=rng.randint(0, 3)):
        headers |= wrong
    path = rng.choice([path, path, path + "?since=x", "/" + "x" * 9000, "*", "/%ff", "/\xff"])
    head = handshake(path, rng.choice(STARTS), **headers)
    match rng.randrange(6):
        case 0:
            return head[: rng.randrange(len(head))]
        case 1:
            return head + rng.choice(AFTERWARDS)
        case 2:
            return b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n" + head
        case 3:
            at = rng.randrange(len(head))
            return head[:at] + bytes([rng.randrange(256)]) + head[at + 1 :]
    return head


async def test_handshakes_that_are_almost_right(server: Process) -> None:
    """None of them stays: not even those that come to no end and whose owner does not go."""
    rng = Random(2026)
    with Person(server, "Eve") as eve:
        path = f"/api/tables/{eve.open_table()}/socket"
        async with game_in_progress(server):
            opened = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(150)]
            for _, writer in opened:
                writer.write(garble(rng, path))
            await asyncio.gather(*(read_until_closed(reader) for reader, _ in opened))
            for _, writer in opened:
                writer.close()


async def read_until_closed(reader: asyncio.StreamReader) -> None:
    """Wait until the server hangs up. A socket that is open after all may stay."""
    said = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while part := await reader.read(10_000):
                said = said[-100_000:] + part
                if b"HTTP/1.1 101 " in said:
                    return
    except ConnectionError:
        pass


async def test_bytes_are_refused_and_the_connection_stays(server: Process) -> None:
    with Person(server, "Eve") as eve:
        async with server.connect(eve.open_table(), cookie=eve.cookie) as socket:
            await socket.send(b'{"type":"ping"}')
            assert (await read(socket, "refused"))["code"] == "malformed"
            await socket.send('{"type":"ping","id":"a"}')
            assert (await read(socket, "pong"))["id"] == "a"


# ── Floods ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text", ['{"type":"ping"}', "x", '{"type":"chat","text":"buy!"}', '{"type":"play","ply":0,"move":"x"}']
)
async def test_a_flood_of_frames_is_cut_off(strict: Process, text: str) -> None:
    with Person(strict, "Eve") as eve:
        table = eve.open_table()
        async with game_in_progress(strict):
            raw = await RawSocket.open(strict.port, table, eve.cookie)
            for _ in range(20):
                await raw.send(frame(TEXT, text.encode()) * 100)
            assert await raw.wait_for_end() in {None, 1008}


async def test_who_does_not_listen_is_told_to_come_back(server: Process) -> None:
    """Answers that nobody reads do not pile up in the server."""
    with Person(server, "Eve") as eve:
        table = eve.open_table()
        async with game_in_progress(server):
            before = measure_memory(server)
            deaf = await RawSocket.open(server.port, table, eve.cookie, room=4096)
            # The system keeps megabytes of answers for the server; only what is more than that waits in the server.
            deaf.send_nowait(frame(TEXT, b'{"type":"play","ply":9,"move":"x"}') * 100_000)
            async with asyncio.timeout(PATIENCE):
                while eve.http.get(f"/api/tables/{table}").json()["seats"][0]["connected"]:
                    assert measure_memory(server) - before < 32 * 2**20
                    await asyncio.sleep(0.2)
            assert await deaf.wait_for_end() in {None, 1013}


def measure_memory(server: Process) -> int:
    """Give the resident memory of the server in bytes; 0 where the system does not tell."""
    status = Path(f"/proc/{server.popen.pid}/status")
    if not status.exists():
        return 0
    [line] = [line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmRSS:")]
    return int(line.split()[1]) * 1024
