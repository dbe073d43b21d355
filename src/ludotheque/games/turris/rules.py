"""The rules of Turris, for reading: this is the authority on what is legal and what follows from it.

A turn runs through these decisions, each its own ply:

    PlaceBlock ─→ (PlaceBlock ─→)* (PlaceBlock | TakeBlockOff | DeclineBonus)? ─→ the next turn
    (the turn)    (a chain of bonuses: each block fills the middle)

Before the first turn chance may draw who begins. Letters are those of docs/rules/turris.md. Counting the views is in
scoring.py.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ludotheque.core.errors import GameIsOver, IllegalMove
from ludotheque.core.game import CHANCE, Actor, Outcome, Seat
from ludotheque.games.turris.options import BLOCKS, COLOURS, PLY_LIMIT, SEATS, TurrisOptions
from ludotheque.games.turris.scoring import score
from ludotheque.games.turris.state import DeclineBonus, DrawFirst, Move, PlaceBlock, State, TakeBlockOff
from ludotheque.games.turris.tower import (
    AROUND,
    BY_COLUMNS,
    COLUMNS,
    FOOTPRINTS,
    Block,
    Cell,
    Footprint,
    find_heights,
    find_tops,
    format_columns,
)

# Moves are created once: a playout needs millions.
_FIRSTS = tuple(DrawFirst(seat) for seat in range(SEATS))
_PLACES = [(footprint, PlaceBlock(footprint.columns)) for footprint in FOOTPRINTS]
_DECLINE = DeclineBonus()

OPEN_LEVELS = 3
"""e) How many levels may be incomplete at a time."""


def start(options: TurrisOptions) -> State:
    """Return the state before the first block, and before the first player is drawn."""
    return State(
        blocks=(),
        tops=(None,) * len(COLUMNS),
        heights=(0,) * len(COLUMNS),
        left=(BLOCKS, BLOCKS),
        turn=None if options.first == "random" else COLOURS.index(options.first),
        has_bonus=False,
        barred=(),
        placements=0,
        reason=None,
    )


def actor(state: State) -> Actor | None:
    """Return who decides now; None when the game is over."""
    if state.reason is not None:
        return None
    return CHANCE if state.turn is None else state.turn


# ── What is legal ────────────────────────────────────────────────────────────────────────────────────────────────────


def legal_moves(options: TurrisOptions, state: State) -> Sequence[Move]:
    """List the legal moves in a fixed order.

    Placements by columns, standing on a column before lying from it; then, for a bonus, blocks to take off by columns,
    and declining last. Who begins: white, black.
    """
    if state.reason is not None:
        return ()
    if state.turn is None:
        return _FIRSTS
    moves: list[Move] = _legal_placements(options, state)
    if state.has_bonus:
        moves += _legal_removals(state)
        moves.append(_DECLINE)
    return moves


def weights() -> Sequence[int]:
    """Both players are equally likely to begin."""
    return (1,) * SEATS


def _legal_placements(options: TurrisOptions, state: State) -> list[Move]:
    if not state.left[state.turn or 0]:
        return []
    low = min(state.heights)
    return [place for footprint, place in _PLACES if _find_fault(options, state, footprint, low, state.barred) is None]


def _can_place(options: TurrisOptions, state: State, seat: Seat, barred: tuple[Cell, ...]) -> bool:
    if not state.left[seat]:
        return False
    low = min(state.heights)
    for footprint in FOOTPRINTS:  # noqa: SIM110 - a generator for any() takes twice as long
        if _find_fault(options, state, footprint, low, barred) is None:
            return True
    return False


def _find_fault(
    options: TurrisOptions, state: State, footprint: Footprint, low: int, barred: tuple[Cell, ...]
) -> str | None:
    """Find the rule that a block placed here would break, as a key of _FAULTS; None if it may be placed.

    `low` is the height of the lowest column, so the lowest incomplete level is the one above. Whether the player has a
    block left is not checked.
    """
    heights = state.heights
    columns, _, in_middle = footprint
    height = heights[columns[0]]
    if is_lying := len(columns) == 2:
        if heights[columns[1]] != height:
            return "b"
        if height and state.tops[columns[0]] == state.tops[columns[1]]:
            return "d"
    top = height + 1 if is_lying else height + 2
    if top > low + OPEN_LEVELS:
        return "e"
    if (not is_lying or height == 0) and (fault := _find_lack_of_contact(options, state, footprint)) is not None:
        return fault
    if in_middle and max([heights[other] for other in AROUND]) < top:
        return "f"
    if barred and not {(columns[0], height + 1), (columns[-1], top)}.isdisjoint(barred):
        return "barred"
    return None


def _find_lack_of_contact(options: TurrisOptions, state: State, footprint: Footprint) -> str | None:
    """Find why a block that stands, or lies on the ground, lacks a neighbour that it needs; None if it does not.

    (a) demands contact of every block but a free one, (c) sideways contact of every standing block but the first of the
    game. A block that lies on others touches them.
    """
    columns, beside, _ = footprint
    is_lying = len(columns) == 2
    if is_lying and not _is_free(options, state) and options.ground_lying == "first_only":
        return "d_ground"
    if _is_free(options, state) if is_lying else not state.blocks:
        return None
    height = state.heights[columns[0]]
    for other in beside:
        # Columns have no holes: a neighbour stands beside the block exactly if it is higher than its base.
        if state.heights[other] > height:
            return None
    return "a" if is_lying else "c"


def _is_free(options: TurrisOptions, state: State) -> bool:
    """a) Whether the next block need not touch any other: the first of the game or, by `free_blocks`, of each player.

    The players' first blocks are the first two of the game: no bonus comes before (f), and neither can be taken off
    while the other is the only block beside it.
    """
    return len(state.blocks) < options.free_blocks


_FAULTS = {
    "a": "a) It would touch no block that is in the tower already.",
    "b": "b) It would not rest entirely: the columns under it are not equally high.",
    "c": "c) A standing block needs a block beside it that it touches with a long side.",
    "d": "d) A lying block bridges two blocks; this one would lie exactly on one.",
    "d_ground": "d) A lying block bridges two blocks; on the ground there are none, so place this one standing.",
    "e": f"e) At most {OPEN_LEVELS} levels may be incomplete; complete the lowest one first.",
    "f": "f) No level is begun in its middle; first place something around it, on each level to be filled.",
    "barred": "A block was taken off there in the turn before; these cells stay free for this turn.",
}


def _legal_removals(state: State) -> list[Move]:
    removals = (block for block in state.blocks if _find_hold(state, block) is None)
    return [TakeBlockOff(columns) for columns in sorted(block.columns for block in removals)]


def _find_hold(state: State, block: Block) -> str | None:
    """Find why the player may not take this block off; None if they may. (a), (c), (d), (f) apply to placing only."""
    if block.seat == state.turn:
        return "It is your own; only a block of the opponent may be taken off."
    if any(state.tops[column] != block for column in block.columns):
        return "Another block rests on it; only a free block may be taken off."
    if block == _find_last(state, block.seat):
        return "It is the block that the opponent placed last; that one stays."
    heights = list(state.heights)
    for column in block.columns:
        heights[column] = block.level - 1
    if max(heights) > min(heights) + OPEN_LEVELS:
        return f"e) Without it more than {OPEN_LEVELS} levels would be incomplete."
    return None


def _find_last(state: State, seat: Seat) -> Block:
    return next(block for block in reversed(state.blocks) if block.seat == seat)


# ── What follows ─────────────────────────────────────────────────────────────────────────────────────────────────────


def apply(options: TurrisOptions, state: State, move: Move) -> State:
    """Return the state after the actor's move. Raises IllegalMove, saying why."""
    if state.reason is not None:
        raise GameIsOver("The game is over; no move can be played any more.")
    if (change := _APPLY.get(type(move))) is None:
        raise IllegalMove(f"{move!r} is no move of Turris.")
    if (state.turn is None) != (type(move) is DrawFirst):
        due = "chance draws who begins" if state.turn is None else "a player is to move"
        raise IllegalMove(f"Now {due}; {move!r} is something else.")
    return change(options, state, move)


