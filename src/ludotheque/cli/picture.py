"""`ludotheque picture`: a position of a record as an SVG file."""

import argparse
import sys
from pathlib import Path

from ludotheque.cli.arguments import (
    Commands,
    add_place,
    add_record,
    add_viewer,
    find_node,
    find_viewer,
    read_and_verify,
)
from ludotheque.core.errors import OptionError
from ludotheque.core.game import Presented


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "picture",
        help="draw a position of a record as SVG",
        description="Draw the position after a ply of a record as an SVG picture. The record is verified first.",
    )
    add_record(parser)
    add_place(parser, "the position after ply N; usually the last")
    parser.add_argument("-o", "--output", type=Path, metavar="SVG", help="write to this file; usually standard output")
    add_viewer(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    _, verification = read_and_verify(arguments.file)
    game = verification.match.game
    if not isinstance(game, Presented):
        raise OptionError(f"{game.title} has no pictures.")
    node = find_node(verification.tree, arguments)
    svg = game.picture(game.observe(node.state, find_viewer(game, arguments)))
    if arguments.output is None:
        sys.stdout.write(f"{svg}\n")
    else:
        arguments.output.write_text(f"{svg}\n", encoding="utf-8")
    return 0
