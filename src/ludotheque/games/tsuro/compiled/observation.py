"""What one seat may know of a packed game: the compiled counterpart of ../observation.py."""

from typing import Any

import numpy as np

from ludotheque.compiled.kernel import below
from ludotheque.compiled.memory import copy_field, load_word, split_word, store_word
from ludotheque.compiled.parts import part
from ludotheque.games.tsuro.compiled.encoding import CHOOSE, DRAW, MOST_POOL, OBSERVATION, SEATS
from ludotheque.games.tsuro.compiled.pile import add_to_pile, insert, take_from_pile
from ludotheque.games.tsuro.editions import HAND

_AT = {name: field[1] for name, field in (OBSERVATION.fields or {}).items()}
_DUE, _HAND, _POOL, _HELD, _UNSEEN = (_AT[name] for name in ("due", "hand", "pool", "held", "unseen"))
_SPOTS, _STARTS, _UNDECIDED, _OUT_AT = (_AT[name] for name in ("spot_squares", "start_squares", "undecided", "out_at"))
_SQUARES = _AT["squares"]
_PORT_BITS = 3
"""How many bits of a spot are the port; the square is above them."""


def _order_markers() -> Any:
    """List who is where in an observation: for seats, whether there are second markers, viewer and slot, the marker.

    Seats and markers that the game does not have keep their slots.
    """
    order = np.empty((SEATS + 1, 2, SEATS, SEATS), np.uint8)
    order[:] = range(SEATS)
    for seats in range(2, SEATS + 1):
        for viewer in range(seats):
            clockwise = [(viewer + step) % seats for step in range(seats)]
            order[seats, :, viewer, :seats] = clockwise
            if 2 * seats <= SEATS:
                order[seats, 1, viewer, seats : 2 * seats] = [seats + seat for seat in clockwise]
    return order


_ORDER = _order_markers()
_SLOT = np.argsort(_ORDER, axis=-1).astype(np.uint8)
"""The inverse: for each marker, or seat, its slot."""


def _plan_moves() -> Any:
    """Say how a word of markers, a byte each, gets into the order of slots; found like _ORDER.

    Those from the viewer on go down, those before go up, each by the same way: two shifts, and which bytes to take
    from either and which from the word itself.
    """
    moves = np.zeros((SEATS + 1, 2, SEATS, 5), np.int64)
    for seats, second, viewer in np.ndindex(*moves.shape[:-1]):
        if viewer < seats:
            way = _ORDER[seats, second, viewer].astype(int) - range(SEATS)
            taken = [np.where(which, -1, 0).astype(np.int8).view(np.int64) for which in (way > 0, way < 0, way == 0)]
            moves[seats, second, viewer] = [8 * viewer, 8 * (seats - viewer) % 64, *np.concatenate(taken)]
    return moves


