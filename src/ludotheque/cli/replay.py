"""`ludotheque replay`: tell a recorded game in words, with the board."""

import argparse

from ludotheque.cli.arguments import Commands, add_record, add_viewer, find_viewer, read_and_verify
from ludotheque.cli.screen import Screen
from ludotheque.cli.session import printable
from ludotheque.cli.telling import tell_board, tell_event
from ludotheque.core.errors import OptionError
from ludotheque.core.match import name_actor


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "replay",
        help="tell a recorded game in words",
        description="Tell a recorded game ply by ply, and show the board at the end. The record is verified first.",
    )
    add_record(parser)
    parser.add_argument("--ply", type=int, metavar="N", help="stop after ply N")
    parser.add_argument("--boards", action="store_true", help="show the board after every decision")
    add_viewer(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    record, verification = read_and_verify(arguments.file)
    match, screen = verification.match, Screen()
    game = match.game
    viewer = find_viewer(game, arguments)
    stop = check_ply(arguments.ply, len(match.plies))
    names = [f"{seat + 1} ({printable(name)})" for seat, name in enumerate(record.seats)]
    state = match.plies[0].before if match.plies else match.state
    for ply in match.plies[:stop]:
        state = ply.after
        told = game.events(ply.before, ply.move, ply.after, viewer)
        words = " ".join(filter(None, (tell_event(game, event, names) for event in told)))
        # The notation of a move can hold what only its player knows, such as the tiles of a swap; the words never do.
        move = f"{game.format_move(ply.before, ply.move):<12} " if viewer is not None and viewer == ply.actor else ""
        screen.show(f"{ply.number:>4}  {name_actor(ply.actor):<7} {move}{words}")
        if arguments.boards and isinstance(ply.actor, int):
            screen.show(f"\n{tell_board(game, game.observe(state, viewer), colour=screen.colour)}\n")
    if not arguments.boards:
        screen.show(f"\n{tell_board(game, game.observe(state, viewer), colour=screen.colour)}")
    return 0


def check_ply(ply: int | None, plies: int) -> int:
    """Return the requested ply, or the last one. Raises OptionError."""
    if ply is None:
        return plies
    if not 0 <= ply <= plies:
        raise OptionError(f"--ply must be from 0 to {plies}, the last ply of this record, not {ply}.")
    return ply
