"""Calliope and daVinci, rules 1 to 6 and 9 to 12: everything but drawing, the dragon and the bonus."""

from random import Random

import pytest

from ludotheque.core.errors import GameIsOver, IllegalMove
from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.tsuro.state import UNPLACED, DrawTile, PlaceMarker, PlayTile
from tests.games.tsuro.positions import HAIRPINS, STRAIGHT, draw_all, play, spot, stand, tile, tsuro, where

BOTH = pytest.mark.parametrize("edition", ["calliope", "davinci"])
PUSH = "05 67 12 34"
"""From a1.5 straight on; from a1.7 back over the left edge."""


@BOTH
@pytest.mark.parametrize("players", range(2, 9))
def test_1_setup_deals_three_tiles_each_and_the_rest_is_the_pile(edition: str, players: int) -> None:
    """Rule 1: three tiles each of 35, the rest is the pile; the dragon lies beside the board."""
    game = tsuro(edition=edition, players=players)
    assert game.setup.tiles == tuple(range(1, 36))
    state = game.start()
    for _ in range(3 * players):
        assert game.actor(state) is CHANCE
        state = game.apply(state, game.legal_moves(state)[0])
    assert [len(hand) for hand in state.hands] == [3] * players
    assert len(state.pile) == 35 - 3 * players
    assert sorted([tile for hand in state.hands for tile in hand] + list(state.pile)) == list(range(1, 36))
    assert state.dragon is None
    assert game.setup.has_dragon == (players >= 3)


def test_1_first_seat_begins() -> None:
    """Ruling first_seat: seat 1 places first and plays first."""
    game = tsuro(players=2)
    state = draw_all(game, game.start())
    assert game.actor(state) == 0
    for name in ("a1.5", "f6.0"):
        state = game.apply(state, PlaceMarker(spot(game, name)))
    assert game.actor(state) == 0
    assert isinstance(game.legal_moves(state)[0], PlayTile)


@BOTH
def test_2_markers_are_placed_in_seat_order_on_free_notches_before_any_tile(edition: str) -> None:
    """Rule 2: 48 notches, each at most once; all markers before any tile."""
    game = tsuro(edition=edition, players=3)
    state = draw_all(game, game.start())
    for seat, name in enumerate(("a1.5", "a1.4", "a1.7")):
        assert game.actor(state) == seat
        assert len(game.legal_moves(state)) == 48 - seat
        with pytest.raises(IllegalMove, match="a marker is to be placed"):
            game.apply(state, PlayTile(state.hands[seat][0], 0))
        state = game.apply(state, PlaceMarker(spot(game, name)))
    assert UNPLACED not in state.spots
    # Two markers, here three, may face the same square from different notches.
    assert [where(game, state, marker) for marker in range(3)] == ["a1.5", "a1.4", "a1.7"]


def test_2_a_taken_notch_is_refused() -> None:
    """Rule 2: each free notch at most once."""
    game = tsuro(players=2)
    state = game.apply(draw_all(game, game.start()), PlaceMarker(spot(game, "a1.5")))
    with pytest.raises(IllegalMove, match=r"a1\.5 already"):
        game.apply(state, PlaceMarker(spot(game, "a1.5")))


def test_2_a_spot_inside_the_board_is_no_start_position() -> None:
    """Rule 2: a notch is a port on the rim."""
    game = tsuro(players=2)
    with pytest.raises(IllegalMove, match="a notch on the rim"):
        game.apply(draw_all(game, game.start()), PlaceMarker(spot(game, "c3.0")))


def test_3_a_tile_is_laid_in_front_of_the_marker_which_moves_to_the_end_of_its_path() -> None:
    """Rule 3: the marker goes on over tiles that were there before."""
    game = tsuro(players=2)
    state = stand(game, ["a1.5", "f6.0"], [[34, 1, 2], [3, 4, 5]], squares={"a2": STRAIGHT, "a3": "05 14 23 67"})
    state = game.apply(state, play(STRAIGHT))
    assert state.squares[0] is not None
    assert where(game, state, 0) == "a4.5"
    assert where(game, state, 1) == "f6.0"


def test_3_every_orientation_that_looks_different_is_a_move_and_no_other() -> None:
    """Rule 3: any orientation, but what looks the same is the same move."""
    game = tsuro(players=2)
    state = stand(game, ["c3.5", "f6.0"], [[34, 14, 15], [3, 4, 5]])
    assert game.legal_moves(state) == [
        PlayTile(14, 0),
        PlayTile(14, 1),
        *[PlayTile(15, turns) for turns in range(4)],
        PlayTile(34, 0),
    ]
    with pytest.raises(IllegalMove, match="turns must be from 0 to 1, not 2"):
        game.apply(state, PlayTile(14, 2))


