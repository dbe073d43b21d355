"""What is compiled for every kernel, tried on a game of which every answer is known."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from numba import njit

from ludotheque.compiled.adapter import is_compiled
from ludotheque.compiled.kernel import Kernel, below, config
from ludotheque.compiled.simulation import CHUNK, Summary, simulate, simulate_compiled
from tests.nim import Nim, NimOptions
from tests.nim_kernel import KERNEL, FastNim, pack
from tests.patience import PATIENCE

pytestmark = pytest.mark.no_cover  # the compiler takes longer when it is traced, and nothing here is counted

ROOT = Path(__file__).parent.parent.parent


@njit
def draw_many(rng: Any, count: Any) -> Any:
    drawn = np.empty(count, np.int64)
    for index in range(count):
        drawn[index] = below(rng, 10)
    return drawn


def test_a_game_with_a_kernel_says_so() -> None:
    assert is_compiled(FastNim(NimOptions()))
    assert not is_compiled(Nim(NimOptions()))


def test_random_numbers_are_even_and_repeatable() -> None:
    drawn = draw_many(Kernel.seed_rng(7), 5000)
    assert drawn.tolist() == draw_many(Kernel.seed_rng(7), 5000).tolist()
    assert drawn.tolist() != draw_many(Kernel.seed_rng(8), 5000).tolist()
    assert all(420 < count < 580 for count in np.bincount(drawn, minlength=10))


def test_playouts_agree_with_the_rules_in_distribution() -> None:
    """Random Nim: lengths and shares of both, within four standard errors."""
    game = FastNim(NimOptions(stones=9))
    pure, fast = Summary([0.0, 0.0]), Summary([0.0, 0.0])
    assert sum(simulate(game, 4000, "a", pure)) == 4000
    assert sum(simulate_compiled(game, 20_000, "a", fast, threads=2)) == 20_000
    assert abs(np.mean(pure.lengths) - np.mean(fast.lengths)) < 4 * np.std(pure.lengths) / 4000**0.5
    assert abs(pure.shares[0] / 4000 - fast.shares[0] / 20_000) < 4 * 0.5 / 4000**0.5
    assert fast.moves == sum(fast.lengths)
    assert set(pure.reasons) == {"last_stone"}
    assert "reasons" not in fast.as_json()


def test_threads_change_nothing_but_time() -> None:
    game = FastNim(NimOptions(stones=9))
    summaries = []
    for threads in (1, 2):
        summary = Summary([0.0, 0.0])
        list(simulate_compiled(game, 3 * CHUNK + 5, "a", summary, threads))
        summaries.append((summary.shares, summary.lengths, summary.moves))
    assert summaries[0] == summaries[1]


def test_a_batch_steps_rewards_and_starts_anew() -> None:
    loops = KERNEL.specialise("playout_loops")
    start = FastNim(NimOptions(stones=3)).compiled().pack_start()
    games = 3
    states, chosen = np.repeat(start, games), np.full(games, -1, np.int64)
    masks, seen = np.zeros((games, 2), np.bool_), np.zeros((games, 1), np.int8)
    seats, rewards, ended = np.zeros(games, np.int8), np.zeros((games, 2), np.float32), np.zeros(games, np.bool_)
    arrays = (masks, seen, seats, rewards, ended)
    loops.step_batch(start, states, chosen, Kernel.seed_rng(1), *arrays)
    assert masks.all()
    assert seen.tolist() == [[3]] * 3
    chosen[:] = [0, 1, 1]
    loops.step_batch(start, states, chosen, Kernel.seed_rng(1), *arrays)
    assert seen.tolist() == [[2], [1], [1]]
    assert seats.tolist() == [1, 1, 1]
    assert masks.tolist() == [[True, True], [True, False], [True, False]]
    chosen[:] = [0, 0, 0]
    loops.step_batch(start, states, chosen, Kernel.seed_rng(1), *arrays)
    assert ended.tolist() == [False, True, True]
    assert rewards.tolist() == [[0, 0], [1, 0], [1, 0]]  # seat 2 took the last stone
    assert seen.tolist() == [[1], [3], [3]]


@pytest.mark.parametrize("wrong", range(6))
def test_a_batch_of_the_wrong_size_is_refused(wrong: int) -> None:
    start = pack((3, 0))
    shapes: list[tuple[tuple[int, ...], Any]] = [
        ((64,), np.int64),
        ((64, 2), np.bool_),
        ((64, 1), np.int8),
        ((64,), np.int8),
        ((64, 2), np.float32),
        ((64,), np.bool_),
    ]
    shapes[wrong] = ((10, *shapes[wrong][0][1:]), shapes[wrong][1])
    chosen, *arrays = [np.zeros(shape, dtype) for shape, dtype in shapes]
    with pytest.raises(ValueError, match="a row for each game"):
        KERNEL.specialise("playout_loops").step_batch(start, np.repeat(start, 64), chosen, Kernel.seed_rng(1), *arrays)


def test_there_is_one_copy_of_the_loops_for_each_kernel() -> None:
    assert KERNEL.specialise("playout_loops") is KERNEL.specialise("playout_loops")
    with pytest.raises(FileNotFoundError):
        KERNEL.specialise("no_such_loops")


@pytest.mark.parametrize("attempt", range(3))
def test_threads_that_ask_at_once_get_the_same_complete_loops(attempt: int) -> None:
    """One of them loads the module, which takes a while, and others find it among Python's modules meanwhile."""
    kernels = [replace(KERNEL, name=f"nim{attempt}{which}") for which in range(2)]
    folder, barrier = config.CACHE_DIR, Barrier(8)

    def load(kernel: Kernel) -> Any:
        barrier.wait(PATIENCE)
        loops = kernel.specialise("playout_loops")
        return loops, loops.playouts

    with ThreadPoolExecutor(8) as pool:
        told = [*pool.map(load, kernels * 4)]
    for which, kernel in enumerate(kernels):
        assert len({id(loops) for loops, _ in told[which::2]}) == 1
        assert told[which][0].name == kernel.name
        assert told[which][1].stats.cache_path.startswith(f"{folder}{os.sep}{kernel.name}_")
    assert folder == config.CACHE_DIR


