"""Previews tell what a move would do as far as its player can know it: no more, and nothing that is not so.

Most moves uncover nothing, and there a preview made from the real state looks like any other. So these laws are held
where it matters: at positions in which what a move does is different in worlds that its player cannot tell apart. They
are found by playing with fixed seeds, the same in every run. Leaks are planted to prove that each would be found.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.core.game import AnyGame, Event, Seat
from ludotheque.core.wire import encode_event
from ludotheque.server.table.feed import views
from ludotheque.testing.subjects import name_game
from tests.server.tables.revealing import REAL_SAMPLE_WORLDS, Position, SampleWorlds, decisions, find_revealing
from tests.strategies import all_games

pytestmark = pytest.mark.no_cover  # thousands of moves in many worlds take twice as long when their lines are counted


@pytest.mark.parametrize("game", all_games(), ids=name_game)
def test_no_preview_depends_on_what_the_player_cannot_know(game: AnyGame) -> None:
    """Everywhere in a game: the bytes are the same in all worlds, and what they say happens in all of them."""
    for position in decisions(game, 1):
        assert not position.leaks()
        assert not position.lies()


def test_nor_does_one_where_a_move_would_uncover_it() -> None:
    positions = find_revealing()
    assert len(positions) > 60
    assert not any(position.leaks() for position in positions)
    assert not any(position.lies() for position in positions)


def test_a_previewed_scene_is_told_only_where_it_is_the_same_in_all_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenes hold nothing that is hidden; if one did, a preview would still not tell it."""
    game = ludotheque.make("tsuro", players=3)
    monkeypatch.setattr(type(game), "previews_scenes", True, raising=False)
    monkeypatch.setattr(views, "view_scene", lambda _game, state: {"hands": state.hands})
    positions = [position for position in decisions(game, 1) if len(position.worlds) > 1]
    assert len(positions) > 5
    assert not any(position.leaks() for position in positions)


def preview_all(positions: Iterable[Position]) -> list[Any]:
    return [views.view_moves(each.game, each.state, each.seat, previews=True) for each in positions]


@pytest.mark.parametrize("game", all_games(), ids=name_game)
def test_what_a_game_says_of_its_events_changes_no_preview(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """By `uncovering` most moves are tried in one world only, by `foresee` in none. It saves work and nothing else."""
    positions = [*decisions(game, 1), *(position for position in find_revealing() if position.game is game)]
    told = preview_all(positions)
    monkeypatch.setattr(type(game), "uncovering", (Event,))
    monkeypatch.delattr(type(game), "foresee", raising=False)
    assert preview_all(positions) == told


def test_the_law_finds_a_game_that_uncovers_more_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ludotheque.make("tsuro").__class__, "uncovering", ())
    assert all(position.lies() for position in find_revealing())


# ── Planted leaks ────────────────────────────────────────────────────────────────────────────────────────────────────


def sample_the_real_state(_game: AnyGame, state: Any, _seat: Seat) -> list[Any]:
    return [state]


def sample_the_real_hands(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    """Deal everything anew but the hands of the others."""
    world = REAL_SAMPLE_WORLDS(game, state, seat)[0]
    return [world._replace(hands=state.hands)] if hasattr(world, "hands") else [world]


def sample_the_real_state_and_another(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    return [state, REAL_SAMPLE_WORLDS(game, state, seat)[0]]


@pytest.mark.parametrize("sample", [sample_the_real_state, sample_the_real_hands, sample_the_real_state_and_another])
def test_the_law_finds_previews_made_from_what_is_hidden(sample: SampleWorlds, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it matters, and not by luck in one comparison of thousands."""
    monkeypatch.setattr(views, "_sample_worlds", sample)
    assert all(position.leaks() for position in find_revealing())


def preview_the_union(game: AnyGame, worlds: list[Any], move: Any, seat: Seat) -> list[dict[str, Any]]:
    """Tell what a move does in any world, instead of in all."""
    told: list[dict[str, Any]] = []
    for world in worlds:
        events = map(encode_event, game.events(world, move, game.apply(world, move), seat))
        told += [event for event in events if event not in told]
    return told


def sample_one_world(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    return REAL_SAMPLE_WORLDS(game, state, seat)[:1]


def sample_two_worlds_at_random(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    observation = game.observe(state, seat)
    return [game.determinize(observation, Random(number)) for number in (1, 2)]


@pytest.mark.parametrize(("planted", "by"), [("_preview", preview_the_union), ("_sample_worlds", sample_one_world)])
def test_the_law_finds_previews_that_tell_what_is_only_imagined(
    planted: str, by: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, planted, by)
    assert all(position.lies() for position in find_revealing())


def test_the_law_finds_previews_that_tell_what_is_the_same_by_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds at random are not enough; this is why those of the previews are turned round."""
    monkeypatch.setattr(views, "_sample_worlds", sample_two_worlds_at_random)
    assert sum(position.lies() for position in find_revealing()) > 5
