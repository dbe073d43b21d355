"""Bots from other packages, named `module:Class`: importing them; and telling versions of any bot's code apart."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludotheque.core.errors import BrokenBot, UnknownBot
from ludotheque.core.imports import list_code
from ludotheque.core.inputs import shorten
from ludotheque.core.sources import hash_files
from ludotheque.core.tracebacks import format_error

_PACKAGE = Path(__file__).parents[1]


def import_bot(name: str) -> Callable[..., Any]:
    """Import `module:Class`. Raises UnknownBot if there is no such thing, BrokenBot if the module raises an error."""
    module_name, _, attribute = name.partition(":")
    if "\0" in module_name or not all(module_name.split(".")):
        raise UnknownBot(f"There is no bot {shorten(name)}: no module can have this name.")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise BrokenBot(_describe(name, error)) from error  # it is there, and needs another one that is not
        raise UnknownBot(
            f"There is no bot {shorten(name)}: there is no module {shorten(module_name)}. It is looked for where "
            "Python looks for modules and, from the command line, in the current folder."
        ) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an import may do anything, such as exit; what Rust raises is no Exception either
        raise BrokenBot(_describe(name, error)) from error
    found: Callable[..., Any] | None = getattr(module, attribute, None)
    if not callable(found):
        raise UnknownBot(f"There is no bot {shorten(name)}: {module_name} has no class {shorten(attribute)}.")
    return found


def _describe(name: str, error: BaseException) -> str:
    return f"The bot {shorten(name)} cannot be imported:\n{format_error(error)}"


def hash_code(name: str) -> str:
    """Hash the code that a bot plays by.

    For a custom bot that is its module and what that imports from its own folder or, if it is part of a package, all of
    that package.
    """
    module, colon, _ = name.partition(":")
    return hash_files(list_code(module) if colon else _list_own_sources())


def list_data(parameter: str) -> list[Path]:
    """List the file that a parameter of a bot names, or all files of a folder; nothing if it names neither.

    The current folder, `.`, does not count, nor does one that holds it: a journal that is written there changes it.
    """
    path = Path(parameter)
    try:
        is_file, is_folder = path.is_file(), path.is_dir()
    except OSError:  # a text that is too long for a name
        return []
    if is_file:
        return [path]
    here = Path.cwd()
    if not is_folder or path.resolve() in (here, *here.parents):
        return []
    return sorted(file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


def _list_own_sources() -> list[Path]:
    folders = ("bots", "compiled", "core", "games")
    return [file for folder in folders for file in sorted((_PACKAGE / folder).rglob("*.py"))]
