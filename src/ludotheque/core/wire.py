"""Observations, events, moves and options as plain data for JSON. The server makes messages of them.

    dataclass, named tuple          an object of its fields
    tuple, list                     an array
    frozenset, set                  an array in ascending order
    mapping                         an object; its keys are texts, whole numbers, or members of an Enum of these
    member of an Enum               its value; CHANCE is the word `chance`
    None, bool, int, float, str     as they are

Nothing else can be sent, and the laws of `ludotheque.testing` check that a game sends nothing else. Events and moves
carry their `type`; type and fields are the key and the arguments of a message in any language. An observation or a move
that has no fields is an object with a `value`.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeGuard, Union, get_args, get_origin, get_type_hints

from ludotheque.core.game import CONSTANT, AnyGame, Event, HasClientData
from ludotheque.core.registry import GameClass

_RESERVED = frozenset({"type"})
_RESERVED_IN_MOVES = frozenset({"type", "move", "events", "scene"})
"""What messages say of an event or a move beside its fields; no field can have these names."""


def encode(value: Any) -> Any:
    """Encode a value as dicts, tuples, numbers and strings. Raises TypeError for what cannot be sent."""
    kind: Any = type(value)
    return _find_encoder(kind)(value)


def encode_event(event: Event) -> dict[str, Any]:
    """Encode an event, with its type."""
    kind: Any = type(event)
    told: dict[str, Any] = _find_event_encoder(kind)(event)
    return told


def encode_move(move: Any) -> dict[str, Any]:
    """Encode a move, with its type."""
    kind: Any = type(move)
    told: dict[str, Any] = _find_move_encoder(kind)(move)
    return told


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
        return lambda value: encode(value.value)
    if _has_fields(kind):
        return _make_object_encoder(kind)
    if issubclass(kind, tuple | list):
        return lambda value: tuple(map(encode, value))
    if issubclass(kind, Mapping):
        return lambda value: {_encode_key(name): encode(part) for name, part in value.items()}
    if issubclass(kind, AbstractSet):
        return lambda value: tuple(_arrange(map(encode, value)))
    if kind in _PLAIN:
        return lambda value: value
    for plain in (int, float, str):
        if issubclass(kind, plain):  # such as a class of one's own for squares: only its value is sent
            return plain
    raise TypeError(
        f"{_name(kind)} cannot be sent. Observations, moves and events are made of dataclasses, named tuples, tuples, "
        "frozensets, mappings, enums, numbers, texts and None."
    )


def _encode_key(key: Any) -> str | int:
    told = encode(key)
    if isinstance(told, str | int):
        return told
    raise TypeError(f"{key!r} cannot be the key of a mapping that is sent. Texts, whole numbers and enums of them can.")


def _arrange(parts: Iterable[Any]) -> list[Any]:
    """Put the parts of a set in an order that depends on nothing but them: ascending, if they can be compared."""
    listed = list(parts)
    try:
        return sorted(listed)
    except TypeError:
        return sorted(listed, key=lambda part: json.dumps(part, sort_keys=True))


@cache
def _find_object_encoder(kind: Any) -> Encoder:
    """Find how a value becomes an object. Moves may be numbers, and states anything else that has no fields."""
    encoder = _find_encoder(kind)
    return encoder if _has_fields(kind) else lambda value: {"value": encoder(value)}


@cache
def _find_event_encoder(kind: Any) -> Encoder:
    return _make_tagged_encoder(kind, _RESERVED)


@cache
def _find_move_encoder(kind: Any) -> Encoder:
    return _make_tagged_encoder(kind, _RESERVED_IN_MOVES)


def _make_tagged_encoder(kind: Any, reserved: frozenset[str]) -> Encoder:
    """Make an encoder that adds the type."""
    name = kind.__name__
    if not _has_fields(kind):
        encoder = _find_encoder(kind)
        return lambda value: {"type": name, "value": encoder(value)}
    if taken := sorted(reserved.intersection(list_fields(kind))):
        raise TypeError(f"{_name(kind)} has a field {taken[0]!r}, which messages use for something else. Rename it.")
    return _make_object_encoder(kind, type=name)


def _name(kind: Any) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _encode_object(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    told: dict[str, Any] = _find_object_encoder(kind)(value)
    return told


def _has_fields(kind: Any) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_fields")


def _make_object_encoder(kind: Any, **constants: str) -> Encoder:
    """Make an encoder of the fields of a type, and of what every value of it has beside them.

    It is written as source and compiled, as the `__init__` of a dataclass is: a loop over the fields would take three
    times as long, and a move has dozens of objects. Fields that are plain already, as most are, are only copied.
    """
    hints = _read_hints(kind)
    encoders: dict[str, Encoder] = {}
    entries = [f"{name!r}: {constant!r}" for name, constant in constants.items()]
    for name in list_fields(kind):
        if _is_plain(hints.get(name)):
            entries.append(f"{name!r}: value.{name}")
        else:
            encoders[f"encode_{name}"] = _find_declared_encoder(hints.get(name))
            entries.append(f"{name!r}: encode_{name}(value.{name})")
    encoder: Encoder = eval(f"lambda value: {{{', '.join(entries)}}}", encoders)  # noqa: S307 - names of fields and types only
    return encoder


def _find_declared_encoder(hint: Any) -> Encoder:
    """Find an encoder for values of a declared type: it need not look at the parts of what is plain or all alike."""
    parts = {part for part in get_args(hint) if part is not Ellipsis}
    if len(parts) == 1 and get_origin(hint) in {tuple, frozenset}:
        part = parts.pop()
        arrange: Any = _arrange if get_origin(hint) is frozenset else iter
        if _is_plain(part):
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


def _read_hints(kind: Any) -> dict[str, Any]:
    """Read the types of fields; none if one is not known at run time, such as one imported under TYPE_CHECKING."""
    try:
        return get_type_hints(kind)
    except Exception:  # noqa: BLE001 - a type may be any expression
        return {}


_PLAIN = frozenset({NoneType, bool, int, float, str})


def _is_plain(hint: Any) -> bool:
    """Whether values of this type are JSON already, through and through."""
    if isinstance(hint, type) and hint in _PLAIN:
        return True
    origin, parts = get_origin(hint), [part for part in get_args(hint) if part is not Ellipsis]
    if origin is Annotated:
        return _is_plain(parts[0])
    if origin is Literal:
        return all(type(part) in _PLAIN for part in parts)
    if origin is dict:
        return parts[0] in {str, int} and _is_plain(parts[1])
    return origin in {tuple, Union, UnionType} and all(map(_is_plain, parts))
