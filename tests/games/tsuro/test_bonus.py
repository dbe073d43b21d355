"""Calliope and daVinci, rule 8: the elimination bonus."""

import pytest

from ludotheque.core.errors import IllegalMove
from ludotheque.games.tsuro.state import SwapTiles
from tests.games.tsuro.positions import HAIRPINS, STRAIGHT, draw_all, play, stand, tile, tsuro

PUSH = "05 67 12 34"
AT = ["a1.5", "a1.7", "f1.4", "f6.0"]
HANDS = [[tile(PUSH), 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]


def test_8_the_active_player_may_swap_with_the_hand_of_the_one_put_out() -> None:
    """Any number of tiles for as many, one decision; then what is left goes into the pile and tiles are drawn."""
    game = tsuro(players=4, elimination_bonus=True)
    state = game.apply(stand(game, AT, HANDS, pile=[20]), play(PUSH))
    assert (game.actor(state), state.pool, state.hands[1]) == (0, (3, 4, 5), ())
    assert len(game.legal_moves(state)) == 1 + 2 * 3 + 1 * 3
    state = game.apply(state, SwapTiles((1,), (4,)))
    assert (state.hands[0], state.pile, state.pool, state.draws) == ((2, 4), (1, 3, 5, 20), (), (0,))


def test_8_the_swap_may_be_left() -> None:
    """Possibly none."""
    game = tsuro(players=4, elimination_bonus=True)
    state = game.apply(stand(game, AT, HANDS), play(PUSH))
    assert game.legal_moves(state)[0] == SwapTiles((), ())
    state = game.apply(state, SwapTiles((), ()))
    assert (state.hands[0], state.pile) == ((1, 2), (3, 4, 5))


def test_8_several_hands_are_offered_as_one_pool() -> None:
    """Ruling: hands of several players put out together are one pool."""
    game = tsuro(players=4, elimination_bonus=True)
    at = ["a1.5", "a1.7", "a1.6", "f6.0"]  # seats 2 and 3 collide
    state = game.apply(stand(game, at, [[tile(PUSH), 1], *HANDS[1:]]), play(PUSH))
    assert state.pool == (3, 4, 5, 6, 7, 8)
    assert game.legal_moves(state)[-1] == SwapTiles((1,), (8,))


def test_8_nobody_is_offered_a_swap_who_went_out_too() -> None:
    """An active player who stays in."""
    game = tsuro(players=4, elimination_bonus=True)
    state = game.apply(stand(game, AT, [[1], [3, 4, 5], [6], [9]]), play(HAIRPINS))
    assert state.pool == ()
    assert state.draws


def test_8_no_swap_without_an_elimination_without_tiles_or_at_the_end() -> None:
    """Nothing to decide: nobody out, nothing to give, nothing to take, or the game is over."""
    game = tsuro(players=4, elimination_bonus=True)
    assert game.apply(stand(game, AT, [[34, 1, 2], *HANDS[1:]], pile=[20]), play(STRAIGHT)).pool == ()
    assert game.apply(stand(game, AT, [[tile(PUSH)], *HANDS[1:]]), play(PUSH)).pool == ()
    assert game.apply(stand(game, AT, [HANDS[0], [], *HANDS[2:]]), play(PUSH)).pool == ()
    last = game.apply(stand(game, [*AT[:2], None, None], [HANDS[0], HANDS[1], [], []]), play(PUSH))
    assert (last.pool, last.reason) == ((), "last_marker")


def test_8_the_bonus_is_an_option() -> None:
    """Without it the hands go straight to the pile."""
    game = tsuro(players=4)
    state = game.apply(stand(game, AT, HANDS), play(PUSH))
    assert (state.pool, state.draws) == ((), (0,))


def test_8_the_dragon_passes_before_the_swap_and_drawing_comes_after() -> None:
    """Rules 7 and 8 together: the heir of the dragon draws first, after the swap."""
    game = tsuro(players=4, elimination_bonus=True)
    hands = [[tile(PUSH), 1, 2], [3, 4], [6, 7], [9, 10]]
    state = game.apply(stand(game, AT, hands, dragon=1), play(PUSH))
    assert (state.dragon, state.pool) == (2, (3, 4))
    state = game.apply(state, SwapTiles((1, 2), (3, 4)))
    assert state.draws == (2, 3)
    assert draw_all(game, state).dragon == 0


@pytest.mark.parametrize(
    "swap",
    [
        SwapTiles((1,), ()),
        SwapTiles((1, 2), (3,)),
        SwapTiles((9,), (3,)),
        SwapTiles((1,), (9,)),
        SwapTiles((2, 1), (3, 4)),
        SwapTiles((1, 1), (3, 4)),
        SwapTiles((1.0,), (3,)),  # type: ignore[arg-type] # what a careless client might send
        SwapTiles([1], [3]),  # type: ignore[arg-type] # same
        SwapTiles(None, None),  # type: ignore[arg-type] # same
    ],
    ids=repr,
)
def test_8_a_swap_gives_as_many_as_it_takes_of_what_there_is(swap: SwapTiles) -> None:
    """Refused, and nothing changes."""
    game = tsuro(players=4, elimination_bonus=True)
    state = game.apply(stand(game, AT, HANDS), play(PUSH))
    with pytest.raises(IllegalMove, match="A swap gives"):
        game.apply(state, swap)


def test_8_like_for_like_is_no_swap_and_equal_swaps_are_listed_once() -> None:
    """Ruling like_for_like: with custom tiles, to give and take the same tile would be a smaller swap."""
    tiles = (1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8)
    game = tsuro(players=4, elimination_bonus=True, tiles=(*tiles, tile(PUSH)))
    state = game.apply(stand(game, AT, [[tile(PUSH), 1, 1], [1, 2, 2], [6], [7]]), play(PUSH))
    assert game.legal_moves(state) == [SwapTiles((), ()), SwapTiles((1,), (2,)), SwapTiles((1, 1), (2, 2))]
    with pytest.raises(IllegalMove, match="A swap gives"):
        game.apply(state, game.parse_move(state, "1,1<>1,2"))


def test_8_only_the_active_player_sees_the_hands_put_out() -> None:
    """Hidden: nobody else has seen them, neither in the observation nor in the events."""
    game = tsuro(players=4, elimination_bonus=True)
    before = stand(game, AT, HANDS, pile=[20, 21, 22])
    move = play(PUSH)
    offered = game.apply(before, move)
    swap = SwapTiles((1,), (4,))
    after = game.apply(offered, swap)
    for viewer in (None, 1, 2, 3):
        assert game.observe(offered, viewer).pool is None
        assert "tiles=None" in repr(game.events(before, move, offered, viewer))
        assert "gave=None, took=None" in repr(game.events(offered, swap, after, viewer))
    assert game.observe(offered, 0).pool == (3, 4, 5)
    assert "tiles=(3, 4, 5)" in repr(game.events(before, move, offered, 0))
    assert "gave=(1,), took=(4,)" in repr(game.events(offered, swap, after, 0))
