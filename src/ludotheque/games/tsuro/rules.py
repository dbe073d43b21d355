"""The rules of Tsuro, for reading: this is the authority on what follows from a move.

A turn runs through these decisions, each its own ply:

    PlayTile ─→ ChoosePort* ─→ SwapTiles? ─→ DrawTile* ─→ the next turn
    (active)    (Kosmos)       (bonus)       (CHANCE)

Before the first turn chance deals, then markers are placed. Numbers in comments are those of the rules in
docs/rules/tsuro.md. Which moves are legal is in legality.py, following paths in paths.py, drawing and the dragon in
pile.py.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from ludotheque.core.errors import GameIsOver, IllegalMove
from ludotheque.core.game import CHANCE, Actor, Outcome, Seat
from ludotheque.core.inputs import is_whole
from ludotheque.core.tuples import put, remove
from ludotheque.games.tsuro.editions import HAND
from ludotheque.games.tsuro.legality import due, is_banned, legal_plays, legal_swaps, others_before, ports_of_side
from ludotheque.games.tsuro.paths import move_markers
from ludotheque.games.tsuro.pile import begin_drawing, draw, is_in, pass_dragon_on
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import (
    OUT,
    UNPLACED,
    ChoosePort,
    DrawTile,
    Move,
    PlaceMarker,
    PlayTile,
    State,
    SwapTiles,
)
from ludotheque.games.tsuro.tiles import ORIENTATIONS


def start(setup: Setup) -> State:
    """The state before the deal: three tiles each, drawn in seat order."""
    return State(
        squares=(None,) * setup.board.squares,
        spots=(UNPLACED,) * setup.markers,
        starts=(UNPLACED,) * setup.markers,
        undecided=(),
        out_at=(0,) * setup.markers,
        hands=((),) * setup.seats,
        pile=setup.tiles,
        dragon=None,
        turn=0,
        parts=(),
        laid=None,
        choosers=(),
        pool=(),
        draws=tuple(seat for seat in range(setup.seats) for _ in range(HAND)),
        reason=None,
    )


def actor(setup: Setup, state: State) -> Actor | None:
    """Who decides now."""
    if state.reason is not None:
        return None
    if state.draws:
        return CHANCE
    if state.choosers:
        return state.choosers[0] % setup.seats
    return state.turn


def apply(setup: Setup, state: State, move: Move) -> State:
    """Return the state after the actor's move. Raises IllegalMove, saying why."""
    if state.reason is not None:
        raise GameIsOver("The game is over; no move can be played any more.")
    kind = due(state)
    if type(move) is not kind:
        raise IllegalMove(f"Now {_DUTIES[kind]}; {move!r} is something else.")
    return _APPLY[kind](setup, state, move)


_DUTIES: dict[type[Move], str] = {
    DrawTile: "chance draws a tile",
    PlaceMarker: "a marker is to be placed",
    PlayTile: "a tile is to be played",
    ChoosePort: "the owner of a marker is to choose its port",
    SwapTiles: "the elimination bonus is to be taken or left",
}


def _draw_tile(setup: Setup, state: State, move: DrawTile) -> State:
    if not is_whole(move.tile) or move.tile not in state.pile:
        raise IllegalMove(f"Tile {move.tile} is not in the pile.")
    state = draw(setup, state, move.tile)
    if state.draws or state.spots[-1] == UNPLACED:
        return state
    return _advance(setup, state)


def _place_marker(setup: Setup, state: State, move: PlaceMarker) -> State:
    """2. In seat order each on a free start position; all markers before any tile."""
    if not is_whole(move.spot) or move.spot not in setup.start_spots:
        kind = "the middle of an outer side" if setup.starts_on_sides else "a notch on the rim"
        raise IllegalMove(f"Spot {move.spot} is no start position; it must be {kind}.")
    if move.spot in state.starts:
        raise IllegalMove(f"There is a marker at {setup.board.format_spot(move.spot)} already; take a free position.")
    marker = state.spots.index(UNPLACED)
    state = state._replace(
        spots=put(state.spots, marker, move.spot),
        starts=put(state.starts, marker, move.spot),
        undecided=(*state.undecided, marker) if setup.starts_on_sides else (),
        turn=(marker + 1) % setup.seats,
    )
    if marker < setup.markers - 1:
        return state
    return state._replace(turn=0, parts=setup.markers_of[0])


