"""Games of other packages on the command line: without words they are told by their events, broken ones are named."""

import subprocess
from pathlib import Path

import pytest

from tests.other_packages import NIM_KERNEL, install, install_nim, run_module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder where the smallest game is installed, and one that cannot be imported."""
    install_nim(tmp_path)
    install(tmp_path, "broken_import", "import a_module_that_is_not_there", {"gone": "Game"})
    return tmp_path


UNCOMPILED = f"""{NIM_KERNEL}
from dataclasses import replace

class Unmade(FastNim):
    id = title = "unmade"

    def __init__(self, options):
        raise RuntimeError("no stones today")

@njit
def no_ranks(s, out):
    out[0] = object()

class Unclear(FastNim):
    id = title = "unclear"

    def compiled(self):
        return adapt(self, replace(KERNEL, name="unclear", ranks=no_ranks))
"""


def run(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return run_module(folder, "ludotheque", *arguments, typed=typed)


def test_the_smallest_game_is_played_saved_replayed_and_verified(folder: Path) -> None:
    played = run(folder, "terminal", "nim", "--bots=0", typed="\n2\n\n1\n\n2\ns game.ludo\n?\nq\n")
    assert played.returncode == 0, played.stderr
    saved = run(folder, "terminal", "nim", "--bots=0", typed="\n2\n\ns game.ludo\n?\nq\n")
    assert "Taken: count 2." in saved.stdout
    assert "brings no rules to read" in saved.stdout
    assert run(folder, "verify", "game.ludo").returncode == 0
    told = run(folder, "replay", "game.ludo", "--boards")
    assert told.returncode == 0, told.stderr
    assert "   1  seat 1  Taken: count 2.\n\n(3, 1)\n" in told.stdout


def test_a_broken_game_is_named_with_its_reason_and_costs_no_other_one(folder: Path) -> None:
    listed = run(folder, "games")
    assert listed.returncode == 0
    assert "gone  cannot be loaded: ModuleNotFoundError: No module named 'a_module_that_is_not_there'" in listed.stdout
    assert "stones = 5" in listed.stdout
    asked = run(folder, "terminal", "gone")
    assert asked.returncode == 2
    assert "The game gone cannot be loaded from broken_import:Game" in asked.stderr
    assert "No module named 'a_module_that_is_not_there'" in asked.stderr
    assert run(folder, "perft", "nim", "--depth=2").returncode == 0


def test_a_game_that_cannot_be_compiled_is_named_and_costs_no_other_one(folder: Path) -> None:
    install(folder, "uncompiled", UNCOMPILED, {"unmade": "Unmade", "unclear": "Unclear"})
    ran = run(folder, "warmup")
    assert ran.returncode == 1, ran.stderr
    assert "gone cannot be loaded: ModuleNotFoundError" in ran.stdout
    assert "unmade cannot be compiled:\n" in ran.stdout
    assert "RuntimeError: no stones today" in ran.stdout
    assert "unclear cannot be compiled:\n" in ran.stdout
    assert "Untyped global name 'object'" in ran.stdout
    assert [line.split()[0] for line in ran.stdout.splitlines() if line.endswith(" s")] == ["Tao", "Tsuro", "Turris"]
    assert ran.stderr == ""
