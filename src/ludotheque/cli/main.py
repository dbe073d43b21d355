"""The command `ludotheque`: finds the subcommand, runs it, and turns errors into one clear line and exit code 2."""

import io
import os
import sys
from collections.abc import Sequence

from ludotheque import __version__
from ludotheque.cli.arguments import Parser
from ludotheque.cli.hosting import admin, copy_database, play, serve
from ludotheque.cli.playing import games, learn, puzzle, resume, rules, terminal
from ludotheque.cli.records import annotate, picture, replay, review, verify
from ludotheque.cli.research import arena, conform, perft, puzzles, simulate, study, warmup
from ludotheque.core.errors import LudothequeError

COMMANDS = (
    play,
    serve,
    admin,
    copy_database,
    terminal,
    resume,
    games,
    rules,
    learn,
    replay,
    verify,
    picture,
    annotate,
    review,
    puzzle,
    puzzles,
    simulate,
    perft,
    arena,
    study,
    conform,
    warmup,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    parser = Parser(
        prog="ludotheque",
        description="Play games in the browser or the terminal; replay, prove and draw records; let bots play.",
        epilog="Each command explains itself: ludotheque terminal --help, ludotheque terminal tsuro --help.",
    )
    parser.add_argument("--version", action="version", version=f"ludotheque {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.register(commands)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a character shows another one
    try:
        parsed = parser.parse_args(arguments)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except LudothequeError as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has closed the pipe. Python would fail again when it flushes standard output at exit; prevent that.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"ludotheque: {error.filename or 'error'}: {error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code
