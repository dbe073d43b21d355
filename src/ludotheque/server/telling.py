"""What a viewer is told of a match: positions, plies and legal moves, through the two doors of the game and no other.

These functions are pure. A viewer is a seat, or None for a spectator. Only the seat that decides gets moves in the
game's notation: to anybody else the notation of a hidden move would give it away.
"""

from collections.abc import Sequence
from typing import Any

from ludotheque.core.game import CHANCE, AnyGame, Seat
from ludotheque.core.match import Ply
from ludotheque.core.wire import encode_event, encode_move, encode_observation, encode_scene
from ludotheque.server.messages import PlyView


def tell_observation(game: AnyGame, state: Any, viewer: Seat | None) -> dict[str, Any]:
    """Give what the viewer sees."""
    return encode_observation(game.observe(state, viewer))


def tell_scene(game: AnyGame, state: Any) -> dict[str, Any]:
    """Give what follows from the position as everybody sees it, but would take the rules to work out."""
    return encode_scene(game, game.observe(state, None))


def tell_plies(game: AnyGame, plies: Sequence[Ply[Any, Any]], viewer: Seat | None) -> list[PlyView]:
    """Give what happened in some plies, as the viewer may know it."""
    return [
        PlyView(
            ply.number,
            "chance" if ply.actor is CHANCE else ply.actor,
            [encode_event(event) for event in game.events(ply.before, ply.move, ply.after, viewer)],
        )
        for ply in plies
    ]


def tell_moves(game: AnyGame, state: Any, seat: Seat, *, previews: bool) -> list[dict[str, Any]]:
    """List the legal moves of the seat that decides; with previews each with what it would do, before any chance."""
    told = []
    for move in game.legal_moves(state):
        entry = {"move": game.format_move(state, move), **encode_move(move)}
        if previews:
            events = game.events(state, move, game.apply(state, move), seat)
            entry["events"] = [encode_event(event) for event in events]
        told.append(entry)
    return told
