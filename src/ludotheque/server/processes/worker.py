"""One of several server processes, started by supervisor.py as a module, with the number of the listening socket.

Its config comes as a line of JSON on standard input, which stays open as long as the supervisor lives: a supervisor
that was killed takes its processes with it.
"""

import json
import os
import signal
import socket
import sys
from contextlib import suppress
from threading import Thread
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.server.config import Config
from ludotheque.server.processes.run import run
from ludotheque.server.processes.supervisor import READY


def main() -> int:
    """Serve until the supervisor says otherwise; return the exit code."""
    values: dict[str, Any] = json.loads(sys.stdin.readline())
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    config = Config(**values)
    Thread(target=_end_with_supervisor, daemon=True).start()
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        try:
            return run(config, listener, _say_ready)
        except LudothequeError as error:
            print(f"ludotheque: {error}", file=sys.stderr)  # noqa: T201 - as the command does
            return 2


def _say_ready() -> None:
    sys.stdout.buffer.write(READY)
    sys.stdout.flush()


def _end_with_supervisor() -> None:
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1):  # not by `sys.stdin`, whose lock a process must get to end
            pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
