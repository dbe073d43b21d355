"""Kosmos, rules 1 to 6: its boards, tiles, side starts, choices of port, and the game for two with two markers each."""

from collections import Counter

import pytest

from ludotheque.core.errors import IllegalMove, OptionError
from ludotheque.core.game import CHANCE
from ludotheque.games.tsuro.events import PlayerPutOut
from ludotheque.games.tsuro.state import ChoosePort, PlaceMarker, PlayTile
from ludotheque.games.tsuro.tiles import ORIENTATIONS
from tests.games.tsuro.positions import HAIRPINS, STRAIGHT, draw_all, play, spot, stand, tile, tsuro, where


def test_1_setup_deals_three_each_of_64_tiles() -> None:
    """Kosmos 1: 64 tiles, three each; which of the stacks is drawn from changes nothing."""
    game = tsuro(edition="kosmos", players=5)
    state = draw_all(game, game.start())
    assert len(game.setup.tiles) == 64
    assert len(state.pile) == 64 - 15
    assert not game.setup.has_dragon


@pytest.mark.parametrize(
    ("players", "board", "size"),
    [(2, "usual", 6), (4, "usual", 6), (5, "usual", 7), (8, "usual", 7), (3, "dragon", 7), (4, "phoenix", 6)],
)
def test_1_phoenix_is_6_by_6_for_up_to_four_and_dragon_7_by_7(players: int, board: str, size: int) -> None:
    """The board follows the number of players; dragon is allowed for fewer."""
    assert tsuro(edition="kosmos", players=players, board=board).setup.board.size == size


def test_1_phoenix_is_not_for_five() -> None:
    """A board that the edition does not have for that many."""
    with pytest.raises(OptionError, match="up to 4 players, not 5"):
        tsuro(edition="kosmos", players=5, board="phoenix")


@pytest.mark.parametrize(("players", "starts"), [(3, 24), (8, 28)])
def test_2_markers_start_in_the_middle_of_an_outer_side_one_marker_a_side(players: int, starts: int) -> None:
    """Kosmos 2: 24 sides, or 28 on 7×7; a corner square has two and may be shared."""
    game = tsuro(edition="kosmos", players=players)
    state = draw_all(game, game.start())
    assert len(game.legal_moves(state)) == starts
    state = game.apply(state, PlaceMarker(spot(game, "a1s")))
    assert len(game.legal_moves(state)) == starts - 1
    with pytest.raises(IllegalMove, match="already"):
        game.apply(state, PlaceMarker(spot(game, "a1s")))
    with pytest.raises(IllegalMove, match="the middle of an outer side"):
        game.apply(state, PlaceMarker(spot(game, "a1.5")))
    state = game.apply(state, PlaceMarker(spot(game, "a1w")))
    assert state.undecided == (0, 1)


def test_3_on_its_first_move_the_owner_chooses_the_port() -> None:
    """Kosmos 3: which of the two ports beside it the marker follows; later it has no choice."""
    game = tsuro(edition="kosmos", players=3)
    state = stand(game, ["b1s", "d1s", "f1s"], [[34, 1, 2], [3, 4, 5], [6, 7, 8]], pile=[9])
    assert [move for move in game.legal_moves(state) if isinstance(move, PlayTile) and move.tile == 34] == [
        PlayTile(34, 0, port=4),
        PlayTile(34, 0, port=5),
    ]
    assert where(game, game.apply(state, play(STRAIGHT, port=4)), 0) == "b2.4"
    moved = game.apply(state, play(STRAIGHT, port=5))
    assert where(game, moved, 0) == "b2.5"
    assert 0 not in moved.undecided
    for port in (None, 3):
        with pytest.raises(IllegalMove, match="first move"):
            game.apply(state, PlayTile(34, 0, port=port))
    later = stand(game, ["b2.5", "d1s", "f1s"], [[34, 1, 2], [3, 4, 5], [6, 7, 8]])
    with pytest.raises(IllegalMove, match="has not moved yet"):
        game.apply(later, PlayTile(34, 0, port=5))


