"""Bots from other packages, and parameters of bots."""

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.bots.bot import find_bot, hash_bot, parse_bot
from ludotheque.core.errors import BrokenBot, OptionError, UnknownBot
from tests.cli.conftest import Run, run

__all__ = ["run"]  # the fixture of tests/cli

FIRST = """
class First:
    def __init__(self, game, rng, path="none", depth="1"):
        self.game, self.path, self.depth = game, path, depth

    def choose(self, observation):
        return self.game.legal_moves_for(observation)[0]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which somebody writes bots, and where Python looks for modules."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


# ── Parameters ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_parameters_follow_a_question_mark() -> None:
    assert parse_bot("greedy") == ("greedy", {})
    assert parse_bot("a.b:C?path=x/y.npz&depth=3&empty=") == ("a.b:C", {"path": "x/y.npz", "depth": "3", "empty": ""})


def test_a_plus_is_a_plus_and_other_characters_can_be_given_by_their_codes() -> None:
    assert parse_bot("a:B?path=run+1.npz&x=a%20%26%2Bb") == ("a:B", {"path": "run+1.npz", "x": "a &+b"})


@pytest.mark.parametrize("text", ["a:B?x", "a:B?x=1&", "a:B?x=1&x=2"])
def test_parameters_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match=r"cannot be read|given twice"):
        parse_bot(text)


def test_a_custom_bot_is_given_its_parameters_as_text(folder: Path) -> None:
    (folder / "first_bot.py").write_text(FIRST)
    bot: Any = ludotheque.make_bot("first_bot:First?path=a.npz&depth=3", ludotheque.make("turris"))
    assert (bot.path, bot.depth) == ("a.npz", "3")
    with pytest.raises(OptionError, match="cannot be made with these parameters: got an unexpected keyword argument"):
        find_bot("first_bot:First?width=3")


def test_search_takes_any_budget() -> None:
    game = ludotheque.make("turris")
    for text, iterations, milliseconds in (("iterations=7", 7, None), ("milliseconds=5", None, 5)):
        bot: Any = ludotheque.make_bot(f"search?{text}", game)
        assert (bot._budget.iterations, bot._budget.milliseconds) == (iterations, milliseconds)


@pytest.mark.parametrize(
    "text",
    [
        "search",
        "search?iterations=0",
        "search?iterations=-1",
        "search?iterations=9999999999999999999999",
        "search?milliseconds=٥",
        "search?iterations=1&milliseconds=2",
        "search?a=1",
    ],
)
def test_search_says_what_it_takes(text: str) -> None:
    with pytest.raises(OptionError, match=r"takes one whole number, from 1 to 999999999: search\?iterations=5000"):
        find_bot(text)


def test_whoever_misspells_a_bot_is_told_all_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"there are: easy, .*, random, search\?iterations=N, and your own"):
        find_bot("searching")


@pytest.mark.parametrize("name", ["greedy", "hard"])
def test_other_bots_of_ours_take_no_parameters(name: str) -> None:
    with pytest.raises(OptionError, match=f"The bot {name} takes no parameters"):
        find_bot(f"{name}?iterations=3")


# ── Modules ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_error_in_a_module_is_shown_as_what_it_is(folder: Path) -> None:
    (folder / "broken_bot.py").write_text("\n\nx = 1 / 0\n")
    with pytest.raises(BrokenBot) as error:
        find_bot("broken_bot:Bot")
    first, head, frame, *_, last = str(error.value).splitlines()
    assert first == "The bot 'broken_bot:Bot' cannot be imported:"
    assert head == "Traceback (most recent call last):"
    assert frame.endswith('broken_bot.py", line 3, in <module>')
    assert last == "ZeroDivisionError: division by zero"


def test_a_module_that_ends_the_program_is_an_error_like_any_other(folder: Path) -> None:
    (folder / "script_bot.py").write_text("import sys\nsys.exit('usage: script_bot FILE')\n")
    with pytest.raises(BrokenBot, match=r"cannot be imported:\n(.*\n)*SystemExit: usage: script_bot FILE"):
        find_bot("script_bot:Bot")


def test_a_module_that_raises_what_is_no_exception_is_an_error_like_any_other(folder: Path) -> None:
    """As a panic in a module written in Rust."""
    (folder / "panicking_bot.py").write_text("class Panic(BaseException): ...\nraise Panic('a panic')\n")
    with pytest.raises(BrokenBot, match=r"cannot be imported:\n(.*\n)*panicking_bot\.Panic: a panic"):
        find_bot("panicking_bot:Bot")


def test_a_module_that_raises_a_value_error_is_not_taken_for_a_name_that_none_can_have(folder: Path) -> None:
    (folder / "choosy_bot.py").write_text("raise ValueError('not today')\n")
    with pytest.raises(BrokenBot, match="ValueError: not today"):
        find_bot("choosy_bot:Bot")
    for name in (":Bot", "..bot:Bot", "a..b:Bot", "a\0b:Bot"):
        with pytest.raises(UnknownBot, match="no module can have this name"):
            find_bot(name)


def test_whoever_interrupts_the_import_of_a_module_is_heard(folder: Path) -> None:
    (folder / "endless_bot.py").write_text("raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        find_bot("endless_bot:Bot")


def test_a_module_that_needs_another_one_is_not_taken_for_missing(folder: Path) -> None:
    (folder / "needy_bot.py").write_text("import no_such_library\n")
    with pytest.raises(BrokenBot, match="ModuleNotFoundError: No module named 'no_such_library'"):
        find_bot("needy_bot:Bot")


def test_a_module_that_is_missing_is_named(folder: Path) -> None:
    (folder / "first_bot.py").write_text(FIRST)
    with pytest.raises(UnknownBot, match=r"there is no module 'no_such\.bot'"):
        find_bot("no_such.bot:Bot")
    with pytest.raises(UnknownBot, match="first_bot has no class 'Last'"):
        find_bot("first_bot:Last")


def test_a_package_is_hashed_as_a_whole(folder: Path) -> None:
    package = folder / "whole_bots"
    package.mkdir()
    for name in ("__init__", "bot", "helper"):
        (package / f"{name}.py").write_text("")
    before = hash_bot("whole_bots.bot:Bot")
    (package / "helper.py").write_text("x = 1")
    assert hash_bot("whole_bots.bot:Bot") != before


def test_what_a_package_imports_from_beside_it_is_hashed_with_it(folder: Path) -> None:
    (folder / "whole_bots").mkdir()
    (folder / "whole_bots" / "__init__.py").write_text("import helper")
    (folder / "helper.py").write_text("")
    before = hash_bot("whole_bots:Bot")
    (folder / "helper.py").write_text("DEPTH = 3")
    assert hash_bot("whole_bots:Bot") != before


def test_what_is_beside_a_package_without_an_init_is_hashed_with_it(folder: Path) -> None:
    """Also where a module in it is called as the package is."""
    (folder / "loose_bots").mkdir()
    (folder / "loose_bots" / "loose_bots.py").write_text("import helper")
    (folder / "helper.py").write_text("")
    before = hash_bot("loose_bots.loose_bots:Bot")
    (folder / "helper.py").write_text("DEPTH = 3")
    assert hash_bot("loose_bots.loose_bots:Bot") != before


@pytest.mark.parametrize(
    ("code", "helper"),
    [
        ("from helper import DEPTH", "helper.py"),
        ("import json, helper", "helper.py"),
        ("def choose():\n    import helper", "helper.py"),
        ("import between", "helper.py"),
        ("from parts.deep import DEPTH", "parts/deep.py"),
        ("import parts.other", "parts/deep.py"),
    ],
)
def test_what_a_module_imports_from_its_own_folder_is_hashed_with_it(folder: Path, code: str, helper: str) -> None:
    (folder / "parts").mkdir()
    for file, text in {"hashed_bot": code, "between": "import helper", "helper": "", "parts/deep": ""}.items():
        (folder / f"{file}.py").write_text(text)
    before = hash_bot("hashed_bot:Bot")
    (folder / helper).write_text("DEPTH = 3")
    assert hash_bot("hashed_bot:Bot") != before


def test_what_else_is_in_the_folder_of_a_module_is_not_hashed_with_it(folder: Path) -> None:
    (folder / "hashed_bot.py").write_text("import json, ludotheque, broken\nfrom math import inf")
    (folder / "broken.py").write_text("this is not Python")
    before = hash_bot("hashed_bot:Bot")
    (folder / "other_bot.py").write_text("x = 1")
    assert hash_bot("hashed_bot:Bot") == before


def test_what_is_installed_is_hashed_without_what_it_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "site-packages"
    installed.mkdir()
    monkeypatch.syspath_prepend(str(installed))
    (installed / "installed_bot.py").write_text("import helper")
    before = hash_bot("installed_bot:Bot")
    (installed / "helper.py").write_text("x = 1")
    assert hash_bot("installed_bot:Bot") == before


def test_a_folder_that_a_parameter_names_is_hashed_with_all_its_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "hashed_bot.py").write_text(FIRST)
    (folder / "model/deep").mkdir(parents=True)
    weights = folder / "model/deep/weights"
    weights.write_text("1")
    before = hash_bot("hashed_bot:First?path=model")
    weights.write_text("2")
    assert hash_bot("hashed_bot:First?path=model") != before


@pytest.mark.parametrize("value", ["", ".", "..", "x" * 5000])
def test_the_current_folder_and_what_is_no_file_are_not_hashed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    """A journal is written there: with it in the hash no tournament could be resumed."""
    (folder / "here").mkdir()
    monkeypatch.chdir(folder / "here")
    (folder / "hashed_bot.py").write_text(FIRST)
    (folder / "here/journal.jsonl").write_text("1")
    assert hash_bot(f"hashed_bot:First?path={value}") == hash_bot("hashed_bot:First")


# ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_commands_find_bots_in_the_current_folder(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])  # what commands add goes with this test
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot_from_here.py").write_text(FIRST)
    bot = "bot_from_here:First?depth=2"
    assert run("arena", "turris", bot, "random", "--games", 2, "--workers", 1).code == 0
    assert run("study", "turris", "--bot", bot, "--games", 2, "--strength", 0, "--workers", 1).code == 0
    assert run("terminal", "turris", "--bot", bot, "--bots", 2).code == 0
    failed = run("terminal", "turris", "--bot", "bot_from_here:Second")
    assert (failed.code, "has no class 'Second'" in failed.err) == (2, True)


def test_what_is_in_the_current_folder_hides_no_package(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "colorsys.py").write_text("raise AssertionError")
    failed = run("arena", "turris", "colorsys:Bot", "random")
    assert "colorsys has no class 'Bot'" in failed.err


def test_a_record_does_not_choose_what_is_imported(run: Run, tmp_path: Path) -> None:
    game = ludotheque.make("turris")
    match = ludotheque.Match(game, ludotheque.SeededDealer(bytes(32)))
    record = ludotheque.make_record(match, ["Ann", "bot:os:getcwd"])
    (tmp_path / "game.ludo").write_text(record.format())
    ran = run("resume", tmp_path / "game.ludo")
    assert (ran.code, "which is unknown here" in ran.err) == (2, True)


def test_random_bots_choose_by_what_they_see() -> None:
    game = ludotheque.make("tao", players=2)
    match = ludotheque.Match(game, ludotheque.SeededDealer(bytes(32)))
    assert isinstance(match.actor, int)
    observation = match.observe(match.actor)
    chosen = {find_bot("random")(game, Random(seed)).choose(observation) for seed in range(200)}
    assert chosen == set(game.legal_moves_for(observation)) == set(match.legal_moves)
