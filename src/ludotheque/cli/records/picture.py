"""`ludotheque picture`: a position of a record as an SVG or PNG file, or the game up to there as an animation."""

import argparse
import sys
from pathlib import Path
from typing import Any

from ludotheque.cli.arguments import (
    Commands,
    add_language,
    add_place,
    add_record,
    add_viewer,
    find_language,
    find_node,
    find_viewer,
    read_and_verify,
)
from ludotheque.cli.screen import make_progress
from ludotheque.core.errors import OptionError
from ludotheque.core.game import Presented, Seat, draw_series
from ludotheque.core.match import list_stops
from ludotheque.core.records.tree import Node, Tree

FORMATS = (".svg", ".png", ".gif", ".webp")


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "picture",
        help="draw a position of a record, or the whole game",
        description="Draw the position after a ply of a record as a picture (.svg, .png), or the game up to there as "
        "an animation (.gif, .webp), decision by decision. The record is verified first.",
    )
    add_record(parser)
    add_place(parser, "the position after ply N; usually the last")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write to this file, whose name ends with .svg, .png, .gif or .webp; usually SVG to standard output",
    )
    add_viewer(parser)
    add_language(parser, "the language of the words in it")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    output: Path | None = arguments.output
    kind = ".svg" if output is None else output.suffix.lower()
    if kind not in FORMATS:
        raise OptionError(f"--output must end with {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, not {output}.")
    _, verification = read_and_verify(arguments.file)
    game = verification.match.game
    if not isinstance(game, Presented):
        raise OptionError(f"{game.title} has no pictures.")
    node, viewer = find_node(verification.tree, arguments), find_viewer(game, arguments)
    language = find_language(arguments)
    [picture] = draw_series(game, [game.observe(node.state, viewer)], language)
    svg = f"{picture}\n"
    if output is None:
        sys.stdout.write(svg)
    elif kind == ".svg":
        output.write_text(svg, encoding="utf-8")
    else:
        output.write_bytes(_draw(game, kind, svg, _list_positions(verification.tree, node, viewer), language))
    return 0


def _list_positions(tree: Tree, end: Node, viewer: Seat | None) -> list[Any]:
    """List what a viewer saw up to a position, wherever somebody was to decide."""
    start, *after = tree.line(end.place)
    states = [start.state, *(node.state for node in after)]
    stops = list_stops([node.ply.actor for node in after if node.ply is not None])
    return [tree.game.observe(states[stop], viewer) for stop in stops]


def _draw(game: Presented[Any, Any, Any], kind: str, svg: str, observations: list[Any], language: str) -> bytes:
    from ludotheque.core.pictures.raster import Animation, draw_picture  # noqa: PLC0415 - takes a moment to import

    if kind == ".png":
        return draw_picture(svg)
    animation = Animation(draw_series(game, observations, language), "gif" if kind == ".gif" else "webp")
    with make_progress(is_shown=True, with_counts=False) as progress:
        task = progress.add_task("Drawing", total=1.0)
        for done in animation.run():
            progress.update(task, completed=done)
    return animation.data
