"""What `import ludotheque` gives: the names, that they are documented, and that importing stays light."""

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ludotheque
import ludotheque.games
from ludotheque.core import errors
from tests.strategies import all_games, find_state

ROOT = Path(__file__).parent.parent

NAMES = [
    *("CHANCE", "Analysis", "Bot", "Budget", "Game", "Match", "Outcome", "Ply", "RankedMove", "Record"),
    *("SeededDealer", "Verification", "__version__", "list_bots", "list_games", "make", "make_bot", "make_record"),
    *("new_seed", "parse_record", "read_record", "verify"),
]
ERRORS = [
    *(
        "BrokenBot",
        "BrokenGame",
        "ClusterError",
        "Conflict",
        "GameIsOver",
        "GameNotOver",
        "IllegalMove",
        "ImpossibleState",
    ),
    "InvalidMove",
    *("InvalidRecord", "InvalidState", "JournalError", "LudothequeError", "MoveError", "OptionError", "OutOfTurn"),
    *(
        "OutcomeUnknown",
        "PuzzleError",
        "RecordError",
        "StateError",
        "StoreError",
        "StoreInUse",
        "UnknownBot",
        "UnknownGame",
        "UnlawfulRecord",
    ),
    "WrongRules",
]


def test_the_public_names_are_these() -> None:
    """A name that goes or comes is a change for users: say so in CHANGELOG.md."""
    assert sorted(ludotheque.__all__) == sorted(NAMES + ERRORS)
    assert all(hasattr(ludotheque, name) for name in ludotheque.__all__)


def test_every_error_of_the_tree_is_public() -> None:
    tree = {name for name, value in vars(errors).items() if inspect.isclass(value) and issubclass(value, Exception)}
    assert tree == set(ERRORS)
    assert all(issubclass(getattr(ludotheque, name), ludotheque.LudothequeError) for name in ERRORS)
    assert all(name in (errors.__doc__ or "") for name in ERRORS)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "__version__"])
def test_every_public_name_is_explained(name: str) -> None:
    assert name == "CHANCE" or inspect.getdoc(getattr(ludotheque, name))
    assert name in (ROOT / "docs" / "library.md").read_text(encoding="utf-8")


def test_importing_stays_light() -> None:
    """Neither compiled code nor the server nor any game is imported before it is asked for."""
    heavy = "numpy numba starlette uvicorn msgspec rich websockets asyncio multiprocessing sqlite3"
    code = f"import sys, ludotheque; print(*[name for name in '{heavy}'.split() if name in sys.modules])"
    code += "; print(*[name for name in sys.modules if name.startswith('ludotheque.games')])"
    # Coverage, where it is on, imports heavy modules itself.
    env = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.split() == []


def test_games_is_a_plain_package() -> None:
    """See docs/decisions/0007."""
    assert type(ludotheque.games) is ModuleType
    assert not callable(ludotheque.games)


@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_a_game_has_its_options_its_state_and_its_moves_as_attributes(game_id: str) -> None:
    seen: set[type[Any]] = set()
    for game in all_games():
        if game.id == game_id:
            any_game: Any = game
            assert type(game.options) is any_game.Options
            assert type(game.start()) is any_game.State

            def note(state: Any, any_game: Any = any_game) -> bool:
                seen.update(map(type, any_game.legal_moves(state)))
                return any_game.actor(state) is None

            find_state(game, note)
    kinds = {value for value in vars(type(any_game)).values() if inspect.isclass(value)}
    assert seen <= kinds
    assert all(getattr(any_game, kind.__name__) is kind for kind in seen)


def test_bots_are_made_by_name() -> None:
    game = ludotheque.make("tao", players=2)
    match = ludotheque.Match(game, ludotheque.SeededDealer(bytes(32)))
    seat = match.actor
    assert isinstance(seat, int)
    assert ludotheque.list_bots() == ("random", "greedy", "easy", "medium", "hard", "master")
    moves = {ludotheque.make_bot("random", game, seed=seed).choose(match.observe(seat)) for seed in range(20)}
    assert len(moves) > 1
    for name in ("random", "greedy"):
        twins = [ludotheque.make_bot(name, game, seed=7).choose(match.observe(seat)) for _ in range(2)]
        assert twins[0] == twins[1]
    with pytest.raises(ludotheque.UnknownBot, match="There is no bot 'deep blue'; there are: easy, greedy"):
        ludotheque.make_bot("deep blue", game)


def test_a_record_is_read_from_a_file(tmp_path: Path) -> None:
    game = ludotheque.make("turris", first="white")
    match = ludotheque.Match(game)
    match.play(match.parse_move("a1b1"))
    record = ludotheque.make_record(match, ["Ann", "Ben"])
    path = tmp_path / "game.ludo"
    path.write_text(record.format(), encoding="utf-8")
    for name in (path, str(path)):
        assert ludotheque.read_record(name) == record
    assert ludotheque.verify(ludotheque.read_record(path)).match.state == match.state
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ludotheque.InvalidRecord, match="is not a text file in UTF-8"):
        ludotheque.read_record(path)


def test_the_version_is_one() -> None:
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", ludotheque.__version__)
