"""`ludotheque puzzles`: find positions with one best answer, and prove them."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludotheque.cli.arguments import Commands, check_writable
from ludotheque.cli.screen import Screen
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError, OptionError, PuzzleError
from ludotheque.core.game import AnyGame
from ludotheque.files import read_record
from ludotheque.puzzles.finder import Finder, find_motifs, play_positions, replay_positions
from ludotheque.puzzles.puzzle import Puzzle, parse_puzzles


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "puzzles",
        help="find puzzles in play, or prove them",
        description="Find positions in which one move, and no other, does what a motif asks for; docs/puzzles.md says "
        "what is proven. Bots play for it, or it is looked for in finished games whose players have agreed. A puzzle "
        "holds no names, and hands that its player could not see are dealt anew.",
        epilog="Example: ludotheque puzzles tsuro --count 10 --seed mine -o mine.jsonl",
    )
    parser.add_argument("game", nargs="?", choices=registry.list_games(), metavar="GAME", help="find puzzles of it")
    parser.add_argument("--count", type=int, default=10, metavar="N", help="how many to find; usually 10")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="the same text, the same puzzles; usually 1")
    parser.add_argument("--motif", metavar="MOTIF", help="find only puzzles of this motif, such as survive_two")
    parser.add_argument(
        "--option",
        dest="chosen",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="let bots play only with this option, such as edition=calliope",
    )
    parser.add_argument("--from", dest="records", nargs="+", type=Path, metavar="RECORD", help="look in these records")
    parser.add_argument("--consent", action="store_true", help="with --from: everybody who played there has agreed")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to this file; usually standard output")
    parser.add_argument("--prove", type=Path, metavar="FILE", help="prove every puzzle of a file instead")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.prove is not None:
        return _prove(arguments.prove)
    if arguments.game is None:
        raise OptionError("Say which game to find puzzles of, or --prove FILE.")
    if arguments.count < 1:
        raise OptionError(f"--count must be at least 1, not {arguments.count}.")
    motifs, _ = find_motifs(arguments.game)
    if arguments.motif is not None and arguments.motif not in motifs:
        raise OptionError(f"--motif must be one of {', '.join(motifs)}, not {arguments.motif}.")
    if arguments.records and not arguments.consent:
        raise OptionError(
            "Puzzles are made only of games whose players have agreed. If everybody who played in these records has, "
            "say so with --consent."
        )
    finder = Finder(motifs if arguments.motif is None else (arguments.motif,), arguments.count)
    chosen = dict(each.split("=", 1) for each in arguments.chosen if "=" in each)
    if len(chosen) < len(arguments.chosen):
        raise OptionError("--option is written NAME=VALUE, such as edition=calliope, and each name once.")
    positions = _replay(arguments) if arguments.records else play_positions(arguments.game, arguments.seed, chosen)
    if arguments.output is None:
        for puzzle in finder.find(positions):
            print(puzzle.format(), flush=True)
        return 0
    check_writable(arguments.output)
    with arguments.output.open("w", encoding="utf-8") as file:
        for puzzle in finder.find(positions):
            file.write(f"{puzzle.format()}\n")
            file.flush()  # who stops early keeps what was found
    found = ", ".join(f"{count} {motif}" for motif, count in sorted(finder.found.items())) or "no puzzles"
    Screen().show(f"{arguments.output}: {found}")
    return 0


def _replay(arguments: argparse.Namespace) -> Iterator[tuple[AnyGame, Any]]:
    for path in arguments.records:
        try:
            record = read_record(path)
            if record.game != arguments.game:
                raise PuzzleError(f"This is a game of {record.game}, not of {arguments.game}.")
            yield from replay_positions(record)
        except LudothequeError as error:
            raise PuzzleError(f"{path}: {error}") from None


def read_puzzles(path: Path) -> list[Puzzle]:
    """Read a file of puzzles. Raises PuzzleError or OSError."""
    try:
        return list(parse_puzzles(path.read_bytes().decode()))
    except UnicodeDecodeError:
        raise PuzzleError(f"{path} is not a text file in UTF-8.") from None
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error}") from None


def _prove(path: Path) -> int:
    puzzles = read_puzzles(path)
    failed = 0
    for number, puzzle in enumerate(puzzles, start=1):
        try:
            puzzle.prove()
        except LudothequeError as error:
            failed += 1
            Screen().tell(f"Line {number}: {error}")
    Screen().show(f"{path}: {len(puzzles) - failed} of {len(puzzles)} puzzles proven")
    return 1 if failed else 0
