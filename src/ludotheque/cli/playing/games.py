"""`ludotheque games`: what there is to play, with all options."""

import argparse

from ludotheque.cli.arguments import Commands
from ludotheque.cli.screen import Screen
from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame
from ludotheque.core.pictures.palette import paint


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "games", help="list the games and their options", description="List the games and their options."
    )
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace) -> int:
    screen = Screen()
    for game_id, game_class in registry.load_games().items():
        if isinstance(game_class, BrokenGame):
            screen.show(f"{paint(game_id, 'bold', colour=screen.colour)}  cannot be loaded: {game_class.reason}")
            continue
        about = (game_class.__doc__ or "").split("\n")[0]
        screen.show(f"{paint(game_id, 'bold', colour=screen.colour)}  {about}")
        usual = game_class.Options()
        for name, spec in usual.specs().items():
            screen.show(f"  {name} = {spec.format(getattr(usual, name))}")
            screen.show(f"      {spec.help} {spec.allowed[0].upper()}{spec.allowed[1:]}.")
    return 0