def test_3_every_other_marker_at_the_new_tile_moves_too() -> None:
    """Rule 3: a tile moves everybody who stands at it."""
    game = tsuro(players=3)
    state = stand(game, ["b1.5", "b1.4", "b2.4"], [[34, 1, 2], [3, 4, 5], [6, 7, 8]], pile=[9])
    state = game.apply(state, play(STRAIGHT))
    assert [where(game, state, marker) for marker in range(3)] == ["b2.5", "b2.4", "b2.4"]


def test_3_then_a_tile_is_drawn_and_the_next_player_clockwise_is_to_play() -> None:
    """Rule 3: then tiles are drawn, and the turn passes."""
    game = tsuro(players=3)
    state = stand(game, ["b1.5", "d1.5", "f1.5"], [[3, 1, 2], [4, 5, 6], [34, 7, 8]], pile=[9, 10], turn=2)
    state = game.apply(state, play(STRAIGHT))
    assert (game.actor(state), state.draws) == (CHANCE, (2,))
    state = game.apply(state, DrawTile(10))
    assert state.hands[2] == (7, 8, 10)
    assert game.actor(state) == 0


def test_4_you_may_not_send_your_own_marker_off_the_board() -> None:
    """Rule 4: a tile that would is refused while another keeps you in."""
    game = tsuro(players=2)
    state = stand(game, ["a1.5", "f6.0"], [[1, 34, 35], [3, 4, 5]])
    assert game.legal_moves(state) == [PlayTile(34, 0)]  # 1 turns back, 35 leads out on the left
    with pytest.raises(IllegalMove, match="may not eliminate yourself"):
        game.apply(state, play(HAIRPINS))


def test_4_unless_every_tile_in_every_orientation_would() -> None:
    """Rule 4: then every one of them may be played."""
    game = tsuro(players=3)
    state = stand(game, ["a1.5", "f6.0", "f1.4"], [[1, 35], [3, 4, 5], [6, 7, 8]])
    assert game.legal_moves(state) == [PlayTile(1, 0), PlayTile(35, 0)]
    state = game.apply(state, PlayTile(35, 0))
    assert where(game, state, 0) == "out"


def test_4_suicide_covers_edge_allows_a_collision_of_your_own() -> None:
    """Ruling suicide_covers, default edge: the ban is about the board's edge only."""
    game = tsuro(players=3)
    state = stand(game, ["b1.5", "b1.4", "f6.0"], [[1, 34, 2], [3, 4, 5], [6, 7, 8]], pile=[9])
    assert PlayTile(1, 0) in game.legal_moves(state)
    state = game.apply(state, play(HAIRPINS))
    assert [where(game, state, marker) for marker in (0, 1)] == ["out", "out"]


def test_4_suicide_covers_any_bans_a_collision_too() -> None:
    """Option suicide_covers=any: neither over the edge nor into a collision, unless there is nothing else."""
    game = tsuro(players=3, suicide_covers="any")
    state = stand(game, ["b1.5", "b1.4", "f6.0"], [[1, 34], [3, 4, 5], [6, 7, 8]])
    assert game.legal_moves(state) == [PlayTile(34, 0)]
    with pytest.raises(IllegalMove, match="may not eliminate yourself"):
        game.apply(state, PlayTile(1, 0))
    stuck = stand(game, ["b1.5", "b1.4", "f6.0"], [[1], [3, 4, 5], [6, 7, 8]])
    assert game.legal_moves(stuck) == [PlayTile(1, 0)]


def test_4_running_into_a_marker_on_the_rim_is_a_collision_not_the_edge() -> None:
    """Rulings suicide_covers and moving together: lines that become one collide, wherever that is."""
    lenient, strict = tsuro(players=3), tsuro(players=3, suicide_covers="any")
    for game, allowed in ((lenient, True), (strict, False)):
        state = stand(game, ["a1.5", "a1.7", "f6.0"], [[tile("57 01 23 46"), 34], [3, 4, 5], [6, 7, 8]])
        assert (play("57 01 23 46") in game.legal_moves(state)) == allowed


def test_5_markers_whose_lines_become_one_are_both_out() -> None:
    """Rule 5: they collide, also when the lines meet by way of other tiles."""
    game = tsuro(players=3)
    state = stand(
        game,
        ["b1.5", "b1.4", "f6.0"],
        [[34, 1, 2], [3, 4, 5], [6, 7, 8]],
        squares={"b2": "45 01 23 67"},
        pile=[9],
    )
    state = game.apply(state, play(STRAIGHT))  # both go up into b2, whose path joins them
    assert [where(game, state, marker) for marker in range(3)] == ["out", "out", "f6.0"]
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.ranks == (2, 2, 1)


