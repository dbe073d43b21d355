"""The laws as a plugin: for suites of others, for games that nobody has chosen option sets for, and never unasked."""

import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

from ludotheque.testing.subjects import list_usual_sets
from tests.other_packages import install, install_nim, run_module

ROOT = Path(__file__).parent.parent.parent


UNMADE = """
import nim_game

class Unmade(nim_game.Nim):
    id = title = "unmade"

    def __init__(self, options):
        raise RuntimeError("no stones today")

class Fussy(nim_game.Nim):
    id = title = "fussy"

    def __init__(self, options):
        super().__init__(options)
        self.middle = 4 / (9 - options.stones)
"""


def run_pytest(folder: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run_module(folder, "pytest", "-q", "-p", "no:cacheprovider", *arguments, cwd=cwd)


def test_the_suite_that_contributing_shows_holds_a_game_against_the_laws(tmp_path: Path) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [shown] = re.findall(r"^   ```python\n(.*?)^   ```", text, re.MULTILINE | re.DOTALL)
    suite = re.sub("^   ", "", shown, flags=re.MULTILINE).replace('{"players": 3}', '{"stones": 3}')
    plugin = re.findall('pytest_plugins = "[a-z.]+"', suite)[0]
    install_nim(tmp_path / "packages")
    (tmp_path / "conftest.py").write_text(plugin, encoding="utf-8")
    (tmp_path / "test_laws.py").write_text(suite.replace("mygame", "nim"), encoding="utf-8")
    (tmp_path / "test_other.py").write_text("def test_other():\n    pass\n", encoding="utf-8")
    run = run_pytest(tmp_path / "packages", "-k", "ranks_that or identity or test_other", "-vv", cwd=tmp_path)
    assert run.returncode == 0, run.stdout
    for game in ("nim", "nim-stones=3"):
        assert f"test_laws.py::test_games_end_with_ranks_that_add_up[{game}] PASSED" in run.stdout
        assert f"test_laws.py::test_parse_after_format_is_the_identity[{game}] PASSED" in run.stdout
    assert "test_other.py::test_other PASSED" in run.stdout


def test_an_installed_game_without_option_sets_does_not_stop_our_own_laws(tmp_path: Path) -> None:
    install_nim(tmp_path)
    install(tmp_path, "broken_import", "import a_module_that_is_not_there", {"gone": "Game"})
    install(tmp_path, "unmade", UNMADE, {"unmade": "Unmade", "fussy": "Fussy"})
    run = run_pytest(tmp_path, "--collect-only", "tests/laws", "-k", "ranks", cwd=ROOT)
    assert run.returncode == 0, run.stdout
    for game in ("nim", "nim-stones=1", "nim-stones=9", "turris"):
        assert f"test_games_end_with_ranks_that_add_up[{game}]" in run.stdout
    assert "[unmade" not in run.stdout
    assert "[fussy" not in run.stdout


def test_the_usual_sets_hold_every_value_of_every_choice() -> None:
    sets = list(list_usual_sets("turris"))
    assert sets[0] == {}
    for wanted in ({"first": "black"}, {"bonus_chains": False}, {"free_blocks": 2}, {"last_bonus": "ends"}):
        assert wanted in sets
    assert {"players": 4, "teams": True} in list_usual_sets("tao")  # teams need four players


def test_nothing_is_imported_or_loaded_unasked() -> None:
    light = "import sys, ludotheque, ludotheque.cli.main; sys.exit(bool({'pytest', 'hypothesis'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", light], check=False).returncode == 0
    assert [entry for entry in entry_points(group="pytest11") if entry.value.startswith("ludotheque")] == []
