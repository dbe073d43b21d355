"""Errors in the code of others, such as a bot or a game of another package, as their authors want to read them."""

import traceback
from pathlib import Path

from ludotheque.core.errors import BrokenGame

_PACKAGE = Path(__file__).parents[1]


def format_error(error: BaseException) -> str:
    """Format an error with the traceback of whoever wrote the code, without the frames that led there."""
    if isinstance(error, BrokenGame):
        return str(error)  # it ends with that of the game's own error
    trace = error.__traceback__
    while trace is not None and _is_on_the_way(Path(trace.tb_frame.f_code.co_filename)):
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(error), error, trace)).rstrip()


def summarize_error(error: BaseException) -> str:
    """Say in one line what kind of error it is and what it says; of a broken game, its own error."""
    if isinstance(error, BrokenGame):
        return error.reason
    said, _, _ = str(error).partition("\n")
    return f"{type(error).__qualname__}: {said}" if said else type(error).__qualname__


def _is_on_the_way(file: Path) -> bool:
    return "importlib" in str(file) or _PACKAGE in file.parents
