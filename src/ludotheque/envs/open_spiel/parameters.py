"""Options of a game as parameters of OpenSpiel's: `ludotheque_tsuro(edition=kosmos,players=2)`.

Numbers and switches are as they are, everything else is text, escaped as in addresses where OpenSpiel would read it as
something else. Only what is not the default is given.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any
from urllib.parse import quote, unquote

from ludotheque.core.game import AnyGame
from ludotheque.core.registry import GameClass

_COMMAS = str.maketrans(",;", ";,")
"""Commas separate parameters, and tables are full of them."""
_PLAIN = ";:*@+"
_NUMERIC = set("+-.0123456789")


def specify(game_class: GameClass, more: Mapping[str, Any]) -> dict[str, Any]:
    """Give every parameter with its default, from which OpenSpiel knows its type; of a table it is no text."""
    specs = game_class.Options.specs()
    defaults = {field.name: field.default for field in fields(game_class.Options)}
    plain = {name: "" if spec.kind == "table" else defaults[name] for name, spec in specs.items()}
    return {**plain, **more}


def write_options(game: AnyGame) -> dict[str, Any]:
    """Give the parameters that make this game."""
    texts, usual = game.options.format(), type(game.options)().format()
    specs = game.options.specs()
    return {
        name: getattr(game.options, name) if specs[name].kind in ("number", "switch") else escape(text)
        for name, text in texts.items()
        if text != usual[name]
    }


def read_options(game_class: GameClass, parameters: Mapping[str, Any]) -> AnyGame:
    """Make a game from its parameters. Raises OptionError."""
    specs = game_class.Options.specs()
    values = {
        name: specs[name].parse(unescape(value)) if isinstance(value, str) else value
        for name, value in parameters.items()
        if name in specs and value != ""
    }
    return game_class(game_class.Options.make(values))


def drop_defaults(game_class: GameClass, given: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what OpenSpiel has filled in."""
    usual = specify(game_class, more)
    return {name: value for name, value in given.items() if value != usual[name]}


def escape(text: str) -> str:
    """Write a text so that OpenSpiel reads it as one."""
    plain = quote(text.translate(_COMMAS), safe=_PLAIN)
    is_read_otherwise = set(plain) <= _NUMERIC or plain.lower() in ("true", "false")
    return f"%{ord(plain[0]):02X}{plain[1:]}" if plain and is_read_otherwise else plain


def unescape(text: str) -> str:
    """Read what `escape` wrote."""
    return unquote(text).translate(_COMMAS)


def join(texts: Iterable[str]) -> str:
    """Write several texts as one parameter."""
    return "|".join(map(escape, texts))


def split(text: str) -> list[str]:
    """Read what `join` wrote."""
    return [unescape(part) for part in text.split("|")] if text else []
