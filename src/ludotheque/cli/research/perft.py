"""`ludotheque perft`: count all ways a game can go."""

import argparse
import time

from ludotheque.cli.arguments import Commands, Parser, add_games, add_seed, read_game
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import OptionError
from ludotheque.core.fairness import PlySeededDealer, derive_seed
from ludotheque.core.perft import deal, perft


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "perft",
        help="count all ways a game can go, to a depth",
        description="Count the sequences of decisions from the start, to a depth. Chance is fixed by the seed. "
        "Useful to compare two implementations of the rules.",
    )
    add_games(parser, _add_more)
    parser.set_defaults(run=run)


def _add_more(parser: Parser) -> None:
    parser.add_argument("--depth", type=int, default=2, metavar="N", help="how many decisions; usually 2")
    parser.add_argument("--divide", action="store_true", help="also count below each first move")
    add_seed(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.depth < 1:
        raise OptionError(f"--depth must be 1 or more, not {arguments.depth}.")
    game, screen = read_game(arguments), Screen()
    dealer = PlySeededDealer(derive_seed(arguments.seed or ""))
    if arguments.divide:
        state, plies = deal(game, game.start(), 0, dealer)
        for move in game.legal_moves(state):
            count = perft(game, game.apply(state, move), arguments.depth - 1, dealer, plies + 1)
            screen.show(f"{game.format_move(state, move):<14} {count:>14,}")
    for depth in range(1, arguments.depth + 1):
        begun = time.perf_counter()
        count = perft(game, game.start(), depth, dealer)
        screen.show(f"depth {depth:>2}  {count:>16,}  {time.perf_counter() - begun:8.2f} s")
    return 0
