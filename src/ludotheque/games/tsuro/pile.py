"""Drawing from the pile, and the dragon tile: rules 6 and 7 of the Calliope and daVinci editions, and Kosmos.

Who draws depends on how many tiles there are, never on which; so the order is fixed, as `State.draws`, before the first
tile is drawn.
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
    """Pass the dragon of a player who is out clockwise to the next one with fewer than three tiles, if any."""
    if state.dragon is None or state.dragon not in put_out:
        return state
    heirs = (seat for seat in setup.clockwise[state.dragon] if may_draw(setup, state, seat))
    return state._replace(dragon=next(heirs, None))


def begin_drawing(setup: Setup, state: State, *, someone_out: bool) -> State:
    """Set who draws after a tile has been laid; a player who must draw from an empty pile takes the dragon."""
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
    """List who draws: one tile at a time, clockwise, until the pile is empty or all hands are full."""
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
    """Give the tile to the first of `draws`; if that player holds the dragon, it goes back beside the board.

    If the pile runs out, the next player with fewer than three tiles takes the dragon.
    """
    seat = state.draws[0]
    state = state._replace(
        hands=put(state.hands, seat, add(state.hands[seat], tile)),
        pile=remove(state.pile, tile),
        draws=state.draws[1:],
        dragon=None if state.dragon == seat else state.dragon,
    )
    if state.draws or state.pile or not setup.has_dragon or state.dragon is not None:
        return state
    # This was the last tile. Hands are short only if the tiles that came back were for more than the active player.
    in_line = setup.clockwise[(seat + 1) % setup.seats]
    return state._replace(dragon=next((other for other in in_line if may_draw(setup, state, other)), None))
