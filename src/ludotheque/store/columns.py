"""Rows of tables and of reviews as values of columns, the same in every SQL database; what has structure is JSON."""

import json
from collections.abc import Sequence
from dataclasses import astuple, fields, replace
from typing import Any

from ludotheque.store.store import ReviewRow, TableRow

COLUMNS = tuple(field.name for field in fields(TableRow))
"""The columns of a row. The table has more, which only the schema uses."""
TABLE_COLUMNS = ", ".join(f"tables.{name}" for name in COLUMNS)

_JSON = frozenset({"options", "settings", "seats", "outcome", "banned", "nonces"})
_TUPLES = frozenset({"banned", "nonces"})  # which JSON calls arrays


def encode_table(row: TableRow) -> list[Any]:
    """Return the values of a row in the order of the columns."""
    return [_encode(name, getattr(row, name)) for name in COLUMNS]


def decode_table(values: Sequence[Any]) -> TableRow:
    """Make a row from values in the order of the columns. Raises ValueError if the JSON is damaged."""
    return TableRow(*map(_decode, COLUMNS, values))


def encode_review(row: ReviewRow) -> tuple[Any, ...]:
    """Return the values of a review in the order of the columns; truth values are numbers in every database."""
    return astuple(replace(row, is_complete=int(row.is_complete)))  # type: ignore[arg-type] # see above


def decode_review(values: Sequence[Any]) -> ReviewRow:
    """Make a review from values in the order of the columns."""
    row = ReviewRow(*values)
    return replace(row, is_complete=bool(row.is_complete))


def _encode(name: str, value: Any) -> Any:
    return json.dumps(value) if name in _JSON and value is not None else value


def _decode(name: str, value: Any) -> Any:
    if name not in _JSON or value is None:
        return value
    parsed = json.loads(value)
    return tuple(parsed) if name in _TUPLES else parsed
