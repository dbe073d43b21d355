"""Tsuro over flat arrays, compiled: the counterpart of rules.py, which is the authority.

Functions are named like those of the rules; numbers in comments are those of docs/rules/tsuro.md. `s` is one packed
game, laid out in encoding.py, and is changed in place. Nothing is checked: actions must be legal.

Three idioms are for speed. Functions needed every turn are force-inlined, because a call counts references to its array
arguments. Unpredictable branches, as in sorting a hand, are replaced by arithmetic. Masks and unsigned tables tell the
compiler that an index is not negative, so that it need not be counted from the end.
"""

from typing import Any

import numpy as np

from ludotheque.compiled.kernel import CHANCE_ACTS, Kernel, below
from ludotheque.compiled.kernel import OVER as GAME_IS_OVER
from ludotheque.compiled.parts import part
from ludotheque.games.tsuro.compiled.encoding import (
    ACTIONS,
    CHOOSE,
    DOUBLES,
    DRAW,
    DTYPE,
    EDGE,
    FIRST_DOUBLE,
    FIRST_PLAY,
    FIRST_PORT,
    FIRST_SINGLE,
    LOOKS,
    MOST_LEGAL,
    MOST_POOL,
    OBSERVATION,
    OVER,
    PLACE,
    PLAY,
    PLAYS_PER_MARKER,
    SWAP,
)
from ludotheque.games.tsuro.compiled.legality import START, legal, marker_to_place, start_row
from ludotheque.games.tsuro.compiled.observation import determinize, observe
from ludotheque.games.tsuro.compiled.paths import SQUARE, join, leave
from ludotheque.games.tsuro.compiled.pile import (
    add_to_pile,
    after,
    begin_drawing,
    insert,
    is_in,
    next_to_draw,
    outcomes,
    parts_of,
    receive,
    spell,
    take_from_pile,
)
from ludotheque.games.tsuro.compiled.policy import prior
from ludotheque.games.tsuro.editions import MOST_TILES
from ludotheque.games.tsuro.state import OUT, UNPLACED
from ludotheque.games.tsuro.tiles import IDENTITY

_LAST_MARKER, _ALL_OUT, _NO_TILES = range(3)

_KIND = np.array([IDENTITY[pairing][0] - 1 for pairing in LOOKS], np.uint8)
"""For each look: its kind."""
_DOUBLES = np.array(DOUBLES, np.int8)


@part(forceinline=True)
def actor(s: Any) -> Any:
    """Who decides now."""
    if s.due == DRAW:
        return CHANCE_ACTS
    if s.due == OVER:
        return GAME_IS_OVER
    if s.due == CHOOSE:
        return s.chooser % s.seats
    return s.turn


@part(forceinline=True)
def step(s: Any, action: Any) -> None:
    """Apply a legal action of a seat."""
    if s.due == PLAY:
        _play_tile(s, action - FIRST_PLAY)
    elif s.due == PLACE:
        _place_marker(s, action)
    elif s.due == CHOOSE:
        _choose_port(s, action - FIRST_PORT)
    else:
        _swap_tiles(s, action)


@part(forceinline=True)
def _place_marker(s: Any, number: Any) -> None:
    """2. In seat order each on a free start position; all markers before any tile."""
    marker = marker_to_place(s)
    s.spots[marker] = s.starts[marker] = START[start_row(s), number]
    if s.starts_on_sides:
        s.undecided |= 1 << marker
    if marker < s.markers - 1:
        s.turn = after(s, s.turn)
        return
    s.turn = 0
    s.parts = 1 if s.markers == s.seats else 3
    s.due = PLAY


@part(forceinline=True)
def _play_tile(s: Any, number: Any) -> None:
    """3. Lay the tile; markers that have not moved yet choose a port; then everything moves."""
    which = 1 if number >= PLAYS_PER_MARKER else 0
    look = (number - which * PLAYS_PER_MARKER) >> 1 & 127
    turn = s.turn & 7
    marker = turn + which * s.seats & 7
    square = s.spots[marker] >> 3 & 63
    _spend(s, turn, _KIND[look])
    s.squares[square] = look
    s.loose[_KIND[look]] -= 1
    s.tiles_laid += 1
    s.parts &= ~(1 << which)
    if s.undecided:
        _set_port(s, marker, number & 1)
        s.laid = square
        if _call_chooser(s):
            return
    _settle(s, square, look)


