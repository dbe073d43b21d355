"""Starts and choices that make frequent what is rare in random games of Turris."""

from random import Random

import pytest

from ludotheque.games.turris.game import Turris
from ludotheque.games.turris.options import PLY_LIMIT
from ludotheque.games.turris.state import Move, PlaceBlock, State, TakeBlockOff
from ludotheque.games.turris.tower import BY_COLUMNS
from tests.games.turris.option_sets import OPTION_SETS

with_options = pytest.mark.parametrize("options", OPTION_SETS, ids=str)


def starts(game: Turris) -> list[State]:
    """Give starts that make rare ends frequent: few blocks, fewer for one player, the limit of placements near."""
    start = game.start()
    few = [start._replace(left=left) for left in ((3, 3), (12, 1), (1, 9), (2, 1))]
    return [start, start, start, start, *few, start._replace(placements=PLY_LIMIT - 7)]


def pick_rare(game: Turris, state: State, rng: Random) -> Move:
    """Choose what is rare in random play, if there is such a choice: taking off, or else filling the middle."""
    moves = game.legal_moves(state)
    off = [move for move in moves if isinstance(move, TakeBlockOff)]
    middle = [move for move in moves if isinstance(move, PlaceBlock) and BY_COLUMNS[move.columns].in_middle]
    return rng.choice(off or middle or moves)