_MOVES = _plan_moves()
_SPREAD = np.unpackbits(np.arange(2**SEATS, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.int64).ravel()
"""For up to eight bits: a word that has each in a byte."""


@part(forceinline=True)
def observe(s: Any, viewer: Any, out: Any) -> None:
    """Write everything that the viewer may know, as OBSERVATION lays it out."""
    _write_options(s, out)
    _write_turn(s, viewer, out)
    _write_tiles(s, viewer, out)
    copy_field(out, _SQUARES, s.squares)
    _write_markers(s, viewer, out)


@part(forceinline=True)
def _write_options(s: Any, out: Any) -> None:
    out[0] = s.size
    out[1] = s.seats
    out[2] = s.markers
    out[3] = s.has_dragon
    out[4] = s.has_bonus
    out[5] = s.bans_edge
    out[6] = s.bans_collision
    out[7] = s.starts_on_sides
    out[8] = s.returns_hands


@part(forceinline=True)
def _write_turn(s: Any, viewer: Any, out: Any) -> None:
    out[_DUE] = s.due
    out[_DUE + 1] = _count_from(s, viewer, _decider(s))
    out[_DUE + 2] = _count_from(s, viewer, s.turn)
    out[_DUE + 3] = s.parts
    out[_DUE + 4] = s.laid
    out[_DUE + 5] = _count_from(s, viewer, s.chooser)
    out[_DUE + 6] = _count_from(s, viewer, s.drawer)
    out[_DUE + 7] = s.draws_left
    out[_DUE + 8] = _count_from(s, viewer, s.dragon)
    out[_DUE + 9] = s.reason
    out[_DUE + 10] = s.pile_size
    out[_DUE + 11] = s.pool_size


@part(forceinline=True)
def _decider(s: Any) -> Any:
    """Which seat decides; -1 is chance or nobody."""
    if s.due == CHOOSE:
        return s.chooser - s.seats if s.chooser >= s.seats else s.chooser
    return s.turn if s.due < DRAW else -1


@part(forceinline=True)
def _has_second(s: Any) -> Any:
    return 1 if s.markers > s.seats else 0


@part(forceinline=True)
def _count_from(s: Any, viewer: Any, marker: Any) -> Any:
    """Number a seat, or a marker, as seen by the viewer; -1 stays."""
    return np.int8(_SLOT[s.seats & 15, _has_second(s), viewer & 7, marker & 7]) if marker >= 0 else np.int8(-1)


@part(forceinline=True)
def _write_tiles(s: Any, viewer: Any, out: Any) -> None:
    copy_field(out, _UNSEEN, s.loose)
    hand = s.hands[viewer & 7]
    for slot in range(HAND):
        out[_HAND + slot] = hand[slot]
        if hand[slot] >= 0:
            out[_UNSEEN + hand[slot]] -= 1
    for index in range(MOST_POOL):
        out[_POOL + index] = -1
    if s.turn == viewer:
        for index in range(s.pool_size):
            out[_POOL + index] = s.pool[index]
            out[_UNSEEN + s.pool[index]] -= 1


@part(forceinline=True)
def _write_markers(s: Any, viewer: Any, out: Any) -> None:
    """Write what is known of all markers at once; those that the game does not have are OUT, and hold nothing."""
    moves = _MOVES[s.seats & 15, _has_second(s), viewer & 7]
    squares, ports = split_word(s.spots, _PORT_BITS)
    store_word(out, _SPOTS, _move(squares, moves))
    store_word(out, _SPOTS + SEATS, _move(ports, moves))
    squares, ports = split_word(s.starts, _PORT_BITS)
    store_word(out, _STARTS, _move(squares, moves))
    store_word(out, _STARTS + SEATS, _move(ports, moves))
    store_word(out, _HELD, _move(load_word(s.held), moves))
    store_word(out, _UNDECIDED, _move(_SPREAD[s.undecided & 255], moves))
    store_word(out, _OUT_AT, _move(load_word(s.out_at), moves))


@part(forceinline=True)
def _move(word: Any, moves: Any) -> Any:
    """Put a word of markers into the order of slots."""
    return (word >> moves[0] & moves[2]) | (word << moves[1] & moves[3]) | (word & moves[4])


@part
def determinize(s: Any, viewer: Any, rng: Any) -> None:
    """Put all tiles that the viewer cannot see into the pile, and redraw them. A viewer of -1 is a spectator."""
    pool_size = s.pool_size if s.turn != viewer else 0
    for seat in range(s.seats):
        if seat != viewer:
            _collect(s, s.hands[seat], s.held[seat])
    _collect(s, s.pool, pool_size)
    for seat in range(s.seats):
        if seat != viewer:
            _redraw(s, s.hands[seat], s.held[seat], rng)
    _redraw(s, s.pool, pool_size, rng)


@part
def _collect(s: Any, tiles: Any, size: Any) -> None:
    for index in range(size):
        add_to_pile(s, tiles[index])


@part
def _redraw(s: Any, tiles: Any, size: Any, rng: Any) -> None:
    for index in range(size):
        insert(tiles, index, take_from_pile(s, below(rng, s.pile_size)))
