"""Tournaments on Ray: a real one, of this machine and two workers, started and ended by these tests.

In a process of its own, as people run it, with every warning an error.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.arena import cluster
from ludotheque.arena.tournament import Plan
from tests.cli.conftest import Run, run
from tests.patience import PATIENCE

__all__ = ["run"]  # the fixture of tests/cli

ROOT = Path(__file__).parent.parent.parent
COMMAND = ("arena", "tsuro", "--games", "6", "--journal", "journal.jsonl", "--records", "games")


def run_with_ray(folder: Path, *bots: str, **environment: str) -> str:
    """Run a tournament on two workers; give what it says on standard error."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "ludotheque", *COMMAND, *bots, "--ray", "--workers", "2"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,  # Ray gives itself half a minute to start, three times
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stderr


def wait_until_gone(mark: str) -> None:
    """Wait until no process is left that was started with this in its environment."""
    end = time.monotonic() + PATIENCE
    while any(mark in read_environment(process) for process in Path("/proc").glob("[0-9]*")):
        assert time.monotonic() < end, "Ray has left processes behind"
        time.sleep(0.1)


def read_environment(process: Path) -> str:
    try:
        return (process / "environ").read_text(errors="replace")
    except OSError:  # it is somebody else's, or has ended meanwhile
        return ""


def test_ray_goes_on_with_a_tournament_and_plays_the_same_games_though_a_worker_dies(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = ("greedy", "tests.arena.bad_bots:DeadlyOnce", "random")
    here, there, marker = tmp_path / "here", tmp_path / "there", tmp_path / "has died"
    for folder, games in ((here, 6), (there, 2)):
        folder.mkdir()
        monkeypatch.chdir(folder)
        assert run(*COMMAND, *bots, "--games", games, "--workers", 1).code == 0
    said = run_with_ray(there, *bots, DEADLY_ONCE=str(marker))
    assert "2 games are in the journal journal.jsonl already; 4 to go." in said
    assert marker.exists()
    one, other = (
        {file.name: file.read_text(encoding="utf-8") for file in (folder / "games").iterdir()}
        for folder in (here, there)
    )
    assert len(one) == 6
    assert one == other
    wait_until_gone(f"DEADLY_ONCE={marker}")


def test_a_bot_that_takes_every_worker_down_is_found_out_on_ray(tmp_path: Path) -> None:
    run_with_ray(tmp_path, "random", "tests.arena.bad_bots:Deadly", "--games", "1")
    assert '"failure": {"entrant": 1, "what": "took its process down"' in (tmp_path / "journal.jsonl").read_text()


@pytest.mark.parametrize(
    ("address", "steps"), [(cluster.HERE, ["compiled", "played", "played"]), ("head:6379", ["played", "played"])]
)
def test_what_bots_need_is_compiled_before_workers_of_this_machine_begin(
    monkeypatch: pytest.MonkeyPatch, address: str, steps: list[str]
) -> None:
    done: list[str] = []

    def play(_plan: Plan, number: int) -> int:
        done.append("played")
        return number

    @contextmanager
    def connect(*_: object) -> Iterator[Any]:
        yield SimpleNamespace(
            remote=lambda **_: lambda _: SimpleNamespace(remote=play),
            cluster_resources=dict,
            wait=lambda begun: (begun[:1], begun[1:]),
            get=lambda number: number,
        )

    monkeypatch.setattr(cluster, "_connect", connect)
    monkeypatch.setattr(cluster, "compile_ahead", lambda _plan: done.append("compiled"))
    plan = Plan("turris", {}, ("easy", "random"), 2)
    assert len(list(cluster.run_on_ray(plan, range(2), address))) == 2
    assert done == steps
    done.clear()
    assert not list(cluster.run_on_ray(plan, (), address))
    assert done == []


def test_without_ray_there_is_a_clear_error(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ludotheque.arena.cluster.find_spec", lambda _name: None)
    ran = run("arena", "tsuro", "random", "random", "--ray")
    assert ran.code == 2
    assert ran.err.splitlines()[-1] == "ludotheque: Ray is not installed; pip install ludotheque[ray] installs it."


def test_a_cluster_has_the_workers_that_it_has(run: Run) -> None:
    ran = run("arena", "tsuro", "random", "random", "--workers", 2, "--ray", "192.0.2.1:6379")
    assert (ran.code, "--workers is for this machine" in ran.err) == (2, True)


def test_a_cluster_that_is_not_there_is_a_clear_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket() as nobody:  # a port that is taken, and where nobody listens
        nobody.bind(("127.0.0.1", 0))
        ran = run("arena", "tsuro", "random", "random", "--ray", f"127.0.0.1:{nobody.getsockname()[1]}")
    assert ran.code == 2
    assert "There is no Ray cluster at 127.0.0.1" in ran.err
