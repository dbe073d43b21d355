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


def tell_moves(game: AnyGame, state: Any, width: int) -> str:
    """List the legal moves by number, each with what it does if they are few."""
    moves = game.legal_moves(state)
    written = [game.format_move(state, move) for move in moves]
    if isinstance(game, Presented) and len(moves) <= 30:
        column = max(map(len, written))
        described = [game.describe_move(state, move) for move in moves]
        lines = [f"{i:>3}  {w:<{column}}  {d}" for i, (w, d) in enumerate(zip(written, described, strict=True), 1)]
    else:
        lines = _in_columns([f"{i:>3}  {w}" for i, w in enumerate(written, 1)], width)
    return "\n".join(lines)


def _in_columns(entries: Sequence[str], width: int) -> list[str]:
    """Lay entries out in columns, read downwards."""
    column = max(map(len, entries)) + 3
    columns = max(1, min(width, 120) // column)
    rows = -(-len(entries) // columns)
    return ["".join(f"{entry:<{column}}" for entry in entries[row::rows]).rstrip() for row in range(rows)]


def _list_fields(value: Any) -> list[tuple[str, str]]:
    if is_dataclass(value):
        return [(entry.name, repr(getattr(value, entry.name))) for entry in fields(value)]
    return [(name, repr(getattr(value, name))) for name in getattr(value, "_fields", ())]
