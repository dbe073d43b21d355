"""Counting all ways a game can go, on a game small enough to count by hand."""

import pytest

from ludotheque.core.fairness import PlySeededDealer
from ludotheque.core.perft import perft
from tests.nim import Nim, NimOptions


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 2), (2, 4), (3, 7), (4, 5), (5, 1), (6, 0)])
def test_ways_to_take_five_stones_by_ones_and_twos(depth: int, count: int) -> None:
    """Sequences of `depth` takes that can still be made; the whole game has 8 of them, of 3 to 5 takes."""
    game = Nim(NimOptions(stones=5))
    assert perft(game, game.start(), depth, PlySeededDealer(bytes(32))) == count
