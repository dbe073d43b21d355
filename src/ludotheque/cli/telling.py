"""What a viewer is told of a game: in the game's own words or, where it has none, events and observations as data."""

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from ludotheque.core.game import AnyGame, Event, Presented


def tell_event(game: AnyGame, event: Event, names: Sequence[str]) -> str:
    """Say what happened in one line; empty if it is not worth one."""
    if isinstance(game, Presented):
        return " ".join(game.describe_event(event, names).split())
    words = " ".join(re.findall("[A-Z]+[^A-Z]*|^[^A-Z]+", type(event).__name__)).capitalize()
    details = ", ".join(f"{name} {value}" for name, value in _list_fields(event))
    return f"{words}: {details}." if details else f"{words}."


def tell_board(game: AnyGame, observation: Any, *, colour: bool) -> str:
    """Show an observation."""
    if isinstance(game, Presented):
        return game.text(observation, colour=colour)
    return "\n".join(f"{name}: {value}" for name, value in _list_fields(observation)) or repr(observation)


def _list_fields(value: Any) -> list[tuple[str, str]]:
    if is_dataclass(value):
        return [(entry.name, repr(getattr(value, entry.name))) for entry in fields(value)]
    return [(name, repr(getattr(value, name))) for name in getattr(value, "_fields", ())]
