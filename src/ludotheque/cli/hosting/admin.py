"""`ludotheque admin`: commands for whoever runs a server. They work while it runs."""

import argparse
from pathlib import Path

from ludotheque.cli.arguments import Commands
from ludotheque.cli.hosting.serve import load_config
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import StoreError


def register(commands: Commands) -> None:
    """Add the command and its own commands."""
    parser = commands.add_parser(
        "admin",
        help="take care of a server",
        description="Commands for whoever runs a server. They work while it runs.",
    )
    own = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    backup = own.add_parser(
        "backup",
        help="copy the database",
        description="Copy the database as it is at this moment, also while a server writes to it. The copy is checked, "
        "and only you can read it: it holds the seeds of games that go on.",
        epilog="docs/server.md says how to restore it.",
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy to write")
    backup.add_argument("--overwrite", action="store_true", help="replace FILE if it exists")
    _add_database(backup)
    backup.set_defaults(run=run_backup)


def _add_database(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say which database is meant: those of `ludotheque serve`."""
    parser.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help="the settings of the server")
    parser.add_argument(
        "--database",
        metavar="URL",
        dest="setting_database",
        default=argparse.SUPPRESS,
        help="where everything is kept, as sqlite:///FILE; usually a file in your data directory",
    )


def run_backup(arguments: argparse.Namespace) -> int:
    """Copy the database."""
    from ludotheque.store.address import (  # noqa: PLC0415 - other commands need no database
        default_address,
        find_file,
        is_postgresql,
    )
    from ludotheque.store.backup import back_up  # noqa: PLC0415 - the same

    address = load_config(arguments).database or default_address()
    if is_postgresql(address):
        raise StoreError(
            "This copies SQLite files only; copy a PostgreSQL database with pg_dump, as docs/server.md says."
        )
    database = find_file(address)
    made = back_up(database, arguments.file, overwrite=arguments.overwrite)
    Screen().show(f"{arguments.file}: {made.size / 1e6:.1f} MB in {made.seconds:.1f} s")
    return 0