@part(forceinline=True)
def _spend(s: Any, seat: Any, kind: Any) -> None:
    """Take a tile out of a hand."""
    hand = s.hands[seat]
    is_first = 1 if hand[0] == kind else 0
    is_early = is_first | (1 if hand[1] == kind else 0)
    hand[0] = hand[is_first]
    hand[1] = hand[1 + is_early]
    hand[2] = -1
    s.held[seat] -= 1


@part
def _call_chooser(s: Any) -> Any:
    """Kosmos 3. Let the next marker that the laid tile has reached choose: in seat order from the active player."""
    s.chooser = -1
    for step_on in range(s.seats):
        seat = (s.turn + step_on) % s.seats
        for marker in range(seat, s.markers, s.seats):
            if s.undecided >> marker & 1 and s.spots[marker] >> 3 == s.laid:
                s.chooser = marker
                s.due = CHOOSE
                return True
    return False


@part
def _choose_port(s: Any, second: Any) -> None:
    _set_port(s, s.chooser, second)
    if not _call_chooser(s):
        _settle(s, s.laid, s.squares[s.laid])


@part
def _set_port(s: Any, marker: Any, second: Any) -> None:
    """Kosmos 3. An undecided marker stands on the first spot of its side; move it to the second if that is chosen."""
    if s.undecided >> marker & 1:
        s.spots[marker] += second
        s.starts[marker] += second
        s.undecided &= ~(1 << marker)


@part(forceinline=True)
def _settle(s: Any, square: Any, look: Any) -> None:
    """5, 6. All markers before the laid tile move at once; those that leave the board or collide are out.

    The path behind a marker that is in leads back to its start on the rim, so a collision ends at EDGE as well.
    """
    out = 0
    for marker in range(s.markers):
        spot = s.spots[marker]
        if spot >> 3 == square:
            end = s.beyond[spot & SQUARE | leave(s, spot, look)]
            if end == EDGE:
                s.spots[marker] = OUT
                s.out_at[marker] = s.tiles_laid
                out |= 1 << marker
            else:
                s.spots[marker] = end
    join(s, square, look)
    s.laid = -1
    if out == 0:
        _draw_tiles(s, False)
    else:
        _put_out(s, out)


@part
def _put_out(s: Any, markers: Any) -> None:
    """6, 11. Return the hands and pass on the dragon of players put out by this tile; check for the end of the game."""
    seats = still_in = tiles = 0
    for seat in range(s.seats):
        is_here = 1 if is_in(s, seat) else 0
        is_hit = (markers >> seat | markers >> (seat + s.seats)) & 1 & ~is_here
        still_in += is_here
        seats |= is_hit << seat
        tiles += s.held[seat] * is_hit
    may_swap = s.has_bonus and still_in > 1 and tiles > 0 and is_in(s, s.turn) and s.held[s.turn] > 0
    if s.returns_hands:
        for seat in range(s.seats):
            if seats >> seat & 1:
                _give_back(s, seat, may_swap)
    if still_in <= 1:
        s.reason = _LAST_MARKER if still_in > 0 else _ALL_OUT
        s.due = OVER
        return
    if s.dragon >= 0 and seats >> s.dragon & 1:
        s.dragon = next_to_draw(s, s.dragon)
    if may_swap:
        s.due = SWAP
    else:
        _draw_tiles(s, seats > 0)


@part
def _give_back(s: Any, seat: Any, to_pool: Any) -> None:
    """Put the hand of a player who is out into the pool or the pile."""
    for slot in range(s.held[seat]):
        if to_pool:
            insert(s.pool, s.pool_size, s.hands[seat, slot])
            s.pool_size += 1
        else:
            add_to_pile(s, s.hands[seat, slot])
        s.hands[seat, slot] = -1
    s.held[seat] = 0


