"""Calliope and daVinci, rule 7: who draws, and every case of the dragon's passing."""

import pytest

from ludotheque.core.game import CHANCE
from ludotheque.games.tsuro import Tsuro
from ludotheque.games.tsuro.state import DrawTile, PlayTile, State
from tests.games.tsuro.positions import HAIRPINS, STRAIGHT, draw_all, play, stand, tile, tsuro

PUSH = "05 67 12 34"
"""From a1.5 straight on; from a1.7 back over the left edge."""
AT = ["a1.5", "a1.7", "f1.4", "f6.0"]
"""Seat 1 is about to play; PUSH puts seat 2 out, HAIRPINS seats 1 and 2."""


@pytest.fixture(params=["calliope", "davinci"])
def game(request: pytest.FixtureRequest) -> Tsuro:
    return tsuro(edition=request.param, players=4)


def drawers(game: Tsuro, state: State) -> list[int]:
    """Let chance draw to the end; give who drew, as people count seats."""
    order = []
    while game.actor(state) is CHANCE:
        order.append(state.draws[0] + 1)
        state = game.apply(state, game.legal_moves(state)[0])
    return order


def test_7_the_active_player_draws_one(game: Tsuro) -> None:
    """No one put out, pile not empty: the active player draws one."""
    state = game.apply(stand(game, AT, [[34, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]], pile=[20, 21]), play(STRAIGHT))
    assert drawers(game, state) == [1]
    assert draw_all(game, state, 21).hands[0] == (1, 2, 21)


def test_7_nobody_ever_holds_more_than_three(game: Tsuro) -> None:
    """Only as many tiles are drawn as bring a hand to three."""
    state = game.apply(
        stand(game, AT, [[tile(PUSH), 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]], pile=[20, 21]), play(PUSH)
    )
    assert drawers(game, state) == [1]
    assert [len(hand) for hand in draw_all(game, state).hands] == [3, 0, 3, 3]


def test_7_who_finds_the_pile_empty_takes_the_dragon(game: Tsuro) -> None:
    """Nothing left to draw, and the dragon is free: the active player gets it."""
    state = game.apply(stand(game, AT, [[34, 1, 2], [3, 4], [6, 7], [9, 10]]), play(STRAIGHT))
    assert state.dragon == 0
    assert game.actor(state) == 1


def test_7_nobody_takes_the_dragon_from_another_player(game: Tsuro) -> None:
    """The dragon stays where it is."""
    state = game.apply(stand(game, AT, [[34, 1, 2], [3, 4], [6, 7], [9, 10]], dragon=2), play(STRAIGHT))
    assert state.dragon == 2


def test_7_the_last_tile_of_the_pile_leaves_the_dragon_where_it_is(game: Tsuro) -> None:
    """Drawing the last tile is no reason to take the dragon: everybody has three."""
    state = stand(game, AT, [[34, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]], pile=[20])
    assert draw_all(game, game.apply(state, play(STRAIGHT))).dragon is None


def test_7_returned_tiles_are_drawn_clockwise_one_at_a_time_from_the_active_player(game: Tsuro) -> None:
    """Tiles come back, nobody holds the dragon: the active player first, then clockwise, until all have three."""
    state = stand(game, AT, [[tile(PUSH), 1], [3, 4, 5], [6, 7], [9, 10]], pile=[20, 21, 22])
    state = game.apply(state, play(PUSH))
    assert drawers(game, state) == [1, 3, 4, 1]
    state = draw_all(game, state)
    assert [len(hand) for hand in state.hands] == [3, 0, 3, 3]
    assert len(state.pile) == 2


def test_7_drawing_starts_with_the_dragons_holder_who_hands_it_back(game: Tsuro) -> None:
    """The holder draws first; all get three; the dragon lies beside the board."""
    state = stand(game, AT, [[tile(PUSH), 1, 2], [3, 4, 5], [6, 7], [9, 10]], dragon=3)
    state = game.apply(state, play(PUSH))
    assert (state.dragon, state.draws[0]) == (3, 3)
    state = game.apply(state, DrawTile(3))
    assert state.dragon is None  # handed back on drawing, before the others draw
    assert drawers(game, state) == [1, 3]
    assert draw_all(game, state).dragon is None


def test_7_if_the_active_player_is_out_drawing_starts_with_the_next(game: Tsuro) -> None:
    """Tiles come back, no holder, active player out: the next player clockwise begins."""
    state = stand(game, AT, [[1, 2], [3, 4, 5], [6, 7], [9, 10]], pile=[])
    state = state._replace(hands=((1,), (3, 4), (6, 7), (9,)))
    state = game.apply(state, play(HAIRPINS))
    assert drawers(game, state) == [3, 4]
    assert draw_all(game, state).dragon == 3  # seat 4, short of one tile, could not draw again


def test_7_if_the_pile_runs_out_the_dragon_handed_back_goes_to_the_first_who_could_not_draw(game: Tsuro) -> None:
    """Handed back by its holder, then taken by the first player in the same order who goes without."""
    state = stand(game, AT, [[tile(PUSH), 1], [3, 4], [6], [9]], dragon=2)
    state = game.apply(state, play(PUSH))
    assert drawers(game, state) == [3, 4]
    state = game.apply(state, DrawTile(3))
    assert state.dragon is None
    state = game.apply(state, DrawTile(4))
    assert state.dragon == 0
    assert game.actor(state) == 2


