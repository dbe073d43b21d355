"""The product against a literal second reading of the rules, over every position of many random games."""

from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.core.playout import pick
from ludotheque.games.turris.scoring import look
from ludotheque.games.turris.state import DeclineBonus, PlaceBlock, State, TakeBlockOff
from tests.games.turris import literal_rules
from tests.games.turris.literal_rules import Cells, House, Tower
from tests.lengths import length

pytestmark = pytest.mark.no_cover  # tens of thousands of plies take twice as long when their lines are counted

GAMES = length(30, 2_500)
"""A game has about 43 decisions: some 1,300 positions for each set of options, or 100,000."""
OPTION_SETS = [
    {},
    {"bonus_chains": False},
    {"ground_lying": "first_only"},
    {"free_blocks": 2},
    {"last_bonus": "ends"},
    {"ground_lying": "first_only", "free_blocks": 2, "last_bonus": "ends", "bonus_chains": False},
]
SCORED = 4
"""Every so many positions the views are compared as well."""


def place_of(column: int) -> tuple[int, int]:
    return column % 3, column // 3


def cells_of(columns: tuple[int, ...], level: int) -> Cells:
    if len(columns) == 1:
        return frozenset({(*place_of(columns[0]), level), (*place_of(columns[0]), level + 1)})
    return frozenset((*place_of(column), level) for column in columns)


class Double:
    """A game told a second time, from the moves alone; nothing is read from the product's state."""

    def __init__(self, house: House, *, last_ends: bool) -> None:
        self.house = house
        self.last_ends = last_ends
        self.placed = 0
        self.tower: Tower = []
        self.left = [20, 20]
        self.me = 0
        self.barred: Cells = frozenset()
        self.free: dict[Cells, set[Cells]] = {}

    def heights(self) -> dict[tuple[int, int], int]:
        taken = literal_rules.filled(self.tower)
        return {(x, y): max((z for i, j, z in taken if (i, j) == (x, y)), default=0) for x, y in literal_rules.PLAN}

    def moves(self, *, has_bonus: bool) -> set[object]:
        heights = self.heights()
        moves: set[object] = set()
        if self.left[self.me]:
            for cells in self.places():
                assert min(z for *_, z in cells) == heights[next(iter(cells))[:2]] + 1
                moves.add(PlaceBlock(self.columns_of(cells)))
        if has_bonus:
            moves |= {TakeBlockOff(self.columns_of(cells)) for cells in literal_rules.removals(self.tower, self.me)}
            moves.add(DeclineBonus())
        return moves

    def places(self) -> set[Cells]:
        """Where a block may be placed now; asked several times a ply, worked out once."""
        if self.barred not in self.free:
            self.free[self.barred] = literal_rules.placements(self.house, self.placed, self.tower, self.barred)
        return self.free[self.barred]

    @staticmethod
    def columns_of(cells: Cells) -> tuple[int, ...]:
        return tuple(sorted({x + 3 * y for x, y, _ in cells}))

    def play(self, move: object) -> None:
        self.free = {}
        if isinstance(move, PlaceBlock):
            self.tower.append((self.me, cells_of(move.columns, self.heights()[place_of(move.columns[0])] + 1)))
            self.left[self.me] -= 1
            self.placed += 1
        elif isinstance(move, TakeBlockOff):
            top = self.heights()[place_of(move.columns[0])]
            cells = cells_of(move.columns, top - (len(move.columns) == 1))
            self.tower.remove((1 - self.me, cells))
            self.left[1 - self.me] += 1


def turn_ended(double: Double, before: State, move: object, *, chains: bool) -> bool:
    """Whether the turn is over: always, unless a block filled the middle and there is something to do about it."""
    if not isinstance(move, PlaceBlock) or 4 not in move.columns or (before.has_bonus and not chains):
        return True
    if double.last_ends and double.left == [0, 0]:
        return True
    return double.moves(has_bonus=True) == {DeclineBonus()}


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_legal_moves_turns_and_views_are_those_of_the_literal_rules(options: dict[str, Any]) -> None:
    game = ludotheque.make("turris", **(options | {"first": "white"}))
    chains: bool = options.get("bonus_chains", True)
    house = House(options.get("free_blocks", 1), only_free_lie=options.get("ground_lying") == "first_only")
    last_ends = options.get("last_bonus") == "ends"
    rng = Random(2014)
    compared = scored = 0
    for _ in range(GAMES):
        state, double = game.start(), Double(house, last_ends=last_ends)
        while state.reason is None:
            assert (state.turn, list(state.left)) == (double.me, double.left)
            assert set(game.legal_moves(state)) == double.moves(has_bonus=state.has_bonus)
            compared += 1
            if compared % SCORED == 0:
                assert [view.points for view in look(state.blocks)] == literal_rules.points(double.tower)
                scored += 1
            move = pick(game, state, rng)
            after = game.apply(state, move)
            freed = frozenset().union(*(cells for _, cells in double.tower))
            double.play(move)
            freed -= frozenset().union(*(cells for _, cells in double.tower))
            assert after.has_bonus == (not turn_ended(double, state, move, chains=chains))
            if not after.has_bonus:
                hand_over(double, freed)
            state = after
        assert double.left == [0, 0] or not double.moves(has_bonus=False)
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.scores == tuple(map(sum, zip(*literal_rules.points(double.tower), strict=True)))
    assert compared > 40 * GAMES
    assert scored > 10 * GAMES


def hand_over(double: Double, freed: Cells) -> None:
    """Give the turn to the next player who can place."""
    nothing: Cells = frozenset()
    for me, barred in ((1 - double.me, freed), (double.me, nothing), (1 - double.me, nothing)):
        double.me, double.barred = me, barred
        if double.moves(has_bonus=False):
            return
