"""Running the games of a tournament on a Ray cluster: on many machines, or on a Ray of this machine alone.

A game follows from the plan and its number, so it makes no difference where it is played, nor how often it is begun:
Ray plays a game again whose worker has died. Ray is optional: `pip install ludotheque[ray]`.
"""

import os
import shutil
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import Any

from ludotheque.arena.tournament import Plan, Result, play_game
from ludotheque.core.errors import ClusterError

HERE = "local"
"""The address that means: no cluster, start a Ray on this machine."""

_MEMORY = 100 * 2**20
"""Bytes for results on their way. Ray would set aside a third of the machine."""
_QUIET = {"logging_level": "ERROR", "log_to_driver": False}


def run_on_ray(plan: Plan, numbers: Iterable[int], address: str = HERE, workers: int | None = None) -> Iterator[Result]:
    """Play these games of the tournament on a cluster, and give each result as soon as it is there, in any order.

    Raises ClusterError if Ray is not installed or the cluster cannot be used.
    """
    with _connect(address, workers) as ray:
        play, left = ray.remote(max_retries=2)(play_game), iter(numbers)
        most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))  # enough under way that no worker waits for us
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
                raise ClusterError(
                    f"Game {number} cannot be played on the cluster: {error.cause}. "
                    "The same ludotheque, and your own bots, must be installed on every machine of it."
                ) from None
            except ray.exceptions.RayError as error:
                if number in crashed:
                    raise ClusterError(f"Game {number} was lost on the cluster: {error}") from None
                # Ray has tried several times, so it was no accident. Find out which bot takes its process down.
                crashed.add(number)
                begun[play.remote(plan, number, apart=True)] = number
            else:
                yield result


@contextmanager
def _connect(address: str, workers: int | None) -> Iterator[Any]:
    """Give the module `ray`, connected; leave the cluster, or end the Ray of this machine, when done."""
    if find_spec("ray") is None:
        raise ClusterError("Ray is not installed; pip install ludotheque[ray] installs it.")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == HERE:
        # Ray's way to say, on any system: this is no cluster, so listen on the loopback interface only.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    import ray  # noqa: PLC0415 - optional, takes its time, and reads these variables when imported

    session = ""
    try:
        if address == HERE:
            session = _start(ray, workers)
        else:
            _knock(address)
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
    """Start a Ray on this machine; give the folder of its logs.

    Ray gives itself half a minute to start, which cannot be changed; a very busy machine needs another try.
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


def _knock(address: str) -> None:
    """Raise OSError if nobody answers at host:port. Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), timeout=10).close()
