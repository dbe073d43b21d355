"""States of Tsuro that cannot be, each refused with the sentence that says why; and some that can."""

from collections.abc import Callable
from typing import Any

import pytest

from ludotheque.core.errors import ImpossibleState
from ludotheque.core.tuples import put
from ludotheque.games.tsuro.state import OUT, UNPLACED, State
from ludotheque.games.tsuro.tiles import ORIENTATIONS
from tests.games.tsuro.positions import tsuro
from tests.strategies import find_state

GAME = tsuro(players=3, elimination_bonus=True)
KOSMOS = tsuro(edition="kosmos", players=8)
TWO = tsuro(edition="kosmos", players=2)


def count(state: State) -> int:
    return len(state.squares) - state.squares.count(None)


def is_quiet(state: State) -> bool:
    return not (state.draws or state.pool or state.choosers or state.reason)


def is_out(state: State) -> bool:
    return OUT in state.spots


DEALING: State = find_state(GAME, lambda s: len(s.draws) == 4)
PLACING: State = find_state(GAME, lambda s: s.starts[1] != UNPLACED and s.starts[2] == UNPLACED)
READY: State = find_state(GAME, lambda s: is_quiet(s) and s.starts[2] != UNPLACED)
MIDGAME: State = find_state(GAME, lambda s: is_quiet(s) and count(s) == 6 and not is_out(s))
SOMEONE_OUT: State = find_state(GAME, lambda s: is_quiet(s) and is_out(s) and s.pile)
DRAWING: State = find_state(GAME, lambda s: s.draws and count(s) == 6 and not is_out(s))
POOL: State = find_state(GAME, lambda s: s.pool and s.pile)
DRAGON: State = find_state(tsuro(players=8), lambda s: is_quiet(s) and s.dragon is not None)
OVER: State = find_state(GAME, lambda s: s.reason == "last_marker")
CHOOSING: State = find_state(KOSMOS, lambda s: bool(s.choosers) and len(s.undecided) > 1)
EARLY: State = find_state(KOSMOS, lambda s: is_quiet(s) and s.undecided and count(s) == 2)
SECOND: State = find_state(TWO, lambda s: is_quiet(s) and count(s) == 3 and len(s.parts) == 1 and not is_out(s))

IN = MIDGAME.turn
NEXT = (IN + 1) % 3
GONE = SOMEONE_OUT.spots.index(OUT)


def give(state: State, tile: int, seat: int) -> State:
    """Move a tile from the pile to a hand."""
    pile = list(state.pile)
    pile.remove(tile)
    return state._replace(pile=tuple(pile), hands=put(state.hands, seat, tuple(sorted((*state.hands[seat], tile)))))


def drop(state: State, seat: int) -> State:
    """Move a tile from a hand to the pile."""
    tile, *rest = state.hands[seat]
    return state._replace(pile=tuple(sorted((*state.pile, tile))), hands=put(state.hands, seat, tuple(rest)))


def lay_far_away(state: State) -> State:
    """Move a tile from the pile to a square that no path reaches."""
    tile = state.pile[0]
    laid = GAME.setup.board.parse_square("d4")
    assert laid is not None
    assert state.squares[laid] is None
    return state._replace(pile=state.pile[1:], squares=put(state.squares, laid, ORIENTATIONS[tile][0]))


