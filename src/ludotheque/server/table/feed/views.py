"""What a viewer may see of a match: positions, plies and legal moves, only through `observe` and `events` of the game.

These functions are pure. A viewer is a seat, or None for a spectator. Only the seat that decides gets moves in the
game's notation: to anybody else the notation of a hidden move would give it away.
"""

from collections.abc import MutableSequence, Sequence
from functools import cache
from random import Random
from typing import Any

from ludotheque.core.game import CHANCE, AnyGame, Event, Seat, foresee, format_moves
from ludotheque.core.match import Ply
from ludotheque.core.wire import encode_event, encode_move, encode_observation, encode_scene
from ludotheque.server.table.feed.messages import PlyView


def view_observation(game: AnyGame, state: Any, viewer: Seat | None) -> dict[str, Any]:
    """View a position as one viewer sees it."""
    return encode_observation(game.observe(state, viewer))


def view_scene(game: AnyGame, state: Any) -> dict[str, Any]:
    """View what follows from the position as everybody sees it, but would take the rules to work out."""
    return encode_scene(game, game.observe(state, None))


def view_plies(game: AnyGame, plies: Sequence[Ply[Any, Any]], viewer: Seat | None) -> list[PlyView]:
    """View what happened in some plies, as far as the viewer may know it."""
    return [view_ply(game, ply, viewer) for ply in plies]


def view_ply(game: AnyGame, ply: Ply[Any, Any], viewer: Seat | None) -> PlyView:
    """View what happened in a ply, as far as the viewer may know it."""
    return PlyView(
        ply.number,
        "chance" if ply.actor is CHANCE else ply.actor,
        [encode_event(event) for event in game.events(ply.before, ply.move, ply.after, viewer)],
    )


def view_moves(game: AnyGame, state: Any, seat: Seat, *, previews: bool) -> list[dict[str, Any]]:
    """List the legal moves of the seat that decides; with previews each with what it would do, before any chance.

    A game that PreviewsScenes has the scene that each would lead to as well. One that Foresees saves trying most of
    them. One that is Uncovering says after which events it is worth to look at more than one possible state.
    """
    moves = game.legal_moves(state)
    texts = format_moves(game, state, moves)
    views = [{"move": text, **encode_move(move)} for text, move in zip(texts, moves, strict=True)]
    if previews:
        observation = game.observe(state, seat)
        sample_world = cache(lambda: game.determinize(observation, _Rotating(0)))
        sample_worlds = cache(lambda: _sample_worlds(game, state, seat))
        uncovering: tuple[type[Event], ...] = getattr(game, "uncovering", (Event,))
        has_scenes: bool = getattr(game, "previews_scenes", False)
        for entry, move, foreseen in zip(views, moves, foresee(game, observation, moves), strict=True):
            events, after = foreseen, None
            if events is None:
                world = sample_world()
                after = game.apply(world, move)
                events = game.events(world, move, after, seat)
            if foreseen is None and any(isinstance(event, uncovering) for event in events):
                entry["events"] = _preview(game, sample_worlds(), move, seat)
            else:
                entry["events"] = list(map(encode_event, events))
            if has_scenes and (scene := _preview_scene(game, sample_worlds(), move, after)) is not None:
                entry["scene"] = scene
    return views


def _sample_worlds(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    """Sample different states that the seat cannot tell from the real one; only one if nothing is hidden from it.

    A move may uncover what is hidden, such as the hand of a player whom it puts out. Whoever plays the move may see
    that, but whoever only thinks about it may not; so previews are never made from the real state.

    Nor may a preview tell what is the same in these worlds by accident: it would be a guess that looks like knowledge.
    So two of them are as different as can be, turned round by half; a hand of one tile of five unseen ones would be the
    same in two worlds at random one time in five. The third is random, for what a half turn leaves as it is.
    """
    observation = game.observe(state, seat)
    worlds: list[Any] = []
    for rng in (_Rotating(0), _Rotating(1 / 2), Random(1)):  # noqa: S311 - no secret
        if (world := game.determinize(observation, rng)) not in worlds:
            worlds.append(world)
    return worlds


class _Rotating(Random):
    """Rotates a list instead of shuffling it, so that two different rotations deal everybody something else."""

    def __init__(self, part: float) -> None:
        super().__init__(1)
        self._part = part

    def shuffle(self, x: MutableSequence[Any]) -> None:
        cut = int(len(x) * self._part)
        x[:] = [*x[cut:], *x[:cut]]


def _preview(game: AnyGame, worlds: list[Any], move: Any, seat: Seat) -> list[dict[str, Any]]:
    """View what a move would do, as far as it is the same in all worlds."""
    first, *others = ([*game.events(world, move, game.apply(world, move), seat)] for world in worlds)
    return [encode_event(event) for event in first if all(event in events for events in others)]


def _preview_scene(game: AnyGame, worlds: list[Any], move: Any, after: Any | None) -> dict[str, Any] | None:
    """View the scene that a move would lead to; None unless it is the same in all worlds.

    `after` is what it leads to in the first world, if that is known already.
    """
    ends = [after] if after is not None else [game.apply(worlds[0], move)]
    ends += [game.apply(world, move) for world in worlds[1:]]
    first, *others = (view_scene(game, end) for end in ends)
    return first if all(scene == first for scene in others) else None