def test_3_owner_chooses_when_anothers_tile_reaches_a_marker_that_has_not_moved() -> None:
    """Ruling owner_chooses: at once, before anything else is resolved."""
    game = tsuro(edition="kosmos", players=3)
    state = stand(game, ["a1s", "a1w", "f1s"], [[34, 1, 2], [3, 4, 5], [6, 7, 8]], pile=[9])
    state = game.apply(state, play(STRAIGHT, port=5))
    assert game.actor(state) == 1
    assert game.legal_moves(state) == [ChoosePort(6), ChoosePort(7)]
    assert where(game, state, 0) == "a1.5"  # nothing has moved yet
    with pytest.raises(IllegalMove, match="between ports 6 and 7"):
        game.apply(state, ChoosePort(5))
    state = game.apply(state, ChoosePort(7))
    assert [where(game, state, marker) for marker in (0, 1)] == ["a2.5", "b1.7"]
    assert game.actor(state) is CHANCE


def test_3_several_owners_choose_in_seat_order_from_the_active_player_each_seen() -> None:
    """Ruling owner_chooses: one after the other. Seen, with seat 3 active: 1 before 2."""
    game = tsuro(edition="kosmos", players=3)
    state = stand(game, ["a1s", "a1w", "a2.5"], [[3, 1, 2], [34, 4, 5], [34, 7, 8]], pile=[9], turn=2)
    state = state._replace(spots=(state.spots[0], state.spots[1], spot(game, "a1.0")))
    state = game.apply(state, play(STRAIGHT))
    assert state.choosers == (0, 1)
    state = game.apply(state, ChoosePort(4))
    assert game.actor(state) == 1
    assert "PortChosen" in repr(game.events(state, ChoosePort(6), game.apply(state, ChoosePort(6)), None))
    # Choosing port 4 saved seat 1 from the line of seat 3, which comes down to port 5 and leaves the board.
    state = game.apply(state, ChoosePort(6))
    assert [where(game, state, marker) for marker in range(3)] == ["a2.4", "b1.6", "out"]


@pytest.mark.parametrize(("turn", "order"), [(0, (1, 2)), (1, (2, 0)), (2, (0, 1))])
def test_3_the_order_of_choosing_begins_after_the_active_player(turn: int, order: tuple[int, int]) -> None:
    """Ruling owner_chooses: by seat from the active player on, not by number. A 6x6 corner has two sides."""
    game = tsuro(edition="kosmos", players=3)
    at = ["", "", ""]
    at[turn], at[order[0]], at[order[1]] = "b1.7", "a1s", "a1w"
    hands = [[34, 1, 2], [34, 4, 5], [34, 7, 8]]
    state = stand(game, at, hands, pile=[9], turn=turn)
    state = state._replace(spots=tuple(spot(game, "a1.2") if seat == turn else s for seat, s in enumerate(state.spots)))
    assert game.apply(state, play(STRAIGHT)).choosers == order


def test_3_a_port_that_was_chosen_can_collide() -> None:
    """The choice decides: on the same line both are out."""
    game = tsuro(edition="kosmos", players=3)
    state = stand(game, ["a1s", "a1w", "f1s"], [[tile("57 01 23 46"), 1], [3, 4, 5], [6, 7, 8]], pile=[9])
    state = game.apply(state, play("57 01 23 46", port=5))
    hit, missed = game.apply(state, ChoosePort(7)), game.apply(state, ChoosePort(6))
    assert [where(game, hit, marker) for marker in (0, 1)] == ["out", "out"]
    assert [where(game, missed, marker) for marker in (0, 1)] == ["out", "out"]
    assert "MarkersCollided" in repr(game.events(state, ChoosePort(7), hit, None))
    assert "MarkersCollided" not in repr(game.events(state, ChoosePort(6), missed, None))


def test_who_is_put_out_is_told_why() -> None:
    """By a collision and with whom, be it their own other marker; or over the edge."""
    game = tsuro(edition="kosmos", players=3)
    state = stand(game, ["a1s", "a1w", "f1s"], [[tile("57 01 23 46"), 1], [3, 4, 5], [6, 7, 8]], pile=[9])
    state = game.apply(state, play("57 01 23 46", port=5))
    for port, causes in ((7, [(0, "collision", 1), (1, "collision", 0)]), (6, [(0, "edge", None), (1, "edge", None)])):
        told = game.events(state, ChoosePort(port), game.apply(state, ChoosePort(port)), None)
        assert [(event.seat, event.cause, event.met) for event in told if isinstance(event, PlayerPutOut)] == causes
    game = tsuro(edition="kosmos", players=2)
    state = stand(game, ["a1.5", "f1.5", "a1.7", "f6.1"], [[tile("57 01 23 46"), 1], [3, 4, 5]], pile=[9])
    move = play("57 01 23 46", marker=0)
    told = game.events(state, move, game.apply(state, move), None)
    assert [(event.cause, event.met) for event in told if isinstance(event, PlayerPutOut)] == [("collision", 0)]


