"""One line a thing that happened, for people or as a JSON object. Secrets, links and bodies are never logged."""

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Any

LOG = logging.getLogger("ludotheque.server")


def log(level: int, what: str, **facts: Any) -> None:
    """Log what happened, with facts by name."""
    if LOG.isEnabledFor(level):
        LOG.log(level, what, extra={"facts": facts})


class RefusalLog:
    """Logs who was refused and why, without filling the disk.

    The first refusal of an address for a reason is a line at once; how many more there were is a line a minute later.
    So many addresses have lines of their own; all others are counted together.
    """

    SECONDS = 60.0
    MOST = 50

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._counts: dict[tuple[str, str, str], int] = {}
        """How many refusals are not logged yet."""
        self._levels: dict[tuple[str, str, str], int] = {}
        self._flushed_at = now()

    def note(self, what: str, why: str, address: str, level: int = logging.INFO) -> None:
        """Log a refusal, or count it."""
        self.flush()
        key = (what, why, address)
        if key not in self._counts and len(self._counts) >= self.MOST:
            key = (what, why, "others")
        if key in self._counts:
            self._counts[key] += 1
        else:
            self._counts[key] = 0
            self._levels[key] = level
            log(level, what, why=why, address=key[2])

    def flush(self, *, now: bool = False) -> None:
        """Log what was counted, if it is time, or `now`."""
        elapsed = self._now() - self._flushed_at
        if elapsed < self.SECONDS and not now:
            return
        for (what, why, address), count in self._counts.items():
            if count:
                level = self._levels[what, why, address]
                log(level, f"{what} again", why=why, address=address, times=count, seconds=round(elapsed))
        self._counts.clear()
        self._levels.clear()
        self._flushed_at = self._now()


class JsonLines(logging.Formatter):
    """A JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class HumanLines(logging.Formatter):
    """Time, message, facts."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record."""
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        facts = "".join(f" {name}={value}" for name, value in getattr(record, "facts", {}).items())
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        line = f"{clock} {level}{record.getMessage()}{facts}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def start_logging(log_format: str, log_level: str) -> None:
    """Send the lines of the server and its store, and those of uvicorn, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else HumanLines())
    level = getattr(logging, log_level.upper())
    for log in (LOG, logging.getLogger("ludotheque.store")):
        log.setLevel(level)
        log.handlers = [handler]
        log.propagate = False
    uvicorn = logging.getLogger("uvicorn")
    # What uvicorn tells at level info (a connection, a start) the server tells itself, with more facts.
    uvicorn.setLevel(max(level, logging.WARNING))
    uvicorn.handlers = [handler]
    uvicorn.propagate = False
    logging.getLogger("uvicorn.error").addFilter(is_news)


_NO_NEWS = (
    "ASGI callable returned without completing handshake.",  # it was answered with a refusal
    "Invalid UTF-8 sequence received from client.",  # it was hung up on
    "Invalid HTTP request received.",  # it was answered, and counted
)


def is_news(record: logging.LogRecord) -> bool:
    """Leave out what uvicorn calls an error although strangers can cause it at will."""
    return record.msg not in _NO_NEWS
