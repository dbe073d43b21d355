"""Turris as numbers, for compiled code and for learning: the packed game, the actions, the compact observation.

The tower in bits: each column has three bits, one for each footprint that begins there.

    bit 3 × column       stands on the column; a set of columns uses these bits only
    bit 3 × column + 1   lies on it and on the column to the east
    bit 3 × column + 2   lies on it and on the column to the north

So a set of footprints is one whole number, its bits are in the order of the rules' moves, and a neighbour is a shift
away: 3 bits to the east, 9 to the north. The rules over this form are in kernel.py; this module is plain
Python with NumPy.
"""

from typing import Any

import numpy as np

from ludotheque.games.turris import rules
from ludotheque.games.turris.observation import Observation, determinize
from ludotheque.games.turris.options import BLOCKS, COLOURS, SEATS, TurrisOptions
from ludotheque.games.turris.state import DeclineBonus, DrawFirst, Move, PlaceBlock, State, TakeBlockOff
from ludotheque.games.turris.tower import COLUMNS, FOOTPRINTS, SIZE, Block, Columns, find_heights, find_tops

# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────────────────

TAKE_OFF = len(FOOTPRINTS)
"""Actions 0 to 20 place a block on the footprint with that number; from here on they take off the block there."""
DECLINE = 2 * len(FOOTPRINTS)
"""The last action: decline the bonus."""
ACTIONS = DECLINE + 1
"""How many actions there are. Outcomes of chance have their own numbers: the seat that begins."""

# ── Bits ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _find_bit(columns: Columns) -> int:
    """Return the index of a footprint's bit."""
    return 3 * columns[0] + {0: 0, 1: 1, SIZE: 2}[columns[-1] - columns[0]]


def collect(columns: Columns) -> int:
    """Return a set of columns as bits."""
    return sum(1 << 3 * column for column in columns)


BITS = tuple(_find_bit(footprint.columns) for footprint in FOOTPRINTS)
"""The number of the bit of each footprint."""
_BY_PLAN = {0: ()} | {collect(footprint.columns): footprint.columns for footprint in FOOTPRINTS}
_NUMBERS = {footprint.columns: number for number, footprint in enumerate(FOOTPRINTS)}

# ── The packed game ──────────────────────────────────────────────────────────────────────────────────────────────────

PLAN = len(COLUMNS)
"""How many columns there are."""
MOST_LEVELS = 11
"""No tower is higher: all but three levels are complete (e), and nine complete ones take 81 cells of 40 blocks' 80."""
REASONS = ("all_placed", "stuck", "ply_limit")

DTYPE = np.dtype(
    [
        # Derived from the rest and kept for speed; sets are bits as shown above.
        (
            "open",
            "i4",
            (3,),
        ),  # the columns filled on the lowest open level, on the one above, and on the one above that
        ("free", "i4", (SEATS,)),  # the footprints of each seat's blocks on which nothing rests
        ("last", "i4", (SEATS,)),  # the footprint of the block that each seat placed last; 0 before the first
        ("places", "i4"),  # where the player to move may place; nothing once the game is over
        # What the rules' state holds.
        ("barred", "i4"),  # the columns that the player to move may not build on: those of the block just taken off
        ("placements", "i2"),  # how many blocks have been placed in the whole game
        ("turn", "i1"),  # whose turn it is; -1 until that is drawn
        ("reason", "i1"),  # why the game is over, an index into REASONS; -1 while it is not
        ("has_bonus", "i1"),  # 1 while the player decides on a bonus
        ("left", "i1", (SEATS,)),  # how many blocks each seat has beside the tower
        ("count", "i1"),  # how many blocks are in the tower
        ("blocks", "i1", (2 * BLOCKS,)),  # these blocks, 2 × footprint + seat, in the order of building; -1 after them
        # The tower once more, by columns.
        ("heights", "i1", (PLAN,)),  # how many levels of each column are filled
        ("low", "i1"),  # the least of them: how many levels are complete
        ("cells", "i1", (PLAN * MOST_LEVELS,)),  # what fills each cell, column by column from the ground; see below
        # The options.
        ("chains", "i1"),  # bonus_chains: 1 if a bonus block in the middle earns another
        ("first", "i1"),  # first: the seat that begins; -1 if it is drawn
        ("only_free_lie", "i1"),  # ground_lying: 1 if only a free block may lie on the ground
        ("free_blocks", "i1"),  # free_blocks: how many blocks need not touch any other
        ("last_ends", "i1"),  # last_bonus: 1 if the game ends with the last block
    ]
)
"""The layout of one packed game."""

# A cell is 0 if it is empty. Otherwise it says where the other half of its block is, negative if the block is black:
ABOVE, BELOW, EAST, WEST, NORTH, SOUTH = 1, 2, 3, 4, 5, 6
PARTS = {0: (ABOVE, BELOW), 1: (EAST, WEST), SIZE: (NORTH, SOUTH)}
"""The two parts of a block, by how far its two columns are apart."""

# ── The compact observation ──────────────────────────────────────────────────────────────────────────────────────────

