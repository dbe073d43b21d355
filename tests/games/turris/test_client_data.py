"""What the browser is told beyond the position: the points of every view, now and after each legal move."""

from random import Random

from ludotheque.core.playout import pick
from ludotheque.games.turris.scoring import VIEWS, score
from ludotheque.server.table.feed.views import view_moves
from tests.games.turris.positions import BLACK, WHITE, make, play


def test_a_preview_tells_the_points_of_each_view_before_anything_is_built() -> None:
    """A block on a1 and b1 shows two squares to south, north and roof, one to east and west, and hides nothing yet."""
    first = next(entry for entry in view_moves(make(), play(""), WHITE, previews=True) if entry["move"] == "a1b1")
    assert [view["name"] for view in first["scene"]["views"]] == list(VIEWS)
    assert [view["points"] for view in first["scene"]["views"]] == [(2, 0), (1, 0), (2, 0), (1, 0), (2, 0)]
    assert first["scene"]["points"] == (8, 0)


def test_a_preview_shows_what_the_other_player_would_lose() -> None:
    """Black standing on a2 hides half of what white shows to the north from a1 and b1."""
    game, state = make(), play("a1b1")
    now = {view.name: view.points for view in game.scene(game.observe(state, None)).views}
    standing = next(entry for entry in view_moves(game, state, BLACK, previews=True) if entry["move"] == "a2^")
    then = {view["name"]: view["points"] for view in standing["scene"]["views"]}
    assert (now["north"], then["north"]) == ((2, 0), (1, 2))
    assert (now["south"], then["south"]) == ((2, 0), (2, 1))


def test_every_move_of_a_game_is_previewed_with_the_points_that_it_leads_to() -> None:
    game, rng = make(), Random(5)
    state, removals = game.start(), 0
    while (actor := game.actor(state)) is not None:
        assert isinstance(actor, int)
        entries = view_moves(game, state, actor, previews=True)
        for entry, move in zip(entries, game.legal_moves(state), strict=True):
            assert entry["scene"]["points"] == score(game.apply(state, move).blocks)
            removals += entry["type"] == "TakeBlockOff"
        state = game.apply(state, pick(game, state, rng))
    assert removals > 0


def test_who_draws_nothing_is_sent_no_previews() -> None:
    assert all("scene" not in entry for entry in view_moves(make(), play(""), WHITE, previews=False))
