"""The five views: what is seen, what is connected, what it is worth."""

from random import Random

from ludotheque.core.playout import play_out
from ludotheque.games.turris.scoring import VIEWS, find_area, look, score
from ludotheque.games.turris.tower import Block
from tests.games.turris.positions import BLACK, WHITE, make, play

W, B, EMPTY = WHITE, BLACK, None


def view(blocks: list[Block], name: str) -> tuple[tuple[int | None, ...], ...]:
    return next(view.grid for view in look(blocks) if view.name == name)


def test_an_empty_tower_is_worth_nothing() -> None:
    assert score([]) == (0, 0)
    assert [view.name for view in look([])] == list(VIEWS)


def test_a_long_face_is_two_squares_and_an_end_one() -> None:
    """Scoring: a lying block shows two squares to two sides and to the roof, one to the other two sides."""
    lying, standing = [Block(W, (0, 1), 1)], [Block(W, (0,), 1)]
    assert [view.points[W] for view in look(lying)] == [2, 1, 2, 1, 2]
    assert [view.points[W] for view in look(standing)] == [2, 2, 2, 2, 1]


def test_the_first_block_in_each_line_of_sight_is_seen_however_far_back() -> None:
    """Scoring: a recessed block is seen past lower ones in front, and in front hides what is behind."""
    blocks = [Block(W, (0, 1), 1), Block(B, (7,), 1)]
    assert view(blocks, "south") == ((EMPTY, B, EMPTY), (W, W, EMPTY))
    assert view(blocks, "north") == ((EMPTY, B, EMPTY), (EMPTY, B, W))
    assert view(blocks, "east") == ((EMPTY, EMPTY, B), (W, EMPTY, B))
    assert view(blocks, "west") == ((B, EMPTY, EMPTY), (B, EMPTY, W))
    assert view(blocks, "roof") == ((EMPTY, B, EMPTY), (EMPTY, EMPTY, EMPTY), (W, W, EMPTY))


def test_squares_that_touch_in_the_view_are_connected_whatever_their_depth() -> None:
    """Scoring: a block at the back continues the area of one in front."""
    blocks = [Block(W, (0, 1), 1), Block(W, (7,), 1)]
    assert next(view for view in look(blocks) if view.name == "south").points == (3, 0)


def test_only_the_largest_area_of_each_player_counts() -> None:
    """Scoring: neighbours connect by their sides, not by their corners; of equal areas the first is lit."""
    grid = ((W, B, W), (W, B, B), (B, W, W))
    assert find_area(grid, W) == {(0, 0), (1, 0)}
    assert find_area(grid, B) == {(0, 1), (1, 1), (1, 2)}


def test_the_points_are_the_sums_of_the_five_views() -> None:
    """Scoring: five sums a player, added up."""
    game = make()
    state, _ = play_out(game, game.start(), Random(11))
    outcome = game.outcome(state)
    assert outcome is not None
    points = [view.points for view in look(state.blocks)]
    assert outcome.scores == (sum(white for white, _ in points), sum(black for _, black in points))


EXAMPLE = """
    b1c1 a2b2 a1^ c2c3 a2^ b1^ b2c2 b3^ c1^ c3^ a3^ c2^ c1^ c3^ a1^ b2b3 keep a3^ c2^ b1^ a2^ a3^ b1c1 b3^ a1^
    b2^ c1c2 b1^ c3^ a2b2 a1^ b3^ b2^ b3^ a3^ a2^ a3^ a2b2 c2^ c3^ b3c3
"""
"""A game found by search, not the one in the book, whose moves nobody knows."""


def test_the_books_example_scores_as_in_the_book() -> None:
    """Scoring: a finished tower with the points of the book's example, view by view, going round the tower."""
    state = play(EXAMPLE)
    assert state.reason == "all_placed"
    assert [view.points for view in look(state.blocks)] == [(12, 10), (9, 10), (20, 7), (10, 15), (5, 4)]
    assert score(state.blocks) == (56, 46)