def test_7_the_one_who_handed_it_back_may_be_the_first_to_go_without(game: Tsuro) -> None:
    """Everybody drew once and it is the old holder's turn to draw again: the dragon comes back to them."""
    state = stand(game, AT, [[tile(PUSH), 1, 2], [3, 4, 5], [6], [9, 10]], dragon=2)
    state = game.apply(state, play(PUSH))
    assert drawers(game, state) == [3, 4, 1]
    assert draw_all(game, state).dragon == 2


def test_7_a_dragon_beside_the_board_goes_to_the_first_who_could_not_draw(game: Tsuro) -> None:
    """It lay beside the board all along and the pile runs out before all have three."""
    state = stand(game, AT, [[tile(PUSH), 1], [3], [6, 7], [9, 10]])
    state = game.apply(state, play(PUSH))
    assert drawers(game, state) == [1]
    assert draw_all(game, state).dragon == 2


def test_7_if_the_holder_is_put_out_the_dragon_passes_before_the_drawing(game: Tsuro) -> None:
    """It goes to the next player clockwise with fewer than three tiles, who then draws first."""
    state = stand(game, AT, [[tile(PUSH), 1, 2], [3, 4], [6, 7, 8], [9, 10]], dragon=1)
    state = game.apply(state, play(PUSH))
    assert state.dragon == 3  # seat 3 has three tiles
    assert drawers(game, state) == [4, 1]
    assert draw_all(game, state).dragon is None


def test_7_the_active_player_may_inherit_the_dragon(game: Tsuro) -> None:
    """Having played a tile, the active player has fewer than three."""
    state = stand(game, AT, [[tile(PUSH), 1, 2], [3, 4], [6, 7, 8], [9, 10, 11]], dragon=1)
    state = game.apply(state, play(PUSH))
    assert state.dragon == 0
    assert drawers(game, state) == [1]


def test_7_if_nobody_has_fewer_than_three_the_dragon_lies_beside_the_board(game: Tsuro) -> None:
    """The holder is put out together with the active player, and the others have three tiles each."""
    state = stand(game, AT, [[1], [3, 4], [6, 7, 8], [9, 10, 11]], dragon=1)
    state = game.apply(state, play(HAIRPINS))
    assert state.dragon is None
    assert state.draws == ()
    assert state.pile == (3, 4)


def test_7_if_no_tiles_come_back_an_active_player_still_in_takes_the_dragon(game: Tsuro) -> None:
    """Somebody is put out with an empty hand: the active player must draw and finds the pile empty."""
    state = stand(game, AT, [[tile(PUSH), 1], [], [6], [9]])
    assert game.apply(state, play(PUSH)).dragon == 0


def test_7_if_no_tiles_come_back_and_the_active_player_is_out_the_dragon_stays(game: Tsuro) -> None:
    """Nobody had to draw, so nobody takes it."""
    state = stand(game, AT, [[1], [], [6], [9]])
    state = game.apply(state, play(HAIRPINS))
    assert (state.dragon, state.draws, game.actor(state)) == (None, (), 2)


def test_7_with_two_players_there_is_no_dragon_and_only_the_active_player_draws() -> None:
    """Two players: nobody takes a dragon from an empty pile."""
    game = tsuro(players=2)
    state = game.apply(stand(game, ["a1.5", "f6.0"], [[34, 1], [3]], pile=[9]), play(STRAIGHT))
    assert drawers(game, state) == [1]
    state = game.apply(stand(game, ["a1.5", "f6.0"], [[34, 1], [3]]), play(STRAIGHT))
    assert (state.dragon, game.actor(state)) == (None, 1)


def test_7_a_game_of_three_that_is_down_to_two_still_has_its_dragon() -> None:
    """The number of players is that of the start."""
    game = tsuro(players=3)
    state = game.apply(stand(game, ["a1.5", None, "f6.0"], [[34, 1], [], [3]]), play(STRAIGHT))
    assert state.dragon == 0


def test_7_after_the_end_nobody_draws() -> None:
    """Rule 11 comes before rule 7."""
    game = tsuro(players=3)
    state = stand(game, ["a1.5", "a1.7", None], [[tile(PUSH), 1], [3, 4], []], pile=[20])
    state = game.apply(state, play(PUSH))
    assert state.draws == ()
    assert game.actor(state) is None


def test_a_forced_draw_must_be_in_the_pile() -> None:
    """Chance is an actor whose moves are checked like anybody's."""
    game = tsuro(players=2)
    state = game.apply(stand(game, ["a1.5", "f6.0"], [[34, 1], [3]], pile=[9]), play(STRAIGHT))
    assert game.legal_moves(state) == [DrawTile(9)]
    assert game.weights(state) == [1]
    with pytest.raises(Exception, match="Tile 10 is not in the pile"):
        game.apply(state, DrawTile(10))
    with pytest.raises(Exception, match="chance draws a tile"):
        game.apply(state, PlayTile(1, 0))
