"""The journal of a tournament: every finished game as a line of JSON, so that an interrupted one can be resumed."""

import json
from pathlib import Path

from ludotheque.arena.tournament import Failure, Plan, Result
from ludotheque.core.errors import JournalError

_LONGEST_PLAN = 10**7
"""Bytes."""
_IN_EVERY_PLAN = {"game", "options", "entrants"}
"""What the plans of all versions have."""


class Journal:
    """A file whose first line is the plan and each further line a result, appended as games finish."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Open the journal, or create it. Raises JournalError if it is of another tournament."""
        self.path = path
        self.results: dict[int, Result] = {}
        if not path.exists() or (path.is_file() and not path.stat().st_size):
            path.write_text(f"{plan.key}\n", encoding="utf-8")
            return
        _check_plan(path)
        lines = path.read_text(encoding="utf-8").split("\n")
        if lines[0] != plan.key:
            raise JournalError(
                f"{path} is the journal of another tournament, or the code of its bots has changed since. "
                "Name another file, or begin this one anew with --fresh."
            )
        for line in lines[1:-1]:  # text after the last line end was cut off by an interruption
            result = _read(path, line)
            self.results[result.number] = result
        if lines[-1]:
            path.write_text("\n".join([*lines[:-1], ""]), encoding="utf-8")

    def add(self, result: Result) -> None:
        """Append a result to the file."""
        self.results[result.number] = result
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result.as_json()) + "\n")


def remove_journal(path: Path) -> None:
    """Remove a journal, if there is one. Raises JournalError for a file that is something else."""
    if path.exists():
        _check_plan(path)
        path.unlink()


def _check_plan(path: Path) -> None:
    """Raise JournalError for what is not a journal: its first line is no plan. An empty file may become one."""
    try:
        is_plan = path.is_file() and _is_plan(path)
    except (ValueError, AttributeError, RecursionError):
        is_plan = False
    if not is_plan:
        raise JournalError(f"{path} is not the journal of a tournament, and is left as it is. Name another file.")


def _is_plan(path: Path) -> bool:
    with path.open("rb") as file:
        line = file.readline(_LONGEST_PLAN)
    return not line or json.loads(line).keys() >= _IN_EVERY_PLAN


def _read(path: Path, line: str) -> Result:
    try:
        fields = json.loads(line)
        failure = None if fields["failure"] is None else Failure(**fields.pop("failure"))
        lists = {key: tuple(value) for key, value in fields.items() if isinstance(value, list)}
        return Result(**(fields | lists | {"failure": failure, "record": ""}))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise JournalError(f"{path} is damaged: {line[:60]!r} is no result; remove the line, or the file.") from None
