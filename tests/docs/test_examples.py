"""What the documents show works as shown."""

import contextlib
import doctest
import io
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.cli.main import COMMANDS, main
from ludotheque.core.fairness import Contribution, PlySeededDealer, SeededDealer, derive_key, hash_nonce
from ludotheque.core.match import Match
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import make_record, verify
from tools.write_playthroughs import PICTURE_FOLDER, draw

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])


def blocks(document: str, language: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def example_record() -> str:
    """The record that docs/records.md shows."""
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(bytes(range(32))))
    while match.actor is not None:
        moves = match.legal_moves
        match.play(moves[len(moves) // 2])
    return make_record(match, ["Ann", "bot:greedy"], {"Date": "2026-11-15"}).format()


def test_the_python_example_runs_and_is_about_ten_lines() -> None:
    [example] = blocks("README.md", "python")
    assert len(example.strip().splitlines()) <= 11
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(example, "README.md", "exec"), {})
    assert re.fullmatch(r"\([1-4], [1-4], [1-4], [1-4]\) \w+\n", out.getvalue())


def test_the_examples_of_the_library_give_what_they_show() -> None:
    session = "\n".join(blocks("docs/library.md", "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, "docs/library.md", None, None)
    out: list[str] = []
    result = doctest.DocTestRunner().run(test, out=out.append)
    assert not result.failed, "".join(out)
    assert result.attempted > 40


def test_the_first_bot_of_the_guide_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, *_ = blocks("docs/bots.md", "python")
    arena, *_ = blocks("docs/bots.md", "console")
    monkeypatch.setattr(sys, "path", [*sys.path])  # the command adds the current folder
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cautious.py").write_text(code, encoding="utf-8")
    for line in arena.splitlines():
        _, _, *command = shlex.split(line.replace("--games 100", "--games 4"))
        quick = ["--workers", "1"] if "arena" in command else ["--bots", "2", "--players", "2"]
        with contextlib.redirect_stdout(io.StringIO()):
            assert main([*command, *quick]) == 0


def test_the_example_of_a_bot_runs() -> None:
    _, example, _over_the_network = blocks("docs/bots.md", "python")  # the last plays in tests/server/test_client.py
    names: dict[str, Any] = {}
    exec(compile(example, "docs/bots.md", "exec"), names)
    assert names["move"] in names["game"].legal_moves(names["match"].state)


def test_the_terminal_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.ludo").write_text(example_record(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda _prompt="": "1")
    [example] = blocks("README.md", "console")
    assert len(example.strip().splitlines()) <= 10
    for line in example.splitlines():
        command = shlex.split(line.removeprefix("$ "), comments=True)
        assert command.pop(0) == "ludotheque"
        smaller = {"1000": "20", "400": "4"} | ({"3": "2"} if "perft" in command else {})  # enough to see it work
        command = [smaller.get(word, word) for word in command]
        with contextlib.redirect_stdout(io.StringIO()):
            assert main(command) == 0
    assert (tmp_path / "board.svg").exists()


def test_the_doctest_of_the_package() -> None:
    result = doctest.testmod(ludotheque)
    assert (result.failed, result.attempted) == (0, 6)


def test_the_example_of_a_record_is_one() -> None:
    [example] = [block for block in blocks("docs/records.md", "") if "[Ludo" in block]
    real = example_record().splitlines()
    shown = [line for line in example.splitlines() if line and line != "…"]
    assert len(shown) > 15
    assert [line for line in shown if line not in real] == []


def test_the_example_of_notes_is_about_that_record() -> None:
    [example] = [block for block in blocks("docs/records.md", "") if "[Notes" in block]
    notes = example[example.index("[Notes") :]
    record = parse_record(f"{example_record()}\n{notes}")
    assert record.format() == f"{example_record()}\n{notes}"
    assert verify(record).tree.branches() == ["middle"]


@pytest.mark.parametrize(
    ("game_id", "options", "begin"),
    [
        ("tsuro", {"players": 2, "tiles": tuple(range(1, 13))}, "squares"),
        ("tao", {"players": 2}, "round"),
        ("turris", {}, "blocks"),
    ],
)
def test_the_states_of_the_notation_are_states(game_id: str, options: dict[str, Any], begin: str) -> None:
    text = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
    [line] = re.findall(rf"^    ({begin} .*; over -)$", text, re.MULTILINE)
    game = ludotheque.make(game_id, **options)
    game.check_state(game.parse_state(line))


def test_the_known_answers_of_fairness_are_right() -> None:
    text = (ROOT / "docs/fairness.md").read_text(encoding="utf-8")
    seed, ones, twos = bytes(32), "11" * 32, "22" * 32
    contributions = [Contribution(0, hash_nonce(ones), ones), Contribution(2, hash_nonce(twos), None)]
    for known in (derive_key(seed), derive_key(seed, contributions)):
        assert f"`{known.hex()}`" in text
    assert all(f"`{each.hash}`" in text for each in contributions)

    def draw(dealer: SeededDealer, copies: dict[str, int], *, returns: bool = True) -> str:
        drawn = []
        for number in range(1, 13):
            names = list(copies)
            drawn.append(names[dealer.choose(number, names, [*copies.values()])])
            if not returns:
                del copies[drawn[-1]]
        return f"\n{', '.join(drawn)}.\n"

    tiles = {f"+{tile}": 1 for tile in range(1, 36)}
    assert draw(SeededDealer(seed), tiles) in text
    assert draw(SeededDealer(seed), {**tiles}, returns=False) in text
    assert draw(SeededDealer(seed, contributions), {"+wa1": 3, "+wa2": 1, "+fi3": 2}) in text
    answers = ", ".join(str(PlySeededDealer(seed).choose(ply, [1] * 35)) for ply in range(1, 13))
    assert answers in text


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    prose = re.sub(r"^ *```.*?^ *```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+)", prose):
        if not target.startswith("http"):
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_every_option_of_every_game_is_documented(game_id: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{game_id}.md").read_text(encoding="utf-8")
    for name, spec in ludotheque.make(game_id).options.specs().items():
        assert f"`{name}`" in text
        assert all(f"`{choice}`" in text for choice in spec.choices)


@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_every_ruling_is_named_in_a_test(game_id: str) -> None:
    rules = (ROOT / "docs" / "rules" / f"{game_id}.md").read_text(encoding="utf-8")
    rulings = set(re.findall(r"\*Ruling\*\s+`(\w+)`", rules)) | set(
        re.findall(r"^\| `(\w+)` \| [A-Z]", rules, re.MULTILINE)
    )
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/games" / game_id).glob("test_*.py"))
    assert rulings
    assert sorted(ruling for ruling in rulings if ruling not in tests) == []


def test_every_command_is_in_the_readme_or_the_changelog() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8") + (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    files = (ROOT / "src/ludotheque/cli").rglob("*.py")
    modules = {file.stem for file in files if "def register(" in file.read_text(encoding="utf-8")}
    assert modules == {command.__name__.rpartition(".")[2] for command in COMMANDS}
    commands = {module.replace("_", "-") for module in modules}
    assert {command for command in commands if not re.search(rf"ludotheque {command}\b", text)} == set()


@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_the_pictures_in_the_readme_are_what_the_code_draws(game_id: str) -> None:
    assert f"docs/pictures/{game_id}.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert draw(game_id) == (PICTURE_FOLDER / f"{game_id}.svg").read_text(encoding="utf-8")
