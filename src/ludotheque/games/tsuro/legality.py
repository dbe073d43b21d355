"""Which moves of Tsuro are legal. Their effects are in rules.py."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.paths import Squares, follow
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import (
    UNPLACED,
    ChoosePort,
    DrawTile,
    Move,
    PlaceMarker,
    PlayTile,
    State,
    SwapTiles,
)
from ludotheque.games.tsuro.tiles import ORIENTATIONS, PORTS, TILE_IDS

# Moves are created once: a playout needs millions.
_make_play = cache(PlayTile)
_make_placement = cache(PlaceMarker)
_DRAWS = {tile: DrawTile(tile) for tile in TILE_IDS}
_PLAYS = {
    tile: tuple(_make_play(tile, turns) for turns in range(len(orientations)))
    for tile, orientations in ORIENTATIONS.items()
}


def legal_moves(setup: Setup, state: State) -> Sequence[Move]:
    """List the legal moves in a fixed order.

    Placements by spot; plays by marker, tile, turns, port; ports ascending; swaps by how many tiles, then those given,
    then those taken; draws by tile.
    """
    if state.reason is not None:
        return ()
    if state.draws:
        return [_DRAWS[tile] for tile in dict.fromkeys(state.pile)]
    return _LEGAL[due(state)](setup, state)


def weights(state: State) -> list[int]:
    """How many copies of each tile are still in the pile, in the order of the legal draws."""
    pile = state.pile
    return [1] * len(pile) if len(set(pile)) == len(pile) else list(Counter(pile).values())


def due(state: State) -> type[Move]:
    """Return the type of the next move."""
    if state.draws:
        return DrawTile
    if state.choosers:
        return ChoosePort
    if state.pool:
        return SwapTiles
    if state.spots[-1] == UNPLACED:
        return PlaceMarker
    return PlayTile


def _legal_placements(setup: Setup, state: State) -> list[Move]:
    """2. A free start position."""
    return [_make_placement(spot) for spot in setup.start_spots if spot not in state.starts]


def legal_plays(setup: Setup, state: State) -> list[Move]:
    """3, 4. Any tile of the hand in any orientation, on the square before the marker, without eliminating oneself."""
    tiles = dict.fromkeys(state.hands[state.turn])
    if not setup.bans_edge:
        return list(_every_play(setup, state, tiles))
    spot = state.spots[state.turn]
    met = others_before(state, spot)
    trial = list(state.squares)
    safe: list[Move] = []
    everything: list[Move] = []
    for tile in tiles:
        everything += _PLAYS[tile]
        for play, pairing in zip(_PLAYS[tile], ORIENTATIONS[tile], strict=True):
            trial[spot >> 3] = pairing
            if not is_banned(setup, trial, spot, met):
                safe.append(play)
    return safe or everything


def _every_play(setup: Setup, state: State, tiles: dict[int, None]) -> Iterator[PlayTile]:
    """Kosmos: which marker, where there are two; which tile; and on a marker's first move, which port."""
    names_marker = setup.markers > setup.seats
    for marker in state.parts:
        ports = ports_of_side(state, marker) if marker in state.undecided else (None,)
        for tile in tiles:
            for turns in range(len(ORIENTATIONS[tile])):
                for port in ports:
                    yield _make_play(tile, turns, marker if names_marker else None, port)


def others_before(state: State, spot: int) -> list[int]:
    """Return the spots of the other markers that stand before the same square."""
    return [other for other in state.spots if other >> 3 == spot >> 3 and other != spot]


def is_banned(setup: Setup, squares: Squares, spot: int, met: list[int]) -> bool:
    """4. Whether a tile takes the active player's own marker off the board, or, as an option, into a collision."""
    end = follow(setup.board, squares, spot, met)
    return end == OFF or (setup.bans_collision and end in met)


def ports_of_side(state: State, marker: int) -> tuple[int, int]:
    """Kosmos: the two ports between which a marker stands that has not moved yet."""
    first = state.spots[marker] % PORTS
    return first, first + 1


def _legal_ports(_setup: Setup, state: State) -> list[Move]:
    """Kosmos 3. One of the two ports beside the marker."""
    return [ChoosePort(port) for port in ports_of_side(state, state.choosers[0])]


def legal_swaps(_setup: Setup, state: State) -> list[Move]:
    """8, like_for_like. Any number of tiles for as many; giving and taking an equal tile would be a smaller swap."""
    hand = state.hands[state.turn]
    swaps: list[Move] = []
    for count in range(len(hand) + 1):
        takes = list(dict.fromkeys(combinations(state.pool, count)))
        for give in dict.fromkeys(combinations(hand, count)):
            swaps += [SwapTiles(give, take) for take in takes if not set(give) & set(take)]
    return swaps


_LEGAL: dict[type[Move], Callable[[Setup, State], list[Move]]] = {
    PlaceMarker: _legal_placements,
    PlayTile: legal_plays,
    ChoosePort: _legal_ports,
    SwapTiles: legal_swaps,
}