def test_5_positions_before_the_tile_decide() -> None:
    """Rule 5: a marker that stood in the way counts, although it moves as well."""
    game = tsuro(players=3)
    # By way of c4 the path of seat 1 comes back and leaves where seat 2 stood before the tile.
    state = stand(
        game,
        ["c3.5", "c3.4", "f6.0"],
        [[tile("41 50 27 36"), 1, 2], [3, 4, 5], [6, 7, 8]],
        squares={"c4": "45 01 23 67", "d3": STRAIGHT},
        pile=[9],
    )
    together = game.apply(state, play("41 50 27 36"))
    assert [where(game, together, marker) for marker in (0, 1)] == ["out", "out"]
    alone = game.apply(state._replace(spots=(state.spots[0], state.spots[2], state.spots[2])), play("41 50 27 36"))
    assert where(game, alone, 0) == "c2.1"


def test_5_the_order_of_moving_never_matters() -> None:
    """Rule 5: relabelling the seats of a position relabels what happens."""
    game = tsuro(players=3)
    squares = {"c4": "45 01 23 67"}
    names = ["c3.5", "c3.4", "c3.7"]
    ends = []
    for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        at = [names[marker] for marker in order]
        state = stand(game, at, [[34, 1, 2], [34, 4, 5], [34, 7, 8]], squares=squares, pile=[9])
        state = game.apply(state, play("50 41 72 36"))
        ends.append({names[marker]: where(game, state, seat) for seat, marker in enumerate(order)})
    assert ends[0] == ends[1] == ends[2] == {"c3.5": "out", "c3.4": "out", "c3.7": "d3.7"}


def test_6_the_hands_of_those_put_out_go_into_the_pile() -> None:
    """Rule 6: the tiles of everybody put out are shuffled into the pile, those of the active player included."""
    game = tsuro(players=4)
    hands = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]
    state = stand(game, ["a1.5", "a1.7", "f6.0", "f1.4"], hands, pile=[20])
    state = state._replace(hands=((1,), *state.hands[1:]))
    state = game.apply(state, play(HAIRPINS))
    assert state.hands[:2] == ((), ())
    assert state.pile == (4, 5, 6, 20)


def test_9_passing_the_pile_changes_nothing_but_where_it_lies() -> None:
    """Rule 9: the same draws and the same moves, played with the variant or without."""
    plain, passing = tsuro(players=4), tsuro(players=4, pass_the_pile=True)
    rng = Random(9)
    state = plain.start()
    assert passing.start() == state
    while plain.actor(state) is not None:
        assert passing.legal_moves(state) == plain.legal_moves(state)
        move = pick(plain, state, rng)
        after = plain.apply(state, move)
        assert passing.apply(state, move) == after
        state = after
    assert "before player" in passing.text(passing.observe(state, None), colour=False)
    assert "before player" in passing.picture(passing.observe(state, None))
    assert "before player" not in plain.text(plain.observe(state, None), colour=False)


def test_10_a_player_without_a_tile_is_skipped() -> None:
    """Rule 10: the turn goes to the next player who has one."""
    game = tsuro(players=3)
    state = stand(game, ["b1.5", "d1.5", "f1.5"], [[34, 1], [], [34]])
    assert game.actor(game.apply(state, play(STRAIGHT))) == 2


def test_11_the_last_marker_wins() -> None:
    """Rule 11: one marker left; nobody draws any more."""
    game = tsuro(players=2)
    state = stand(game, ["a1.5", "a1.7"], [[tile(PUSH), 1, 2], [3, 4, 5]], pile=[9])
    state = game.apply(state, play(PUSH))
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason, outcome.winners) == ((1, 2), "last_marker", (0,))
    assert game.actor(state) is None
    with pytest.raises(GameIsOver):
        game.apply(state, PlayTile(1, 0))


def test_11_all_remaining_markers_out_at_once_share_the_win() -> None:
    """Rule 11: those put out by the last tile share."""
    game = tsuro(players=3)
    state = stand(game, ["a1.5", "a1.7", None], [[1], [3, 4, 5], []], squares={"d4": STRAIGHT})
    outcome = game.outcome(game.apply(state, play(HAIRPINS)))
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1, 1, 3), "all_out")
    assert outcome.shares == (0.5, 0.5, 0.0)


def test_11_when_nobody_left_has_a_tile_all_still_in_share_the_win() -> None:
    """Rule 11: no tiles, no more turns."""
    game = tsuro(players=3)
    state = stand(game, ["b1.5", None, "f1.5"], [[34], [], []])
    outcome = game.outcome(game.apply(state, play(STRAIGHT)))
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1, 3, 1), "no_tiles")


def test_12_the_others_are_ranked_by_how_late_they_went_out() -> None:
    """Rule 12: later is better; put out by the same tile is the same rank."""
    game = tsuro(players=5)
    far_tiles = {f"{column}{row}": STRAIGHT for column in "abcdef" for row in (5, 6)}
    state = stand(game, ["a1.5", "a1.7", None, None, None], [[tile(PUSH)], [3], [], [], []], squares=far_tiles)
    state = state._replace(out_at=(0, 0, 4, 9, 4))
    outcome = game.outcome(game.apply(state, play(PUSH)))
    assert outcome is not None
    assert outcome.ranks == (1, 2, 4, 3, 4)
