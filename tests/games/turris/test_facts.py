"""Facts that must hold in every game, averages of random play, and pinned counts of small game trees."""

from itertools import pairwise
from random import Random

import pytest

from ludotheque.core.playout import pick
from ludotheque.games.turris.options import BLOCKS
from ludotheque.games.turris.state import State
from ludotheque.games.turris.tower import COLUMNS, find_heights, find_tops
from tests.games.turris.positions import legal, make, play

GAMES = 300


def random_game(seed: int) -> list[State]:
    game, rng = make(), Random(seed)
    states = [game.start()]
    while states[-1].reason is None:
        states.append(game.apply(states[-1], pick(game, states[-1], rng)))
    return states


def check_tower(state: State) -> None:
    """Columns have no holes, no cell is filled twice, at most three levels are open, and no block is lost."""
    cells = [cell for block in state.blocks for cell in block.cells]
    assert len(set(cells)) == 2 * len(state.blocks)
    for column in COLUMNS:
        levels = sorted(level for other, level in cells if other == column)
        assert levels == list(range(1, state.heights[column] + 1))
    assert max(state.heights) - min(state.heights) <= 3
    assert state.tops == find_tops(state.blocks)
    assert state.heights == find_heights(state.tops)
    for seat, left in enumerate(state.left):
        assert left + sum(block.seat == seat for block in state.blocks) == BLOCKS


def test_facts_of_every_position_and_averages_of_random_play() -> None:
    """About 41 placements, 7 bonuses and 10 levels a game; towers as the rules shape them throughout."""
    placements = bonuses = levels = 0
    for seed in range(GAMES):
        states = random_game(seed)
        for before, after in pairwise(states):
            check_tower(after)
            bonuses += after.has_bonus
            assert after.placements - before.placements in (0, 1)
        placements += states[-1].placements
        levels += max(states[-1].heights)
    assert placements / GAMES == pytest.approx(41, abs=0.5)
    assert bonuses / GAMES == pytest.approx(7, abs=0.5)
    assert levels / GAMES == pytest.approx(10, abs=0.5)


def perft(state: State, depth: int) -> int:
    """Count the lines of a depth."""
    if depth == 0:
        return 1
    game = make()
    return sum(perft(game.apply(state, move), depth - 1) for move in game.legal_moves(state))


@pytest.mark.parametrize(("depth", "lines"), [(1, 16), (2, 112), (3, 1_004), (4, 8_396)])
def test_perft_from_the_start(depth: int, lines: int) -> None:
    assert perft(play(""), depth) == lines


def test_perft_from_a_bonus_with_every_kind_of_decision() -> None:
    state = play("a1b1 c1^ c2c3 a2b2")
    assert [perft(state, depth) for depth in (1, 2, 3)] == [10, 77, 577]


def test_order_of_moves_after_the_first_block() -> None:
    """Perft says how many, not in which order; records and bots rely on the order, so it is pinned here."""
    assert legal(play("b1c1")) == ["a1^", "a1a2", "a2b2", "b2c2", "b2b3", "c2^", "c2c3"]