def test_4_self_elimination_is_allowed() -> None:
    """Kosmos 4: a tile that takes the own marker off the board may be played."""
    game = tsuro(edition="kosmos", players=3)
    state = stand(game, ["a1.5", "d1s", "f1s"], [[1, 34], [3, 4, 5], [6, 7, 8]], pile=[9])
    assert play(HAIRPINS) in game.legal_moves(state)
    state = game.apply(state, play(HAIRPINS))
    assert where(game, state, 0) == "out"
    assert game.actor(state) == 1  # who is out does not draw


def test_4_the_tiles_of_an_eliminated_player_are_out_of_the_game() -> None:
    """Kosmos 4: laid down, not drawn by anybody."""
    game = tsuro(edition="kosmos", players=3)
    state = stand(game, ["a1.5", "d1s", "f1s"], [[1, 34], [3, 4, 5], [6, 7, 8]], pile=[9])
    state = game.apply(state, play(HAIRPINS))
    assert (state.hands[0], state.pile) == ((34,), (9,))


def test_4_with_an_empty_pile_play_goes_on_and_who_has_no_tile_is_skipped() -> None:
    """Kosmos 4: play on with what is held; nobody has a tile: all still in share the win."""
    game = tsuro(edition="kosmos", players=3)
    state = stand(game, ["a1.5", "d1s", "f1.5"], [[34], [], [34]])
    state = game.apply(state, play(STRAIGHT))
    assert (game.actor(state), state.dragon) == (2, None)
    state = game.apply(state, play(STRAIGHT))
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1, 1, 1), "no_tiles")


def test_5_two_players_place_two_markers_each_alternately() -> None:
    """Kosmos 5: seats 1, 2, 1, 2; one hand of three."""
    game = tsuro(edition="kosmos", players=2)
    state = draw_all(game, game.start())
    assert [len(hand) for hand in state.hands] == [3, 3]
    order = []
    for name in ("a1s", "b1s", "c1s", "d1s"):
        order.append(game.actor(state))
        state = game.apply(state, PlaceMarker(spot(game, name)))
    assert order == [0, 1, 0, 1]
    assert game.actor(state) == 0
    assert state.parts == (0, 2)


def test_5_a_turn_is_played_with_one_marker_and_then_with_the_other_in_any_order() -> None:
    """Kosmos 5: play, move and draw with one, then with the other; the order may change from turn to turn."""
    game = tsuro(edition="kosmos", players=2)
    state = stand(game, ["a1.5", "f6.0", "c1.5", "d6.0"], [[34, 34, 1], [3, 4, 5]], pile=[9, 10, 11])
    assert {move.marker for move in game.legal_moves(state) if isinstance(move, PlayTile)} == {0, 2}
    state = draw_all(game, game.apply(state, play(STRAIGHT, marker=2)))
    assert (game.actor(state), state.parts, len(state.hands[0])) == (0, (0,), 3)
    with pytest.raises(IllegalMove, match="no part in this turn"):
        game.apply(state, play(STRAIGHT, marker=2))
    state = draw_all(game, game.apply(state, play(STRAIGHT, marker=0)))
    assert (game.actor(state), state.parts, len(state.hands[0])) == (1, (1, 3), 3)
    assert [where(game, state, marker) for marker in (0, 2)] == ["a2.5", "c2.5"]


def test_5_needs_both_a_marker_put_out_before_its_part_has_no_part() -> None:
    """Ruling needs_both: the turn passes on."""
    game = tsuro(edition="kosmos", players=2)
    push = stand(game, ["a1.5", "f6.0", "a1.7", "d6.0"], [[tile("05 67 12 34"), 2, 34], [3, 4, 5]], pile=[9, 10])
    after = game.apply(push, play("05 67 12 34", marker=0))
    assert (where(game, after, 2), after.draws) == ("out", (0,))
    assert game.actor(draw_all(game, after)) == 1


