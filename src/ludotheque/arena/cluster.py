"""Running the games of a tournament on a Ray cluster: on many machines, or on a local instance of Ray.

A game is determined by the plan and its number, so it does not matter where it is played or how often it is started:
Ray retries a game whose worker has died. Ray is optional: `pip install ludotheque[ray]`.
"""

import os
import shutil
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import Any

from ludotheque.arena.tournament import Plan, Result, compile_ahead, play_game
from ludotheque.core.errors import BrokenBot, BrokenGame, ClusterError

HERE = "local"
"""The address that means: no cluster, start Ray on this machine."""

_MEMORY = 100 * 2**20
"""Bytes of the object store for results in transit. By default Ray would reserve a third of the memory."""
_QUIET = {"logging_level": "ERROR", "log_to_driver": False}


def run_on_ray(plan: Plan, numbers: Iterable[int], address: str = HERE, workers: int | None = None) -> Iterator[Result]:
    """Play these games of the tournament on a cluster, and yield each result as soon as it arrives, in any order.

    Raises ClusterError if Ray is not installed or the cluster cannot be used.
    """
    numbers = list(numbers)
    with _connect(address, workers) as ray:
        if address == HERE and numbers:
            compile_ahead(plan)  # each machine of a cluster has a cache of its own
        play, left = ray.remote(max_retries=2)(play_game), iter(numbers)
        most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))  # enough in flight that no worker is idle
        begun: dict[Any, int] = {}
        crashed: set[int] = set()
        while True:
            begun |= {play.remote(plan, number): number for number in islice(left, most - len(begun))}
            if not begun:
                return
            done = ray.wait(list(begun))[0][0]
            number = begun.pop(done)
            try:
                result = ray.get(done)
            except ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, (BrokenBot, BrokenGame)):
                    raise error.cause from None
                raise ClusterError(
                    f"Game {number} cannot be played on the cluster: {error.cause}. "
                    "The same ludotheque, and your own bots, must be installed on every machine of it."
                ) from None
            except ray.exceptions.RayError as error:
                if number in crashed:
                    raise ClusterError(f"Game {number} was lost on the cluster: {error}") from None
                # Ray has retried several times, so it was no accident. Find out which bot crashes its process.
                crashed.add(number)
                begun[play.remote(plan, number, apart=True)] = number
            else:
                yield result


@contextmanager
def _connect(address: str, workers: int | None) -> Iterator[Any]:
    """Connect, and yield the module `ray`; disconnect, or shut the local instance down, when done."""
    if find_spec("ray") is None:
        raise ClusterError("Ray is not installed; pip install ludotheque[ray] installs it.")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == HERE:
        # Despite its name, on any system: this is not a cluster, so listen on the loopback interface only.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    import ray  # noqa: PLC0415 - optional, takes its time, and reads these variables when imported

    session = ""
    try:
        if address == HERE:
            session = _start(ray, workers)
        else:
            _probe(address)
            ray.init(address=address, **_QUIET)
    except Exception as error:  # noqa: BLE001 - Ray raises plain exceptions of any kind
        reason = str(error).strip().split("\n")[0]
        where = "Ray cannot be started on this machine" if address == HERE else f"There is no Ray cluster at {address}"
        raise ClusterError(f"{where}: {reason}") from None
    try:
        yield ray
    finally:
        ray.shutdown()
        if session:
            shutil.rmtree(session, ignore_errors=True)


def _start(ray: Any, workers: int | None) -> str:
    """Start Ray on this machine; return the folder of its logs.

    Ray's timeout for starting is half a minute and cannot be changed; a very busy machine may need another try.
    """
    limits = {"num_cpus": workers or os.cpu_count(), "object_store_memory": _MEMORY}
    for tries in (3, 2, 1):
        try:
            return str(ray.init(address=HERE, include_dashboard=False, **limits, **_QUIET).address_info["session_dir"])
        except Exception:
            ray.shutdown()
            if tries == 1:
                raise
    raise AssertionError("the last try returns or raises")


def _probe(address: str) -> None:
    """Raise OSError if nothing listens at host:port. Ray would retry for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), timeout=10).close()
