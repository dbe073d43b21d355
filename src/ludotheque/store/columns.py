"""A table's row as values of columns, as every SQL database keeps it: what is no number or text is JSON."""

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ludotheque.store.store import TableRow

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


def _encode(name: str, value: Any) -> Any:
    return json.dumps(value) if name in _JSON and value is not None else value


def _decode(name: str, value: Any) -> Any:
    if name not in _JSON or value is None:
        return value
    parsed = json.loads(value)
    return tuple(parsed) if name in _TUPLES else parsed
