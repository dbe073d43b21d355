"""Drawing from the pile of a packed game, and the dragon tile: the compiled counterpart of ../pile.py."""

from typing import Any

import numpy as np

from ludotheque.compiled.parts import part
from ludotheque.games.tsuro.editions import HAND
from ludotheque.games.tsuro.state import UNPLACED

_PLUS, _ZERO = b"+0"


@part(forceinline=True)
def parts_of(s: Any, seat: Any) -> Any:
    """Which markers of a seat are in, as bits."""
    second = s.markers > s.seats and s.spots[seat + s.seats & 7] >= 0
    return (s.spots[seat & 7] >= 0) | second << 1


@part(forceinline=True)
def is_in(s: Any, seat: Any) -> Any:
    """Whether the seat has a marker on the board."""
    return parts_of(s, seat) > 0


@part(forceinline=True)
def after(s: Any, seat: Any) -> Any:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@part
def next_to_draw(s: Any, seat: Any) -> Any:
    """The first seat clockwise, this one included, that is in and holds fewer than three tiles; or -1."""
    for _ in range(s.seats):
        if s.held[seat & 7] < HAND and is_in(s, seat):
            return seat
        seat = after(s, seat)
    return -1


@part(forceinline=True)
def begin_drawing(s: Any, someone_out: Any) -> None:
    """7. Set who draws after a tile has been laid; a player who must draw from an empty pile takes the dragon."""
    turn = s.turn & 7
    if s.has_dragon and someone_out and s.pile_size > 0:
        wanted = 0
        for seat in range(s.seats):
            wanted += (HAND - s.held[seat]) * (1 if is_in(s, seat) else 0)
        if wanted > 0:
            s.draws_left = min(wanted, s.pile_size)
            s.drawer = next_to_draw(s, turn if s.dragon < 0 else s.dragon)
    elif is_in(s, turn):
        if s.pile_size > 0:
            s.draws_left = 1
            s.drawer = turn
        elif s.has_dragon and s.dragon < 0:
            s.dragon = turn


@part(forceinline=True)
def insert(tiles: Any, size: Any, kind: Any) -> None:
    """Insert a tile into an ascending array."""
    slot = size
    while slot > 0 and tiles[slot - 1] > kind:
        tiles[slot] = tiles[slot - 1]
        slot -= 1
    tiles[slot] = kind


@part
def add_to_pile(s: Any, kind: Any) -> None:
    """Put a tile into the pile."""
    s.pile[s.pile_size] = kind
    s.pile_size += 1


@part(forceinline=True)
def take_from_pile(s: Any, index: Any) -> Any:
    """Remove a tile by its index; the last one fills the gap."""
    kind = s.pile[index]
    last = s.pile_size - 1 & 127
    s.pile_size = last
    s.pile[index] = s.pile[last]
    return kind


@part(forceinline=True)
def _hold(s: Any, seat: Any, kind: Any) -> None:
    """Insert a tile into an ascending hand of at most two. As an unsigned byte, an empty slot is the highest."""
    hand = s.hands[seat]
    one, other = hand[0] & 255, hand[1] & 255
    hand[0] = min(one, kind)
    one = max(one, kind)
    hand[1] = min(one, other)
    hand[2] = max(one, other)
    s.held[seat] += 1


@part(forceinline=True)
def receive(s: Any, kind: Any) -> None:
    """Give a tile to the drawer; dragon as in `pile.draw`."""
    seat = s.drawer & 7
    _hold(s, seat, kind)
    s.draws_left -= 1
    if s.dragon == seat:
        s.dragon = -1
    if s.draws_left == 0:
        s.drawer = -1
        if s.pile_size == 0 and s.has_dragon and s.dragon < 0:
            s.dragon = next_to_draw(s, after(s, seat))
    elif s.spots[0] != UNPLACED:
        s.drawer = next_to_draw(s, after(s, seat))
    elif s.held[seat] == HAND:  # 1. the deal: three tiles for everybody, before any marker is placed
        s.drawer = seat + 1


@part
def outcomes(s: Any, out: Any) -> Any:
    """List the tiles in the pile."""
    for index in range(s.pile_size):
        out[index] = s.pile[index]
    return np.int64(s.pile_size)


@part
def spell(_s: Any, outcome: Any, out: Any) -> Any:
    """Write a draw as notation.py does, such as `+12`."""
    number = outcome + 1
    out[0] = _PLUS
    if number < 10:
        out[1] = _ZERO + number
        return 2
    out[1], out[2] = _ZERO + number // 10, _ZERO + number % 10
    return 3
