"""`ludotheque terminal` and `resume`: whole games as a person would play them."""

import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.cli import screen
from ludotheque.cli.playing import session
from ludotheque.core.fairness import SeededDealer, derive_seed
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match
from ludotheque.core.records.verify import make_record
from tests.cli.conftest import Run
from tests.patience import PATIENCE
from tests.strategies import option_sets
from tools.write_playthroughs import FOLDER

COMMAND = [sys.executable, "-m", "ludotheque"]
SOLO = ("terminal", "tsuro", "--edition", "davinci", "--players", 3, "--bots", 2, "--seed", "a")


def flags(options: dict[str, Any], game_id: str) -> list[str]:
    """Write options as flags."""
    written = []
    for name, text in ludotheque.make(game_id, **options).options.format().items():
        flag = name.replace("_", "-")
        if text in ("on", "off"):
            written.append(f"--{flag}" if text == "on" else f"--no-{flag}")
        else:
            written += [f"--{flag}", text]
    return written


@pytest.mark.parametrize(
    ("game_id", "options"),
    [(game_id, options) for game_id in ludotheque.list_games() for options in option_sets(game_id)],
    ids=str,
)
def test_every_game_is_played_to_the_end(run: Run, game_id: str, options: dict[str, Any]) -> None:
    ran = run("terminal", game_id, *flags(options, game_id), "--seed", "x", typed=("1",) * 400)
    assert (ran.code, ran.err) == (0, "")
    assert "  1. Player" in ran.out
    assert "Goodbye" not in ran.out


def test_moves_are_taken_by_number_and_by_notation(run: Run) -> None:
    ran = run(*SOLO, typed=("c1.5", "1", "q"))
    assert "Player 1 starts at port 5 of c1 (bottom)." in ran.out
    assert "Player 1 lays tile" in ran.out
    assert "Goodbye" in ran.out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "numbered from 1 to 48"),
        ("49", "numbered from 1 to 48"),
        ("9" * 5000, "numbered from 1 to 48"),
        ("0000000019999", "numbered from 1 to 48"),
        ("s a\0b", "Not saved: a"),
        ("²", "is not a move of Tsuro"),
        ("zzz", "is not a move of Tsuro"),
        ("c3.1", "no start position"),
        ("+12", "a marker is to be placed"),
        ("", "Type the number of a move"),
        ("?", "# Tsuro, daVinci edition, 3 players\n\n## The idea\n"),
        ("u", "There is no move of yours to take back"),
        ("m", " 48  f6.3"),
        ("b", "Your tiles:"),
        ("s /no/such/folder/x.ludo", "Not saved: /no/such/folder/x.ludo: No such file or directory."),
    ],
)
def test_every_line_gets_an_answer(run: Run, line: str, answer: str) -> None:
    ran = run(*SOLO, typed=(line, "q"))
    assert ran.code == 0
    assert answer in ran.out


def test_a_move_can_be_taken_back_against_bots(run: Run) -> None:
    ran = run(*SOLO, typed=("c1.5", "u", "d1.5", "q"))
    assert "Taken back." in ran.out
    assert "Player 1 starts at port 5 of d1 (bottom)." in ran.out


def test_between_people_nothing_is_taken_back_and_the_hand_is_hidden(run: Run) -> None:
    ran = run("terminal", "tsuro", "--players", 2, "--bots", 0, typed=("", "1", "", "u", "40", "", "q"))
    assert "Player 1, it is your turn. Press Enter when only you are looking." in ran.out
    assert "Player 2, it is your turn." in ran.out
    assert "only against bots" in ran.out
    assert run("terminal", "tsuro", "--players", 2, "--bots", 0, typed=("q",)).out.count("it is your turn") == 1


def test_sentences_fit_into_80_columns(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = run(*SOLO, typed=("c1.5", "1", "zzz", "1", "q"))
    assert max(len(line.removeprefix("Player 1> ")) for line in ran.out.split("\n")) <= 80


def test_pass_and_play_shows_everybody_their_own_hand_only(run: Run) -> None:
    """Between two handovers only the tiles of the one who is looking are drawn, and what was shown is hidden first."""
    turns = 4
    ran = run(
        "terminal",
        "tsuro",
        "--players",
        2,
        "--bots",
        0,
        "--seed",
        "p",
        typed=("", "3", "", "40", *["", "1"] * turns, "q"),
    )
    looks = ran.out.split("Press Enter when only you are looking. ")[1:]
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(derive_seed("p")))
    for look, index in zip(looks, [2, 39, *[0] * turns], strict=False):
        seat = match.actor
        assert isinstance(seat, int)
        assert game_text(match, seat) in look
        assert game_text(match, 1 - seat) not in look
        assert "draws tile" not in look.replace(f"Player {seat + 1} draws tile", "")
        match.play(match.legal_moves[index])
    assert ran.out.count("\n" * 60) == len(looks) - 1


