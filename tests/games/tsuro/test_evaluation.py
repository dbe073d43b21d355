"""The quick guess of who stands well: between 0 and 1, exact at the end, and right about the obvious."""

from random import Random

from ludotheque.core.playout import pick
from tests.games.tsuro.positions import HAIRPINS, STRAIGHT, play, stand, tile, tsuro

PUSH = "05 67 12 34"


def test_guesses_are_shares_and_the_end_is_exact() -> None:
    for options in ({"players": 4}, {"edition": "kosmos", "players": 2}):
        game, rng = tsuro(**options), Random(1)
        state = game.start()
        while game.actor(state) is not None:
            guesses = [game.evaluate(state, seat) for seat in range(game.seats)]
            assert all(0 <= guess <= 1 for guess in guesses)
            assert abs(sum(guesses) - 1) < 1e-9
            state = game.apply(state, pick(game, state, rng))
        outcome = game.outcome(state)
        assert outcome is not None
        assert tuple(game.evaluate(state, seat) for seat in range(game.seats)) == outcome.shares


def test_putting_somebody_out_is_better_than_letting_them_live() -> None:
    game = tsuro(players=3)
    state = stand(game, ["a1.5", "a1.7", "f6.0"], [[34, tile(PUSH)], [3], [6]], pile=[9])
    assert game.evaluate(game.apply(state, play(PUSH)), 0) > game.evaluate(game.apply(state, play(STRAIGHT)), 0)


def test_being_out_is_worth_nothing() -> None:
    game = tsuro(players=3)
    state = stand(game, ["a1.5", "d1.5", "f6.0"], [[1], [3], [6]], pile=[9])
    assert game.evaluate(game.apply(state, play(HAIRPINS)), 0) == 0


def test_the_middle_of_the_board_is_better_than_a_corner() -> None:
    game = tsuro(players=2)
    state = stand(game, ["c3.5", "a1.5"], [[1], [3]])
    assert game.evaluate(state, 0) > game.evaluate(state, 1)