def test_5_the_own_other_marker_at_the_same_corner_chooses_too() -> None:
    """Ruling owner_chooses with two markers: the active player's own other marker comes first."""
    game = tsuro(edition="kosmos", players=2)
    state = stand(game, ["a1s", "f6n", "a1w", "d6n"], [[34, 1, 2], [3, 4, 5]], pile=[9])
    state = game.apply(state, play(STRAIGHT, marker=2, port=7))
    assert (game.actor(state), state.choosers) == (0, (0,))
    state = game.apply(state, ChoosePort(4))
    assert [where(game, state, marker) for marker in (0, 2)] == ["a2.4", "b1.7"]


def test_5_the_own_other_marker_chooses_before_the_opponents() -> None:
    """Ruling owner_chooses with two markers: seat order from the active player on, who comes first."""
    game = tsuro(edition="kosmos", players=2)
    for turn, own, other in ((0, 2, 1), (1, 3, 0)):
        at = ["d6n", "d6n", "d6n", "d6n"]
        at[turn], at[own], at[other] = "c3.5", "a1s", "a1w"
        state = stand(game, at, [[34, 1, 2], [34, 4, 5]], pile=[9], turn=turn)
        state = state._replace(spots=tuple(spot(game, "a1.2") if m == turn else s for m, s in enumerate(state.spots)))
        assert game.apply(state, play(STRAIGHT, marker=turn)).choosers == (own, other)


def test_5_a_player_is_ranked_by_the_marker_that_lasted_longer() -> None:
    """Rule 12 with two markers: out is who has none left."""
    game = tsuro(edition="kosmos", players=2)
    at = ["a1.5", "a1.7", None, None]
    state = stand(game, at, [[1], [3]], squares={"d4": STRAIGHT, "d5": STRAIGHT, "d6": STRAIGHT})
    state = state._replace(out_at=(0, 0, 1, 3))
    outcome = game.outcome(game.apply(state, play(HAIRPINS, marker=0)))
    assert outcome is not None
    assert outcome.ranks == (1, 1)  # their last markers went out by the same tile, the others are forgotten


def test_5_a_player_with_one_marker_left_has_one_part() -> None:
    """The other marker is out."""
    game = tsuro(edition="kosmos", players=2)
    state = stand(game, ["a1.5", "f6.0", None, "d6.0"], [[34, 1, 2], [3, 4, 5]], pile=[9])
    state = draw_all(game, game.apply(state, play(STRAIGHT, marker=0)))
    assert game.actor(state) == 1


def test_5_the_last_player_with_any_marker_wins_at_once() -> None:
    """The second part is not played any more."""
    game = tsuro(edition="kosmos", players=2)
    state = stand(game, ["a1.5", "a1.7", "c1.5", None], [[tile("05 67 12 34"), 1, 2], [3, 4, 5]], pile=[9])
    state = game.apply(state, play("05 67 12 34", marker=0))
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1, 2), "last_marker")


def test_5_with_one_tile_left_only_the_first_part_is_played() -> None:
    """An empty pile: the second marker has no tile to move by."""
    game = tsuro(edition="kosmos", players=2)
    state = stand(game, ["a1.5", "f6.0", "c1.5", "d6.0"], [[34], [3, 4, 5]])
    assert game.actor(game.apply(state, play(STRAIGHT, marker=0))) == 1


def test_6_the_reconstructed_64_tiles() -> None:
    """Reconstruction: every one of the 35, and a second copy of all but the six that are named."""
    counts = Counter(tsuro(edition="kosmos", players=2).setup.tiles)
    assert sum(counts.values()) == 64
    assert set(counts) == set(ORIENTATIONS)
    single = sorted(tile for tile, count in counts.items() if count == 1)
    symmetric = sorted(tile for tile, orientations in ORIENTATIONS.items() if len(orientations) == 1)
    half_turned = sorted(tile for tile, orientations in ORIENTATIONS.items() if len(orientations) == 2)
    assert single == sorted([*symmetric, half_turned[0]])
    assert len(symmetric) == 5


def test_6_a_table_of_ones_own_can_be_supplied() -> None:
    """Any number of at least three a player; a list in any order."""
    game = tsuro(edition="kosmos", players=2, tiles=[35, 1, 1, 34, 34, 34])
    assert game.setup.tiles == (1, 1, 34, 34, 34, 35)
    state = game.start()
    assert game.weights(state) == [2, 3, 1]
    with pytest.raises(OptionError, match="at least three a player, 6 for 2 players, not 5"):
        tsuro(edition="kosmos", players=2, tiles=[1, 2, 3, 4, 5])
