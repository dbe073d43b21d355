"""Logging: one line per event, for people or as JSON. Secrets, links and bodies are never logged."""

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Any

LOG = logging.getLogger("ludotheque.server")


def log(level: int, what: str, **facts: Any) -> None:
    """Log an event, with its facts as named fields."""
    if LOG.isEnabledFor(level):
        LOG.log(level, what, extra={"facts": facts})


class RefusalLog:
    """Logs who was refused and why, in a bounded number of lines.

    The first refusal of an address for a reason is logged at once; repetitions are counted and logged once a minute.
    `MOST` keys have lines of their own; all further addresses are counted together.
    """

    SECONDS = 60.0
    MOST = 50

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._counts: dict[tuple[str, str, str], int] = {}
        """How many refusals are not logged yet, by event, reason and address."""
        self._levels: dict[tuple[str, str, str], int] = {}
        self._flushed_at = now()

    def note(self, what: str, why: str, address: str, level: int = logging.INFO) -> None:
        """Log a refusal, or count it if it is a repetition."""
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
        """Log the counted repetitions, once a minute or, with `now`, at once."""
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
    """Formats a record as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one record; a traceback goes into the field `error`."""
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
    """Formats a record for people: local time, message, facts."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one record; a traceback follows on lines of its own."""
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        facts = "".join(f" {name}={value}" for name, value in getattr(record, "facts", {}).items())
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        line = f"{clock} {level}{record.getMessage()}{facts}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def start_logging(log_format: str, log_level: str) -> None:
    """Configure logging for this process: the loggers of server, store and uvicorn write to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else HumanLines())
    level = getattr(logging, log_level.upper())
    for log in (LOG, logging.getLogger("ludotheque.store")):
        log.setLevel(level)
        log.handlers = [handler]
        log.propagate = False
    uvicorn = logging.getLogger("uvicorn")
    # What uvicorn logs at level info (a connection, a start) the server logs itself, with more facts.
    uvicorn.setLevel(max(level, logging.WARNING))
    uvicorn.handlers = [handler]
    uvicorn.propagate = False
    logging.getLogger("uvicorn.error").addFilter(is_worth_logging)


_CLIENT_ERRORS = (
    "ASGI callable returned without completing handshake.",  # the request was refused
    "Invalid UTF-8 sequence received from client.",  # the connection was closed
    "Invalid HTTP request received.",  # it was answered with 400 and counted
)


def is_worth_logging(record: logging.LogRecord) -> bool:
    """Filter out what uvicorn logs as an error although any client can cause it at will."""
    return record.msg not in _CLIENT_ERRORS
