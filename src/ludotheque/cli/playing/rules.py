"""`ludotheque rules`: the rules of a game under its options, in the language of the reader."""

import argparse

from ludotheque.cli.arguments import Commands, add_games, add_language, find_language, read_game
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import OptionError
from ludotheque.core.game import Presented


def register(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "rules",
        help="explain the rules of a game",
        description="Explain the rules of a game as they are with its options, in English, French, Italian or German.",
        epilog="Example: ludotheque rules tsuro --edition kosmos --language fr",
    )
    add_games(parser, add_language)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Explain."""
    game = read_game(arguments)
    if not isinstance(game, Presented):
        raise OptionError(f"{game.title} brings no rules to read.")
    Screen().show_markdown(game.rulebook(find_language(arguments)).format())
    return 0
