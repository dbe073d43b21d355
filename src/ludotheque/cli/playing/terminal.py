"""`ludotheque terminal`: play a game in this terminal, against bots, with people, or let bots play."""

import argparse
from random import Random

from ludotheque.bots.bot import find_bot
from ludotheque.cli.arguments import (
    BOT_HELP,
    Commands,
    Parser,
    add_games,
    add_language,
    add_seed,
    find_language,
    look_for_bots_here,
    read_game,
)
from ludotheque.cli.playing.session import BOT_PREFIX, Session, announce
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import OptionError
from ludotheque.core.fairness import SeededDealer, derive_seed, new_seed
from ludotheque.core.match import Match


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "terminal",
        help="play a game in this terminal",
        description="Play a game in this terminal: against bots, with people who pass it on, or let bots play.",
        epilog="Example: ludotheque terminal tsuro --edition davinci --players 3 --bots 2",
    )
    add_games(parser, _add_more)
    parser.set_defaults(run=run)


def _add_more(parser: Parser) -> None:
    parser.add_argument(
        "--bots", type=int, metavar="N", help="how many seats bots play, the last ones; usually all but the first"
    )
    parser.add_argument("--bot", default="greedy", metavar="BOT", help=f"which bot: {BOT_HELP}; usually greedy")
    add_language(parser)
    add_seed(parser)


def run(arguments: argparse.Namespace) -> int:
    look_for_bots_here()
    find_bot(arguments.bot)
    game = read_game(arguments)
    bots = game.seats - 1 if arguments.bots is None else arguments.bots
    if not 0 <= bots <= game.seats:
        raise OptionError(f"--bots must be from 0 to {game.seats}, the number of seats, not {bots}.")
    people = game.seats - bots
    seats = [f"Player {seat + 1}" for seat in range(people)] + [f"{BOT_PREFIX}{arguments.bot}"] * bots
    dealer = SeededDealer(new_seed() if arguments.seed is None else derive_seed(arguments.seed))
    screen = Screen()
    match = Match(game, dealer)
    announce(match, screen)
    return Session(match, seats, Random(dealer.seed), screen, find_language(arguments)).run()