def _draw_first(_options: TurrisOptions, state: State, move: DrawFirst) -> State:
    if type(move.seat) is not int or move.seat not in range(SEATS):
        raise IllegalMove(f"Seat 0 (white) or seat 1 (black) begins, not {move.seat!r}.")
    return state._replace(turn=move.seat)


def _place_block(options: TurrisOptions, state: State, move: PlaceBlock) -> State:
    footprint = _find_footprint(move.columns)
    seat = state.turn or 0
    if not state.left[seat]:
        raise IllegalMove("You have no block left to place; take one off or decline the bonus.")
    if (fault := _find_fault(options, state, footprint, min(state.heights), state.barred)) is not None:
        raise IllegalMove(f"No block may be placed on {format_columns(move.columns)}. {_FAULTS[fault]}")
    block = Block(seat, footprint.columns, state.heights[footprint.columns[0]] + 1)
    tops, heights, left = list(state.tops), list(state.heights), list(state.left)
    top = block.top
    for column in footprint.columns:
        tops[column] = block
        heights[column] = top
    left[seat] -= 1
    built = State(
        blocks=(*state.blocks, block),
        tops=tuple(tops),
        heights=tuple(heights),
        left=(left[0], left[1]),
        turn=seat,
        has_bonus=False,
        barred=state.barred,
        placements=state.placements + 1,
        reason=None,
    )
    if built.placements == PLY_LIMIT:
        return _end(built, "ply_limit")
    if footprint.in_middle and (options.bonus_chains or not state.has_bonus) and _can_use_bonus(options, built):
        return built._replace(has_bonus=True)
    return _hand_over(options, built)


