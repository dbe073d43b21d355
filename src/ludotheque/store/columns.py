"""A table's row as values of columns, as every SQL database keeps it: what is no number or text is JSON."""

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ludotheque.store.store import TableRow

COLUMNS = tuple(field.name for field in fields(TableRow))
"""The columns of a row. The table has more, which only the schema uses."""
TABLE_COLUMNS = ", ".join(f"tables.{name}" for name in COLUMNS)


def encode_table(row: TableRow) -> list[Any]:
    """Give a row's values in the order of the columns."""
    outcome = None if row.outcome is None else json.dumps(row.outcome)
    return [
        row.id, row.code, row.game, row.rules_version,
        json.dumps(row.options), json.dumps(row.settings), json.dumps(row.seats),
        row.status, row.host, row.seed, row.epoch, row.created_at, row.changed_at, row.rematch, outcome, row.began_at,
        row.version, json.dumps(row.banned),
    ]  # fmt: skip


def decode_table(values: Sequence[Any]) -> TableRow:
    """Make a row of the values in the order of the columns."""
    outcome = None if values[14] is None else json.loads(values[14])
    banned = tuple(json.loads(values[17]))
    return TableRow(*(*values[:4], *map(json.loads, values[4:7]), *values[7:14], outcome, *values[15:17], banned))
