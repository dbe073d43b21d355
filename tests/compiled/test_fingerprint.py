"""What the hash of compiled functions of other packages depends on: all that they are made of."""

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba import njit

from ludotheque.compiled.fingerprint import hash_functions
from tests.nim_kernel import KERNEL

HELPER = """
from numba import njit

@njit
def place():
    return {placed}
"""
GAME = """
import numpy as np
from numba import njit
{imports}

TABLE = np.arange(4)

@njit
def ranks(s, out):
    out[0] = {place}() + TABLE[1]
"""

Write = Callable[[str, str], ModuleType]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a module of somebody else and import it."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(name: str, text: str) -> ModuleType:
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module(name)

    return write


@pytest.mark.parametrize(
    ("imports", "place"), [("import helper", "helper.place"), ("from helper import place as found", "found")]
)
def test_another_module_that_a_function_calls_counts(write: Write, imports: str, place: str) -> None:
    write("helper", HELPER.format(placed=1))
    ranks = write("stranger", GAME.format(imports=imports, place=place)).ranks
    before = hash_functions([ranks])
    write("bystander", HELPER.format(placed=1))
    assert hash_functions([ranks]) == before
    write("helper", HELPER.format(placed=2))
    assert hash_functions([ranks]) != before


def test_a_table_counts_wherever_it_came_from(write: Write) -> None:
    write("helper", HELPER.format(placed=1))
    stranger = write("stranger", GAME.format(imports="import helper", place="helper.place"))
    before = hash_functions([stranger.ranks])
    stranger.__dict__["TABLE"] = np.arange(4)
    assert hash_functions([stranger.ranks]) == before
    stranger.__dict__["TABLE"] = np.arange(1, 5)  # as if it was read from another file of data
    assert hash_functions([stranger.ranks]) != before


COLOURS = """
from enum import {kind}

class Colour({kind}):
    WHITE = {white}
    BLACK = 3
"""
COLOURED = """
from numba import njit
{imports}

@njit
def ranks(s, out):
    out[0] = {white}.value
"""


@pytest.mark.parametrize(
    ("imports", "white"),
    [
        ("import colours", "colours.Colour.WHITE"),
        ("from colours import Colour", "Colour.WHITE"),
        ("from colours import Colour; FIRST = Colour.WHITE", "FIRST"),
    ],
)
@pytest.mark.parametrize("kind", ["Enum", "IntEnum"])
def test_the_members_of_an_enumeration_of_another_module_count(
    write: Write, kind: str, imports: str, white: str
) -> None:
    hashes = []
    for value in (1, 1, 2):
        write("colours", COLOURS.format(kind=kind, white=value))
        ranks = write("stranger", COLOURED.format(imports=imports, white=white)).ranks
        write("colours", "")  # what was imported counts, whatever is in the file now
        hashes.append(hash_functions([ranks]))
    assert hashes[0] == hashes[1] != hashes[2]


def test_the_module_of_a_class_counts(write: Write) -> None:
    hashes = []
    for points in (1, 1, 2):
        write("colours", f"class Colour:\n    points = {points}")
        ranks = write("stranger", COLOURED.format(imports="from colours import Colour", white="Colour")).ranks
        hashes.append(hash_functions([ranks]))
    assert hashes[0] == hashes[1] != hashes[2]


def test_a_constant_that_a_function_was_made_with_counts() -> None:
    def make(best: Any) -> Any:
        @njit
        def ranks(_s: Any, out: Any) -> None:
            out[0] = best

        return ranks

    one, same, two = (hash_functions([make(best)]) for best in (1, 1, 2))
    assert one == same
    assert one != two


def test_defaults_count() -> None:
    def make(best: int) -> Any:
        @njit
        def ranks(_s: Any, out: Any, best: int = best) -> None:
            out[0] = best

        return ranks

    assert len({hash_functions([make(best)]) for best in (1, 1, 2)}) == 2


TABLES = """
import numpy as np
from numba import njit
import package

T = (np.arange(2), np.arange(2))

@njit
def ranks(s, out):
    out[0] = T[1][0] + package.part.U[0]
"""


def test_tables_in_tuples_and_in_modules_of_packages_count(write: Write, tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("from package import part", encoding="utf-8")
    (tmp_path / "package" / "part.py").write_text("import numpy as np\nU = np.arange(2)", encoding="utf-8")
    stranger = write("stranger", TABLES)
    hashes = [hash_functions([stranger.ranks])]
    stranger.__dict__["T"] = (np.arange(2), np.arange(1, 3))
    hashes.append(hash_functions([stranger.ranks]))
    stranger.package.part.U = np.arange(1, 3)
    hashes.append(hash_functions([stranger.ranks]))
    assert len({*hashes}) == 3
    for name in ("package", "package.part"):
        del sys.modules[name]


def test_a_function_without_a_module_counts_by_its_code() -> None:
    hashes = []
    for best in (1, 1, 2):
        names: dict[str, Any] = {"njit": njit}
        exec(f"@njit\ndef ranks(s, out):\n    out[0] = {best}", names)
        names["ranks"].py_func.__module__ = None
        hashes.append(hash_functions([names["ranks"]]))
    assert hashes[0] == hashes[1] != hashes[2]


CODE = """
from dataclasses import replace
from numba import njit
from tests.nim_kernel import KERNEL

@njit
def ranks(s, out):
    out[0], out[1] = {ranks}

print(replace(KERNEL, ranks=ranks)._key)
"""


def test_the_options_of_a_function_count_in_an_order_that_is_the_same_in_every_process(tmp_path: Path) -> None:
    keys = []
    for hash_seed, options in ((1, '{"nnan", "ninf", "nsz"}'), (2, '{"nnan", "ninf", "nsz"}'), (1, '{"nnan"}')):
        code = CODE.format(ranks="1, 2").replace("@njit", f"@njit(fastmath={options})")
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONHASHSEED": str(hash_seed)}
        command = [sys.executable, "-c", code]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=tmp_path)
        keys.append(ran.stdout)
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize("is_script", [True, False], ids=["script", "typed in"])
def test_a_kernel_needs_no_module_of_its_own(tmp_path: Path, *, is_script: bool) -> None:
    """It may be in the script that is run, or be typed in as at a prompt or in a notebook."""
    keys = []
    for ranks in ("1, 2", "1, 2", "2, 1"):
        code = CODE.format(ranks=ranks)
        (tmp_path / "script.py").write_text(code, encoding="utf-8")
        how = [str(tmp_path / "script.py")] if is_script else ["-c", code]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
        ran = subprocess.run(
            [sys.executable, *how], env=environment, capture_output=True, text=True, check=True, cwd=tmp_path
        )
        keys.append(ran.stdout)
    assert keys[0] == keys[1] != keys[2] != KERNEL._key