OBSERVATION = {
    "cells": (0, PLAN * MOST_LEVELS),  # as in a packed game, but it is the opponent's that are negative
    "left": (99, 2),  # how many blocks the viewer and the opponent have left
    "last": (101, 2),  # the bit of the block placed last by each of them; -1 before the first
    "barred": (103, 2),  # the columns, ascending, that may not be built on; -1 if fewer
    "actor": (105, 1),  # 0 the viewer decides, 1 the opponent, -1 chance, -2 nobody any more
    "turn": (106, 1),  # 0 it is the viewer's turn, 1 the opponent's, -1 that is not drawn yet
    "has_bonus": (107, 1),  # 1 while a bonus is decided on
    "placements": (108, 2),  # how many blocks have been placed: hundreds, and the rest
    "reason": (110, 1),  # why the game is over, an index into REASONS; -1 while it is not
    "chains": (111, 1),  # option: 1 if a bonus block in the middle earns another
    "first": (112, 1),  # option: 0 the viewer begins, 1 the opponent, -1 that is drawn
    "only_free_lie": (113, 1),  # option: 1 if only a free block may lie on the ground
    "free_blocks": (114, 1),  # option: how many blocks need not touch any other
    "last_ends": (115, 1),  # option: 1 if the game ends with the last block
}
"""Where each part of an observation begins and how long it is; all are small whole numbers.

Only the order of blocks before the last one of each player is left out: no rule depends on it.
"""
OBSERVATION_LENGTH = 116


def pack(options: TurrisOptions, state: State) -> Any:
    """Pack a state and the options."""
    packed = np.zeros(1, DTYPE)
    record = packed[0]
    record["chains"] = options.bonus_chains
    record["first"] = -1 if options.first == "random" else COLOURS.index(options.first)
    record["only_free_lie"] = options.ground_lying == "first_only"
    record["free_blocks"] = options.free_blocks
    record["last_ends"] = options.last_bonus == "ends"
    record["turn"] = -1 if state.turn is None else state.turn
    record["reason"] = -1 if state.reason is None else REASONS.index(state.reason)
    record["has_bonus"] = state.has_bonus
    record["left"] = state.left
    record["placements"] = state.placements
    record["barred"] = sum(1 << 3 * column for column in {column for column, _ in state.barred})
    record["count"] = len(state.blocks)
    record["blocks"] = -1
    for index, block in enumerate(state.blocks):
        _pack_block(record, index, block)
    low = min(state.heights)
    record["heights"] = state.heights
    record["low"] = low
    for level in range(3):
        record["open"][level] = collect(tuple(c for c in COLUMNS if state.heights[c] > low + level))
    for block in {top for top in state.tops if top is not None}:
        if all(state.tops[column] == block for column in block.columns):
            record["free"][block.seat] |= 1 << _find_bit(block.columns)
    record["places"] = _find_places(options, state)
    return packed


def _pack_block(record: Any, index: int, block: Block) -> None:
    record["blocks"][index] = 2 * _NUMBERS[block.columns] + block.seat
    record["last"][block.seat] = 1 << _find_bit(block.columns)
    for (column, level), part in zip(block.cells, PARTS[block.columns[-1] - block.columns[0]], strict=True):
        record["cells"][column * MOST_LEVELS + level - 1] = -part if block.seat else part


def _find_places(options: TurrisOptions, state: State) -> int:
    """Find where a block may be placed, by the rules. Before the first player is drawn, it is the same for both."""
    if state.turn is None:
        state = state._replace(turn=0)
    moves = rules.legal_moves(options, state)
    return sum(1 << _find_bit(move.columns) for move in moves if isinstance(move, PlaceBlock))


def unpack(packed: Any) -> State:
    """Return the state of a packed game. What follows from the blocks is recomputed, not copied."""
    record = packed[0]
    blocks: list[Block] = []
    heights = [0] * PLAN
    for code in record["blocks"][: record["count"]].tolist():
        columns = FOOTPRINTS[code // 2].columns
        block = Block(code % 2, columns, heights[columns[0]] + 1)
        for column in columns:
            heights[column] = block.top
        blocks.append(block)
    tops = find_tops(blocks)
    heights_found = find_heights(tops)
    white, black = record["left"].tolist()
    turn, reason = int(record["turn"]), int(record["reason"])
    bar = _BY_PLAN[int(record["barred"])]
    return State(
        blocks=tuple(blocks),
        tops=tops,
        heights=heights_found,
        left=(white, black),
        turn=None if turn < 0 else turn,
        has_bonus=bool(record["has_bonus"]),
        # Nothing can be built on barred columns while they are, so the freed cells are the next ones.
        barred=Block(0, bar, heights_found[bar[0]] + 1).cells if bar else (),
        placements=int(record["placements"]),
        reason=None if reason < 0 else REASONS[reason],
    )


def pack_observation(observation: Observation) -> Any:
    """Pack the state of an observation: nothing is hidden."""
    return pack(observation.options, determinize(observation))


def encode_move(move: Move) -> int:
    """Return the action of a player's move, or the number of an outcome of chance."""
    match move:
        case PlaceBlock(columns):
            return _NUMBERS[columns]
        case TakeBlockOff(columns):
            return TAKE_OFF + _NUMBERS[columns]
        case DeclineBonus():
            return DECLINE
        case DrawFirst(seat):
            return seat


def decode_move(state: State, action: int) -> Move:
    """Return the move of an action or, where chance acts, of an outcome. Whether it is legal is not checked."""
    if state.turn is None:
        return DrawFirst(action)
    if action == DECLINE:
        return DeclineBonus()
    columns = FOOTPRINTS[action % TAKE_OFF].columns
    return PlaceBlock(columns) if action < TAKE_OFF else TakeBlockOff(columns)
