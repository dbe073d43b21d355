"""Observations, events, moves and options as plain data for JSON. The server makes messages of them.

Dataclasses and named tuples become objects, tuples stay arrays, CHANCE is the word `chance`. Events and moves carry
their `type`; type and fields are the key and the arguments of a message in any language. An observation or a move that
has no fields is an object with a `value`.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any, get_args, get_origin, get_type_hints

from ludotheque.core.game import CONSTANT, AnyGame, Event, HasClientData
from ludotheque.core.registry import GameClass


def encode(value: Any) -> Any:
    """Encode a value as dicts, tuples, numbers and strings."""
    kind: Any = type(value)
    return _find_encoder(kind)(value)


def encode_event(event: Event) -> dict[str, Any]:
    """Encode an event, with its type."""
    return {"type": type(event).__name__, **_encode_fields(event)}


def encode_move(move: Any) -> dict[str, Any]:
    """Encode a move, with its type."""
    return {"type": type(move).__name__, **_encode_object(move)}


def encode_observation(observation: Any) -> dict[str, Any]:
    """Encode an observation, without the fields that are constant over a game."""
    return _encode_object(observation)


def encode_material(game: AnyGame) -> dict[str, Any]:
    """Encode the game's material (see HasClientData); nothing for a game that has none."""
    return _encode_fields(game.material()) if isinstance(game, HasClientData) else {}


def encode_scene(game: AnyGame, observation: Any) -> dict[str, Any]:
    """Encode the game's scene (see HasClientData) of a spectator's observation."""
    return _encode_fields(game.scene(observation)) if isinstance(game, HasClientData) else {}


def encode_options(game_class: GameClass) -> list[dict[str, Any]]:
    """Describe every option of a game: its kind, what values there are, its default as text, one sentence."""
    defaults = {field.name: field.default for field in fields(game_class.Options)}
    return [
        {
            "name": name,
            "kind": spec.kind,
            "choices": spec.choices,
            "least": spec.least,
            "most": spec.most,
            "default": spec.format(defaults[name]),
            "help": spec.help,
            "needs": spec.needs,
            "omit_default": spec.omit_default,
        }
        for name, spec in game_class.Options.specs().items()
    ]


# A server encodes the same few types all the time, so what depends on the type alone is cached.


@cache
def _find_encoder(kind: Any) -> Callable[[Any], Any]:
    if issubclass(kind, Enum):
        return attrgetter("value")
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _encode_fields
    if issubclass(kind, tuple | list):
        return lambda value: tuple(map(encode, value))
    if issubclass(kind, dict):
        return lambda value: {name: encode(part) for name, part in value.items()}
    if issubclass(kind, frozenset):
        return lambda value: tuple(sorted(map(encode, value)))
    return lambda value: value


def _encode_object(value: Any) -> dict[str, Any]:
    """Encode a value as an object. A game may have numbers for moves, or anything else without fields for a state."""
    kind: Any = type(value)
    encoder = _find_encoder(kind)
    return _encode_fields(value) if encoder is _encode_fields else {"value": encoder(value)}


def _encode_fields(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    names, read, careful = _plan(kind)
    told = dict(zip(names, read(value), strict=True))
    for name in careful:
        told[name] = encode(told[name])
    return told


@cache
def _plan(kind: Any) -> tuple[tuple[str, ...], Callable[[Any], Iterable[Any]], tuple[str, ...]]:
    """Return the fields of a type, a getter for them, and those whose values need encoding; most are plain already."""
    hints = get_type_hints(kind)
    names = list_fields(kind)
    read: Any = iter
    if is_dataclass(kind):
        read = attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]
    return names, read, tuple(name for name in names if name not in hints or _needs_care(hints[name]))


def list_fields(kind: Any) -> tuple[str, ...]:
    """Name the fields of a dataclass or named tuple that are sent."""
    if is_dataclass(kind):
        return tuple(entry.name for entry in fields(kind) if entry.metadata != CONSTANT)
    names: tuple[str, ...] = kind._fields
    return names


def _needs_care(hint: Any) -> bool:
    if get_origin(hint) is frozenset:
        return True
    if isinstance(hint, type) and (issubclass(hint, Enum) or is_dataclass(hint) or hasattr(hint, "_fields")):
        return True
    return any(_needs_care(part) for part in get_args(hint))