@part
def _swap_tiles(s: Any, action: Any) -> None:
    """8. Exchange, then shuffle what is left into the pile."""
    if action >= FIRST_DOUBLE:
        _exchange(s, 0, _DOUBLES[action - FIRST_DOUBLE, 0])
        _exchange(s, 1, _DOUBLES[action - FIRST_DOUBLE, 1])
    elif action >= FIRST_SINGLE:
        _exchange(s, (action - FIRST_SINGLE) // MOST_POOL, (action - FIRST_SINGLE) % MOST_POOL)
    hand = s.hands[s.turn]
    if s.held[s.turn] == 2 and hand[0] > hand[1]:
        hand[0], hand[1] = hand[1], hand[0]
    for index in range(s.pool_size):
        add_to_pile(s, s.pool[index])
    s.pool_size = 0
    _draw_tiles(s, True)


@part
def _exchange(s: Any, slot: Any, index: Any) -> None:
    given = s.hands[s.turn, slot]
    s.hands[s.turn, slot] = s.pool[index]
    s.pool[index] = given


@part(forceinline=True)
def _draw_tiles(s: Any, someone_out: Any) -> None:
    """7. Draw, if anybody can; otherwise go on."""
    begin_drawing(s, someone_out)
    if s.draws_left > 0:
        s.due = DRAW
    else:
        _advance(s)


@part(forceinline=True)
def draw(s: Any, rng: Any) -> None:
    """Draw a tile from the pile, all equally likely."""
    _draw_tile(s, below(rng, s.pile_size))


@part
def force(s: Any, outcome: Any) -> None:
    """Draw a tile of this kind."""
    index = 0
    while s.pile[index] != outcome:
        index += 1
    _draw_tile(s, index)


@part(forceinline=True)
def draw_all(s: Any, rng: Any) -> Any:
    """Draw all tiles that are due, one after the other."""
    if s.due != DRAW:
        return 0
    draws = np.int64(s.draws_left)
    for _ in range(draws):
        receive(s, take_from_pile(s, below(rng, s.pile_size)))
    _go_on(s)
    return draws


@part(forceinline=True)
def _draw_tile(s: Any, index: Any) -> None:
    receive(s, take_from_pile(s, index))
    if s.draws_left == 0:
        _go_on(s)


@part(forceinline=True)
def _go_on(s: Any) -> None:
    """Begin the game when all tiles are dealt; later pass the turn."""
    if s.spots[0] == UNPLACED:
        s.due = PLACE
    else:
        _advance(s)


@part(forceinline=True)
def _advance(s: Any) -> None:
    """10, 11. Pass the turn to the next part or player with tiles; if nobody has one, the game is over."""
    s.due = PLAY
    seat = s.turn & 7
    parts = s.parts & parts_of(s, seat)
    if parts and s.held[seat] > 0:
        s.parts = parts
        return
    for _ in range(s.seats):
        seat = after(s, seat)
        parts = parts_of(s, seat)
        if parts and s.held[seat] > 0:
            s.turn = seat
            s.parts = parts
            return
    s.parts = 0
    s.reason = _NO_TILES
    s.due = OVER


@part
def ranks(s: Any, out: Any) -> None:
    """12. Winners share rank 1; the others are ranked by how late they went out."""
    for seat in range(s.seats):
        rank = 1
        for other in range(s.seats):
            rank += _lasted(s, other) > _lasted(s, seat)
        out[seat] = rank


@part
def _lasted(s: Any, seat: Any) -> Any:
    """How long the last marker of a seat lasted."""
    lasted = s.out_at[seat] - 1 & 127  # out_at is 0 for a marker that is in: this makes it the largest value
    if s.markers > s.seats:
        return max(lasted, s.out_at[seat + s.seats] - 1 & 127)
    return lasted


KERNEL = Kernel(
    name="tsuro",
    dtype=DTYPE,
    actions=ACTIONS,
    most_legal=MOST_LEGAL,
    observation=OBSERVATION.itemsize,
    actor=actor,
    legal=legal,
    step=step,
    draw=draw,
    draw_all=draw_all,
    force=force,
    ranks=ranks,
    observe=observe,
    determinize=determinize,
    outcomes=outcomes,
    spell=spell,
    most_outcomes=MOST_TILES,
    open_replies=False,
    prior=prior,
)
