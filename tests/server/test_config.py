"""The settings of a server."""

from dataclasses import fields
from pathlib import Path

import pytest

from ludotheque.core.errors import OptionError
from ludotheque.server.bounds import LARGEST_BODY, LARGEST_FRAME, LARGEST_HEAD
from ludotheque.server.config import Config
from ludotheque.server.http.websocket import FRAMES
from ludotheque.server.monitoring.logs import RefusalLog
from ludotheque.server.network.connections import (
    CLOSE_SECONDS,
    MOST_BUFFERED,
    MOST_CONNECTIONS,
    MOST_FILES,
    MOST_PER_ADDRESS,
    STALL_SECONDS,
    Caps,
    count_connections,
)
from ludotheque.server.network.http_protocol import HEAD_SECONDS
from ludotheque.server.network.socket_protocol import OPEN_SECONDS
from ludotheque.server.rate_limits import Limits
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture is used by its name

FILE = """
host = "0.0.0.0"
port = 9000
bot_pace = 0.5
rate_limits = false
trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ludotheque.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_without_anything_the_usual_holds() -> None:
    assert Config.load({}, {}) == Config()
    assert Config().host == "127.0.0.1"
    assert Config().rate_limits


def test_a_file_says_it(file: Path) -> None:
    assert Config.load({"config": str(file)}, {}) == Config(
        host="0.0.0.0", port=9000, bot_pace=0.5, rate_limits=False, trusted_proxies=("127.0.0.1/32", "10.0.0.0/8")
    )


def test_a_flag_wins_over_the_environment_and_that_over_the_file(file: Path) -> None:
    environment = {"LUDOTHEQUE_CONFIG": str(file), "LUDOTHEQUE_PORT": "9001", "LUDOTHEQUE_BOT_PACE": "2", "OTHER": "x"}
    config = Config.load({"port": "9002", "rate_limits": True}, environment, {"host": "::1", "log_level": "error"})
    assert (config.port, config.bot_pace, config.host) == (9002, 2.0, "0.0.0.0")
    assert config.rate_limits is True
    assert config.log_level == "error"  # what the command finds usual, since nobody says otherwise


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "http"),
        ("port", "-1"),
        ("port", "65536"),
        ("bot_pace", "nan"),
        ("bot_pace", "-1"),
        ("bot_workers", "0"),
        ("rate_limits", "yes"),
        ("log_format", "xml"),
        ("public_url", "games.example"),
        ("public_url", "https://games.example/path"),
        ("public_url", "https://games.example:port"),
        ("trusted_proxies", "proxy.example"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_wherever_it_comes_from(name: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=f"^LUDOTHEQUE_{name.upper()} must be .*, not '{text}'.$"):
        Config.load({}, {f"LUDOTHEQUE_{name.upper()}": text})
    with pytest.raises(OptionError, match=f"^--{name.replace('_', '-')} must be "):
        Config.load({name: text}, {})
    file = tmp_path / "x.toml"
    file.write_text(f'{name} = "{text}"', encoding="utf-8")
    with pytest.raises(OptionError, match=f"x.toml: {name} must be "):
        Config.load({"config": str(file)}, {})


@pytest.mark.parametrize("content", [b"port = ", b"\xff", b"prot = 9000"])
def test_a_file_that_makes_no_sense_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(content)
    with pytest.raises(OptionError, match=r"x\.toml"):
        Config.load({"config": str(file)}, {})


def test_help_names_every_setting(run: Run) -> None:  # noqa: F811 - the fixture
    for command in ("serve", "play"):
        ran = run(command, "--help")
        assert ran.code == 0
        for field in fields(Config):
            assert f"--{field.name.replace('_', '-')}" in ran.out


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--port", "x"], "--port must be a whole number from 0 to 65535, not 'x'."),
        (["--database", "mysql://x"], "sqlite:///FILE"),
        (["--config", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["--log-format", "xml"], "invalid choice"),
        (["--host", "192.0.2.1"], "Cannot listen on 192.0.2.1 port 0: "),
        (["--database", "sqlite:////proc/nowhere/x.sqlite"], "is no database that can be written"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_a_line(
    run: Run,  # noqa: F811 - the fixture
    flags: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run("serve", "--port", "0", *flags)
    assert ran.code == 2
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert ran.err.count("\n") == 1


def test_every_setting_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    usual = Config()
    for name in Config.specs():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{name}` |"))
        value = getattr(usual, name)
        assert ("on" if value is True else f"`{value}`" if value else "") in row.split("|")[2]


def test_the_example_of_a_file_is_one(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    file = tmp_path / "example.toml"
    file.write_text(text.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert Config.load({"config": str(file)}, {}).public_url == "https://games.example"


def test_the_limits_in_the_documentation_are_the_real_ones() -> None:
    text = " ".join((Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8").split())
    assert (LARGEST_BODY, LARGEST_FRAME, LARGEST_HEAD) == (64 * 1024, 16 * 1024, 32 * 1024)
    assert "A body over 64 KiB, a frame over 16 KiB, a head over 32 KiB" in text
    requests, players, sockets, tables = Limits.REQUESTS, Limits.PLAYERS, Limits.SOCKETS, Limits.TABLES
    assert f"{requests.burst} requests at once and {requests.per_second} a second" in text
    assert f"{players.burst} new players" in text
    assert f"{sockets.burst} new sockets and ten a second" in text
    assert f"{tables.burst} new tables and one every five seconds" in text
    assert sockets.per_second == 10
    assert f"{Limits.CODES.burst} wrong table codes and one every five seconds" in text
    assert players.per_second == tables.per_second == Limits.CODES.per_second == 1 / 5
    assert f"{FRAMES.burst} at once and {FRAMES.per_second} a second that are no moves" in text
    assert f"{MOST_FILES} at most" in text
    assert f"with 1024 files about {count_connections(0, 1024, 1)}." in text
    assert f"a quarter of them, {MOST_PER_ADDRESS} at most" in text
    assert Caps.of(400) == Caps(total=400, per_address=100, reserve=100)
    assert (STALL_SECONDS, CLOSE_SECONDS, HEAD_SECONDS, OPEN_SECONDS, MOST_BUFFERED) == (10, 5, 10, 10, 64 * 2**20)
    assert f"as the limit of open files allows, {MOST_CONNECTIONS} at most" in text
    assert f"for {RefusalLog.MOST} addresses and reasons" in text