OTHERS = """
import dataclasses
from numba import njit
from ludotheque.compiled.adapter import CompiledGame
from ludotheque.compiled.simulation import Summary, simulate_compiled
from tests.nim import Nim, NimOptions
from tests.nim_kernel import KERNEL, adapt

@njit
def ranks(s, out):
    out[0], out[1] = {ranks}

class Other(Nim):
    id = "{name}"

    def compiled(self):
        return adapt(self, dataclasses.replace(KERNEL, name="{name}", ranks=ranks))

def play():
    summary = Summary([0.0, 0.0])
    list(simulate_compiled(Other(NimOptions()), 1, "", summary))
    return summary.shares
"""


def play_other(folder: Path, code: str) -> str:
    """Run code in a process that finds modules in a folder and keeps what it compiles there, but no bytecode.

    Bytecode of a module that is saved twice in a second would be taken for that of the second one.
    """
    environment = {key: value for key, value in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    environment["XDG_CACHE_HOME"] = str(folder / "cache")
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), str(ROOT)])
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=folder)
    return ran.stdout.strip()


def test_kernels_of_others_are_compiled_from_their_own_sources(tmp_path: Path) -> None:
    """A kernel that has changed is compiled anew, and one with the same layout is not taken for it."""
    told = []
    for file, name, placed in (("one", "one", "1, 2"), ("one", "one", "2, 1"), ("two", "two", "1, 2")):
        (tmp_path / f"{file}.py").write_text(OTHERS.format(name=name, ranks=placed), encoding="utf-8")
        told.append(play_other(tmp_path, f"import {file}; print({file}.play())"))
    assert told == ["[1.0, 0.0]", "[0.0, 1.0]", "[1.0, 0.0]"]


