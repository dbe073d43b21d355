"""Holding one game against every law, outside of any test suite: runs pytest, and tells in sentences what holds."""

import linecache
import os
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

from ludotheque.core.tracebacks import summarize_error
from ludotheque.testing import parametrize
from ludotheque.testing.laws import LAWS
from ludotheque.testing.strategies import patient
from ludotheque.testing.subjects import Subject, name_game

EXAMPLES = 25
"""How many positions, or whatever a law is about, are tried under each option set."""

_PACKAGE = Path(__file__).parents[1]

_SETTINGS = "_hypothesis_internal_use_settings"
"""Where Hypothesis keeps the settings of a test. They are fixed when it is made: no profile changes them later."""
_DECORATED = {law: usual for law in LAWS.values() if (usual := getattr(law, _SETTINGS, None)) is not None}


@dataclass
class LawResult:
    """How a game has stood up to one law."""

    sentence: str
    tried: int = 0
    """Under how many option sets, or in how many other respects, it was tried; 0 if it does not apply."""
    failures: dict[str, str] = field(default_factory=dict)
    """What was wrong, by the option set under which it was."""


def list_laws(part: str = "") -> list[str]:
    """List the laws as sentences; with `part`, only those that contain it."""
    return [sentence for name in LAWS if part in (sentence := _word_law(name))]


def _word_law(name: str) -> str:
    """Make the sentence that the name of a test function is."""
    return name.removeprefix("test_").replace("_", " ")


def conform(
    subject: Subject, tell: Callable[[LawResult], None], examples: int = EXAMPLES, laws: Collection[str] = ()
) -> list[LawResult]:
    """Hold a game against every law or only these, one after the other; `tell` hears of each when it is done.

    The examples are the same in every run.
    """
    for law, usual in _DECORATED.items():
        number = examples if usual is patient else usual.max_examples
        setattr(law, _SETTINGS, settings(usual, max_examples=number, derandomize=True, database=None))
    recorder = _Recorder(subject, tell, laws or list_laws())
    suite = Path(__file__).with_name("suite.py")
    # Nothing of the project that happens to be in the current folder takes part.
    arguments = ["--noconftest", f"--rootdir={suite.parent}", f"--confcutdir={suite.parent}", "-c", os.devnull]
    arguments += ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "ludotheque.testing", "-W", "ignore", str(suite)]
    with _without_other_plugins(), TemporaryDirectory() as folder:
        set_hypothesis_home_dir(folder)  # otherwise it leaves a folder where it is called
        code = pytest.main(arguments, plugins=[recorder])
    recorder.finish()
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        raise RuntimeError(f"pytest could not hold {subject} against the laws: {recorder.trouble or code!r}")
    return recorder.results


@contextmanager
def _without_other_plugins() -> Iterator[None]:
    """Leave out plugins that happen to be installed: they may want a terminal, an event loop or a database."""
    name = "PYTEST_DISABLE_PLUGIN_AUTOLOAD"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


class _Recorder:
    """A plugin that gives the laws their game and keeps what comes of each."""

    def __init__(self, subject: Subject, tell: Callable[[LawResult], None], laws: Collection[str]) -> None:
        self._subject = subject
        self._tell = tell
        self._laws = laws
        self._law = ""
        self.results: list[LawResult] = []
        self.trouble = ""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        parametrize(metafunc, [self._subject])

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if _word_law(item.name.partition("[")[0]) in self._laws]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.trouble = report.longreprtext

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        law = nodeid.partition("[")[0].rpartition("::")[2]
        if law != self._law:
            self.finish()
            self._law = law
            self.results.append(LawResult(_word_law(law)))

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        result = self.results[-1]
        if call.excinfo is not None and isinstance(call.excinfo.value, pytest.skip.Exception):
            return
        if call.when == "call":
            result.tried += 1
        if call.excinfo is not None:
            result.failures[_name_case(item)] = describe_failure(call.excinfo.value)

    def finish(self) -> None:
        """Tell the result of the law that was tried last."""
        if self.results:
            self._tell(self.results[-1])


def _name_case(item: pytest.Item) -> str:
    """Name the option set, or in which other respect a law was tried."""
    callspec: Any = getattr(item, "callspec", None)
    params = {} if callspec is None else callspec.params
    game = params.get("game") or params.get("presented")
    return item.name.partition("[")[2].rstrip("]") if game is None else name_game(game)


def describe_failure(error: BaseException) -> str:
    """Say what a law found: its message or the game's own error, where that was raised, and in which position."""
    while isinstance(error, BaseExceptionGroup):  # several things are wrong; the first will do
        error = error.exceptions[0]
    if isinstance(error, AssertionError):
        lines = str(error).partition("\nassert ")[0].splitlines()[:4] or [_quote_assertion(error)]
    else:
        lines = [summarize_error(error)]
        frames = traceback.extract_tb(error.__traceback__)
        theirs = [frame for frame in frames if _is_theirs(Path(frame.filename))]
        lines += [f"in {frame.filename}, line {frame.lineno}, {frame.name}" for frame in theirs[-1:]]
    notes = [line for note in getattr(error, "__notes__", ()) for line in note.splitlines()]
    drawn = [line.removeprefix("Draw 1: ").partition("  # ")[0] for line in notes if line.startswith("Draw 1: ")]
    lines += [f"at {position}" for position in drawn]
    return "\n".join(lines)


def _quote_assertion(error: BaseException) -> str:
    """Say where an error without a message was raised, and by which statement."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    numbers = range(frame.lineno or 0, (frame.end_lineno or frame.lineno or 0) + 1)
    statement = " ".join(linecache.getline(frame.filename, number).strip() for number in numbers)
    return f"{frame.filename}, line {frame.lineno}: {statement}"


def _is_theirs(file: Path) -> bool:
    """Whether a file is neither ours, nor Python's, nor part of what runs the laws."""
    if _PACKAGE in file.parents or (Path(os.__file__).parent in file.parents and "site-packages" not in file.parts):
        return False
    return file.suffix == ".py" and not {"hypothesis", "_pytest", "pluggy"} & set(file.parts)
