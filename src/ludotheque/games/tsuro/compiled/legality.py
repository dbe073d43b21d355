"""Which moves of a packed game are legal: the compiled counterpart of ../legality.py."""

from typing import Any

import numpy as np

from ludotheque.compiled.memory import claim
from ludotheque.compiled.parts import part
from ludotheque.games.tsuro.board import make_board
from ludotheque.games.tsuro.compiled.encoding import (
    CHOOSE,
    DOUBLES,
    DRAW,
    EDGE,
    FIRST_DOUBLE,
    FIRST_PLAY,
    FIRST_PORT,
    FIRST_SINGLE,
    KINDS,
    MOST_POOL,
    NO_SWAP,
    PLACE,
    PLAY,
    PLAYS_PER_MARKER,
    SWAP,
)
from ludotheque.games.tsuro.compiled.paths import SQUARE
from ludotheque.games.tsuro.state import UNPLACED
from ludotheque.games.tsuro.tiles import ORIENTATIONS, PORTS

_LOOKS = np.cumsum([0, *map(len, ORIENTATIONS.values())]).astype(np.uint8)
"""For each kind: its first look; the next kind's first look is where it ends."""
_FIRST_PLAYS = (FIRST_PLAY + 2 * _LOOKS[:-1].astype(np.int16)).astype(np.int16)
"""For each kind: the action that plays it as it is."""
_WAYS = np.array(
    [
        [sum(1 << pairing[port] + 8 * turns for turns, pairing in enumerate(looks)) for looks in ORIENTATIONS.values()]
        for port in range(PORTS)
    ],
    np.uint32,
)
"""For each port and kind: a byte for each turn, with a bit set for where the path from that port leaves the tile."""
_FOUR, _GATHER = 0x01010101, 0x01020408
"""A bit in each of four bytes; multiplied by the other number, the four are side by side from bit 24."""
_PLAYS = np.array(
    [([2 * turn for turn in range(4) if turns >> turn & 1] + [0] * 4)[:4] for turns in range(16)], np.uint8
)
"""For each set of turns, as bits: how many actions further each of them is."""
_PLAY_COUNT = np.array([turns.bit_count() for turns in range(16)], np.uint8)
_DOUBLES = np.array(DOUBLES, np.int8)
_STARTS = [make_board(6).notches, make_board(6).sides, make_board(7).sides]
START = np.array([[*spots, *[-1] * (48 - len(spots))] for spots in _STARTS], np.int16)
"""The start positions: of Calliope and daVinci, and of Kosmos on either board."""
_START_COUNT = np.array([len(spots) for spots in _STARTS], np.int8)
_START_NUMBER = np.full((3, EDGE), -1, np.int8)
"""The inverse: for each spot, its number among the start positions."""
for _row, _spots in enumerate(_STARTS):
    _START_NUMBER[_row, list(_spots)] = range(len(_spots))


@part(forceinline=True)
def legal(s: Any, actions: Any) -> Any:
    """Write the legal actions, ascending; at chance, the outcomes."""
    if s.due == PLAY:
        return _legal_plays(s, actions)
    if s.due == PLACE:
        return _legal_placements(s, actions)
    if s.due == CHOOSE:
        actions[0], actions[1] = FIRST_PORT, FIRST_PORT + 1
        return 2
    if s.due == SWAP:
        return _legal_swaps(s, actions)
    return _legal_draws(s, actions) if s.due == DRAW else 0


@part(forceinline=True)
def start_row(s: Any) -> Any:
    """Which row of the tables of start positions is played with."""
    return s.size - 5 if s.starts_on_sides else 0


@part(forceinline=True)
def marker_to_place(s: Any) -> Any:
    """The next marker: in seat order, first markers first."""
    return s.turn if s.spots[s.turn] == UNPLACED else s.turn + s.seats


@part(forceinline=True)
def _legal_placements(s: Any, actions: Any) -> Any:
    """2. A free start position."""
    row = start_row(s)
    taken = 0
    for marker in range(marker_to_place(s)):
        taken |= 1 << _START_NUMBER[row, s.starts[marker]]
    count = 0
    for number in range(_START_COUNT[row]):
        actions[count] = number
        count += 1 - (taken >> number & 1)
    return count