def test_a_cache_that_a_function_of_others_has_itself_is_not_asked(tmp_path: Path) -> None:
    """Numba looks at the file of that function, and not at those of the functions that it calls."""
    code = OTHERS.format(name="one", ranks="place(1), place(2)").replace("@njit", "@njit(cache=True)")
    (tmp_path / "one.py").write_text(code.replace("import dataclasses", "import dataclasses\nfrom helper import place"))
    told = []
    for result in ("rank", "3 - rank"):
        helper = f"from numba import njit\n\n@njit(cache=True)\ndef place(rank):\n    return {result}\n"
        (tmp_path / "helper.py").write_text(helper, encoding="utf-8")
        told.append(play_other(tmp_path, "import one; print(one.play())"))
    assert told == ["[1.0, 0.0]", "[0.0, 1.0]"]


def test_what_a_function_of_others_has_found_in_its_cache_at_import_is_compiled_anew(tmp_path: Path) -> None:
    """As one that is told its signature."""
    code = OTHERS.format(name="one", ranks="place(1), place(2)")
    (tmp_path / "one.py").write_text(code.replace("import dataclasses", "import dataclasses\nfrom helper import place"))
    signed = '@njit("int64(int64)", cache=True)\ndef place(rank):\n    return result(rank)\n'
    (tmp_path / "helper.py").write_text(f"from numba import njit\nfrom low import result\n\n{signed}")
    told = []
    for result in ("rank", "3 - rank"):
        (tmp_path / "low.py").write_text(f"from numba import njit\n\n@njit\ndef result(rank):\n    return {result}\n")
        told.append(play_other(tmp_path, "import one; print(one.play())"))
    assert told == ["[1.0, 0.0]", "[0.0, 1.0]"]


def test_what_is_compiled_of_code_that_was_changed_after_its_import_is_not_taken_for_the_change(tmp_path: Path) -> None:
    """As when an author saves while a game is still running."""
    old, new = (OTHERS.format(name="one", ranks=placed) for placed in ("1, 2", "2, 1"))
    (tmp_path / "one.py").write_text(old, encoding="utf-8")
    save = f"import one, pathlib; pathlib.Path('one.py').write_text({new!r}, encoding='utf-8'); print(one.play())"
    assert play_other(tmp_path, save) == "[1.0, 0.0]"
    assert play_other(tmp_path, "import one; print(one.play())") == "[0.0, 1.0]"


def test_compiled_code_is_kept_in_a_folder_named_after_the_sources(tmp_path: Path) -> None:
    """The second process loads what the first has compiled."""
    code = (
        "from tests.nim_kernel import FastNim; from tests.nim import NimOptions;"
        "from ludotheque.compiled.simulation import *;"
        "game = FastNim(NimOptions()); list(simulate_compiled(game, 1, '', Summary([0.0, 0.0])));"
        "stats = game.compiled().kernel.specialise('playout_loops').playouts.stats;"
        "print(sum(stats.cache_hits.values()))"
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    environment["XDG_CACHE_HOME"] = str(tmp_path)
    hits = [
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert hits == ["0\n", "1\n"]
    assert [path.name.split("-")[0] for path in (tmp_path / "ludotheque").iterdir()] == ["kernels"]


def test_array_bounds_are_checked_if_asked_for_and_such_code_is_kept_apart(tmp_path: Path) -> None:
    """As in the tests of rules, where whatever is played beside them shows that kernels keep to their arrays."""
    code = (
        "import numpy as np; from tests.nim_kernel import DTYPE, KERNEL;"
        "loops = KERNEL.specialise('playout_loops'); start = np.zeros(1, DTYPE); start['stones'] = 1;"
        "loops.playouts(start, KERNEL.seed_rng(1), np.zeros(2), np.zeros(0, np.int64), np.zeros(1, np.int32))"
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    environment |= {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_BOUNDSCHECK": "1"}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert "IndexError" in ran.stderr
    assert [path.name.split("-")[0] for path in (tmp_path / "ludotheque").iterdir()] == ["checked"]
