"""Running commands in this process, with input and output captured."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from ludotheque.cli.main import main


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def speak_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rules be told in English, whatever this machine speaks; a test may set another language."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give a function that runs a command line; `typed` is what is typed into it, a line each."""

    def run_command(*arguments: object, typed: tuple[str, ...] = ()) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stop:  # argparse leaves this way, for --help and for usage errors
            code = stop.code if isinstance(stop.code, int) else 1
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run_command
