"""Observations, events, moves and options as plain data for JSON. How messages are made of them, the server says.

Dataclasses and named tuples become objects, tuples stay arrays, CHANCE is the word `chance`. Events and moves carry
their `type`; with its fields it is a message key and its arguments, for the words of any language.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args, get_type_hints

from ludotheque.core.game import CONSTANT, AnyGame, Event, Furnished
from ludotheque.core.registry import GameClass


def encode(value: Any) -> Any:
    """Turn a value into dicts, tuples, numbers and texts."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        if hasattr(value, "_fields"):
            return {name: encode(part) for name, part in zip(value._fields, value, strict=True)}
        return tuple(map(encode, value))
    if isinstance(value, dict):
        return {name: encode(part) for name, part in value.items()}
    if isinstance(value, frozenset):
        return tuple(sorted(map(encode, value)))
    if is_dataclass(value):
        return {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    return value


def encode_event(event: Event) -> dict[str, Any]:
    """Give an event with its type."""
    return {"type": type(event).__name__, **_encode_fields(event)}


def encode_move(move: Any) -> dict[str, Any]:
    """Give a move with its type."""
    return {"type": type(move).__name__, **_encode_fields(move)}


def encode_observation(observation: Any) -> dict[str, Any]:
    """Give an observation, without what is the same in all observations of a game."""
    return _encode_fields(observation)


def encode_material(game: AnyGame) -> dict[str, Any]:
    """Give what a client needs to draw this game and that never changes; nothing for a game that does not say."""
    return {name: encode(value) for name, value in game.material().items()} if isinstance(game, Furnished) else {}


def encode_scene(game: AnyGame, observation: Any) -> dict[str, Any]:
    """Give what follows from a spectator's observation but would take the rules to work out."""
    if not isinstance(game, Furnished):
        return {}
    return {name: encode(value) for name, value in game.scene(observation).items()}


def encode_options(game_class: GameClass) -> list[dict[str, Any]]:
    """Describe every option of a game: its kind, what values there are, its default as text, one sentence."""
    defaults = {field.name: field.default for field in fields(game_class.options_type)}
    return [
        {
            "name": name,
            "kind": spec.kind,
            "choices": spec.choices,
            "least": spec.least,
            "most": spec.most,
            "default": spec.format(defaults[name]),
            "help": spec.help,
        }
        for name, spec in game_class.options_type.specs().items()
    ]


def _encode_fields(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    return {
        name: encode(getattr(value, name)) if needs_care else getattr(value, name)
        for name, needs_care in _list_fields(kind)
    }


@cache
def _list_fields(kind: Any) -> tuple[tuple[str, bool], ...]:
    """Name the fields of a dataclass, and say whether their values need a closer look; most are plain already."""
    hints = get_type_hints(kind)
    return tuple((entry.name, _needs_care(hints[entry.name])) for entry in fields(kind) if entry.metadata != CONSTANT)


def _needs_care(hint: Any) -> bool:
    if isinstance(hint, type) and (issubclass(hint, Enum) or is_dataclass(hint) or hasattr(hint, "_fields")):
        return True
    return any(_needs_care(part) for part in get_args(hint))
