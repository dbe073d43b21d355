"""`ludotheque resume`: go on with a game that was saved."""

import argparse
from random import Random

from ludotheque.bots.bot import BOTS, find_bot
from ludotheque.cli.arguments import (
    BOT_HELP,
    Commands,
    add_language,
    add_record,
    find_language,
    look_for_bots_here,
    read_and_verify,
)
from ludotheque.cli.playing.session import BOT_PREFIX, Session, announce, is_custom
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import InvalidRecord
from ludotheque.core.fairness import RandomDealer
from ludotheque.core.records.record import Record


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "resume", help="go on with a saved game", description="Go on with a game that was saved in the terminal by s."
    )
    add_record(parser)
    parser.add_argument("--bot", metavar="BOT", help=f"which bot plays on: {BOT_HELP}; usually the same as before")
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    record, verification = read_and_verify(arguments.file)
    match = verification.match
    seats = _find_seats(record, arguments.bot)
    if match.dealer is None:
        if record.commitment is not None:
            raise InvalidRecord("The record promises fair chance but does not hold the seed; it cannot be played on.")
        match.dealer = RandomDealer()
    match.take_back(len(match.plies))  # if chance was to draw next, it draws now
    screen = Screen()
    announce(match, screen)
    return Session(match, seats, Random(), screen, find_language(arguments)).run()


def _find_seats(record: Record, bot: str | None) -> list[str]:
    """Give the names of the seats, with this bot in place of the record's, and check that there are such bots."""
    if bot is not None:
        look_for_bots_here()
        find_bot(bot)
        return [f"{BOT_PREFIX}{bot}" if name.startswith(BOT_PREFIX) else name for name in record.seats]
    for name in record.seats:
        # Never a module:Class: a record may come from anybody, and must not choose what is imported.
        if is_custom(name):
            raise InvalidRecord(
                f"A seat is played by {name}, which is unknown here; there are: {', '.join(sorted(BOTS))}. "
                "--bot says who plays on instead, which may be your own as module:Class."
            )
        if name.startswith(BOT_PREFIX):
            find_bot(name.removeprefix(BOT_PREFIX))
    return list(record.seats)
