"""What is logged about refusals: who and why, in few lines."""

import logging
from collections.abc import Iterator

import pytest

from ludotheque.server.monitoring.logs import LOG, RefusalLog
from tests.server.test_limits import Clock

WHAT, WHY = "connection refused", "address"


class Lines(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    @property
    def facts(self) -> list[tuple[str, dict[str, object]]]:
        return [(record.getMessage(), getattr(record, "facts", {})) for record in self.records]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    handler = Lines()
    monkeypatch.setattr(LOG, "handlers", [handler])
    monkeypatch.setattr(LOG, "level", logging.INFO)
    monkeypatch.setattr(LOG, "propagate", False)
    LOG.manager._clear_cache()  # type: ignore[attr-defined] # what is enabled is remembered
    yield handler
    LOG.manager._clear_cache()  # type: ignore[attr-defined] # same


def test_the_first_refusal_is_a_line_and_the_next_are_a_count(lines: Lines) -> None:
    clock = Clock()
    log = RefusalLog(clock)
    for _ in range(1000):
        log.note(WHAT, WHY, "192.0.2.1")
    assert lines.facts == [(WHAT, {"why": WHY, "address": "192.0.2.1"})]
    clock.now = RefusalLog.SECONDS
    log.flush()
    assert lines.facts[1:] == [
        (f"{WHAT} again", {"why": WHY, "address": "192.0.2.1", "times": 999, "seconds": RefusalLog.SECONDS})
    ]
    log.note(WHAT, WHY, "192.0.2.1")
    assert len(lines.records) == 3


def test_a_refusal_that_was_the_only_one_is_not_told_again(lines: Lines) -> None:
    log = RefusalLog(Clock())
    log.note(WHAT, WHY, "192.0.2.1", logging.WARNING)
    log.flush(now=True)
    assert [record.levelno for record in lines.records] == [logging.WARNING]


def test_many_addresses_have_one_line_together(lines: Lines) -> None:
    log = RefusalLog(Clock())
    for number in range(100_000):
        log.note(WHAT, WHY, f"2001:db8:{number:x}::/64")
    log.flush(now=True)
    assert len(lines.records) == RefusalLog.MOST + 2
    assert lines.facts[-1][1]["address"] == "others"
    assert lines.facts[-1][1]["times"] == 100_000 - RefusalLog.MOST - 1


def test_without_anybody_calling_the_count_comes_with_the_next_refusal(lines: Lines) -> None:
    clock = Clock()
    log = RefusalLog(clock)
    for _ in range(3):
        log.note(WHAT, WHY, "192.0.2.1")
    clock.now = 1000.0
    log.note(WHAT, "full", "192.0.2.2")
    assert [facts["why"] for _, facts in lines.facts] == [WHY, WHY, "full"]
