"""Games are found by entry point: ours and other people's alike."""

import subprocess
import sys

import pytest

import ludotheque
from ludotheque.bots.bot import BOTS
from ludotheque.core.errors import OptionError, UnknownGame
from ludotheque.core.game import Evaluated, Presented


def test_our_games_are_registered() -> None:
    assert "tsuro" in ludotheque.games()
    assert list(ludotheque.games()) == sorted(ludotheque.games())


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
    assert "nim" in ludotheque.games()
    game = ludotheque.make("nim", stones=3)
    assert game.start() == (3, 0)
    assert not isinstance(game, Presented)
    assert not isinstance(game, Evaluated)


@pytest.mark.parametrize(
    "importing", ["", "import ludotheque.games.tsuro; ", "from ludotheque.games.tsuro import Tsuro; "]
)
def test_games_can_be_called_whatever_was_imported_before(importing: str) -> None:
    """`ludotheque.games` is a function and a package at once; see docs/decisions/0002."""
    code = f"import ludotheque; {importing}assert 'tsuro' in ludotheque.games()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_bots_are_found_by_name() -> None:
    assert list(BOTS) == ["random", "greedy", "easy", "medium", "hard", "master"]
