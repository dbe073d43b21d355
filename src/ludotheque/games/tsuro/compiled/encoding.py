"""The packed form of Tsuro: the layout of a game in an array, and the numbers of actions. No rules live here.

Tiles are numbered from 0 here, a *kind* is tile id - 1. A *look* is a tile as it lies: the 105 of them are numbered by
tile, then by quarter turns. Chance outcomes are kinds: the tile that is drawn.

Actions of seats. The legal ones, in the order of the rules, are always ascending.

      0 ..  47  PlaceMarker   the position in the setup's `start_spots`
     48 .. 467  PlayTile      48 + 210 * (a seat's first or second marker) + 2 * look + (the second port of its side)
    468 .. 469  ChoosePort    the first or the second port of the side
    470         SwapTiles     nothing
    471 .. 506                one tile for one: 471 + 18 * (position in the hand) + position in the pool
    507 .. 659                two for two: two positions in the pool, in lexicographic order; the hand has only two

At a swap the active player has just played, so there are two tiles in hand at most; two players or more are still in,
so the pool is at most six hands. Of equal tiles the first ones are named. A port that is not a choice counts as first.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from ludotheque.core.errors import InvalidMove
from ludotheque.core.tuples import put
from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.editions import HAND, MOST_TILES
from ludotheque.games.tsuro.legality import due
from ludotheque.games.tsuro.observation import Observation, determinize
from ludotheque.games.tsuro.paths import follow
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
from ludotheque.games.tsuro.tiles import IDENTITY, ORIENTATIONS, PORTS

SEATS = 8
SQUARES = 49
KINDS = len(ORIENTATIONS)
LOOKS = [pairing for orientations in ORIENTATIONS.values() for pairing in orientations]
MOST_POOL = 6 * HAND
EDGE = SQUARES * PORTS
"""In place of a spot, in `beyond`: over the edge of the board. Not negative, so that it may be written to."""

PLACE, PLAY, CHOOSE, SWAP, DRAW, OVER = range(6)
"""What is due, in `due`: the kind of the next ply, or nothing any more."""
REASONS = ("last_marker", "all_out", "no_tiles")

OPTIONS = (
    "seats",
    "markers",
    "has_dragon",
    "has_bonus",
    "bans_edge",
    "bans_collision",
    "starts_on_sides",
    "returns_hands",
)
"""The constants of a Setup that are fields of a packed game under the same name; `size` of the board is another."""

DTYPE = np.dtype(
    [
        # For each spot of an empty square: the spot where a marker that leaves the square there comes to rest, or EDGE.
        # Laying a tile joins these ends in pairs. The square `laid` counts as empty; the spots of other squares, and
        # the one past the end, hold leftovers.
        ("beyond", "i2", SQUARES * PORTS + 1),
        ("spots", "i2", SEATS),  # as in State; OUT for markers that the game does not have
        ("starts", "i2", SEATS),  # same
        ("undecided", "i2"),  # as in State, marker m as bit m
        ("squares", "i1", SQUARES),  # the look of the tile on each square, or -1
        ("out_at", "i1", SEATS),  # as in State
        ("hands", "i1", (SEATS, HAND)),  # kinds, ascending, then -1
        ("held", "i1", SEATS),  # how many tiles each hand has
        ("pile", "i1", MOST_TILES),  # kinds, in no order; what is not in the pile are leftovers
        ("pile_size", "i1"),
        ("pool", "i1", MOST_POOL),  # kinds, ascending; what is not in the pool are leftovers
        ("pool_size", "i1"),
        ("loose", "i1", KINDS),  # for each kind: how many are not on the board
        ("tiles_laid", "i1"),  # how many tiles are on the board
        ("due", "i1"),  # PLACE, PLAY, CHOOSE, SWAP, DRAW or OVER
        ("turn", "i1"),  # the active player
        ("parts", "i1"),  # as in State: bit 0 is the first marker of the active player, bit 1 the second
        ("laid", "i1"),  # as in State, or -1
        ("chooser", "i1"),  # the marker that chooses a port now, or -1; the others follow from `laid` and `undecided`
        ("drawer", "i1"),  # the seat that draws now, or -1; the next ones follow from the hands
        ("draws_left", "i1"),  # how many tiles are to be drawn before anything else happens
        ("dragon", "i1"),  # who holds the dragon, or -1
        ("reason", "i1"),  # the position in REASONS, or -1 while the game is not over
        ("size", "i1"),  # the squares on a side of the board
        *((name, "i1") for name in OPTIONS),
    ],
    align=True,
)

OBSERVATION = np.dtype(
    [
        ("size", "i1"),
        *((name, "i1") for name in OPTIONS),
        ("due", "i1"),
        ("decider", "i1"),  # which seat decides; -1 is chance or nobody. All seats count from the viewer, who is 0
        ("turn", "i1"),
        ("parts", "i1"),
        ("laid", "i1"),
        ("chooser", "i1"),  # markers are counted like seats: marker m is the first of seat m, then come second markers
        ("drawer", "i1"),
        ("draws_left", "i1"),
        ("dragon", "i1"),
        ("reason", "i1"),
        ("pile_size", "i1"),
        ("pool_size", "i1"),
        ("hand", "i1", HAND),  # the viewer's own
        ("pool", "i1", MOST_POOL),  # -1 unless the viewer decides on a swap
        ("held", "i1", SEATS),
        ("unseen", "i1", KINDS),  # for each kind: how many the viewer cannot see
        ("spot_squares", "i1", SEATS),  # for each marker: the square before it, OUT or UNPLACED
        ("spot_ports", "i1", SEATS),  # and the port, or -1
        ("start_squares", "i1", SEATS),
        ("start_ports", "i1", SEATS),
        ("undecided", "i1", SEATS),  # 1 if the marker stands in the middle of a side
        ("out_at", "i1", SEATS),
        ("squares", "i1", SQUARES),
    ]
)
"""What `observe` writes; `vector.view(OBSERVATION)` gives it these names. Fields without a comment are those above."""

FIRST_PLAY = 48
PLAYS_PER_MARKER = 2 * len(LOOKS)
FIRST_PORT = FIRST_PLAY + 2 * PLAYS_PER_MARKER
NO_SWAP = FIRST_PORT + 2
FIRST_SINGLE = NO_SWAP + 1
FIRST_DOUBLE = FIRST_SINGLE + 2 * MOST_POOL
DOUBLES = list(combinations(range(MOST_POOL), 2))
ACTIONS = FIRST_DOUBLE + len(DOUBLES)
MOST_LEGAL = 1 + 2 * MOST_POOL + len(DOUBLES)

_LOOK_OF = {pairing: look for look, pairing in enumerate(LOOKS)}
_KIND_OF = [IDENTITY[pairing][0] - 1 for pairing in LOOKS]


def pack(setup: Setup, state: State) -> np.ndarray[Any, Any]:
    """Pack a state; exact for every state that can be reached by playing."""
    packed = np.full(1, -1, np.int8).repeat(DTYPE.itemsize).view(DTYPE)
    for name, value in _fields(setup, state):
        field = packed[name][0]
        if np.ndim(field) == 0:
            packed[name] = value
        else:
            field[: len(value)] = value
    for seat, hand in enumerate(state.hands):
        packed["hands"][0, seat, : len(hand)] = _kinds(hand)
    return packed


def _fields(setup: Setup, state: State) -> Iterator[tuple[str, Any]]:
    """Yield the values of all fields but the hands; arrays may be shorter than the field, the rest is -1."""
    yield "beyond", _find_ends(setup, state)
    yield "spots", state.spots
    yield "starts", state.starts
    yield "undecided", sum(1 << marker for marker in state.undecided)
    yield "squares", [-1 if pairing is None else _LOOK_OF[pairing] for pairing in state.squares]
    yield "out_at", state.out_at + (0,) * (SEATS - setup.markers)
    yield "held", [len(hand) for hand in state.hands] + [0] * (SEATS - setup.seats)
    yield "pile", _kinds(state.pile)
    yield "pile_size", len(state.pile)
    yield "pool", _kinds(state.pool)
    yield "pool_size", len(state.pool)
    laid = [_KIND_OF[_LOOK_OF[pairing]] for pairing in state.squares if pairing is not None]
    yield "loose", np.bincount(_kinds(setup.tiles), minlength=KINDS) - np.bincount(laid, minlength=KINDS)
    yield "tiles_laid", len(laid)
    yield "due", OVER if state.reason else _DUE[due(state)]
    yield "turn", state.turn
    yield "parts", sum(1 << marker // setup.seats for marker in state.parts)
    yield "laid", -1 if state.laid is None else state.laid
    yield "chooser", state.choosers[0] if state.choosers else -1
    yield "drawer", state.draws[0] if state.draws else -1
    yield "draws_left", len(state.draws)
    yield "dragon", -1 if state.dragon is None else state.dragon
    yield "reason", -1 if state.reason is None else REASONS.index(state.reason)
    yield "size", setup.board.size
    for name in OPTIONS:
        yield name, getattr(setup, name)


_DUE = {PlaceMarker: PLACE, PlayTile: PLAY, ChoosePort: CHOOSE, SwapTiles: SWAP, DrawTile: DRAW}


def _kinds(tiles: tuple[int, ...]) -> list[int]:
    return [tile - 1 for tile in tiles]


def _find_ends(setup: Setup, state: State) -> list[int]:
    # A tile that waits for a port to be chosen is not joined to the others yet.
    squares = state.squares if state.laid is None else put(state.squares, state.laid, None)
    ends = []
    for spot, first in enumerate(setup.board.across):
        is_inner = squares[spot >> 3] is None and first != OFF
        end = follow(setup.board, squares, first) if is_inner else OFF
        ends.append(EDGE if end == OFF else end)
    return ends


def pack_observation(setup: Setup, observation: Observation) -> np.ndarray[Any, Any]:
    """Pack a state that the viewer cannot tell from the real one. It depends on the observation alone."""
    return pack(setup, determinize(setup, observation, Random(0)))  # noqa: S311 - any world will do, but always the same


def unpack(setup: Setup, packed: np.ndarray[Any, Any]) -> State:
    """Return the state of a packed game."""
    fields = {name: packed[name][0].tolist() for name in _UNPACKED}
    seats, markers, turn, laid = setup.seats, setup.markers, fields["turn"], fields["laid"]
    undecided = tuple(marker for marker in range(markers) if fields["undecided"] >> marker & 1)
    spots = tuple(fields["spots"][:markers])
    choosers = [marker for marker in undecided if spots[marker] >> 3 == laid] if laid >= 0 else []
    choosers.sort(key=lambda marker: ((marker - turn) % seats, marker))
    return State(
        squares=tuple(None if look < 0 else LOOKS[look] for look in fields["squares"][: setup.board.squares]),
        spots=spots,
        starts=tuple(fields["starts"][:markers]),
        undecided=undecided,
        out_at=tuple(fields["out_at"][:markers]),
        hands=tuple(_tiles(hand, size) for hand, size in zip(fields["hands"], fields["held"][:seats], strict=False)),
        pile=_tiles(fields["pile"], fields["pile_size"]),
        dragon=None if fields["dragon"] < 0 else fields["dragon"],
        turn=turn,
        parts=tuple(marker for marker in setup.markers_of[turn] if fields["parts"] >> marker // seats & 1),
        laid=None if laid < 0 else laid,
        choosers=tuple(choosers),
        pool=_tiles(fields["pool"], fields["pool_size"]),
        draws=tuple(_draws(setup, fields)),
        reason=None if fields["reason"] < 0 else REASONS[fields["reason"]],
    )


_UNPACKED = [
    name for name in DTYPE.names or () if name not in (*OPTIONS, "beyond", "loose", "tiles_laid", "due", "chooser")
]


def _tiles(kinds: list[int], size: int) -> tuple[int, ...]:
    return tuple(sorted(kind + 1 for kind in kinds[:size]))


def _draws(setup: Setup, fields: dict[str, Any]) -> Iterator[int]:
    """Yield who draws. In the deal each seat fills its hand; later they draw in turn, one tile at a time."""
    held, seat = fields["held"][:], fields["drawer"]
    is_deal = fields["spots"][0] == UNPLACED
    for _ in range(fields["draws_left"]):
        while held[seat] == HAND or not (is_deal or any(fields["spots"][m] > OUT for m in setup.markers_of[seat])):
            seat = (seat + 1) % setup.seats
        yield seat
        held[seat] += 1
        seat = seat if is_deal else (seat + 1) % setup.seats


def encode_move(setup: Setup, state: State, move: Move) -> int:
    """Number a legal move. Whether it is legal is not checked."""
    if isinstance(move, DrawTile):
        return move.tile - 1
    if isinstance(move, PlaceMarker):
        return setup.start_spots.index(move.spot)
    if isinstance(move, PlayTile):
        look = _LOOK_OF[ORIENTATIONS[move.tile][move.turns]]
        second = (move.marker or 0) // setup.seats
        return FIRST_PLAY + PLAYS_PER_MARKER * second + 2 * look + (move.port or 0) % 2
    if isinstance(move, ChoosePort):
        return FIRST_PORT + move.port % 2
    take = [bisect_left(state.pool, tile) for tile in move.take]
    if not take:
        return NO_SWAP
    if len(take) == 1:
        return FIRST_SINGLE + MOST_POOL * state.hands[state.turn].index(move.give[0]) + take[0]
    return FIRST_DOUBLE + DOUBLES.index((take[0], take[1] + (take[0] == take[1])))


def decode_move(setup: Setup, state: State, action: int) -> Move:
    """Return the move with this number. Raises InvalidMove if there is none; whether it is legal is not checked."""
    try:
        if state.draws:
            return DrawTile(range(1, KINDS + 1)[action])
        if action < FIRST_PLAY:
            return PlaceMarker(setup.start_spots[action])
        if action < FIRST_PORT:
            return _decode_play(setup, state, action - FIRST_PLAY)
        if action < NO_SWAP:
            return ChoosePort(state.spots[state.choosers[0]] % PORTS + action - FIRST_PORT)
        return _decode_swap(state, action)
    except IndexError:
        raise InvalidMove(f"No move has the number {action} here; take that of a legal one.") from None


def _decode_play(setup: Setup, state: State, number: int) -> PlayTile:
    second, number = divmod(number, PLAYS_PER_MARKER)
    marker = state.turn + second * setup.seats
    port = state.spots[marker] % PORTS + number % 2 if marker in state.undecided else None
    return PlayTile(*IDENTITY[LOOKS[number // 2]], marker if setup.markers > setup.seats else None, port)


def _decode_swap(state: State, action: int) -> SwapTiles:
    hand, pool = state.hands[state.turn], state.pool
    if action == NO_SWAP:
        return SwapTiles((), ())
    if action < FIRST_DOUBLE:
        give, take = divmod(action - FIRST_SINGLE, MOST_POOL)
        return SwapTiles((hand[give],), (pool[take],))
    first, second = DOUBLES[action - FIRST_DOUBLE]
    return SwapTiles(hand, (pool[first], pool[second]))