IMPOSSIBLE: dict[str, tuple[Callable[[], Any], str]] = {
    "no state": (lambda: tuple(MIDGAME), "A state is a State"),
    "a list": (lambda: MIDGAME._replace(hands=list(MIDGAME.hands)), "hands must be tuple"),  # type: ignore[arg-type] # wrong on purpose
    "a marker too many": (lambda: MIDGAME._replace(spots=(*MIDGAME.spots, 5)), "spots has 4 entries; this game has 3"),
    "the turn of a seat that is not there": (lambda: MIDGAME._replace(turn=3), "3 is not a seat; there are 3"),
    "a spot beyond the board": (lambda: MIDGAME._replace(spots=put(MIDGAME.spots, 0, 288)), "There is no spot 288"),
    "a hand in disorder": (
        lambda: MIDGAME._replace(hands=put(MIDGAME.hands, 0, MIDGAME.hands[0][::-1])),
        "in ascending order",
    ),
    "what is no tile": (
        lambda: MIDGAME._replace(squares=put(MIDGAME.squares, MIDGAME.spots[0] >> 3, (0, 1, 2, 3, 4, 5, 6, 7))),
        "is no tile: .* does not pair the eight ports",
    ),
    "a tile twice": (
        lambda: MIDGAME._replace(pile=tuple(sorted((*MIDGAME.pile, MIDGAME.pile[0])))),
        "is here 2 times; this game has it 1",
    ),
    "a tile lost": (lambda: MIDGAME._replace(pile=MIDGAME.pile[1:]), "is here 0 times; this game has it 1 times"),
    "a hand too large": (lambda: give(MIDGAME, MIDGAME.pile[0], IN), "holds 4 tiles; nobody ever holds more than 3"),
    "a marker placed before its turn": (
        lambda: PLACING._replace(starts=PLACING.starts[::-1], spots=PLACING.spots[::-1]),
        "placed one after the other",
    ),
    "a marker placed before the deal is over": (
        lambda: DEALING._replace(starts=put(DEALING.starts, 0, 5), spots=put(DEALING.spots, 0, 5)),
        "not everybody was dealt three tiles",
    ),
    "a tile before the markers": (lambda: lay_far_away(PLACING), "tiles on the board, but not all markers are placed"),
    "a deal in another order": (lambda: DEALING._replace(draws=DEALING.draws[::-1]), "Tiles are dealt seat by seat"),
    "the wrong turn while placing": (lambda: PLACING._replace(turn=0), "so turn must be 2, not 0"),
    "a dragon before the first turn": (lambda: PLACING._replace(dragon=0), "so dragon must be None, not 0"),
    "a start in the middle of the board": (
        lambda: READY._replace(starts=put(READY.starts, 0, 14 * 8), spots=put(READY.spots, 0, 14 * 8)),
        "Marker 0 starts on spot 112, which is not a notch on the rim",
    ),
    "two markers at one point": (
        lambda: READY._replace(starts=put(READY.starts, 0, READY.starts[1]), spots=put(READY.spots, 0, READY.spots[1])),
        "Markers 0 and 1 start at the same point",
    ),
    "a marker where no path leads": (
        lambda: MIDGAME._replace(spots=put(MIDGAME.spots, 0, MIDGAME.spots[0] ^ 1)),
        r"Marker 0 is at ..\..; its path leads to ..\..",
    ),
    "a marker out though its path goes on": (
        lambda: MIDGAME._replace(spots=put(MIDGAME.spots, 0, OUT), out_at=put(MIDGAME.out_at, 0, 6)),
        "Marker 0 is out; its path leads to",
    ),
    "a marker in though its path leads off the board": (
        lambda: SOMEONE_OUT._replace(spots=put(SOMEONE_OUT.spots, GONE, 20)),
        "leads off the board or into another",
    ),
    "a marker in that went out": (
        lambda: MIDGAME._replace(out_at=put(MIDGAME.out_at, 0, 3)),
        "is still in, but went out with 3",
    ),
    "a marker out before its path was laid": (
        lambda: SOMEONE_OUT._replace(out_at=put(SOMEONE_OUT.out_at, GONE, 0)),
        "went out with 0 tiles on the board; its path has",
    ),
    "a marker out with more tiles than there are": (
        lambda: SOMEONE_OUT._replace(out_at=put(SOMEONE_OUT.out_at, GONE, 30)),
        "went out with 30 tiles on the board",
    ),
    "a tile on nobody's path": (lambda: lay_far_away(MIDGAME), "The tile on d4 is on no marker's path"),
    "an undecided marker outside Kosmos": (lambda: READY._replace(undecided=(0,)), "not a notch|none is undecided"),
    "tiles in the hand of a player who is out": (
        lambda: give(SOMEONE_OUT, SOMEONE_OUT.pile[0], GONE),
        "is out but holds tiles; they go back to the pile",
    ),
    "a short hand beside a full pile": (
        lambda: drop(MIDGAME, NEXT),
        "holds 2 tiles and the pile has .*; it would have drawn",
    ),
    "the turn of a player who is out": (
        lambda: SOMEONE_OUT._replace(turn=GONE, parts=()),
        f"turn of seat {GONE}, who is out",
    ),
    "somebody else's marker to play": (lambda: MIDGAME._replace(parts=(NEXT,)), "parts has markers that are not those"),
    "no marker to play": (lambda: MIDGAME._replace(parts=()), "parts must be the markers that seat"),
    "the first turn of another seat": (lambda: READY._replace(turn=1, parts=(1,)), "it is the first seat's turn"),
    "a draw by the wrong player": (
        lambda: DRAWING._replace(draws=((DRAWING.turn + 1) % 3,)),
        "draws is .*; by hands and pile it is",
    ),
    "a draw out of turn": (lambda: DRAWING._replace(turn=(DRAWING.turn + 1) % 3), "Nobody went out with the last tile"),
    "a draw before any tile": (lambda: drop(READY, 0)._replace(draws=(0,), parts=()), "being drawn, but none was laid"),
    "a dragon beside a pile": (lambda: MIDGAME._replace(dragon=NEXT), "holds the dragon, but is out or lacks no tile"),
    "a bonus with nobody put out": (lambda: POOL._replace(out_at=(0, 0, 0)), "went out with 0 tiles|on the board"),
    "a bonus for more tiles than were left": (
        lambda: POOL._replace(pool=tuple(sorted((*POOL.pool, POOL.pile[0]))), pile=POOL.pile[1:]),
        "they cannot have left 4 tiles",
    ),
    "an end for no known reason": (lambda: OVER._replace(reason="bored"), "because of 'bored'; there are only"),
    "an end for another reason": (lambda: OVER._replace(reason="all_out"), "because of all_out, but 1 players are in"),
    "an end with two players in": (
        lambda: MIDGAME._replace(reason="last_marker", parts=()),
        "because of last_marker, but 3",
    ),
    "an end with tiles to draw": (lambda: OVER._replace(draws=(0,)), "nothing is chosen, swapped or drawn any more"),
    "no end with one player in": (lambda: OVER._replace(reason=None), "so the game is over; reason must say why"),
}

