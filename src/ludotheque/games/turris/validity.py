"""What is impossible about a state of Turris that was not reached by playing. Reading one is in notation.py.

Two facts make this precise. A bonus is decided while its own block is on top of the middle column, so a block in the
middle is never taken off, and at most one block is taken off for each of them. And as long as nothing was taken off,
the blocks in their order are the whole game, and it is replayed.
"""

from collections.abc import Iterator

from ludotheque.core.errors import IllegalMove, ImpossibleState
from ludotheque.core.game import Seat
from ludotheque.core.states import check_types
from ludotheque.games.turris import rules
from ludotheque.games.turris.notation import format_block
from ludotheque.games.turris.options import BLOCKS, COLOURS, SEATS, TurrisOptions
from ludotheque.games.turris.rules import OPEN_LEVELS
from ludotheque.games.turris.state import DeclineBonus, DrawFirst, PlaceBlock, State
from ludotheque.games.turris.tower import (
    BY_COLUMNS,
    COLUMNS,
    MIDDLE,
    Block,
    Columns,
    format_column,
    format_columns,
)

_REASONS = ("all_placed", "stuck", "ply_limit")


def check_state(options: TurrisOptions, state: State) -> None:
    """Raise ImpossibleState, saying why, for a state that the rules cannot lead to."""
    check_types(state, State)
    _check_tower(options, state)
    _check_counts(options, state)
    _check_turn(options, state)
    if state.has_bonus:
        _check_bonus(options, state)
    if state.barred:
        _check_barred(options, state)
    if state.reason is None:
        _check_going_on(options, state)
    else:
        _check_end(options, state)
    if state.placements == len(state.blocks) and state.turn is not None:
        _check_replay(options, state)


def _check_tower(options: TurrisOptions, state: State) -> None:
    """The blocks, in the order of building: each rests on what is there (b), and bridges two others if it lies (d)."""
    heights = [0] * len(COLUMNS)
    tops: list[Block | None] = [None] * len(COLUMNS)
    for number, block in enumerate(state.blocks):
        if block.seat not in range(SEATS) or block.columns not in BY_COLUMNS:
            raise ImpossibleState(f"{block} is no block: seat 0 or 1, one column or two neighbours in ascending order.")
        name = format_block(block)
        for column in block.columns:
            if block.level != heights[column] + 1:
                raise ImpossibleState(
                    f"b) {name} does not rest on what is under it: {format_column(column)} is "
                    f"{_count(heights[column], 'level')} high when it is placed."
                )
        if block.level > 1 and not block.is_standing and tops[block.columns[0]] == tops[block.columns[1]]:
            raise ImpossibleState(f"d) {name} lies exactly on one block; a lying block bridges two.")
        if _lies_on_ground(block) and not _may_lie_on_ground(options, block, state.blocks[:number]):
            raise ImpossibleState(f"d) {name} lies on the ground, where only a free block may; it was placed too late.")
        for column in block.columns:
            heights[column], tops[column] = block.top, block
    if max(heights) > min(heights) + OPEN_LEVELS:
        raise ImpossibleState(f"e) {max(heights) - min(heights)} levels are incomplete; {OPEN_LEVELS} at most may be.")
    if state.tops != tuple(tops) or state.heights != tuple(heights):
        raise ImpossibleState("tops and heights are not those of the blocks; find_tops and find_heights give them.")


def _lies_on_ground(block: Block) -> bool:
    return block.level == 1 and not block.is_standing


def _may_lie_on_ground(options: TurrisOptions, block: Block, earlier: tuple[Block, ...]) -> bool:
    """Whether a block that is placed after those others can lie on the ground: by `ground_lying`, only as a free block.

    A free block is its player's first, and blocks placed before it may have been taken off.
    """
    if options.ground_lying == "free":
        return True
    if len(earlier) >= options.free_blocks or any(other.seat == block.seat for other in earlier):
        return False
    return options.free_blocks == SEATS or options.first in ("random", COLOURS[block.seat])


