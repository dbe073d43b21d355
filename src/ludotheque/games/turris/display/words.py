"""What people read about moves, events and positions, in English. Notation is in notation.py."""

from collections.abc import Sequence

from ludotheque.core.game import Event
from ludotheque.games.turris import scoring
from ludotheque.games.turris.events import (
    BlockPlaced,
    BlockTakenOff,
    BonusDeclined,
    BonusEarned,
    FirstDrawn,
    GameEnded,
    TurnPassed,
)
from ludotheque.games.turris.observation import Observation
from ludotheque.games.turris.options import COLOURS, TurrisOptions
from ludotheque.games.turris.state import DeclineBonus, DrawFirst, Move, PlaceBlock, State, TakeBlockOff
from ludotheque.games.turris.tower import MIDDLE, Block, Columns, format_column

REASONS = {
    "all_placed": "all blocks are placed",
    "stuck": "neither player can place a block",
    "ply_limit": "the limit of placements is reached",
}
"""Why a game ended."""
VIEWS = {name: "the roof" if name == "roof" else f"the view from the {name}" for name in scoring.VIEWS}
"""What is counted, by the name of the view."""


def describe_move(options: TurrisOptions, state: State, move: Move) -> str:
    """Say in a few words what a legal move is."""
    match move:
        case PlaceBlock(columns):
            is_void = options.last_bonus == "ends" and sum(state.left) == 1
            earns = MIDDLE in columns and (options.bonus_chains or not state.has_bonus) and not is_void
            return f"place a block {_where(columns)} at level {state.heights[columns[0]] + 1}{', for a bonus' * earns}"
        case TakeBlockOff(columns):
            return f"take off the {COLOURS[1 - (state.turn or 0)]} block {_where(columns)}"
        case DeclineBonus():
            return "decline the bonus"
        case DrawFirst(seat):
            return f"{COLOURS[seat]} begins"


def _where(columns: Columns) -> str:
    names = [format_column(column) for column in columns]
    return f"standing on {names[0]}" if len(names) == 1 else f"lying on {names[0]} and {names[1]}"


def describe_block(block: Block) -> str:
    """Say where a block is: `standing on b2, levels 3 and 4`."""
    levels = f"levels {block.level} and {block.top}" if block.is_standing else f"level {block.level}"
    return f"{_where(block.columns)}, {levels}"


def describe_event(event: Event, names: Sequence[str]) -> str:
    """Say in one sentence what happened; empty for what is no event of Turris."""
    match event:
        case FirstDrawn(seat):
            return f"{names[seat]} begins, with the {COLOURS[seat]} blocks."
        case BlockPlaced(block, is_bonus):
            bonus = " as a bonus" if is_bonus else ""
            return f"{names[block.seat]} places a block{bonus} {describe_block(block)}."
        case BonusEarned(seat):
            return f"The middle is filled: {names[seat]} has a bonus."
        case BlockTakenOff(seat, block):
            return f"{names[seat]} takes off the {COLOURS[block.seat]} block {describe_block(block)}."
        case BonusDeclined(seat):
            return f"{names[seat]} declines the bonus."
        case TurnPassed(seat, left):
            return f"{names[seat]} {'cannot place a block' if left else 'has no block left'} and passes."
        case GameEnded(ranks, scores, reason):
            return f"The game is over: {REASONS[reason]}. {_describe_result(ranks, scores, names)}"
    return ""


def _describe_result(ranks: Sequence[int], scores: Sequence[int], names: Sequence[str]) -> str:
    if ranks[0] == ranks[1]:
        return f"{names[0]} and {names[1]} draw with {scores[0]} points each."
    winner = ranks.index(1)
    return f"{names[winner]} wins by {scores[winner]} points to {scores[1 - winner]}."


def describe_status(observation: Observation) -> str:
    """Say in a few words how things stand: whose turn it is, or who has won."""
    if observation.reason is not None:
        white, black = scoring.score(observation.blocks)
        if white == black:
            return f"Draw, {white} all"
        return f"White wins {white} to {black}" if white > black else f"Black wins {black} to {white}"
    if observation.turn is None:
        return "Who begins is drawn"
    colour = COLOURS[observation.turn].capitalize()
    return f"{colour} has a bonus" if observation.has_bonus else f"{colour} to place"
