"""The commands that are not for playing, and what everybody is told who uses them wrongly."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import ludotheque
from ludotheque.cli.main import COMMANDS
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE, Presented
from ludotheque.core.match import Match
from ludotheque.core.records.notes import Place
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.tree import Tree
from ludotheque.core.records.verify import _Chain, make_record, verify
from tests.cli.conftest import Run
from tests.games.tsuro.positions import tsuro
from tools.write_playthroughs import FOLDER


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game."""
    match = Match(ludotheque.make("tsuro", players=3), SeededDealer(bytes(32)))
    while match.actor is not None:
        moves = match.legal_moves
        match.play(moves[len(moves) // 2])
    file = tmp_path / "game.ludo"
    file.write_text(make_record(match, ["Ann", "Ben", "Cleo"]).format(), encoding="utf-8")
    return file


# ── verify, replay, picture ──────────────────────────────────────────────────────────────────────────────────────────


def test_verify_proves_a_record(run: Run, record: Path) -> None:
    ran = run("verify", record)
    assert ran.code == 0
    for fact in ("Tsuro, 3 seats", "Whole", "Lawful", "Fair", " by "):
        assert fact in ran.out
    assert ran.out.rstrip().endswith((": only one player is left.", ": the last players went out together."))


def test_names_in_a_record_cannot_do_anything_to_the_terminal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.ludo"
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(bytes(32)))
    file.write_text(make_record(match, ["\x1b[31mEve\x07", "Ben"]).format(), encoding="utf-8")
    for command in ("replay", "verify"):
        assert "\x1b" not in run(command, file).out
    assert "\x1b" not in run("resume", file, typed=("", "q")).out
    assert "1 (?[31mEve?)" in run("replay", file).out


def test_verify_names_the_first_ply_that_is_not_true(run: Run, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").split("\n")
    index = next(index for index, line in enumerate(lines) if line.startswith("14 "))
    lines[index] = lines[index][:-8] + "00000000"
    record.write_text("\n".join(lines), encoding="utf-8")
    ran = run("verify", record)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "ludotheque: Ply 14 was altered: its check does not match.\n"


def test_verify_says_who_has_added_to_chance_and_who_withheld_a_nonce(run: Run) -> None:
    ran = run("verify", FOLDER / "tao-nonces-3.ludo")
    assert "Fair: every draw follows from the seed that was promised and the nonces of 1 (Ann).\n" in ran.out
    assert "Promised but withheld: the nonces of 3 (Cleo).\n" in ran.out
    for name in ("turris-draws", "turris-chains"):
        ran = run("verify", FOLDER / f"{name}.ludo")
        assert "Fair: every draw follows from the seed that was promised.\n" in ran.out
        assert "says nothing about how the seed was chosen" in ran.out


def test_verify_says_what_it_could_not_prove(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.ludo"
    match = Match(ludotheque.make("tsuro", players=2))
    file.write_text(make_record(match, ["a", "b"]).format(), encoding="utf-8")
    ran = run("verify", file)
    assert "Fairness was not promised." in ran.out
    assert "The game is not finished." in ran.out


def test_replay_tells_the_game_without_hidden_tiles(run: Run, record: Path) -> None:
    ran = run("replay", record)
    assert ran.code == 0
    assert "1 (Ann) draws a tile." in ran.out
    assert "draws tile" not in ran.out
    assert "+" not in ran.out.split("╔")[0]
    assert "╔" in ran.out


def test_replay_through_the_eyes_of_a_seat(run: Run, record: Path) -> None:
    ran = run("replay", record, "--viewer", 2, "--ply", 12, "--boards")
    assert ran.out.count("2 (Ben) draws tile") == 3
    assert "1 (Ann) draws tile" not in ran.out
    assert ran.out.count("╔") == 3  # one for each marker that was placed


def test_replay_shows_the_notation_of_a_move_to_its_player_only(run: Run) -> None:
    """The notation of a bonus swap holds tiles that nobody else has seen."""
    swapped = FOLDER / "tsuro-calliope-3-bonus.ludo"
    record = parse_record(swapped.read_text(encoding="utf-8"))
    swap = next(ply for ply in record.plies if "<>" in ply.move)
    assert isinstance(swap.actor, int)
    for viewer in (None, 0, 1, 2):
        told = run("replay", swapped, *([] if viewer is None else ["--viewer", viewer + 1])).out
        assert (swap.move in told) == (viewer == swap.actor)


def test_replay_from_the_very_start(run: Run, record: Path) -> None:
    assert "35 tiles in the pile" in run("replay", record, "--ply", 0).out


def test_picture_writes_an_svg_file(run: Run, record: Path, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    ran = run("picture", record, "--ply", 20, "-o", target, "--viewer", 1)
    assert (ran.code, ran.out) == (0, "")
    assert "Your tiles" in target.read_text(encoding="utf-8")
    assert ElementTree.parse(target).getroot().tag.endswith("svg")


def test_picture_to_standard_output_shows_no_hand(run: Run, record: Path) -> None:
    ran = run("picture", record, "--ply", 30)
    assert ran.out.startswith("<svg")
    assert "Your tiles" not in ran.out
    game = tsuro(players=3)
    state = verify(parse_record(record.read_text(encoding="utf-8"))).match.plies[29].after
    assert ran.out == game.picture(game.observe(state, None)) + "\n"


def test_picture_draws_pixels_too(run: Run, record: Path, tmp_path: Path) -> None:
    target = tmp_path / "board.PNG"
    assert run("picture", record, "--ply", 20, "-o", target).code == 0
    with Image.open(target) as image:
        assert (image.format, image.width) == ("PNG", 1200)
    target = tmp_path / "game.webp"
    assert run("picture", record, "--ply", 14, "-o", target).code == 0
    match = verify(parse_record(record.read_text(encoding="utf-8"))).match
    decisions = sum(ply.actor is not CHANCE for ply in match.plies[:14])
    with Image.open(target) as image:
        assert (image.format, image.n_frames) == ("WEBP", decisions + 1)  # type: ignore[attr-defined] # an animation


def test_a_picture_has_a_name_that_says_what_it_is(run: Run, record: Path, tmp_path: Path) -> None:
    ran = run("picture", record, "-o", tmp_path / "board.jpg")
    assert ran.code == 2
    assert "--output must end with .svg, .png, .gif or .webp, not" in ran.err
    assert not (tmp_path / "board.jpg").exists()


# ── annotate ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_tree(file: Path) -> Tree:
    return verify(parse_record(file.read_text(encoding="utf-8"))).tree


def find_decision(file: Path) -> tuple[int, list[str]]:
    """Give the ply before the first decision of a record, and the moves that were legal there."""
    tree = read_tree(file)
    node = next(node for node in tree if tree.game.actor(node.state) not in (None, CHANCE))
    return node.place.ply, [tree.game.format_move(node.state, move) for move in tree.game.legal_moves(node.state)]


def test_annotate_writes_what_replay_and_picture_show(run: Run, record: Path, tmp_path: Path) -> None:
    ply, moves = find_decision(record)
    plain = record.read_bytes()
    file = tmp_path / "noted.ludo"
    ran = run("annotate", record, "--ply", ply, "--comment", "Here it turns.", "--language", "en", "-o", file)
    assert (ran.code, ran.out) == (0, f"Noted at {ply} in {file}.\n")
    assert record.read_bytes() == plain
    run("annotate", file, "--ply", ply, "--comment", "Ça tourne.", "--language", "fr")
    run("annotate", file, "--ply", ply, "--add-branch", "other", moves[0])
    asked = ("--question", "Which one?", "--right", moves[0], "--wrong", moves[1])
    assert run("annotate", file, "--ply", ply, *asked, "--language", "en").code == 0
    run("annotate", file, "--branch", "other", "--comment", "Well.", "--language", "en")
    assert file.read_bytes().startswith(plain)

    told = run("replay", file, "--language", "fr").out
    assert "      Ça tourne.\n      Branch other\n      Now you: Which one?\n" in told
    assert moves[1] not in told
    lines = run("replay", file, "--branch", "other", "--language", "en").out.splitlines()
    assert "      Well." in lines
    assert "   1  seat" in "\n".join(lines)
    shown = run("annotate", file, "--language", "en").out
    assert shown.splitlines() == [
        f"@ {ply}",
        "      Here it turns.",
        "      Branch other",
        "      Now you: Which one?",
        "@ other 1",
        "      Well.",
    ]
    game, state = read_tree(file).game, read_tree(file).find(Place(1, "other")).state
    assert isinstance(game, Presented)
    assert run("picture", file, "--branch", "other").out == game.picture(game.observe(state, None)) + "\n"

    run("annotate", file, "--branch", "other", "--remove")
    run("annotate", file, "--ply", ply, "--remove")
    assert file.read_bytes() == plain
    assert run("annotate", file).out == "Nothing is noted in this record.\n"


def test_annotate_writes_nothing_that_is_not_legal(run: Run, record: Path) -> None:
    ply, moves = find_decision(record)
    before = record.read_bytes()
    for wrong, reason in (
        (("--add-branch", "other", "z9=99"), "is not lawful"),
        (("--add-branch", "Other", moves[0]), "nothing that can be noted"),
        (("--add-branch", "other"), "then its moves"),
        (("--question", "Where?"), "no right answer"),
        (("--branch", "other", "--comment", "Where?"), "there is no branch other"),
    ):
        ran = run("annotate", record, "--ply", ply, *wrong)
        assert ran.code == 2
        assert reason in ran.err
    assert record.read_bytes() == before


# ── games, perft, simulate ───────────────────────────────────────────────────────────────────────────────────────────


def test_games_lists_every_game_with_every_option(run: Run) -> None:
    ran = run("games")
    for game_id in ludotheque.list_games():
        assert game_id in ran.out
        for name in ludotheque.make(game_id).options.specs():
            assert name in ran.out


def test_perft_counts(run: Run) -> None:
    ran = run("perft", "tsuro", "--players", 2, "--depth", 2)
    assert [line.split()[2] for line in ran.out.splitlines()] == ["48", "2,256"]


def test_perft_divides(run: Run) -> None:
    lines = run("perft", "tsuro", "--players", 2, "--depth", 2, "--divide").out.splitlines()
    assert lines[0].split() == ["a1.4", "47"]
    assert len(lines) == 48 + 2


def test_simulate_sums_up(run: Run) -> None:
    for flags in (["--pure"], ["--threads", 2]):
        ran = run("simulate", "tsuro", "--games", 20, "--seed", "a", *flags)
        assert "Tsuro: 20 random games" in ran.out
        for word in ("Length", "Wins", "seat 4"):
            assert word in ran.out
        assert ("Ends" in ran.out) == (flags == ["--pure"])


def test_simulate_as_json(run: Run) -> None:
    for flags in (["--pure"], []):
        command = ["simulate", "tsuro", "--games", 30, "--players", 3, "--seed", "a", "--json", *flags]
        facts = json.loads(run(*command).out)
        assert facts["games"] == 30
        assert facts["moves_per_second"] > 0
        assert abs(sum(facts["wins_per_seat"]) - 1) < 0.01
        assert sum(facts.get("reasons", {"": 30}).values()) == 30
        assert facts["plies"]["min"] <= facts["plies"]["mean"] <= facts["plies"]["max"]
        assert json.loads(run(*command).out)["wins_per_seat"] == facts["wins_per_seat"]


def test_warmup_compiles_every_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("warmup")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == ["Tao", "Tsuro", "Turris"]
    monkeypatch.setattr("ludotheque.cli.research.warmup.find_spec", lambda _name: None)
    assert "Numba is not installed" in run("warmup").err


# ── Help and errors ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_help_explains_every_command(run: Run) -> None:
    text = run("--help").out
    for command in COMMANDS:
        name = command.__name__.rsplit(".", 1)[1].replace("_", "-")
        assert name in text
        assert "usage: ludotheque" in run(name, "--help").out
    assert "--edition" in run("terminal", "tsuro", "--help").out


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"ludotheque {ludotheque.__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["fly"], "invalid choice: 'fly'"),
        (["terminal"], "the following arguments are required: GAME"),
        (["terminal", "chess"], "invalid choice: 'chess'"),
        (["terminal", "tsuro", "--edition", "x"], "invalid choice: 'x'"),
        (["terminal", "tsuro", "--players", "x"], "players must be a whole number from 2 to 8, not 'x'"),
        (["terminal", "tsuro", "--players", "9"], "players must be a whole number from 2 to 8, not 9"),
        (["terminal", "tsuro", "--tiles", "1,x"], "tiles must be at most 127 tile numbers from 1 to 35"),
        (["terminal", "tsuro", "--tiles", "1,2"], "at least three a player"),
        (["terminal", "tsuro", "--bots", "5"], "--bots must be from 0 to 4"),
        (["terminal", "tsuro", "--bots", "-1"], "--bots must be from 0 to 4"),
        (["terminal", "tsuro", "--bots", "x"], "argument --bots: invalid int value: 'x'"),
        (["terminal", "tsuro", "--colour", "red"], "unrecognized arguments: --colour red"),
        (["perft", "tsuro", "--depth", "0"], "--depth must be 1 or more"),
        (["simulate", "tsuro", "--games", "0"], "--games must be 1 or more"),
        (["simulate", "tsuro", "--threads", "0"], "--threads must be 1 or more"),
        (["verify", "nowhere.ludo"], "nowhere.ludo: No such file or directory"),
        (["replay", "nowhere.ludo"], "nowhere.ludo: No such file or directory"),
        (["resume", "nowhere.ludo"], "nowhere.ludo: No such file or directory"),
        (["picture", "."], "Is a directory"),
    ],
)
def test_errors_are_one_clear_line_and_exit_code_2(run: Run, arguments: list[str], says: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe\x00", b"[" * 10_000, b'[Ludo "1"]\n'])
@pytest.mark.parametrize("command", ["verify", "replay", "resume", "picture"])
def test_a_file_that_is_no_record_is_one_clear_line(run: Run, tmp_path: Path, command: str, content: bytes) -> None:
    file = tmp_path / "bad.ludo"
    file.write_bytes(content)
    ran = run(command, file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("ludotheque: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(("flag", "value"), [("--ply", -1), ("--ply", 9999), ("--viewer", 0), ("--viewer", 4)])
def test_a_ply_or_a_viewer_that_is_not_there(run: Run, record: Path, flag: str, value: int) -> None:
    for command in ("replay", "picture"):
        ran = run(command, record, flag, value)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert f"{flag} must be" in ran.err


def test_a_record_with_an_unknown_bot_cannot_be_resumed(run: Run, record: Path) -> None:
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(bytes(32)))
    record.write_text(make_record(match, ["Ann", "bot:deep"]).format(), encoding="utf-8")
    assert "bot:deep, which is unknown here" in run("resume", record).err


def test_a_record_that_keeps_its_seed_secret_cannot_be_resumed(run: Run, record: Path) -> None:
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(bytes(32)))
    secret = replace(make_record(match, ["Ann", "Ben"]), seed=None)
    chain = _Chain(secret, match.game.format_state(match.start))
    for ply, recorded in zip(match.plies, secret.plies, strict=True):
        chain.add(recorded, match.game.format_state(ply.after))
    record.write_text(replace(secret, chain=chain.close(secret)).format(), encoding="utf-8")
    assert "not revealed" in run("verify", record).out
    assert "does not hold the seed" in run("resume", record).err


def test_a_reader_that_has_seen_enough_is_no_error(record: Path) -> None:
    command = f"{sys.executable} -m ludotheque replay {record} | head -n 1"
    ran = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_help_can_be_read_on_a_terminal_with_few_characters() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "ludotheque", "terminal", "tsuro", "--help"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "6?6" in ran.stdout


def test_a_seed_may_be_any_bytes(run: Run) -> None:
    assert run("simulate", "tsuro", "--games", 1, "--seed", "\udcff").code == 0


def test_an_interrupt_is_no_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    ran = run("terminal", "tsuro")
    assert ran.code == 130
    assert ran.err == "\n"


def test_records_survive_other_line_ends(run: Run, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_bytes(text.replace("\n", "\r\n").encode())
    assert run("verify", record).code == 0
    assert parse_record(text).format() == text


# ── The rules ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "## Your turn"),
        ("fr", "## Votre tour"),
        ("it", "## Il tuo turno"),
        ("de", "## Dein Zug"),
    ],
)
@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_rules_are_told_in_four_languages(run: Run, game_id: str, language: str, says: str) -> None:
    ran = run("rules", game_id, "--language", language)
    assert (ran.code, ran.err) == (0, "")
    assert f"\n{says}\n" in ran.out


def test_rules_are_those_of_the_options(run: Run) -> None:
    assert "64 tuiles" in run("rules", "tsuro", "--edition", "kosmos", "--language", "fr").out
    assert "35 tuiles" in run("rules", "tsuro", "--language", "fr").out
    assert run("rules", "tsuro", "--edition", "kosmos", "--pass-the-pile").code == 2


@pytest.mark.parametrize(
    ("environment", "title"),
    [
        ({"LANG": "fr_CH.UTF-8"}, "Tsuro, édition Calliope, 4 joueurs"),
        ({"LANG": "de"}, "Tsuro, Ausgabe Calliope, 4 Spieler"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "it_IT"}, "Tsuro, edizione Calliope, 4 giocatori"),
        ({"LC_MESSAGES": "it_IT", "LC_ALL": "de_AT.UTF-8"}, "Tsuro, Ausgabe Calliope, 4 Spieler"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, "Tsuro, Calliope edition, 4 players"),
        ({"LANG": "itx_XX"}, "Tsuro, Calliope edition, 4 players"),
        ({"LANG": "pt_BR.UTF-8"}, "Tsuro, Calliope edition, 4 players"),
        ({"LANG": ""}, "Tsuro, Calliope edition, 4 players"),
    ],
    ids=str,
)
def test_the_usual_language_is_that_of_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], title: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run("rules", "tsuro").out.startswith(f"# {title}\n")


def test_a_language_that_there_is_not_is_refused(run: Run) -> None:
    ran = run("rules", "tsuro", "--language", "es")
    assert ran.code == 2
    assert "'es'" in ran.err


@pytest.mark.usefixtures("with_nim")
def test_a_game_without_rules_to_read_says_so(run: Run) -> None:
    ran = run("rules", "nim")
    assert (ran.code, ran.err) == (2, "ludotheque: Nim brings no rules to read.\n")
