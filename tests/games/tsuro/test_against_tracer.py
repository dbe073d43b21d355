"""The product's paths and legal moves against the tracer's, on tens of thousands of random positions."""

from random import Random

import pytest

from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.tsuro import Tsuro
from ludotheque.games.tsuro.events import MarkersCollided
from ludotheque.games.tsuro.state import OUT, UNPLACED, PlayTile, State
from ludotheque.games.tsuro.tiles import ORIENTATIONS, Pairing
from tests.games.tsuro.option_sets import OPTION_SETS
from tests.games.tsuro.positions import tsuro
from tests.games.tsuro.tracer import Point, Square, fate, point_of
from tests.lengths import length

pytestmark = pytest.mark.no_cover  # tens of thousands of plies take twice as long when their lines are counted

POSITIONS = length(800, 25_000)
"""For each of the option sets; a position is a state in which markers have just moved."""


def paper_square(game: Tsuro, square: int) -> Square:
    name = game.setup.board.format_square(square)
    return "abcdefg".index(name[0]), int(name[1]) - 1


def paper_point(game: Tsuro, spot: int) -> Point:
    return point_of(paper_square(game, spot // 8), spot % 8)


def paper_tiles(game: Tsuro, squares: tuple[Pairing | None, ...]) -> dict[Square, list[tuple[int, int]]]:
    return {
        paper_square(game, square): [(port, other) for port, other in enumerate(tile) if port < other]
        for square, tile in enumerate(squares)
        if tile is not None
    }


def starts_of(game: Tsuro, state: State) -> dict[int, Point]:
    """Where each marker that has chosen a port started."""
    return {
        marker: paper_point(game, start)
        for marker, start in enumerate(state.starts)
        if start != UNPLACED and marker not in state.undecided
    }


def check_markers(game: Tsuro, state: State) -> None:
    """Each marker stands, or went out, where the tracer says."""
    tiles, size = paper_tiles(game, state.squares), game.setup.board.size
    starts = starts_of(game, state)
    standing = []
    for marker, start in starts.items():
        others = [point for other, point in starts.items() if other != marker]
        kind, end = fate(start, others, tiles, size)
        if state.spots[marker] == OUT:
            assert kind != "stands"
        else:
            assert (kind, end) == ("stands", paper_point(game, state.spots[marker]))
            standing.append(end)
    assert len(set(standing)) == len(standing), "two markers never stand on the same point"


def check_legal_plays(game: Tsuro, state: State) -> None:
    """The legal plays are those that the tracer lets the active player survive, or all if there are none."""
    marker, size = state.turn, game.setup.board.size
    starts = starts_of(game, state)
    front = paper_square(game, state.spots[marker] // 8)
    before = paper_tiles(game, state.squares)
    others = [point for other, point in starts.items() if other != marker]
    everything, safe = [], []
    for tile in sorted(set(state.hands[marker])):
        for turns, pairing in enumerate(ORIENTATIONS[tile]):
            pairs = [(port, other) for port, other in enumerate(pairing) if port < other]
            kind, _ = fate(starts[marker], others, before | {front: pairs}, size)
            everything.append(PlayTile(tile, turns))
            if kind == "stands" or (kind == "collided" and game.options.suicide_covers == "edge"):
                safe.append(PlayTile(tile, turns))
    assert list(game.legal_moves(state)) == (safe or everything)


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda options: "-".join(map(str, options.values()))[:60])
def test_paths_and_legal_plays_agree_with_the_tracer(options: dict[str, object]) -> None:
    game = tsuro(**options)
    rng = Random(str(options))
    checked = 0
    while checked < POSITIONS:
        state = game.start()
        while (actor := game.actor(state)) is not None:
            move = pick(game, state, rng)
            after = game.apply(state, move)
            if actor is not CHANCE and after.laid is None and after.squares != state.squares:
                check_markers(game, after)
                checked += 1
                if not game.setup.starts_on_sides and after.reason is None and checked % 5 == 0:
                    check_legal_plays(game, _next_decision(game, after))
            state = after


def _next_decision(game: Tsuro, state: State) -> State:
    """Let chance and a bonus go by, to a state in which a tile is to be played."""
    while state.draws or state.pool:
        state = game.apply(state, game.legal_moves(state)[0])
    return state


def test_markers_collide_exactly_when_the_tile_joins_their_lines() -> None:
    """Geometry: a collision is two lines that a tile has made one, and nothing else is."""
    game = tsuro(players=8)
    rng, collisions = Random(8), 0
    for _ in range(150):
        state = game.start()
        while game.actor(state) is not None:
            move = pick(game, state, rng)
            after = game.apply(state, move)
            collided = {
                frozenset(event.markers)
                for event in game.events(state, move, after, None)
                if isinstance(event, MarkersCollided)
            }
            joined = set()
            if isinstance(move, PlayTile):
                tiles, starts = paper_tiles(game, after.squares), starts_of(game, after)
                alive = [marker for marker, spot in enumerate(state.spots) if spot >= 0]
                for marker in alive:
                    kind, end = fate(starts[marker], [p for m, p in starts.items() if m != marker], tiles, 6)
                    if kind == "collided":
                        joined.add(frozenset((marker, next(m for m, p in starts.items() if p == end))))
            assert collided == joined
            collisions += len(collided)
            state = after
    assert collisions > 100
