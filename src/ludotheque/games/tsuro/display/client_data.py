"""What a client needs to draw and to explain Tsuro without knowing its rules: tiles and board, targets and paths."""

from dataclasses import dataclass

from ludotheque.games.tsuro.observation import Observation
from ludotheque.games.tsuro.paths import find_end, find_exits, trails
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.tiles import ORIENTATIONS, PORTS, Pairing


@dataclass(frozen=True, slots=True)
class Material:
    """What never changes: the tiles, the board, and what the options come to."""

    size: int
    """How many squares the board has on a side."""
    markers: int
    """All markers; marker m belongs to seat m % seats."""
    start_spots: tuple[int, ...]
    """Where markers may start, ascending."""
    starts_on_sides: bool
    """Whether markers start in the middle of a side and choose a port later; otherwise on a notch, which is a port."""
    has_dragon: bool
    tiles: dict[str, tuple[Pairing, ...]]
    """For each tile: its orientations that look different. In each, for each port: where the path from it leads to."""
    markers_each: int
    """How many markers a player has."""
    has_bonus: bool
    """Whether you may swap tiles with those whom you put out."""
    passes_pile: bool
    """Whether the pile lies before the player whose turn it is."""
    bans_edge: bool
    """Whether you may not send your own marker over the edge, unless everything you could play eliminates you."""
    bans_collision: bool
    """Whether that holds for collisions, too."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What follows from a position."""

    targets: tuple[int | None, ...]
    """For each marker: the square in front of it; null for one that is not on the board."""
    trails: dict[str, int]
    """For each spot at which a tile was entered or left by a marker: that marker."""
    ends: tuple[int | None, ...]
    """For each marker that is out: the spot where its path ended; null for all others."""
    exits: dict[str, int]
    """Where an empty square borders on a tile or the edge: for each spot there, where the way on leads, or OUT."""


def material(setup: Setup) -> Material:
    """Give what never changes."""
    return Material(
        size=setup.board.size,
        markers=setup.markers,
        start_spots=setup.start_spots,
        starts_on_sides=setup.starts_on_sides,
        has_dragon=setup.has_dragon,
        tiles={str(tile): ORIENTATIONS[tile] for tile in sorted(set(setup.tiles))},
        markers_each=len(setup.markers_of[0]),
        has_bonus=setup.has_bonus,
        passes_pile=setup.options.pass_the_pile,
        bans_edge=setup.bans_edge,
        bans_collision=setup.bans_collision,
    )


def scene(setup: Setup, observation: Observation) -> Scene:
    """Give what follows from an observation."""
    squares = [None if laid is None else ORIENTATIONS[laid[0]][laid[1]] for laid in observation.squares]
    starts = observation.starts
    return Scene(
        targets=tuple(spot // PORTS if spot >= 0 else None for spot in observation.spots),
        trails={str(spot): marker for spot, marker in trails(setup.board, squares, starts).items()},
        ends=tuple(
            None if starts[marker] < 0 or spot >= 0 else find_end(setup.board, squares, starts, marker)
            for marker, spot in enumerate(observation.spots)
        ),
        exits={str(spot): end for spot, end in find_exits(setup.board, squares).items()},
    )
