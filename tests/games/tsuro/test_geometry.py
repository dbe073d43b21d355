"""Tiles and boards: what the rules say of them in numbers."""

from collections import Counter

from ludotheque.games.tsuro.board import OFF, make_board
from ludotheque.games.tsuro.paths import find_exits, path, trails
from ludotheque.games.tsuro.tiles import IDENTITY, ORIENTATIONS, PAIRINGS, turn
from tests.games.tsuro.positions import STRAIGHT, pairing, spot, tsuro


def test_there_are_105_pairings_and_35_tiles() -> None:
    """105 ways to pair 8 ports, exactly 35 up to rotation: 20 with 4 orientations, 10 with 2, 5 with 1."""
    assert len(set(PAIRINGS)) == 105
    assert all(pairing[pairing[port]] == port != pairing[port] for pairing in PAIRINGS for port in range(8))
    assert Counter(len(orientations) for orientations in ORIENTATIONS.values()) == {4: 20, 2: 10, 1: 5}
    assert set(IDENTITY) == set(PAIRINGS)


def test_a_quarter_turn_clockwise_sends_port_p_to_p_plus_2() -> None:
    for pairs in PAIRINGS:
        turned = turn(pairs, 1)
        assert all(turned[(port + 2) % 8] == (pairs[port] + 2) % 8 for port in range(8))
        assert turn(pairs, 4) == pairs


def test_ids_follow_the_lexicographic_order_of_the_smallest_rotations() -> None:
    """Canonical ids 1-35: the smallest rotation of each class, sorted, numbered."""
    smallest = sorted({min(turn(pairs, turns) for turns in range(4)) for pairs in PAIRINGS})
    assert [orientations[0] for orientations in ORIENTATIONS.values()] == smallest
    assert list(ORIENTATIONS) == list(range(1, 36))
    assert IDENTITY[pairing("01 23 45 67")] == (1, 0)
    assert IDENTITY[pairing(STRAIGHT)] == (34, 0)


def test_across_an_edge_ports_meet_as_the_rules_say() -> None:
    """0-5, 1-4, 2-7, 3-6, and back."""
    board = make_board(6)
    game = tsuro(players=2)
    for leaving, entering in {"c3.0": "c4.5", "c3.1": "c4.4", "c3.2": "d3.7", "c3.3": "d3.6"}.items():
        assert board.across[spot(game, leaving)] == spot(game, entering)
        assert board.across[spot(game, entering)] == spot(game, leaving)
    assert board.across[spot(game, "a1.5")] == OFF


def test_boards_have_48_notches_and_24_sides_or_56_and_28() -> None:
    assert [(len(make_board(size).notches), len(make_board(size).sides)) for size in (6, 7)] == [(48, 24), (56, 28)]


def test_squares_are_named_like_chess_squares() -> None:
    board = make_board(7)
    assert (board.format_square(0), board.format_square(6), board.format_square(48)) == ("a1", "g1", "g7")
    assert all(board.parse_square(board.format_square(square)) == square for square in range(49))
    assert [make_board(6).parse_square(name) for name in ("g1", "a7", "a0", "z9", "aa", "")] == [None] * 6


def test_trails_say_who_went_where_and_halve_the_line_of_a_collision() -> None:
    game = tsuro(players=2)
    board = game.setup.board
    squares = [None] * 36
    laid: list[tuple[int, ...] | None] = [*squares]
    laid[0], laid[6] = pairing(STRAIGHT), pairing("45 01 23 67")
    starts = (spot(game, "a1.5"), spot(game, "a1.4"))
    trodden = trails(board, laid, starts)
    assert trodden[spot(game, "a1.5")] == trodden[spot(game, "a1.0")] == 0
    assert trodden[spot(game, "a1.4")] == trodden[spot(game, "a1.1")] == 1
    assert trodden[spot(game, "a2.5")] == trodden[spot(game, "a2.4")] == 1  # the odd tile in the middle
    assert spot(game, "a1.2") not in trodden
    assert path(board, laid, starts[0])[-1] == OFF


def test_exits_say_where_paths_lead_that_leave_an_empty_square() -> None:
    game = tsuro(players=2)
    board = game.setup.board
    squares: list[tuple[int, ...] | None] = [None] * 36
    squares[1] = pairing(STRAIGHT)  # b1
    exits = find_exits(board, squares)
    assert exits[spot(game, "a1.5")] == OFF, "over the edge"
    assert exits[spot(game, "a1.2")] == spot(game, "c1.7"), "over b1 to c1"
    assert exits[spot(game, "b2.5")] == OFF, "over b1 and off the board"
    assert spot(game, "a1.0") not in exits, "a2 is empty"
    assert not any(at >> 3 == 1 for at in exits), "b1 is not empty"
