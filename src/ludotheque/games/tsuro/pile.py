"""Who draws tiles and where the dragon tile goes: rules 6 and 7 of the Calliope and daVinci editions, and Kosmos.

The order of drawing depends on how many tiles there are, never on which; so it is fixed, as `State.draws`, before the
first tile is drawn.
"""

from collections.abc import Iterable
from itertools import cycle

from ludotheque.core.game import Seat
from ludotheque.core.tuples import add, put, remove
from ludotheque.games.tsuro.editions import HAND
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import State


def is_in(setup: Setup, state: State, seat: Seat) -> bool:
    """Whether the seat has a marker on the board."""
    for marker in setup.markers_of[seat]:  # noqa: SIM110 - a generator for any() takes twice as long
        if state.spots[marker] >= 0:
            return True
    return False


def may_draw(setup: Setup, state: State, seat: Seat) -> bool:
    """Whether the seat is in and holds fewer than three tiles."""
    return len(state.hands[seat]) < HAND and is_in(setup, state, seat)


def pass_dragon_on(setup: Setup, state: State, put_out: Iterable[Seat]) -> State:
    """If its holder is out, the dragon goes clockwise to the next player with fewer than three tiles, if any."""
    if state.dragon is None or state.dragon not in put_out:
        return state
    heirs = (seat for seat in setup.clockwise[state.dragon] if may_draw(setup, state, seat))
    return state._replace(dragon=next(heirs, None))


def begin_drawing(setup: Setup, state: State, *, someone_out: bool) -> State:
    """Fix who draws after a tile has been laid, or hand out the dragon if nobody can."""
    active = state.turn
    if not setup.has_dragon or not someone_out or not state.pile:
        if not is_in(setup, state, active):
            return state
        if state.pile:
            return state._replace(draws=(active,))
        if setup.has_dragon and state.dragon is None:
            return state._replace(dragon=active)
        return state
    first = active if state.dragon is None else state.dragon
    return state._replace(draws=draw_in_turn(setup, state, first))


def draw_in_turn(setup: Setup, state: State, first: Seat) -> tuple[Seat, ...]:
    """One tile at a time round the table, as long as there are tiles and somebody who lacks one."""
    wants = {seat: HAND - len(state.hands[seat]) for seat in setup.clockwise[first] if may_draw(setup, state, seat)}
    total = min(len(state.pile), sum(wants.values()))
    draws: list[Seat] = []
    for seat in cycle(wants):
        if len(draws) == total:
            break
        if wants[seat]:
            wants[seat] -= 1
            draws.append(seat)
    return tuple(draws)


def draw(setup: Setup, state: State, tile: int) -> State:
    """Give the tile to the first in line. The dragon's holder hands it back; who goes without at the end takes it."""
    seat = state.draws[0]
    state = state._replace(
        hands=put(state.hands, seat, add(state.hands[seat], tile)),
        pile=remove(state.pile, tile),
        draws=state.draws[1:],
        dragon=None if state.dragon == seat else state.dragon,
    )
    if state.draws or state.pile or not setup.has_dragon or state.dragon is not None:
        return state
    # The pile ran out with this tile. Somebody is short only if tiles had come back for more than the active player.
    in_line = setup.clockwise[(seat + 1) % setup.seats]
    return state._replace(dragon=next((other for other in in_line if may_draw(setup, state, other)), None))
