"""Moves and states as text. docs/notation.md explains it to people.

a1b1     place a block lying on a1 and b1          b2^      place a block standing on b2
xa1b1    take off the block that lies there        xb2^     take off the block that stands there
keep     decline the bonus                         =white   chance: white begins
"""

import re

from ludotheque.core.errors import InvalidMove, InvalidState
from ludotheque.core.inputs import shorten
from ludotheque.core.states import (
    check_spelling,
    format_fields,
    parse_number,
    parse_word,
    split_fields,
    split_list,
)
from ludotheque.games.turris.options import COLOURS, SEATS
from ludotheque.games.turris.state import DeclineBonus, DrawFirst, Move, PlaceBlock, State, TakeBlockOff
from ludotheque.games.turris.tower import (
    BY_COLUMNS,
    SIZE,
    Block,
    Cell,
    Columns,
    find_heights,
    find_tops,
    format_column,
    format_columns,
)

_BLOCK = re.compile(r"(x?)([abc][123])(?:([abc][123])|\^)")
_BUILT = re.compile(r"([WB])([abc][123])(?:([abc][123])|\^)@([1-9][0-9]?)")
_CELL = re.compile(r"([abc][123])@([1-9][0-9]?)")

_FORMS = (
    "a1b1 (place lying), b2^ (place standing), xa1b1 or xb2^ (take off), keep (decline), =white or =black (who begins)"
)


def format_move(move: Move) -> str:
    """Write a legal move. The level of a block is not written: it is placed on, or taken from, the top."""
    match move:
        case PlaceBlock(columns):
            return format_columns(columns)
        case TakeBlockOff(columns):
            return f"x{format_columns(columns)}"
        case DeclineBonus():
            return "keep"
        case DrawFirst(seat):
            return f"={COLOURS[seat]}"


def parse_move(text: str) -> Move:
    """Read a move. Raises InvalidMove for what is no move of Turris. The two columns may come in either order."""
    if text == "keep":
        return DeclineBonus()
    if text.startswith("=") and text[1:] in COLOURS:
        return DrawFirst(COLOURS.index(text[1:]))
    if block := _BLOCK.fullmatch(text):
        columns = _parse_columns(block)
        return TakeBlockOff(columns) if block[1] else PlaceBlock(columns)
    raise InvalidMove(f"{shorten(text)} is not a move of Turris; moves look like {_FORMS}.")


def _parse_columns(block: re.Match[str]) -> Columns:
    columns = tuple(sorted(_parse_column(name) for name in (block[2], block[3]) if name))
    if columns not in BY_COLUMNS:
        raise InvalidMove(f"{block[2]} and {block[3]} are not neighbours; no block lies on both.")
    return columns


def _parse_column(text: str) -> int:
    return "abc".index(text[0]) + SIZE * (int(text[1]) - 1)


def format_block(block: Block) -> str:
    """Write a block as it is in the tower: whose, where, from which level up. `Wa1b1@3`, `Bb2^@1`."""
    return f"{'WB'[block.seat]}{format_columns(block.columns)}@{block.level}"


def format_state(state: State) -> str:
    """Write the whole state in one line; what follows from the blocks is left out."""
    fields = {
        "blocks": " ".join(map(format_block, state.blocks)) or "-",
        "left": "/".join(map(str, state.left)),
        "turn": "-" if state.turn is None else COLOURS[state.turn],
        "bonus": "yes" if state.has_bonus else "no",
        "barred": " ".join(f"{format_column(column)}@{level}" for column, level in state.barred) or "-",
        "placements": str(state.placements),
        "over": state.reason or "-",
    }
    return format_fields(fields)


_FIELDS = ("blocks", "left", "turn", "bonus", "barred", "placements", "over")


def parse_state(text: str) -> State:
    """Read the line of a state. Raises InvalidState for what `format_state` would not have written."""
    fields = split_fields(text, _FIELDS)
    blocks = tuple(map(_parse_block, split_list(fields["blocks"], " ")))
    left = tuple(parse_number("left", number) for number in fields["left"].split("/"))
    if len(left) != SEATS:
        raise InvalidState(f"left: {shorten(fields['left'])} should be two numbers, such as 20/20.")
    if fields["turn"] not in (*COLOURS, "-"):
        raise InvalidState(f"turn: {shorten(fields['turn'])} should be {', '.join(COLOURS)} or a dash.")
    if fields["bonus"] not in ("yes", "no"):
        raise InvalidState(f"bonus: {shorten(fields['bonus'])} should be yes or no.")
    tops = find_tops(blocks)
    state = State(
        blocks=blocks,
        tops=tops,
        heights=find_heights(tops),
        left=(left[0], left[1]),
        turn=None if fields["turn"] == "-" else COLOURS.index(fields["turn"]),
        has_bonus=fields["bonus"] == "yes",
        barred=tuple(map(_parse_cell, split_list(fields["barred"], " "))),
        placements=parse_number("placements", fields["placements"]),
        reason=parse_word("over", fields["over"]),
    )
    check_spelling(text, format_state(state))
    return state


def _parse_block(text: str) -> Block:
    block = _BUILT.fullmatch(text)
    columns = tuple(_parse_column(name) for name in (block[2], block[3]) if name) if block else ()
    if block is None or columns not in BY_COLUMNS:
        raise InvalidState(f"blocks: {shorten(text)} is no block; blocks look like Wa1b1@3 or, standing, Bb2^@1.")
    return Block("WB".index(block[1]), columns, int(block[4]))


def _parse_cell(text: str) -> Cell:
    cell = _CELL.fullmatch(text)
    if cell is None:
        raise InvalidState(f"barred: {shorten(text)} is no cell; cells look like a1@3.")
    return _parse_column(cell[1]), int(cell[2])
