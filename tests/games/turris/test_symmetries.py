"""The plan has the eight symmetries of the square: legal moves and scores map under each."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ludotheque.core.playout import pick
from ludotheque.games.turris.scoring import look
from ludotheque.games.turris.state import Move, PlaceBlock, TakeBlockOff
from ludotheque.games.turris.tower import COLUMNS
from tests.games.turris.positions import make

Mapping = tuple[int, ...]


def mapping(place: Callable[[int, int], tuple[int, int]]) -> Mapping:
    places = [place(column % 3, column // 3) for column in COLUMNS]
    return tuple(x + 3 * y for x, y in places)


SYMMETRIES: dict[str, Mapping] = {
    "as it is": mapping(lambda x, y: (x, y)),
    "quarter turn": mapping(lambda x, y: (y, 2 - x)),
    "half turn": mapping(lambda x, y: (2 - x, 2 - y)),
    "three quarters": mapping(lambda x, y: (2 - y, x)),
    "left to right": mapping(lambda x, y: (2 - x, y)),
    "front to back": mapping(lambda x, y: (x, 2 - y)),
    "main diagonal": mapping(lambda x, y: (y, x)),
    "other diagonal": mapping(lambda x, y: (2 - y, 2 - x)),
}


def turn(columns: tuple[int, ...], symmetry: Mapping) -> tuple[int, ...]:
    return tuple(sorted(symmetry[column] for column in columns))


def turn_move(move: Move, symmetry: Mapping) -> Move:
    if isinstance(move, PlaceBlock | TakeBlockOff):
        return type(move)(turn(move.columns, symmetry))
    return move


@pytest.mark.parametrize("options", [{}, {"ground_lying": "first_only", "free_blocks": 2}], ids=str)
@pytest.mark.parametrize("symmetry", SYMMETRIES.values(), ids=SYMMETRIES)
def test_legal_moves_and_scores_map_under_the_symmetry(symmetry: Mapping, options: dict[str, Any]) -> None:
    """A turned game runs like the game itself: same choices, same bonuses, same points, the views changing places."""
    game, rng = make(**options), Random(8)
    for _ in range(12):
        state = turned = game.start()
        while state.reason is None:
            assert {turn_move(move, symmetry) for move in game.legal_moves(state)} == set(game.legal_moves(turned))
            move = pick(game, state, rng)
            state, turned = game.apply(state, move), game.apply(turned, turn_move(move, symmetry))
            assert (state.turn, state.has_bonus, state.left) == (turned.turn, turned.has_bonus, turned.left)
        *sides, roof = [view.points for view in look(state.blocks)]
        *turned_sides, turned_roof = [view.points for view in look(turned.blocks)]
        assert (sorted(sides), roof) == (sorted(turned_sides), turned_roof)
        assert game.outcome(state) == game.outcome(turned)


def test_there_are_eight_symmetries_and_all_keep_the_middle() -> None:
    assert len(set(SYMMETRIES.values())) == 8
    assert {symmetry[4] for symmetry in SYMMETRIES.values()} == {4}
