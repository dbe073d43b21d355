"""Games of other packages on the command line: without words they are told by their events, broken ones are named."""

import subprocess
from pathlib import Path

import pytest

from ludotheque.core.records.record import parse_record
from tests.other_packages import NIM, NIM_KERNEL, install, install_nim, run_module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder where the smallest game is installed, and one that cannot be imported."""
    install_nim(tmp_path)
    install(tmp_path, "broken_import", "import a_module_that_is_not_there", {"gone": "Game"})
    return tmp_path


CLASHING = f"""{NIM}
from ludotheque.core.options import choice, switch

@dataclass(frozen=True, kw_only=True)
class ClashingOptions(NimOptions):
    seed: int = number(1, 9, default=5, help="What is sown.")
    seconds: int = number(1, 9, default=5, help="How many come second.")
    language: str = choice("low", "high", default="low", help="What the stones speak.")
    bots: bool = switch(default=False, help="Whether there are bots.")
    option_help: int = number(1, 9, default=5, help="Whom options help.")
    help: int = number(1, 9, default=5, help="Who helps.")

class Clashing(Nim):
    id, title, Options = "clashing", "Clashing", ClashingOptions
"""

PERCENT = f"""{NIM}
from ludotheque.core.options import choice

@dataclass(frozen=True, kw_only=True)
class PercentOptions(NimOptions):
    share: str = choice("50 %s", "100 %", default="100 %", help="Take 50 % of them, %(dest)s or %d.")

class Percent(Nim):
    id, title, Options = "percent", "Nim, 100 % new", PercentOptions
"""

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


def test_an_option_named_like_a_flag_of_a_command_has_another_one_and_harms_no_other_game(folder: Path) -> None:
    install(folder, "clashing_game", CLASHING, {"clashing": "Clashing"})
    assert run(folder, "perft", "nim", "--depth=2").returncode == 0
    helped = run(folder, "terminal", "clashing", "--help")
    assert helped.returncode == 0, helped.stderr
    for flag in ("--seed TEXT", "--option-seed SEED", "--seconds SECONDS", "--option-bots, --no-option-bots"):
        assert flag in helped.stdout
    flags = ["--seed=mine", "--option-seed=1", "--seconds=2", "--language=en", "--option-language=high"]
    flags += ["--bots=0", "--option-bots", "--option-help=3", "--option-option-help=4"]
    played = run(folder, "terminal", "clashing", *flags, typed="\n2\n\ns game.ludo\n?\nq\n")
    assert played.returncode == 0, played.stderr
    options = parse_record((folder / "game.ludo").read_text(encoding="utf-8")).options
    assert dict(options) == {
        "stones": "5",
        "seed": "1",
        "seconds": "2",
        "language": "high",
        "bots": "on",
        "option_help": "3",
        "help": "4",
    }


def test_what_a_game_says_of_itself_is_shown_as_it_is_in_help(folder: Path) -> None:
    install(folder, "percent_game", PERCENT, {"percent": "Percent"})
    listed = run(folder, "perft", "--help")
    assert listed.returncode == 0, listed.stderr
    assert "Nim, 100 % new\n" in listed.stdout
    helped = run(folder, "perft", "percent", "--help")
    assert helped.returncode == 0, helped.stderr
    assert "Take 50 % of them, %(dest)s or %d. Default: 100 %." in " ".join(helped.stdout.split())


def test_a_game_that_cannot_be_made_is_named_with_its_own_traceback(folder: Path) -> None:
    install(folder, "uncompiled", UNCOMPILED, {"unmade": "Unmade"})
    asked = run(folder, "perft", "unmade")
    assert asked.returncode == 2
    assert asked.stderr.startswith("ludotheque: The game unmade cannot be made:\nTraceback (most recent call last):\n")
    assert asked.stderr.endswith("RuntimeError: no stones today\n")
    assert "registry.py" not in asked.stderr
    day = run(folder, "puzzle", "--day", typed="q\n")
    assert (day.returncode, day.stderr) == (0, "")


def test_a_record_is_not_blamed_for_a_game_that_cannot_be_made(folder: Path) -> None:
    run(folder, "terminal", "nim", "--bots=0", typed="\n2\n\ns game.ludo\n?\nq\n")
    broken = NIM.replace("self.options = options", "raise RuntimeError('no stones today')")
    (folder / "nim_game.py").write_text(broken, encoding="utf-8")
    verified = run(folder, "verify", "game.ludo")
    assert verified.returncode == 2
    assert verified.stderr.startswith("ludotheque: The game nim cannot be made:\n")


def test_a_game_that_cannot_be_compiled_is_named_and_costs_no_other_one(folder: Path) -> None:
    install(folder, "uncompiled", UNCOMPILED, {"unmade": "Unmade", "unclear": "Unclear"})
    ran = run(folder, "warmup")
    assert ran.returncode == 1, ran.stderr
    assert "gone cannot be loaded: ModuleNotFoundError" in ran.stdout
    assert "unmade cannot be compiled:\n" in ran.stdout
    assert ran.stdout.count("RuntimeError: no stones today") == 1
    assert "unclear cannot be compiled:\n" in ran.stdout
    assert "Untyped global name 'object'" in ran.stdout
    assert [line.split()[0] for line in ran.stdout.splitlines() if line.endswith(" s")] == ["Tao", "Tsuro", "Turris"]
    assert ran.stderr == ""
