"""Counts of all ways a game can go from fixed draws, and the order of the moves, which counts say nothing about."""

import pytest

from ludotheque.core.fairness import PlySeededDealer
from ludotheque.core.perft import deal, perft
from tests.games.tao.option_sets import DUPLICATES
from tests.games.tao.positions import arrange, legal, make, play

SEED = bytes(range(32))


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({"players": 2}, [10, 90, 852, 7008]),
        ({"players": 3}, [15, 209, 3122, 43779]),
        ({"players": 4}, [20, 378, 7542, 148000]),
        ({"players": 2, "deck": DUPLICATES}, [10, 92, 765, 6239]),
    ],
    ids=["two", "three", "four", "copies"],
)
def test_counts(options: dict[str, object], counts: list[int]) -> None:
    game = make(**options)
    assert [perft(game, game.start(), depth, PlySeededDealer(SEED)) for depth in range(1, 5)] == counts


def test_the_order_of_turns() -> None:
    """Walks by step and seat, then plays from the hand by card and seat."""
    game = make(players=3)
    state, _ = deal(game, game.start(), 0, PlySeededDealer(SEED))
    assert " ".join(legal(game, state)) == (
        "w1:wa4>1 w1:wa4>2 w1:wa4>3 w2:wa3>1 w2:wa3>2 w2:wa3>3 w3:fi1>1 w3:fi1>2 w3:fi1>3 "
        "h:wa2to>1 h:wa2to>2 h:wa2to>3 h:me2ti>1 h:me2ti>2 h:me2ti>3"
    )


def test_the_order_of_powers() -> None:
    """The stone clockwise first; swaps by own card, seat and their card; covers by card."""
    game = make(players=3)
    state = arrange(
        game, hands=["fi2bi ea2un me2ti"], before=["ea1 wa1 fi3", "me1 fi1", "wo1"], path="ea3 ea4 me3 me4 fi4"
    )
    assert legal(game, play(game, state, "h:me2ti>1")) == ["stone:wood", "stone:metal"]
    assert legal(game, play(game, state, "h:fi2bi>1")) == [
        "wa1<>2:fi1",
        "wa1<>2:me1",
        "wa1<>3:wo1",
        "ea1<>2:fi1",
        "ea1<>2:me1",
        "ea1<>3:wo1",
    ]
    assert legal(game, play(game, state, "h:ea2un>1")) == ["cover:wa1", "cover:fi3", "cover:ea1"]


def test_the_order_of_draws() -> None:
    """By element along the ring, value and power."""
    game = make(players=2, deck=DUPLICATES)
    assert " ".join(legal(game, play(game, game.start(), "first:1"))) == (
        "+wa1 +wa1ti +wa2to +wo1bi +wo2dr +wo12 +fi1un +fi2bi +ea1 +ea2un +me1to +me2 +me2ti"
    )
