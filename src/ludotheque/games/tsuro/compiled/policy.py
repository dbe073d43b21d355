"""A cheap heuristic for moves of a packed game, compiled. For searching bots; not part of the rules."""

from typing import Any

from ludotheque.compiled.parts import part
from ludotheque.games.tsuro.compiled.encoding import CHOOSE, EDGE, FIRST_PLAY, PLAY, PLAYS_PER_MARKER
from ludotheque.games.tsuro.compiled.paths import SQUARE, leave
from ludotheque.games.tsuro.tiles import PORTS

_LAST_BREATH, _WAY = 8, 7
"""The score of a marker for which every way leads off the board, and that of another half way; there are 14 halves."""
_CROWD = 3
"""How much every other marker that faces the same square takes away, in tenths."""
_PRIZE = 30
"""What it is worth to put another player's marker out."""
_PERCENT = 0.01


@part(forceinline=True)
def prior(s: Any, actions: Any, count: Any, scores: Any) -> None:
    """Score actions by how freely they leave one's own marker, and by whom they put out. About 0 to 1."""
    if s.due == PLAY:
        _score_plays(s, actions, count, scores)
    elif s.due == CHOOSE:
        spot = s.spots[s.chooser]
        exits = _rate_exits(s, spot)
        for second in range(2):
            scores[second] = _PERCENT * (exits >> 8 * leave(s, spot + second, s.squares[s.laid]) & 127)
    else:
        for index in range(count):
            scores[index] = 0.0


@part(forceinline=True)
def _score_plays(s: Any, actions: Any, count: Any, scores: Any) -> None:
    last, mine, exits, is_shared = -1, 0, 0, False
    for index in range(count):
        number = actions[index] - FIRST_PLAY
        which = 1 if number >= PLAYS_PER_MARKER else 0
        if which != last:
            last, mine = which, s.turn + which * s.seats
            exits = _rate_exits(s, s.spots[mine])
            is_shared = _count_before(s, s.spots[mine] >> 3) > 1
        look = (number - which * PLAYS_PER_MARKER) >> 1 & 127
        spot = s.spots[mine] + (number & 1)  # the second port of its side, if it has the choice
        rate = exits >> 8 * leave(s, spot, look) & 127
        if is_shared:
            rate += _count_prizes(s, mine, look) * _PRIZE
        scores[index] = _PERCENT * rate


@part(forceinline=True)
def _count_before(s: Any, square: Any) -> Any:
    """How many markers face a square."""
    count = 0
    for marker in range(s.markers):
        count += s.spots[marker] >> 3 == square
    return count


@part
def _count_prizes(s: Any, mine: Any, look: Any) -> Any:
    """How many markers of others the tile puts out, less those of one's own."""
    count = 0
    for marker in range(s.markers):
        spot = s.spots[marker]
        if (
            marker != mine
            and spot >> 3 == s.spots[mine] >> 3
            and s.beyond[spot & SQUARE | leave(s, spot, look)] == EDGE
        ):
            count += -1 if marker % s.seats == s.turn else 1
    return count


@part
def _rate_exits(s: Any, spot: Any) -> Any:
    """Rate, for each port of a square, the spot where a marker that leaves by it comes to rest: a byte each, 0 to 106.

    What counts is the ways on from there, as in evaluation.py. One that comes back to either square counts half: what
    it leads to depends on the tile.
    """
    rates = 0
    for port in range(PORTS):
        end = s.beyond[spot & SQUARE | port]
        if end == EDGE:
            continue
        halves = 0
        for onward in range(PORTS):
            beyond = s.beyond[end & SQUARE | onward]
            is_sure = beyond >> 3 != end >> 3 and beyond >> 3 != spot >> 3
            halves += 0 if beyond == EDGE else 1 + is_sure
        rate = 10 * (_LAST_BREATH + _WAY * min(14, halves)) // (10 + _CROWD * _count_before(s, end >> 3))
        rates |= rate << 8 * port
    return rates
