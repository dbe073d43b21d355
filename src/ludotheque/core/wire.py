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
from typing import Any, TypeAlias, TypeGuard, get_args, get_origin, get_type_hints

from ludotheque.core.game import CONSTANT, AnyGame, Event, HasClientData
from ludotheque.core.registry import GameClass


def encode(value: Any) -> Any:
    """Encode a value as dicts, tuples, numbers and strings."""
    kind: Any = type(value)
    return _find_encoder(kind)(value)


def encode_event(event: Event) -> dict[str, Any]:
    """Encode an event, with its type."""
    return {"type": type(event).__name__, **_encode_object(event)}


def encode_move(move: Any) -> dict[str, Any]:
    """Encode a move, with its type."""
    return {"type": type(move).__name__, **_encode_object(move)}


def encode_observation(observation: Any) -> dict[str, Any]:
    """Encode an observation, without the fields that are constant over a game."""
    return _encode_object(observation)


def encode_material(game: AnyGame) -> dict[str, Any]:
    """Encode the game's material (see HasClientData); nothing for a game that has none."""
    return _encode_object(game.material()) if _has_client_data(game) else {}


def encode_scene(game: AnyGame, observation: Any) -> dict[str, Any]:
    """Encode the game's scene (see HasClientData) of a spectator's observation."""
    return _encode_object(game.scene(observation)) if _has_client_data(game) else {}


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


# A server encodes the same few types all the time, so what depends on the type alone is worked out once.

Encoder: TypeAlias = Callable[[Any], Any]


def _has_client_data(game: AnyGame) -> TypeGuard[HasClientData[Any]]:
    return _draws_for_clients(type(game))


@cache
def _draws_for_clients(kind: type[AnyGame]) -> bool:
    return issubclass(kind, HasClientData)


@cache
def _find_encoder(kind: Any) -> Encoder:
    if issubclass(kind, Enum):
        return attrgetter("value")
    if _has_fields(kind):
        return _make_object_encoder(kind)
    if issubclass(kind, tuple | list):
        return lambda value: tuple(map(encode, value))
    if issubclass(kind, dict):
        return lambda value: {name: encode(part) for name, part in value.items()}
    if issubclass(kind, frozenset):
        return lambda value: tuple(sorted(map(encode, value)))
    return lambda value: value


@cache
def _find_object_encoder(kind: Any) -> Encoder:
    """Find how a value becomes an object. Moves may be numbers, and states anything else that has no fields."""
    encoder = _find_encoder(kind)
    return encoder if _has_fields(kind) else lambda value: {"value": encoder(value)}


def _encode_object(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    told: dict[str, Any] = _find_object_encoder(kind)(value)
    return told


def _has_fields(kind: Any) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_fields")


def _make_object_encoder(kind: Any) -> Encoder:
    """Make an encoder of the fields of a type. Those that are plain already, as most are, are only copied."""
    hints = get_type_hints(kind)
    names = list_fields(kind)
    read: Callable[[Any], Iterable[Any]] = iter
    if is_dataclass(kind):
        read = attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]
    careful = [(name, _find_declared_encoder(hints.get(name))) for name in names if _needs_care(hints.get(name))]
    if not careful:
        return lambda value: dict(zip(names, read(value), strict=True))

    def encode_fields(value: Any) -> dict[str, Any]:
        told = dict(zip(names, read(value), strict=True))
        for name, encoder in careful:
            told[name] = encoder(told[name])
        return told

    return encode_fields


def _find_declared_encoder(hint: Any) -> Encoder:
    """Find an encoder for values of a declared type: it need not look at the parts of what is plain or all alike."""
    parts = {part for part in get_args(hint) if part is not Ellipsis}
    if len(parts) == 1 and get_origin(hint) in {tuple, frozenset}:
        part = parts.pop()
        arrange: Any = sorted if get_origin(hint) is frozenset else iter
        if not _needs_care(part):
            return lambda value: tuple(arrange(value))
        encoder = _find_declared_encoder(part)
        return lambda value: tuple(arrange(map(encoder, value)))
    return _find_encoder(hint) if isinstance(hint, type) and _has_fields(hint) else encode


def list_fields(kind: Any) -> tuple[str, ...]:
    """Name the fields of a dataclass or named tuple that are sent."""
    if is_dataclass(kind):
        return tuple(entry.name for entry in fields(kind) if entry.metadata != CONSTANT)
    names: tuple[str, ...] = kind._fields
    return names


def _needs_care(hint: Any) -> bool:
    if hint is None or get_origin(hint) is frozenset:
        return True
    if isinstance(hint, type) and (issubclass(hint, Enum) or _has_fields(hint)):
        return True
    return any(_needs_care(part) for part in get_args(hint))
