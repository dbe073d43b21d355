"""`ludotheque resume`: go on with a game that was saved."""

import argparse
from random import Random

from ludotheque.bots.bot import BOTS, SEARCH, parse_bot
from ludotheque.cli.arguments import Commands, add_language, add_record, find_language, read_and_verify
from ludotheque.cli.playing.session import BOT_PREFIX, Session, announce
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import InvalidRecord
from ludotheque.core.fairness import RandomDealer


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "resume", help="go on with a saved game", description="Go on with a game that was saved in the terminal by s."
    )
    add_record(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    record, verification = read_and_verify(arguments.file)
    match = verification.match
    for name in record.seats:
        # Never a module:Class: a record may come from anybody, and must not choose what is imported.
        if name.startswith(BOT_PREFIX) and parse_bot(name.removeprefix(BOT_PREFIX))[0] not in {*BOTS, SEARCH}:
            raise InvalidRecord(
                f"A seat is played by {name}, which is unknown here; there are: {', '.join(sorted(BOTS))}."
            )
    if match.dealer is None:
        if record.commitment is not None:
            raise InvalidRecord("The record promises fair chance but does not hold the seed; it cannot be played on.")
        match.dealer = RandomDealer()
    match.take_back(len(match.plies))  # if chance was to draw next, it draws now
    screen = Screen()
    announce(match, screen)
    return Session(match, record.seats, Random(), screen, find_language(arguments)).run()