@part(forceinline=True)
def _legal_plays(s: Any, actions: Any) -> Any:
    """3, 4. Any tile of the hand in any orientation; not out by one's own hand, if that can be helped."""
    if not s.bans_edge:
        return _every_play(s, actions)
    turn = s.turn & 7
    spot = s.spots[turn]
    safe, returns = _safe_ports(s, spot)
    loops, loop_count = claim(PORTS), 0
    if returns:
        loop_count = _list_loops(s, spot, loops)
    hand = s.hands[turn]
    count = np.uint64(0)
    last = -1
    for slot in range(s.held[turn]):
        kind = hand[slot] & 63
        if kind == last:
            continue
        last = kind
        ways = np.int64(_WAYS[spot & 7, kind])
        for index in range(loop_count * loop_count):  # a path takes each loop at most once, in any order
            ways = _follow_loop(ways, kind, loops[index % loop_count])
        # A byte is not 0 if its turn is safe, and then 127 more has the highest bit.
        turns = (((ways & safe * _FOUR) + 127 * _FOUR) >> 7 & _FOUR) * _GATHER >> 24 & 15
        first = _FIRST_PLAYS[kind]
        for index in range(4):  # always four, written even if not legal: a mispredicted branch costs more
            actions[count + np.uint64(index)] = first + _PLAYS[turns, index]
        count += np.uint64(_PLAY_COUNT[turns])
    return np.int64(count) if count > 0 else _every_play(s, actions)


@part(forceinline=True)
def _safe_ports(s: Any, spot: Any) -> Any:
    """Find the ports, as bits, by which a marker may leave the square, and whether a path leads from it back to it."""
    safe = 0
    returns = False
    for port in range(PORTS):
        end = s.beyond[(spot & SQUARE) + port]
        safe |= (end != EDGE) << port
        returns |= (end ^ spot) < PORTS
    if not s.bans_collision:
        for marker in range(s.markers):
            if s.spots[marker] >> 3 == spot >> 3:
                safe |= 1 << (s.spots[marker] & 7)
    return safe, returns


@part(forceinline=True)
def _list_loops(s: Any, spot: Any, loops: Any) -> Any:
    """List the paths that lead from the square back to it, by both of their ports, and count them."""
    count = 0
    for port in range(PORTS):
        end = s.beyond[(spot & SQUARE) + port]
        loops[count] = port << 3 | end & 7
        count += ((end ^ spot) < PORTS) & (port < end & 7)
    return count


@part(forceinline=True)
def _follow_loop(ways: Any, kind: Any, loop: Any) -> Any:
    """Replace either end of a loop, where it is the way of a turn, by where the path goes on from the other end."""
    one, other = loop >> 3 & 7, loop & 7
    at_one, at_other = ways >> one & _FOUR, ways >> other & _FOUR
    ways ^= at_one << one | at_other << other
    return ways | at_one * 255 & _WAYS[other, kind] | at_other * 255 & _WAYS[one, kind]


@part
def _every_play(s: Any, actions: Any) -> Any:
    """By marker, tile, turns, port."""
    count = 0
    for which in range(2):
        if not s.parts >> which & 1:
            continue
        marker = s.turn + which * s.seats
        ports = 1 + (s.undecided >> marker & 1)
        last = -1
        for slot in range(s.held[s.turn]):
            kind = s.hands[s.turn, slot]
            if kind == last:
                continue
            last = kind
            for look in range(_LOOKS[kind], _LOOKS[kind + 1]):
                for port in range(ports):
                    actions[count] = FIRST_PLAY + which * PLAYS_PER_MARKER + 2 * look + port
                    count += 1
    return count


@part
def _legal_swaps(s: Any, actions: Any) -> Any:
    """8. Nothing, one for one, two for two; of equal tiles the first, and never a tile for an equal one."""
    one, other = s.hands[s.turn, 0], s.hands[s.turn, 1]
    actions[0] = NO_SWAP
    count = 1
    for give in range(1 if one == other else s.held[s.turn]):
        for take in range(s.pool_size):
            is_copy = take > 0 and s.pool[take] == s.pool[take - 1]
            if not is_copy and s.pool[take] != s.hands[s.turn, give]:
                actions[count] = FIRST_SINGLE + MOST_POOL * give + take
                count += 1
    if s.held[s.turn] < 2:
        return count
    for number in range(_DOUBLES.shape[0]):
        first, second = _DOUBLES[number, 0], _DOUBLES[number, 1]
        if second >= s.pool_size or s.pool[first] in (one, other) or s.pool[second] in (one, other):
            continue
        is_copy = first > 0 and s.pool[first] == s.pool[first - 1]
        if not is_copy and (second == first + 1 or s.pool[second] != s.pool[second - 1]):
            actions[count] = FIRST_DOUBLE + number
            count += 1
    return count


@part
def _legal_draws(s: Any, actions: Any) -> Any:
    kinds = 0
    for index in range(s.pile_size):
        kinds |= 1 << s.pile[index]
    count = 0
    for kind in range(KINDS):
        actions[count] = kind
        count += kinds >> kind & 1
    return count
