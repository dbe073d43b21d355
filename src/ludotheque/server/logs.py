"""One line a thing that happened, for people or as a JSON object. Secrets, links and bodies are never logged."""

import json
import logging
import sys
import time
from typing import Any

LOG = logging.getLogger("ludotheque.server")


def log(level: int, what: str, **facts: Any) -> None:
    """Log what happened, with facts by name."""
    if LOG.isEnabledFor(level):
        LOG.log(level, what, extra={"facts": facts})


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
    """Send the server's lines, and those of uvicorn, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else HumanLines())
    level = getattr(logging, log_level.upper())
    LOG.setLevel(level)
    LOG.handlers = [handler]
    LOG.propagate = False
    uvicorn = logging.getLogger("uvicorn")
    # What uvicorn tells at level info (a connection, a start) the server tells itself, with more facts.
    uvicorn.setLevel(max(level, logging.WARNING))
    uvicorn.handlers = [handler]
    uvicorn.propagate = False
    logging.getLogger("uvicorn.error").addFilter(_is_news)


_NO_NEWS = (
    "ASGI callable returned without completing handshake.",  # it was answered with a refusal
    "Invalid UTF-8 sequence received from client.",  # it was hung up on
)


def _is_news(record: logging.LogRecord) -> bool:
    """Leave out what uvicorn calls an error although strangers can cause it at will."""
    return record.msg not in _NO_NEWS
