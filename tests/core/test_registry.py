"""Games are found by entry point: ours and other people's alike."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.bots.bot import BOTS
from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame, IllegalMove, OptionError, UnknownGame
from ludotheque.core.game import Evaluated, Presented
from ludotheque.core.tracebacks import format_error, summarize_error
from tests.other_packages import NIM, install

PICKY = f"""{NIM}
class Panic(BaseException):
    pass

ERRORS = {{2: RuntimeError, 3: SystemExit, 4: Panic, 6: KeyboardInterrupt, 7: IllegalMove}}

@dataclass(frozen=True, kw_only=True)
class PickyOptions(NimOptions):
    def __post_init__(self):
        super().__post_init__()
        if self.stones == 1:
            raise LookupError("one is not enough")

class Picky(Nim):
    id, title, Options = "picky", "Picky", PickyOptions

    def __init__(self, options):
        super().__init__(options)
        if options.stones in ERRORS:
            raise ERRORS[options.stones]("not today")
"""
"""A game whose author has not thought of every number of stones."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which games are installed for one test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._entries.cache_clear()
    yield tmp_path
    registry._entries.cache_clear()
    registry.find.cache_clear()


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


def test_a_game_that_cannot_be_loaded_is_named_with_its_own_traceback(folder: Path) -> None:
    install(folder, "worse_game", "def fail():\n    return 1 / 0\n\nfail()\n", {"worse": "Game"})
    with pytest.raises(
        BrokenGame, match=r"worse cannot be loaded from worse_game:Game:\n(.|\n)*return 1 / 0"
    ) as caught:
        ludotheque.make("worse")
    assert caught.value.reason == "ZeroDivisionError: division by zero"
    games = registry.load_games()
    assert isinstance(games.pop("worse"), BrokenGame)
    assert games == {game: registry.find(game) for game in games}


def test_what_is_no_exception_breaks_no_more_than_the_game_whose_import_raises_it(folder: Path) -> None:
    """As a panic in a module written in Rust."""
    install(folder, "panicking_game", "class Panic(BaseException): ...\nraise Panic('a panic')", {"panicking": "Game"})
    game = registry.load_games()["panicking"]
    assert isinstance(game, BrokenGame)
    assert game.reason == "Panic: a panic"


def test_whoever_interrupts_the_import_of_a_game_is_heard(folder: Path) -> None:
    install(folder, "endless_game", "raise KeyboardInterrupt", {"endless": "Game"})
    with pytest.raises(KeyboardInterrupt):
        registry.load_games()


@pytest.mark.parametrize(
    ("stones", "reason"),
    [
        (1, "LookupError: one is not enough"),
        (2, "RuntimeError: not today"),
        (3, "SystemExit: not today"),
        (4, "Panic: not today"),
    ],
)
def test_a_game_that_cannot_be_made_is_named_with_its_own_traceback(folder: Path, stones: int, reason: str) -> None:
    install(folder, "picky_game", PICKY, {"picky": "Picky"})
    with pytest.raises(BrokenGame) as caught:
        registry.make_from_text("picky", {"stones": str(stones)})
    with pytest.raises(BrokenGame) as same:
        registry.make("picky", stones=stones)
    for error in (caught.value, same.value):
        assert error.reason == summarize_error(error) == reason
        assert str(error) == format_error(error)
        assert str(error).startswith("The game picky cannot be made:\nTraceback (most recent call last):\n")
        assert str(error).endswith(reason)
        assert "picky_game.py" in str(error)
        assert "registry.py" not in str(error)


def test_our_own_errors_and_whoever_interrupts_pass_while_a_game_is_made(folder: Path) -> None:
    install(folder, "picky_game", PICKY, {"picky": "Picky"})
    for stones, error in ((0, OptionError), (6, KeyboardInterrupt), (7, IllegalMove)):
        with pytest.raises(error):
            registry.make("picky", stones=stones)
        with pytest.raises(error):
            registry.make_from_text("picky", {"stones": str(stones)})
    assert registry.make("picky").seats == 2


def test_bots_are_found_by_name() -> None:
    assert list(BOTS) == ["random", "greedy", "easy", "medium", "hard", "master"]