def _play_tile(setup: Setup, state: State, move: PlayTile) -> State:
    """3. Lay the tile; markers that have not moved yet choose a port; then everything moves."""
    marker = _find_marker(setup, state, move)
    _check_play(state, move, marker)
    spot = state.spots[marker]
    square = spot >> 3
    squares = put(state.squares, square, ORIENTATIONS[move.tile][move.turns])
    if (
        setup.bans_edge
        and is_banned(setup, squares, spot, others_before(state, spot))
        and move not in legal_plays(setup, state)
    ):
        raise IllegalMove("You may not eliminate yourself while another tile or orientation keeps you in.")
    state = state._replace(
        squares=squares,
        hands=put(state.hands, state.turn, remove(state.hands[state.turn], move.tile)),
        parts=tuple([other for other in state.parts if other != marker]),
        laid=square,
    )
    if not setup.starts_on_sides:
        return _settle(setup, state)
    if move.port is not None:
        state = _set_port(state, marker, move.port)
    # Kosmos 3: owner_chooses. In seat order from the active player; a player's own other marker comes first.
    # Only positions set up by hand have several.
    reached = [other for other in state.undecided if state.spots[other] >> 3 == square]
    reached.sort(key=lambda other: ((other - state.turn) % setup.seats, other))
    state = state._replace(choosers=tuple(reached))
    return state if reached else _settle(setup, state)


def _find_marker(setup: Setup, state: State, move: PlayTile) -> int:
    if setup.markers == setup.seats:
        if move.marker is not None:
            raise IllegalMove("Every player has one marker here; a move does not name one.")
        return state.turn
    if not is_whole(move.marker) or move.marker not in state.parts:
        raise IllegalMove(f"Marker {move.marker} has no part in this turn; one of {state.parts} is to be played.")
    return move.marker


def _check_play(state: State, move: PlayTile, marker: int) -> None:
    hand = state.hands[state.turn]
    if not is_whole(move.tile) or move.tile not in hand:
        raise IllegalMove(f"Tile {move.tile} is not in the hand; it holds {', '.join(map(str, hand))}.")
    orientations = ORIENTATIONS[move.tile]
    if not is_whole(move.turns) or not 0 <= move.turns < len(orientations):
        raise IllegalMove(
            f"Tile {move.tile} has {len(orientations)} orientations that look different: "
            f"turns must be from 0 to {len(orientations) - 1}, not {move.turns}."
        )
    ports = ports_of_side(state, marker) if marker in state.undecided else (None,)
    if not is_whole(move.port or 0) or move.port not in ports:
        raise IllegalMove(
            f"This is the marker's first move: it enters by one of the ports {ports}, not {move.port}."
            if marker in state.undecided
            else "Only a marker that has not moved yet chooses a port."
        )


def _choose_port(setup: Setup, state: State, move: ChoosePort) -> State:
    marker = state.choosers[0]
    ports = ports_of_side(state, marker)
    if not is_whole(move.port) or move.port not in ports:
        raise IllegalMove(f"The marker stands between ports {ports[0]} and {ports[1]}; {move.port} is neither.")
    state = _set_port(state, marker, move.port)._replace(choosers=state.choosers[1:])
    return state if state.choosers else _settle(setup, state)


def _set_port(state: State, marker: int, port: int) -> State:
    spot = state.spots[marker] & ~7 | port
    return state._replace(
        spots=put(state.spots, marker, spot),
        starts=put(state.starts, marker, spot),
        undecided=tuple(other for other in state.undecided if other != marker),
    )


