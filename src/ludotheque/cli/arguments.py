"""What several commands take: a game with its options as flags, bots, a record file, a seed, a seat."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from ludotheque.bots.bot import BOTS
from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame, OptionError
from ludotheque.core.game import AnyGame
from ludotheque.core.options import OptionSpec, parse_option
from ludotheque.core.records.notes import Place
from ludotheque.core.records.record import Record
from ludotheque.core.records.tree import Node, Tree
from ludotheque.core.records.verify import Verification, verify
from ludotheque.core.teaching.rulebook import LANGUAGES
from ludotheque.files import read_record

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error and where to find help; exit with 2."""
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(2)


def add_games(parser: Parser, add_more: Callable[[Parser], None]) -> None:
    """Add a subcommand for every game, with the game's options as flags and whatever else `add_more` adds."""
    games = parser.add_subparsers(title="games", metavar="GAME", dest="game", required=True)
    for game_id, game_class in registry.load_games().items():
        if isinstance(game_class, BrokenGame):  # whoever asks for it is told why when it is made
            add_more(games.add_parser(game_id, help="cannot be loaded", description=game_class.reason))
            continue
        game = games.add_parser(game_id, help=_escape(game_class.title), description=game_class.__doc__)
        add_more(game)
        group = game.add_argument_group(f"options of {game_class.title}")
        for name, spec in game_class.Options.specs().items():
            _add_option(group, name, spec, getattr(game_class.Options(), name))


def _add_option(group: Any, name: str, spec: OptionSpec, default: Any) -> None:
    text = _escape(f"{spec.help} Default: {spec.format(default)}.")
    declaration: dict[str, Any] = {"dest": f"option_{name}", "default": argparse.SUPPRESS, "help": text}
    if spec.kind == "switch":
        declaration["action"] = argparse.BooleanOptionalAction
    elif spec.kind == "choice":
        declaration["choices"] = spec.choices
    else:
        declaration["metavar"] = name.upper()
    flag = f"--{name.replace('_', '-')}"
    while True:
        try:
            group.add_argument(flag, **declaration)
            break
        except argparse.ArgumentError:  # the command itself has this flag, such as --seed: --option-seed is the game's
            flag = f"--option{flag[1:]}"


def _escape(text: str) -> str:
    """Write a text of a game so that argparse, which fills in what a % announces, shows it as it is."""
    return text.replace("%", "%%")


def read_game(arguments: argparse.Namespace) -> AnyGame:
    """Make the game that the arguments describe. Raises BrokenGame or OptionError."""
    specs = registry.find(arguments.game).Options.specs()
    values: dict[str, Any] = {}
    for name, spec in specs.items():
        given = getattr(arguments, f"option_{name}", None)
        if given is not None:
            values[name] = given if spec.kind == "switch" else _parse_option(name, spec, given)
    return registry.make(arguments.game, **values)


def _parse_option(name: str, spec: OptionSpec, text: str) -> Any:
    if spec.parse_file is not None and text.startswith("@"):
        return spec.parse_file(_read(Path(text[1:])))
    return parse_option(name, spec, text)


def add_record(parser: Parser) -> None:
    """Add the argument for a record file."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, such as game.ludo")


def read_and_verify(path: Path) -> tuple[Record, Verification]:
    """Read a record and verify it. Raises RecordError or OSError."""
    record = read_record(path)
    return record, verify(record)


def add_place(parser: Parser, ply: str) -> None:
    """Add the arguments for a position of a record; `ply` is the help for that of its ply."""
    parser.add_argument("--ply", type=int, metavar="N", help=ply)
    parser.add_argument("--branch", metavar="NAME", help="of this branch, whose plies are counted from 1")


def find_node(tree: Tree, arguments: argparse.Namespace) -> Node:
    """Return the requested position of a record, or the last one. Raises OptionError."""
    try:
        last = tree.find_end(arguments.branch)
    except LookupError as error:
        raise OptionError(f"--branch: {error}.") from None
    if arguments.ply is None:
        return last
    first, whole = (0, "record") if arguments.branch is None else (1, "branch")
    if not first <= arguments.ply <= last.place.ply:
        raise OptionError(
            f"--ply must be from {first} to {last.place.ply}, the last ply of this {whole}, not {arguments.ply}."
        )
    return tree.find(Place(arguments.ply, arguments.branch))


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        raise OptionError(f"{path} is not a text file in UTF-8.") from None


BOT_HELP = f"{', '.join(sorted(BOTS))}, search?iterations=N, or your own as module:Class, also with ?key=value"
"""Which bots there are."""


def look_for_bots_here() -> None:
    """Let `module:Class` be found in the current folder. It comes last, so that no file there hides a package."""
    if (here := os.getcwd()) not in sys.path:  # noqa: PTH109 - sys.path holds text
        sys.path.append(here)


def check_writable(path: Path) -> None:
    """Raise OSError if a file cannot be written, before the work begins that is to be written there."""
    existed = path.exists()
    path.open("a", encoding="utf-8").close()
    if not existed:
        path.unlink()


def add_seed(parser: Parser) -> None:
    """Add the argument that makes chance repeatable."""
    parser.add_argument("--seed", metavar="TEXT", help="make chance repeatable: the same text, the same draws")


def add_language(parser: Parser, what: str = "the language of the rules") -> None:
    """Add the argument that says in which language something is told, usually the rules."""
    parser.add_argument("--language", choices=LANGUAGES, default=None, help=f"{what}; usually that of this terminal")


def find_language(arguments: argparse.Namespace) -> str:
    """Give the language that was asked for or else that of the environment; English where we do not speak that."""
    if arguments.language is not None:
        return str(arguments.language)
    # As POSIX has it: the first of these that is set decides. fr_CH.UTF-8 is content with fr.
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = locale[:2].lower()
    return language if language in LANGUAGES and not locale[2:3].isalpha() else "en"


def add_viewer(parser: Parser) -> None:
    """Add the argument for the seat whose view is shown."""
    parser.add_argument(
        "--viewer", type=int, metavar="SEAT", help="show what this seat sees (1, 2, ...); else a spectator"
    )


def find_viewer(game: AnyGame, arguments: argparse.Namespace) -> int | None:
    """Return the requested seat, counted from 0. Raises OptionError."""
    if arguments.viewer is None:
        return None
    if not 1 <= arguments.viewer <= game.seats:
        raise OptionError(f"--viewer must be a seat from 1 to {game.seats}, not {arguments.viewer}.")
    return int(arguments.viewer) - 1