IMPOSSIBLE_KOSMOS: dict[str, tuple[Callable[[], Any], str]] = {
    "nobody who chooses": (lambda: CHOOSING._replace(choosers=()), "the tile laid last has reached"),
    "choosers who were not reached": (
        lambda: CHOOSING._replace(choosers=CHOOSING.undecided),
        "the tile laid last has reached",
    ),
    "choosers without a tile": (
        lambda: EARLY._replace(choosers=EARLY.undecided[:1]),
        "Markers choose a port, but no tile was laid",
    ),
    "a draw before ports are chosen": (
        lambda: CHOOSING._replace(draws=(CHOOSING.turn,)),
        "so nothing is swapped or drawn yet",
    ),
    "a port chosen before a tile": (
        lambda: EARLY._replace(undecided=EARLY.undecided[1:]),
        "has chosen a port, but no tile lies",
    ),
    "a marker undecided behind a tile": (
        lambda: EARLY._replace(undecided=tuple(range(8))),
        "which is not the middle of an outer side|has not chosen a port, but a tile lies before it",
    ),
    "a dragon in Kosmos": (lambda: EARLY._replace(dragon=1), "There is no dragon in this game"),
    "a bonus in Kosmos": (
        lambda: drop(EARLY, EARLY.turn)._replace(pool=EARLY.hands[EARLY.turn][:1], pile=EARLY.pile, parts=()),
        "There is no elimination bonus",
    ),
}


@pytest.mark.parametrize("rule", IMPOSSIBLE)
def test_what_cannot_be_is_refused_and_the_reason_given(rule: str) -> None:
    make_state, sentence = IMPOSSIBLE[rule]
    with pytest.raises(ImpossibleState, match=sentence):
        GAME.check_state(make_state())


@pytest.mark.parametrize("rule", IMPOSSIBLE_KOSMOS)
def test_what_cannot_be_in_kosmos_is_refused_and_the_reason_given(rule: str) -> None:
    make_state, sentence = IMPOSSIBLE_KOSMOS[rule]
    with pytest.raises(ImpossibleState, match=sentence):
        KOSMOS.check_state(make_state())


def test_the_dragon_is_with_somebody_who_lacks_a_tile() -> None:
    game = tsuro(players=8)
    game.check_state(DRAGON)
    with pytest.raises(ImpossibleState, match="somebody lacks a tile, so somebody holds the dragon"):
        game.check_state(DRAGON._replace(dragon=None))


def test_a_second_marker_is_played_by_its_owner() -> None:
    """Kosmos 5."""
    TWO.check_state(SECOND)
    with pytest.raises(ImpossibleState, match="not those of seat"):
        TWO.check_state(SECOND._replace(turn=1 - SECOND.turn))


@pytest.mark.parametrize("state", [GAME.start(), DEALING, PLACING, READY, MIDGAME, SOMEONE_OUT, DRAWING, POOL, OVER])
def test_what_was_played_is_possible(state: State) -> None:
    GAME.check_state(state)


@pytest.mark.parametrize("state", [CHOOSING, EARLY])
def test_what_was_played_in_kosmos_is_possible(state: State) -> None:
    KOSMOS.check_state(state)
