"""Moves and states as text. docs/notation.md explains it to people.

a1.5         place a marker on port 5 of a1        b3=12r1      lay tile 12 on b3, one quarter turn
a1s          ... on the south side of a1 (Kosmos)  a1=12>5      ... entering by port 5 (Kosmos, first move)
>4           choose port 4                         A:b3=12r1    ... with the first of two markers
3,8<>12,30   give 3 and 8 for 12 and 30            keep         swap nothing
+12          chance draws tile 12
"""

import re
from collections.abc import Sequence
from typing import cast

from ludotheque.core.errors import InvalidMove, InvalidState
from ludotheque.core.inputs import shorten
from ludotheque.core.states import (
    NOTHING,
    check_spelling,
    format_fields,
    parse_number,
    parse_numbers,
    parse_word,
    split_fields,
    split_list,
)
from ludotheque.games.tsuro.board import SIDES
from ludotheque.games.tsuro.legality import due
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import (
    ChoosePort,
    DrawTile,
    Move,
    PlaceMarker,
    PlayTile,
    State,
    SwapTiles,
)
from ludotheque.games.tsuro.tiles import IDENTITY, ORIENTATIONS, PORTS, Pairing

_PLACE = re.compile(r"([a-z][0-9])(?:\.([0-9])|([nesw]))")
_PLAY = re.compile(r"(?:([AB]):)?([a-z][0-9])=([0-9]{1,2})(?:r([0-9]))?(?:>([0-9]))?")
_CHOOSE = re.compile(r">([0-9])")
_SWAP = re.compile(r"([0-9]{1,2}(?:,[0-9]{1,2})*)<>([0-9]{1,2}(?:,[0-9]{1,2})*)")
_DRAW = re.compile(r"\+([0-9]{1,2})")
_TILE = re.compile(r"([0-9]{1,2})(?:r([0-9]))?")

_FORMS = "a1.5 or a1s (place), b3=12r1 (play), >4 (choose a port), 3,8<>12,30 or keep (swap), +12 (draw)"