def game_text(match: Match[Any, Any, Any], seat: int) -> str:
    """What a seat sees of its own hand."""
    shown: str = match.game.text(match.game.observe(match.state, seat), colour=False)  # type: ignore[attr-defined] # Presented
    return shown[shown.index("Your tiles:") :]


def test_at_the_end_of_pass_and_play_the_game_is_not_told_again(run: Run) -> None:
    ran = run(
        "terminal", "tsuro", "--players", 2, "--bots", 0, "--seed", "p", typed=("", "3", "", "40", *["", "1"] * 60)
    )
    assert "The game is over" in ran.out
    assert ran.out.count("Player 1 starts at") == 2  # once to each player


def test_searching_bots_get_ready_while_people_look_at_the_board(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = []

    class Warming:
        def is_alive(self) -> bool:
            return True

        def join(self) -> None:
            steps.append("joined")

    def begin(game: AnyGame) -> Warming:
        steps.append(game.id)
        return Warming()

    monkeypatch.setattr(session, "warm_up_in_background", begin)
    ran = run("terminal", "turris", "--first", "white", "--bot", "easy", typed=("1", "1", "q"))
    assert ran.out.index("White to place") < ran.out.index("The bots are getting ready")
    assert ran.out.count("getting ready") == 1
    assert steps == ["turris", "joined"]
    steps.clear()
    run("terminal", "turris", "--bot", "greedy", typed=("1", "q"))
    assert steps == []


def test_bots_can_play_alone(run: Run) -> None:
    ran = run("terminal", "tsuro", "--players", 3, "--bots", 3, "--bot", "random", "--seed", "a")
    assert "Player 1 (random) draws a tile." in ran.out
    assert "The game is over" in ran.out


def test_a_game_is_saved_and_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.ludo"
    first = run(*SOLO, typed=("c1.5", "1", "1", f"s {file}", "q"))
    assert f"Saved as {file}. To go on later: ludotheque resume {file}" in first.out
    assert run("verify", file).code == 0
    again = run("resume", file, typed=("1",) * 40)
    assert (again.code, again.err) == (0, "")
    assert "The game is over" in again.out
    commitment = re.search("SHA-256 is\n([0-9a-f]{64})", first.out)
    assert commitment is not None
    assert commitment[1] in again.out


def test_a_saved_game_gets_a_name_of_its_own(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(*SOLO, typed=("s", "q"))
    [file] = tmp_path.glob("tsuro-*.ludo")
    assert run("verify", file).code == 0


def test_a_record_without_a_promise_is_resumed_with_a_new_seed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.ludo"
    match = Match(ludotheque.make("tao", players=2))  # nobody knows the seed, but two moves never end a game of Tao
    file.write_text(make_record(match, ["Ann", "bot:random"]).format(), encoding="utf-8")
    later = tmp_path / "later.ludo"
    assert run("resume", file, typed=("1", "1", f"s {later}", "q")).code == 0
    assert "not promised" in run("verify", later).out
    again = tmp_path / "again.ludo"
    ran = run("resume", later, typed=(f"s {again}", "q"))
    assert "SHA-256" not in ran.out
    assert run("verify", again).code == 0


@pytest.mark.usefixtures("with_nim")
def test_a_third_party_game_without_pictures_is_played_in_its_notation(run: Run, tmp_path: Path) -> None:
    ran = run("terminal", "nim", "--stones", 4, typed=("?", "b", "m", "2", "1", "2", "1"))
    assert ran.code == 0
    assert "(4, 0)" in ran.out
    assert "Taken: count 2." in ran.out
    assert "  1. Player" in ran.out
    assert "0 points" in ran.out
    file = tmp_path / "nim.ludo"
    run("terminal", "nim", typed=(f"s {file}", "q"))
    assert "(5, 0)" in run("replay", file).out
    assert run("picture", file).err == "ludotheque: Nim has no pictures.\n"


# ── Bots of others ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("bot", "says", "is_traced"),
    [
        ("Raising", "has failed: Traceback (most recent call last):", True),
        ("Cheating", "has failed: IllegalMove: 'I win' is no move of Turris.", False),
        ("Leaving", "has failed: Traceback (most recent call last):", True),
        ("Unmade", "cannot be made: Traceback (most recent call last):", True),
        ("NeverThere", "cannot be made: Traceback (most recent call last):", True),
    ],
)
def test_a_bot_that_fails_is_named_and_the_game_is_saved_and_resumed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, says: str, is_traced: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    name = f"tests.arena.bad_bots:{bot}"
    ran = run("terminal", "turris", "--first", "white", "--bot", name, typed=("1",) * 9)
    first, *lines = ran.err.splitlines()
    assert (ran.code, first) == (2, f"ludotheque: The bot {name} {says}")
    assert [("bad_bots.py" in line) for line in lines[:1]] == [True] * is_traced
    assert "session.py" not in ran.err
    [file] = tmp_path.glob("turris-*.ludo")
    assert f"Saved as {file.name}. To go on later: ludotheque resume {file.name} --bot {name}\n" in ran.out
    assert run("verify", file).code == 0
    refused = run("resume", file)
    assert (refused.code, "which is unknown here" in refused.err, "--bot says" in refused.err) == (2, True, True)
    resumed = run("resume", file, "--bot", "random", typed=("1",) * 400)
    assert (resumed.code, resumed.err) == (0, "")
    assert "  1. Player" in resumed.out


def test_where_nobody_has_moved_nothing_is_saved(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("terminal", "turris", "--bots", 2, "--bot", "tests.arena.bad_bots:Raising")
    assert (ran.code, list(tmp_path.iterdir())) == (2, [])


def test_a_bot_of_ours_that_fails_costs_no_game_and_shows_our_traceback(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ludotheque.bots.greedy.GreedyBot.choose", fail)
    with pytest.raises(ZeroDivisionError):
        run("terminal", "turris", "--first", "white", typed=("1",))
    assert len(list(tmp_path.glob("turris-*.ludo"))) == 1


def test_a_game_against_a_bot_of_ones_own_is_resumed_by_the_command_that_was_shown(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])  # the command adds the current folder
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_bot.py").write_text(
        "class Bot:\n"
        "    def __init__(self, game, rng, path): self.game = game\n"
        "    def choose(self, observation): return self.game.legal_moves_for(observation)[0]\n"
    )
    bot = "own_bot:Bot?path=it's here"
    saved = run("terminal", "turris", "--first", "white", "--bot", bot, typed=("1", "s game.ludo", "q"))
    [command] = re.findall("To go on later: ludotheque (.*)", saved.out)
    assert run(*shlex.split(command), typed=("q",)).code == 0
    unknown = run("resume", "game.ludo", "--bot", "own_bot:Nobody")
    assert (unknown.code, "has no class 'Nobody'" in unknown.err) == (2, True)


# ── Real terminals ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_in_a_real_terminal_there_is_colour_and_the_end_offers_to_save(tmp_path: Path) -> None:
    """A pseudo-terminal, typed into as a person would."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [*COMMAND, *map(str, SOLO)], stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment
    ) as process:
        os.close(theirs)
        seen, deadline = b"", time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                ready, _, _ = select.select([ours], [], [], 0.2)
                if ready:
                    seen += os.read(ours, 65536)
                    continue
            except OSError:
                break  # the other end is closed: the game is over
            if seen.endswith(b"saves the record, anything else ends. "):
                os.write(ours, b"s end.ludo\n")
            elif seen.rstrip().endswith(b"\x1b[0m>"):
                os.write(ours, b"?\n" if b"edition, 3 players" not in seen else b"1\n")
        assert process.wait(PATIENCE) == 0
    os.close(ours)
    text = seen.decode()
    assert "\x1b[1;38;5;" in text
    assert "Saved as end.ludo" in text
    assert (
        "Fair"
        in subprocess.run(
            [*COMMAND, "verify", tmp_path / "end.ludo"], capture_output=True, text=True, check=True
        ).stdout
    )


@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "ascii"}, {"TERM": "dumb"}, {"PYTHONIOENCODING": "latin-1"}]
)
def test_where_there_are_no_box_characters_plain_letters_do(environment: dict[str, str]) -> None:
    ran = subprocess.run(
        [*COMMAND, *map(str, SOLO)],
        input="1\n?\n1\nq\n",
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\x1b" not in ran.stdout
    assert "║" not in ran.stdout
    assert "+--" in ran.stdout.replace("=", "-")
    assert ran.stdout.isascii()


def test_every_character_of_the_drawings_has_a_plain_form() -> None:
    for path in FOLDER.glob("*.txt"):
        plain = screen._to_plain(path.read_text(encoding="utf-8"))
        assert "?" not in plain, path
    assert screen._to_plain("│─┃━") == "|-##", "trodden paths stay apart"


def test_letters_with_accents_have_a_plain_form() -> None:
    assert screen._to_plain("L’idée : où ? œuf, größer, Plättchen, è più") == (
        "L'idee : ou ? oeuf, grosser, Plattchen, e piu"
    )


def test_a_session_tells_the_rules_in_the_language_that_was_asked_for(run: Run, tmp_path: Path) -> None:
    ran = run(*SOLO, "--language", "fr", typed=("?", "1", f"s {tmp_path / 'x.ludo'}", "q"))
    assert "# Tsuro, édition daVinci, 3 joueurs\n\n## L’idée\n\nChacun a un chemin" in ran.out
    resumed = run("resume", tmp_path / "x.ludo", "--language", "it", typed=("?", "q"))
    assert "# Tsuro, edizione daVinci, 3 giocatori\n" in resumed.out