def _check_counts(options: TurrisOptions, state: State) -> None:
    for seat, colour in enumerate(COLOURS):
        built = sum(block.seat == seat for block in state.blocks)
        if not 0 <= state.left[seat] <= BLOCKS or built + state.left[seat] != BLOCKS:
            raise ImpossibleState(
                f"{colour.capitalize()} has {BLOCKS} blocks: {built} in the tower and {state.left[seat]} left "
                f"do not add up."
            )
    taken_off = state.placements - len(state.blocks)
    if taken_off < 0:
        raise ImpossibleState(
            f"{len(state.blocks)} blocks are in the tower, so more than {state.placements} were placed."
        )
    most = sum(MIDDLE in block.columns for block in state.blocks) - (state.has_bonus or _is_last_void(options, state))
    if taken_off > max(0, most):
        raise ImpossibleState(
            f"{state.placements} placements and {_count(len(state.blocks), 'block')} mean that {taken_off} were taken "
            f"off; the blocks in the middle earned only {max(0, most)} bonuses for that."
        )


def _is_last_void(options: TurrisOptions, state: State) -> bool:
    """Whether the last block ended the game and earned nothing, though it fills the middle."""
    return options.last_bonus == "ends" and not any(state.left) and MIDDLE in state.blocks[-1].columns


def _check_turn(options: TurrisOptions, state: State) -> None:
    if state.turn is None:
        if options.first != "random":
            raise ImpossibleState(f"Nobody is to move, but it is settled that {options.first} begins.")
        if state.placements or state.has_bonus or state.barred or state.reason is not None:
            raise ImpossibleState("It is not drawn yet who begins, so nothing can have happened.")
    elif state.turn not in range(SEATS):
        raise ImpossibleState(f"There is no seat {state.turn}; seats are 0 (white) and 1 (black).")
    elif not state.placements and options.first not in ("random", COLOURS[state.turn]):
        raise ImpossibleState(f"{COLOURS[state.turn].capitalize()} is to move first, but {options.first} begins.")


def _check_bonus(options: TurrisOptions, state: State) -> None:
    if not state.blocks or MIDDLE not in state.blocks[-1].columns:
        raise ImpossibleState("There is a bonus to decide on, but the last block placed does not fill the middle.")
    if state.blocks[-1].seat != state.turn:
        raise ImpossibleState("There is a bonus to decide on, but the last block placed is the opponent's.")
    if state.reason is not None:
        raise ImpossibleState("There is a bonus to decide on, but the game is over.")
    if _is_last_void(options, state):
        raise ImpossibleState("There is a bonus to decide on, but the game ends with the last block.")


def _check_barred(options: TurrisOptions, state: State) -> None:
    columns: Columns = tuple(sorted({column for column, _ in state.barred}))
    if columns not in BY_COLUMNS or len({state.heights[column] for column in columns}) != 1:
        raise ImpossibleState("The barred cells are not those of one block on top of its columns.")
    block = Block(0, columns, state.heights[columns[0]] + 1)
    if state.barred != block.cells:
        raise ImpossibleState(
            f"The barred cells are not those of a block on {format_columns(columns)}, in their order."
        )
    if MIDDLE in columns:
        raise ImpossibleState("Cells of the middle are barred; no block is ever taken off there.")
    if block.level > 1 and not block.is_standing and state.tops[columns[0]] == state.tops[columns[1]]:
        raise ImpossibleState("d) The block that was taken off lay exactly on one block; a lying block bridges two.")
    freed = Block(state.turn or 0, columns, block.level)
    if _lies_on_ground(freed) and not _may_lie_on_ground(options, freed, _list_lying_on_ground(state)):
        raise ImpossibleState("d) The block that was taken off lay on the ground, but it was not a free block.")
    if state.placements == len(state.blocks):
        raise ImpossibleState("Cells are barred, but the placements say that no block was taken off.")
    if state.turn is None or state.reason is not None:
        raise ImpossibleState("Cells are barred, but nobody is to move.")
    theirs = [each for each in state.blocks if each.seat != state.turn]
    if not theirs or MIDDLE not in theirs[-1].columns:
        raise ImpossibleState("Cells are barred, but the opponent's last block fills no middle, so it earned no bonus.")
    if options.last_bonus == "ends" and sum(state.left) + state.has_bonus < 2:
        raise ImpossibleState("Cells are barred, but the block that earned this bonus was the last and ended the game.")