def format_move(setup: Setup, state: State, move: Move) -> str:
    """Write a legal move."""
    board = setup.board
    match move:
        case DrawTile():
            return f"+{move.tile}"
        case PlayTile():  # without patterns for its fields, which take as long as all the rest
            square = board.names[state.spots[state.turn if move.marker is None else move.marker] // PORTS]
            which = "" if move.marker is None else f"{_marker_letter(setup, move.marker)}:"
            entry = "" if move.port is None else f">{move.port}"
            return f"{which}{square}={_LYING[move.tile][move.turns]}{entry}"
        case PlaceMarker(spot):
            return board.format_side(spot) if setup.starts_on_sides else board.format_spot(spot)
        case ChoosePort(port):
            return f">{port}"
        case SwapTiles(give, take):
            return f"{_format_tiles(give)}<>{_format_tiles(take)}" if give else "keep"


def format_moves(setup: Setup, state: State, moves: Sequence[Move]) -> list[str]:
    """Write all legal moves of a state: what they have in common, once."""
    if state.draws:
        return [f"+{move.tile}" for move in cast("Sequence[DrawTile]", moves)]
    if setup.markers == setup.seats and not state.undecided and due(state) is PlayTile:
        square = setup.board.format_square(state.spots[state.turn] // PORTS)
        return [f"{square}={_LYING[move.tile][move.turns]}" for move in cast("Sequence[PlayTile]", moves)]
    return [format_move(setup, state, move) for move in moves]


def format_tile(tile: int, turns: int) -> str:
    """Name a tile as it lies: `12` or, turned, `12r1`."""
    return f"{tile}r{turns}" if turns else str(tile)


_LYING = {
    tile: tuple(format_tile(tile, turns) for turns in range(len(orientations)))
    for tile, orientations in ORIENTATIONS.items()
}


def parse_move(setup: Setup, state: State, text: str) -> Move:
    """Read a move. Raises InvalidMove for what is no move of Tsuro on this board.

    A tile that looks the same after more turns than it has orientations is understood; the answer has the fewest.
    """
    if text == "keep":
        return SwapTiles((), ())
    if play := _PLAY.fullmatch(text):
        return _parse_play(setup, state, play)
    if place := _PLACE.fullmatch(text):
        return _parse_place(setup, place)
    if choose := _CHOOSE.fullmatch(text):
        return ChoosePort(_parse_port(choose[1]))
    if swap := _SWAP.fullmatch(text):
        return SwapTiles(_parse_tiles(swap[1]), _parse_tiles(swap[2]))
    if draw := _DRAW.fullmatch(text):
        return DrawTile(_parse_tile(draw[1]))
    raise InvalidMove(f"{shorten(text)} is not a move of Tsuro; moves look like {_FORMS}.")


def _parse_place(setup: Setup, place: re.Match[str]) -> PlaceMarker:
    first = _parse_square(setup, place[1]) * PORTS
    return PlaceMarker(first + (2 * SIDES.index(place[3]) if place[3] else _parse_port(place[2])))


def _parse_play(setup: Setup, state: State, play: re.Match[str]) -> PlayTile:
    marker = None if play[1] is None else "AB".index(play[1]) * setup.seats + state.turn
    square, tile = _parse_square(setup, play[2]), _parse_tile(play[3])
    turns = int(play[4] or 0)
    if turns > 3:
        raise InvalidMove(f"A tile is turned by 0 to 3 quarter turns, not {turns}.")
    if marker is not None and setup.markers == setup.seats:
        raise InvalidMove("Every player has one marker here; leave out A: and B:.")
    front = state.spots[state.turn if marker is None else marker] // PORTS
    if front != square:
        where = f"which is {setup.board.format_square(front)}" if front >= 0 else "and there is none"
        raise InvalidMove(f"The tile goes on the square in front of the marker, {where}, not on {play[2]}.")
    port = None if play[5] is None else _parse_port(play[5])
    return PlayTile(tile, turns % len(ORIENTATIONS[tile]), marker, port)


def _parse_square(setup: Setup, text: str) -> int:
    square = setup.board.parse_square(text)
    if square is None:
        last = setup.board.format_square(setup.board.squares - 1)
        raise InvalidMove(f"There is no square {text}; squares go from a1 to {last}.")
    return square


def _parse_port(text: str) -> int:
    if int(text) >= PORTS:
        raise InvalidMove(f"There is no port {text}; ports are numbered from 0 to {PORTS - 1}.")
    return int(text)


def _parse_tile(text: str) -> int:
    tile = int(text)
    if tile not in ORIENTATIONS:
        raise InvalidMove(f"There is no tile {text}; tiles are numbered from 1 to {len(ORIENTATIONS)}.")
    return tile


def _parse_tiles(text: str) -> tuple[int, ...]:
    return tuple(sorted(_parse_tile(word) for word in text.split(",")))


def _format_tiles(tiles: Sequence[int]) -> str:
    return ",".join(map(str, tiles)) or "-"


def _marker_letter(setup: Setup, marker: int) -> str:
    return "AB"[marker // setup.seats]


def format_state(setup: Setup, state: State) -> str:
    """Write the whole state in one line: squares, then one word for every other field, in the order of State."""
    board = setup.board
    squares = " ".join(
        f"{board.format_square(square)}={format_tile(*IDENTITY[tile])}"
        for square, tile in enumerate(state.squares)
        if tile is not None
    )
    fields = {
        "squares": squares or "-",
        "spots": _format_numbers(state.spots),
        "starts": _format_numbers(state.starts),
        "undecided": _format_numbers(state.undecided),
        "out": _format_numbers(state.out_at),
        "hands": "/".join(_format_tiles(hand) for hand in state.hands),
        "pile": _format_tiles(state.pile),
        "dragon": "-" if state.dragon is None else str(state.dragon + 1),
        "turn": str(state.turn + 1),
        "parts": _format_numbers(state.parts),
        "laid": "-" if state.laid is None else board.format_square(state.laid),
        "choosers": _format_numbers(state.choosers),
        "pool": _format_tiles(state.pool),
        "draws": _format_numbers([seat + 1 for seat in state.draws]),
        "over": state.reason or "-",
    }
    return format_fields(fields)


_FIELDS = (
    *("squares", "spots", "starts", "undecided", "out", "hands", "pile", "dragon"),
    *("turn", "parts", "laid", "choosers", "pool", "draws", "over"),
)


def parse_state(setup: Setup, text: str) -> State:
    """Read the line of a state. Raises InvalidState for what `format_state` would not have written."""
    fields = split_fields(text, _FIELDS)
    numbers = {name: parse_numbers(name, fields[name]) for name in ("spots", "starts", "undecided", "out")}
    for name in ("spots", "starts", "out"):
        if len(numbers[name]) != setup.markers:
            raise InvalidState(f"{name}: there are {setup.markers} markers, not {len(numbers[name])}.")
    hands = fields["hands"].split("/")
    if len(hands) != setup.seats:
        raise InvalidState(f"hands: there are {setup.seats} seats, with / between their tiles, not {len(hands)}.")
    state = State(
        squares=_read_squares(setup, fields["squares"]),
        spots=numbers["spots"],
        starts=numbers["starts"],
        undecided=numbers["undecided"],
        out_at=numbers["out"],
        hands=tuple(parse_numbers("hands", hand) for hand in hands),
        pile=parse_numbers("pile", fields["pile"]),
        dragon=None if fields["dragon"] == NOTHING else parse_number("dragon", fields["dragon"]) - 1,
        turn=parse_number("turn", fields["turn"]) - 1,
        parts=parse_numbers("parts", fields["parts"]),
        laid=None if fields["laid"] == NOTHING else _read_square(setup, "laid", fields["laid"]),
        choosers=parse_numbers("choosers", fields["choosers"]),
        pool=parse_numbers("pool", fields["pool"]),
        draws=tuple(seat - 1 for seat in parse_numbers("draws", fields["draws"])),
        reason=parse_word("over", fields["over"]),
    )
    check_spelling(text, format_state(setup, state))
    return state


def _read_squares(setup: Setup, text: str) -> tuple[Pairing | None, ...]:
    squares: list[Pairing | None] = [None] * setup.board.squares
    for word in split_list(text, " "):
        square, _, tile = word.partition("=")
        lying = _TILE.fullmatch(tile)
        orientations = ORIENTATIONS.get(int(lying[1]), ()) if lying else ()
        turns = int(lying[2] or 0) if lying else 0
        if turns >= len(orientations):
            raise InvalidState(f"squares: {shorten(word)} is no tile on a square; they look like b3=12r1.")
        squares[_read_square(setup, "squares", square)] = orientations[turns]
    return tuple(squares)


def _read_square(setup: Setup, name: str, text: str) -> int:
    square = setup.board.parse_square(text)
    if square is None:
        last = setup.board.format_square(setup.board.squares - 1)
        raise InvalidState(f"{name}: there is no square {shorten(text)}; squares go from a1 to {last}.")
    return square


def _format_numbers(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers)) or "-"