def _settle(setup: Setup, state: State) -> State:
    """5, 6. All markers before the laid tile move at once; those that leave the board or collide are out."""
    moved = move_markers(setup.board, state.squares, state.spots, state.laid)
    spots, out_at = list(state.spots), list(state.out_at)
    for marker, end in moved.items():
        spots[marker] = end
        if end == OUT:
            out_at[marker] = len(state.squares) - state.squares.count(None)
    after = state._replace(spots=tuple(spots), out_at=tuple(out_at), laid=None)
    if after.out_at == state.out_at:
        return _draw_tiles(setup, after, someone_out=False)
    losers = {marker % setup.seats for marker, end in moved.items() if end == OUT}
    return _put_out(setup, after, {seat for seat in losers if not is_in(setup, after, seat)})


def _put_out(setup: Setup, state: State, seats: set[Seat]) -> State:
    """6, 11. Return the hands and pass on the dragon of players put out by this tile; check for the end of the game."""
    pool: tuple[int, ...] = ()
    if setup.returns_hands:
        pool = tuple(sorted(tile for seat in seats for tile in state.hands[seat]))
        state = state._replace(
            hands=tuple(() if seat in seats else hand for seat, hand in enumerate(state.hands)),
        )
    still_in = [seat for seat in range(setup.seats) if is_in(setup, state, seat)]
    if len(still_in) <= 1:
        return state._replace(pile=_merge(state.pile, pool), reason="last_marker" if still_in else "all_out")
    state = pass_dragon_on(setup, state, seats)
    if setup.has_bonus and state.turn in still_in and pool and state.hands[state.turn]:
        return state._replace(pool=pool)
    return _draw_tiles(setup, state._replace(pile=_merge(state.pile, pool)), someone_out=bool(seats))


def _swap_tiles(setup: Setup, state: State, move: SwapTiles) -> State:
    """8. Exchange, then shuffle what is left into the pile."""
    if not _is_swap(move) or move not in legal_swaps(setup, state):
        raise IllegalMove(
            f"A swap gives some of {state.hands[state.turn]} for as many others of {state.pool}, both ascending."
        )
    hand = Counter(state.hands[state.turn])
    hand.subtract(move.give)
    hand.update(move.take)
    pool = Counter(state.pool)
    pool.subtract(move.take)
    pool.update(move.give)
    state = state._replace(
        hands=put(state.hands, state.turn, tuple(sorted(hand.elements()))),
        pile=_merge(state.pile, tuple(pool.elements())),
        pool=(),
    )
    return _draw_tiles(setup, state, someone_out=True)


def _is_swap(move: SwapTiles) -> bool:
    return all(type(tiles) is tuple and all(map(is_whole, tiles)) for tiles in (move.give, move.take))


def _draw_tiles(setup: Setup, state: State, *, someone_out: bool) -> State:
    """7. Draw, if anybody can; otherwise go on."""
    state = begin_drawing(setup, state, someone_out=someone_out)
    return state if state.draws else _advance(setup, state)


def _advance(setup: Setup, state: State) -> State:
    """10, 11. Pass the turn to the next part or player with tiles; if nobody has one, the game is over."""
    parts = tuple([marker for marker in state.parts if state.spots[marker] >= 0])
    if parts and state.hands[state.turn]:
        return state._replace(parts=parts)
    for seat in setup.clockwise[(state.turn + 1) % setup.seats]:
        parts = tuple([marker for marker in setup.markers_of[seat] if state.spots[marker] >= 0])
        if parts and state.hands[seat]:
            return state._replace(turn=seat, parts=parts)
    return state._replace(parts=(), reason="no_tiles")


def _merge(pile: tuple[int, ...], tiles: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(pile + tiles))


_APPLY: dict[type[Move], Callable[[Setup, State, Any], State]] = {
    DrawTile: _draw_tile,
    PlaceMarker: _place_marker,
    PlayTile: _play_tile,
    ChoosePort: _choose_port,
    SwapTiles: _swap_tiles,
}


def outcome(setup: Setup, state: State) -> Outcome | None:
    """12. Players rank by how long they lasted; those put out by the same tile share a rank."""
    if state.reason is None:
        return None
    lasted = [
        max(state.out_at[marker] or setup.board.squares + 1 for marker in markers) for markers in setup.markers_of
    ]
    return Outcome(tuple(1 + sum(other > mine for other in lasted) for mine in lasted), state.reason)