def _list_lying_on_ground(state: State) -> tuple[Block, ...]:
    return tuple(filter(_lies_on_ground, state.blocks))


def _check_going_on(options: TurrisOptions, state: State) -> None:
    if state.turn is None:
        return
    moves = rules.legal_moves(options, state)
    if not state.has_bonus and not moves:
        left = "no block left" if not state.left[state.turn] else "nowhere to place a block"
        raise ImpossibleState(f"{COLOURS[state.turn].capitalize()} is to move but has {left}.")
    if state.has_bonus and len(moves) == 1:
        raise ImpossibleState("There is a bonus to decide on, but nothing that it could be used for.")


def _check_end(options: TurrisOptions, state: State) -> None:
    if state.reason not in _REASONS:
        raise ImpossibleState(f"The game is over because of {state.reason!r}; there are only {', '.join(_REASONS)}.")
    if state.reason == "all_placed" and any(state.left):
        raise ImpossibleState("The game is over because all blocks are placed, but there are blocks left.")
    if state.reason == "stuck" and not any(state.left):
        raise ImpossibleState("The game is over because nobody can place a block, but all blocks are placed.")
    if state.reason == "stuck" and any(_can_place(options, state, seat) for seat in range(SEATS)):
        raise ImpossibleState("The game is over because nobody can place a block, but somebody can.")
    if state.reason == "ply_limit":
        # No more blocks come back than the middle has levels, so no game gets that far.
        raise ImpossibleState(f"The game is over by its length, but only {state.placements} blocks were placed.")


def _can_place(options: TurrisOptions, state: State, seat: Seat) -> bool:
    return bool(rules.legal_moves(options, state._replace(turn=seat, has_bonus=False, barred=(), reason=None)))


def _check_replay(options: TurrisOptions, state: State) -> None:
    """Replay the blocks; a bonus may have been used or declined. One of the ways must lead to this state."""
    ways = {rules.start(options)}
    for block in state.blocks:
        after: set[State] = set()
        fault = f"{format_block(block)} was placed when it was not the turn of {COLOURS[block.seat]}."
        for way in ways:
            for ready in _find_ready(options, way, block.seat):
                try:
                    after.add(rules.apply(options, ready, PlaceBlock(block.columns)))
                except IllegalMove as error:
                    fault = f"{format_block(block)} was placed against the rules. {error}"
        if not after:
            raise ImpossibleState(fault)
        ways = after
    if not any(state in (way, *_list_declined(options, way)) for way in _list_drawn(options, ways)):
        raise ImpossibleState(
            "The blocks in their order do not lead to this: with them it is another player's turn, another bonus, "
            "or not the same end."
        )


def _find_ready(options: TurrisOptions, state: State, seat: Seat) -> Iterator[State]:
    """Yield the states in which the seat is to place: this one, and the one after declining a bonus."""
    for way in _list_drawn(options, {state}):
        for each in (way, *_list_declined(options, way)):
            if each.turn == seat and each.reason is None:
                yield each


def _list_drawn(options: TurrisOptions, states: set[State]) -> Iterator[State]:
    for state in states:
        if state.turn is None:
            yield from (rules.apply(options, state, DrawFirst(seat)) for seat in range(SEATS))
        else:
            yield state


def _list_declined(options: TurrisOptions, state: State) -> Iterator[State]:
    if state.has_bonus and state.reason is None:
        yield rules.apply(options, state, DeclineBonus())


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
