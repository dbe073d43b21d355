"""Games are found by entry point: ours and other people's alike."""

from pathlib import Path

import pytest

import ludotheque
from ludotheque.bots.bot import BOTS
from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame, OptionError, UnknownGame
from ludotheque.core.game import Evaluated, Presented
from tests.other_packages import install


def test_our_games_are_registered() -> None:
    assert "tsuro" in ludotheque.list_games()
    assert list(ludotheque.list_games()) == sorted(ludotheque.list_games())


def test_make_fixes_the_options() -> None:
    game = ludotheque.make("tsuro", edition="kosmos", players=5)
    assert (game.id, game.seats, game.options.format()["edition"]) == ("tsuro", 5, "kosmos")
    assert isinstance(game, Presented)
    assert isinstance(game, Evaluated)


def test_an_unknown_game_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'chess'; there are: .*tsuro"):
        ludotheque.make("chess")


def test_an_error_about_an_option_names_the_game() -> None:
    with pytest.raises(OptionError, match="Tsuro: players must be"):
        ludotheque.make("tsuro", players=99)


@pytest.mark.usefixtures("with_nim")
def test_a_third_party_game_is_at_home() -> None:
    assert "nim" in ludotheque.list_games()
    game = ludotheque.make("nim", stones=3)
    assert game.start() == (3, 0)
    assert not isinstance(game, Presented)
    assert not isinstance(game, Evaluated)


def test_a_game_that_cannot_be_loaded_is_named_with_its_own_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "worse_game", "def fail():\n    return 1 / 0\n\nfail()\n", {"worse": "Game"})
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._entries.cache_clear()
    try:
        with pytest.raises(
            BrokenGame, match=r"worse cannot be loaded from worse_game:Game:\n(.|\n)*return 1 / 0"
        ) as caught:
            ludotheque.make("worse")
        assert caught.value.reason == "ZeroDivisionError: division by zero"
        games = registry.load_games()
        assert isinstance(games.pop("worse"), BrokenGame)
        assert games == {game: registry.find(game) for game in games}
    finally:
        registry._entries.cache_clear()


def test_bots_are_found_by_name() -> None:
    assert list(BOTS) == ["random", "greedy", "easy", "medium", "hard", "master"]