def _find_footprint(columns: object) -> Footprint:
    """Look up the columns of a move. Moves are untrusted, and (1.0,) or (True,) would compare equal to (1,)."""
    if type(columns) is tuple and all(type(column) is int for column in columns) and columns in BY_COLUMNS:
        return BY_COLUMNS[columns]
    raise IllegalMove(
        f"A block covers one column or two that are neighbours, numbered from 0 to {COLUMNS[-1]}, ascending; "
        f"{columns!r} is nothing of the kind."
    )


def _can_use_bonus(options: TurrisOptions, state: State) -> bool:
    """Whether a bonus leaves anything to decide (`empty_bonus`), and is not void (`last_bonus`)."""
    if options.last_bonus == "ends" and not any(state.left):
        return False
    return _can_place(options, state, state.turn or 0, state.barred) or any(
        _find_hold(state, block) is None for block in state.blocks
    )


def _take_block_off(options: TurrisOptions, state: State, move: TakeBlockOff) -> State:
    columns = _find_footprint(move.columns).columns
    if not state.has_bonus:
        raise IllegalMove("A block may only be taken off as a bonus for filling the middle.")
    tops = (state.tops[column] for column in columns)
    block = next((top for top in tops if top is not None and top.columns == columns), None)
    if block is None:
        raise IllegalMove(f"There is no block on top of the tower that covers exactly {format_columns(columns)}.")
    if (hold := _find_hold(state, block)) is not None:
        raise IllegalMove(f"The block on {format_columns(columns)} may not be taken off. {hold}")
    blocks = tuple(other for other in state.blocks if other != block)
    uncovered = find_tops(blocks)
    left = list(state.left)
    left[block.seat] += 1
    state = state._replace(blocks=blocks, tops=uncovered, heights=find_heights(uncovered), left=(left[0], left[1]))
    return _hand_over(options, state, freed=block.cells)


def _decline_bonus(options: TurrisOptions, state: State, _move: DeclineBonus) -> State:
    if not state.has_bonus:
        raise IllegalMove("There is no bonus to decline; a block is to be placed.")
    return _hand_over(options, state)


def _hand_over(options: TurrisOptions, state: State, freed: tuple[Cell, ...] = ()) -> State:
    """End the turn. The next player who can place has the next one; passing ends a turn and its bar."""
    if not any(state.left):
        return _end(state, "all_placed")
    seat = state.turn or 0
    other = 1 - seat
    for turn, barred in ((other, freed), (seat, ()), (other, ())):
        if _can_place(options, state, turn, barred):
            return state._replace(turn=turn, has_bonus=False, barred=barred)
    return _end(state, "stuck")


def _end(state: State, reason: str) -> State:
    return state._replace(has_bonus=False, barred=(), reason=reason)


_APPLY: dict[type[Move], Callable[[TurrisOptions, State, Any], State]] = {
    DrawFirst: _draw_first,
    PlaceBlock: _place_block,
    TakeBlockOff: _take_block_off,
    DeclineBonus: _decline_bonus,
}


def outcome(state: State) -> Outcome | None:
    """The player with more points wins; with equal points both share the win."""
    if state.reason is None:
        return None
    white, black = scores = score(state.blocks)
    return Outcome((1 + (black > white), 1 + (white > black)), state.reason, scores)
