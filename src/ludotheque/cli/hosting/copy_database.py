"""`ludotheque copy-database`: move everything that a server keeps from one database to another."""

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from ludotheque.cli.arguments import Commands
from ludotheque.cli.screen import Screen, make_progress

if TYPE_CHECKING:
    from ludotheque.store.copy import Copied
    from ludotheque.store.store import PlyRow, TableRow


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "copy-database",
        help="copy a server's database, from SQLite to PostgreSQL or back",
        description="Copy everything that a server keeps into an empty database, and compare both: every row, and the "
        "record of every finished game, which is verified. End the server before. If anything goes wrong, the target "
        "stays empty. What the source holds stays as it is; if it is of an older version, its schema is brought up to "
        "date.",
        epilog="An address is sqlite:///FILE (four slashes for a path from the root) or postgresql://USER@HOST/NAME.",
    )
    parser.add_argument("source", metavar="FROM", help="the address of the database to copy")
    parser.add_argument("target", metavar="TO", help="the address of an empty one")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    copied = asyncio.run(_copy(arguments.source, arguments.target))
    screen = Screen()
    rows = copied.rows
    screen.show(
        f"Copied {rows['players']} players, {rows['tables']} tables, {rows['plies']} plies and {rows['chat']} lines of "
        "chat; every row is the same."
    )
    screen.show(f"{copied.records} records of finished games are the same to the byte, and verified.")
    for table, reason in copied.unverified.items():
        screen.show(f"Table {table} is the same, but this version cannot verify it: {reason}")
    return 0


async def _copy(source: str, target: str) -> "Copied":
    from ludotheque.store.copy import copy_database  # noqa: PLC0415 - other commands need no database

    with make_progress(is_shown=sys.stderr.isatty()) as progress:
        task = progress.add_task("opening", total=None)

        def tell(what: str, done: int, total: int) -> None:
            progress.update(task, description=what, completed=done, total=total)

        return await copy_database(source, target, _write_record, tell)


async def _write_record(row: "TableRow", plies: "list[PlyRow]") -> str:
    """Write and verify the record of a game. Raises Unreadable or RecordError."""
    from ludotheque.core.records.record import parse_record  # noqa: PLC0415 - the same
    from ludotheque.core.records.verify import verify  # noqa: PLC0415 - the same
    from ludotheque.server.table.history.records import write_stored_record  # noqa: PLC0415 - the same

    text = await write_stored_record(row, plies)
    verify(parse_record(text))
    return text
