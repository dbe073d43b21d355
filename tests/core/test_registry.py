"""Games are found by entry point: ours and other people's alike."""

import pytest

import ludotheque
from ludotheque.bots.bot import BOTS
from ludotheque.core.errors import OptionError, UnknownGame
from ludotheque.core.game import Evaluated, Presented


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


def test_bots_are_found_by_name() -> None:
    assert list(BOTS) == ["random", "greedy", "easy", "medium", "hard", "master"]
