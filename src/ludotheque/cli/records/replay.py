"""`ludotheque replay`: tell a recorded game in words, with the board."""

import argparse

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
from ludotheque.cli.playing.session import printable
from ludotheque.cli.playing.telling import tell_board, tell_event
from ludotheque.cli.screen import Screen
from ludotheque.core.match import name_actor
from ludotheque.core.records.notes import Note, choose_words


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "replay",
        help="tell a recorded game in words",
        description="Tell a recorded game ply by ply, with what is noted about it, and show the board at the end. The "
        "record is verified first.",
    )
    add_record(parser)
    add_place(parser, "stop after ply N")
    parser.add_argument("--boards", action="store_true", help="show the board after every decision")
    add_viewer(parser)
    add_language(parser, "the language of the notes")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    record, verification = read_and_verify(arguments.file)
    game, screen = verification.match.game, Screen()
    viewer = find_viewer(game, arguments)
    line = verification.tree.line(find_node(verification.tree, arguments).place)
    language = find_language(arguments)
    names = [f"{seat + 1} ({printable(name)})" for seat, name in enumerate(record.seats)]
    for node in line:
        if (ply := node.ply) is not None:
            told = game.events(ply.before, ply.move, ply.after, viewer)
            words = " ".join(filter(None, (tell_event(game, event, names) for event in told)))
            # The notation of a move can hold what only its player knows, such as the tiles of a swap; words never do.
            is_own = viewer is not None and viewer == ply.actor
            move = f"{game.format_move(ply.before, ply.move):<12} " if is_own else ""
            screen.show(f"{node.place.ply:>4}  {name_actor(ply.actor):<7} {move}{words}")
        if node.note is not None:
            show_note(node.note, screen, language)
        if arguments.boards and ply is not None and isinstance(ply.actor, int):
            screen.show(f"\n{tell_board(game, game.observe(node.state, viewer), colour=screen.colour)}\n")
    if not arguments.boards:
        screen.show(f"\n{tell_board(game, game.observe(line[-1].state, viewer), colour=screen.colour)}")
    return 0


def show_note(note: Note, screen: Screen, language: str) -> None:
    """Show what is noted at a position, without giving away the answer to a question."""
    _show_words("", choose_words(note.words, language), screen)
    for branch in note.branches:
        about = choose_words(branch.words, language)
        _show_words(f"Branch {branch.name}{': ' if about else ''}", about, screen)
    if note.question is not None:
        _show_words("Now you: ", choose_words(note.question.words, language), screen)


def _show_words(title: str, words: str, screen: Screen) -> None:
    if title or words:
        for paragraph in f"{title}{words}".split("\n"):
            screen.show(f"      {printable(paragraph)}")
