"""perft of Tsuro with fixed draws.

The counts validate the move generator but say nothing about order, so the order is pinned here too: records, seeds
and later packed actions rely on it.
"""

from typing import Any

import pytest

from ludotheque.core.fairness import PlySeededDealer
from ludotheque.core.perft import deal, perft
from tests.games.tsuro.positions import stand, tsuro

DEALER = PlySeededDealer(bytes(32))


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({"players": 2}, [48, 48 * 47]),
        ({"players": 3}, [48, 48 * 47, 48 * 47 * 46]),
        ({"edition": "kosmos", "players": 3}, [24, 24 * 23, 24 * 23 * 22]),
        ({"edition": "kosmos", "players": 2}, [24, 24 * 23, 24 * 23 * 22]),
        ({"edition": "kosmos", "players": 5}, [28, 28 * 27, 28 * 27 * 26]),
    ],
    ids=str,
)
def test_start_placements(options: dict[str, Any], counts: list[int]) -> None:
    """Known beforehand: as many as there are free notches or sides."""
    game = tsuro(**options)
    assert [perft(game, game.start(), depth, DEALER) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("options", "at", "counts"),
    [
        ({"players": 2}, ["b1.5", "e6.0"], [4, 36, 108]),
        ({"players": 3, "elimination_bonus": True}, ["a1.5", "a1.7", "b1.5"], [3, 20, 150]),
        ({"players": 4, "suicide_covers": "any"}, ["a1.5", "b1.5", "f6.0", "a6.0"], [2, 14, 84]),
        ({"edition": "kosmos", "players": 2}, ["a1s", "a1w", "f6n", "f6e"], [36, 72, 1344]),
        ({"edition": "kosmos", "players": 3}, ["b1s", "c1s", "f6n"], [18, 432, 8640]),
    ],
    ids=str,
)
def test_tile_plays_with_fixed_draws(options: dict[str, Any], at: list[str], counts: list[int]) -> None:
    game = tsuro(**options)
    state = stand(game, at, _hands(game.seats), pile=range(3 * game.seats + 1, 36))
    assert [perft(game, state, depth, DEALER) for depth in range(1, 4)] == counts


def _hands(seats: int) -> list[list[int]]:
    return [[3 * seat + 1, 3 * seat + 2, 3 * seat + 3] for seat in range(seats)]


def test_the_order_of_placements() -> None:
    for options, first, last in (
        ({"players": 2}, ["a1.4", "a1.5", "a1.6", "a1.7", "b1.4"], ["f6.1", "f6.2", "f6.3"]),
        ({"edition": "kosmos", "players": 2}, ["a1s", "a1w", "b1s", "c1s"], ["e6n", "f6n", "f6e"]),
    ):
        game = tsuro(**options)
        state, _ = deal(game, game.start(), 0, DEALER)
        written = [game.format_move(state, move) for move in game.legal_moves(state)]
        assert written[: len(first)] == first
        assert written[-len(last) :] == last


def test_the_order_of_plays() -> None:
    game = tsuro(players=2)
    state = stand(game, ["c3.5", "f6.0"], [[34, 2, 14], [3]])
    assert [game.format_move(state, move) for move in game.legal_moves(state)] == [
        "c3=2", "c3=2r1", "c3=2r2", "c3=2r3", "c3=14", "c3=14r1", "c3=34",
    ]  # fmt: skip
    kosmos = tsuro(edition="kosmos", players=2)
    state = stand(kosmos, ["b1s", "d1s", "f6.0", "a4w"], [[34, 14, 34], [3]])
    assert [kosmos.format_move(state, move) for move in kosmos.legal_moves(state)] == [
        "A:b1=14>4", "A:b1=14>5", "A:b1=14r1>4", "A:b1=14r1>5", "A:b1=34>4", "A:b1=34>5",
        "B:f6=14", "B:f6=14r1", "B:f6=34",
    ]  # fmt: skip


def test_the_order_of_draws() -> None:
    game = tsuro(players=2, tiles=(5, 3, 3, 9, 9, 9))
    assert [game.format_move(game.start(), move) for move in game.legal_moves(game.start())] == ["+3", "+5", "+9"]
    assert game.weights(game.start()) == [2, 1, 3]
