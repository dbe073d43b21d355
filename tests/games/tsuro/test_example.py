"""The situations of the rulebooks' worked example for three players, in a position of our own."""

from ludotheque.games.tsuro.events import MarkerLeft, MarkerMoved, PlayerPutOut
from ludotheque.games.tsuro.state import OUT
from tests.games.tsuro.positions import STRAIGHT, draw_all, play, stand, tile, tsuro, where

GAME = tsuro(players=3)


def test_a_path_goes_on_over_a_tile_that_another_player_laid() -> None:
    """Figure 1: player 2 goes on over the tile that player 1 laid."""
    bend = "43 05 26 17"
    hands = [[1, 2, 3], [tile(bend), 4, 5], [6, 7, 8]]
    state = stand(GAME, ["c2.5", "b1.4", "f6.0"], hands, squares={"c1": STRAIGHT}, pile=[9], turn=1)
    state = GAME.apply(state, play(bend))
    assert where(GAME, state, 1) == "d1.6"


def test_an_empty_corner_can_become_unreachable() -> None:
    """Figure 2: no path leads into the corner any more; the game goes on without it."""
    around = {"a2": "05 14 27 36", "b1": "05 14 27 36"}
    state = stand(GAME, ["a3.5", "c1.7", "f6.0"], [[34, 1, 2], [34, 4, 5], [34, 7, 8]], squares=around, pile=[9, 10])
    for _ in range(3):
        state = draw_all(GAME, GAME.apply(state, play(STRAIGHT)))
    assert state.squares[0] is None
    assert all(spot // 8 != 0 for spot in state.spots)


def test_a_tile_can_lead_somebody_elses_path_to_the_edge() -> None:
    """Figure 3: the tile of player 3 joins the path of player 1 to the edge; player 1 is out, the others play on."""
    push = "05 67 12 34"
    hands = [[1, 2, 3], [4, 5, 6], [tile(push), 7, 8]]
    before = stand(GAME, ["a1.7", "f6.0", "a1.5"], hands, pile=[9], turn=2)
    after = GAME.apply(before, play(push))
    told = GAME.events(before, play(push), after, None)
    assert [event for event in told if isinstance(event, MarkerLeft | PlayerPutOut)] == [
        MarkerLeft(0, 0),
        PlayerPutOut(0, 3, returned=True, cause="edge", met=None),
    ]
    assert [event.seat for event in told if isinstance(event, MarkerMoved)] == [0, 2]
    assert after.spots[0] == OUT
    assert GAME.actor(draw_all(GAME, after)) == 1
