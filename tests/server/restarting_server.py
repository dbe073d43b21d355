"""A server that restarts quickly after it was killed: `python -m tests.server.restarting_server FLAG...`.

The parent imports everything once, and forks a real server for each line that it reads. The server prints its process
id and its URL. When it has died, the parent waits for the next line.
"""

import os
import sys

from ludotheque.cli.main import main
from ludotheque.server.processes import run  # noqa: F401 - what takes long to import is imported here, once

if __name__ == "__main__":
    while sys.stdin.readline():
        if (server := os.fork()) == 0:
            print(f"process {os.getpid()}", flush=True)  # noqa: T201 - this is how the test hears of it
            sys.exit(main(["serve", "--port=0", *sys.argv[1:]]))
        os.waitpid(server, 0)
