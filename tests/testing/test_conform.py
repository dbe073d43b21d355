"""`ludotheque conform` finds what is wrong with a game, and says it so that its author knows where to look."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tests.other_packages import NIM, install, run_module

__all__ = ["run"]  # the fixture of tests/cli

HIGH_CARD = (Path(__file__).parent.parent / "high_card.py").read_text(encoding="utf-8")

MUTANTS = '''
import random
import numpy as np
import high_card
import nim_game
from ludotheque.core.game import Outcome
from ludotheque.core.errors import ImpossibleState


class Leak(high_card.HighCard):
    """Shows everybody all cards."""
    id, title = "leak", "Leak"

    def observe(self, state, viewer):
        return super().observe(state, viewer)._replace(cards=state.cards)

    def determinize(self, observation, rng):
        mine = observation.viewer
        hidden = [card if seat == mine or observation.choice else 0 for seat, card in enumerate(observation.cards)]
        return super().determinize(observation._replace(cards=tuple(hidden)), rng)


class Gossip(high_card.HighCard):
    """Tells everybody in an event what was dealt."""
    id, title = "gossip", "Gossip"

    def events(self, before, move, after, viewer):
        return super().events(before, move, after, len(before.cards))


class Lure(nim_game.Nim):
    """Lists a move that it refuses."""
    id, title = "lure", "Lure"

    def legal_moves(self, state):
        return [1, 2] if state[0] else []

    def apply(self, state, move):
        if move > state[0]:
            raise nim_game.IllegalMove("There are not that many stones.")
        return super().apply(state, move)


class Heap:
    """A state that can be changed."""

    def __init__(self, stones, seat):
        self.parts = [stones, seat]

    def __getitem__(self, index):
        return self.parts[index]

    def __eq__(self, other):
        return isinstance(other, Heap) and self.parts == other.parts

    def __hash__(self):
        return hash(tuple(self.parts))


class Smear(nim_game.Nim):
    """Changes the state it is given."""
    id, title = "smear", "Smear"

    def start(self):
        return Heap(*super().start())

    def apply(self, state, move):
        state.parts[:] = super().apply(tuple(state.parts), move)
        return state

    def observe(self, state, viewer):
        return tuple(state.parts)

    def determinize(self, observation, rng):
        return Heap(*observation)

    def parse_state(self, text):
        return Heap(*super().parse_state(text))

    def check_state(self, state):
        if not isinstance(state, Heap):
            raise ImpossibleState("A state is a Heap.")
        super().check_state(tuple(state.parts))


class Scrawl(nim_game.Nim):
    """Writes moves that it cannot read."""
    id, title = "scrawl", "Scrawl"

    def format_move(self, state, move):
        return f"take{move}"


class Podium(nim_game.Nim):
    """Gives ranks that do not add up."""
    id, title = "podium", "Podium"

    def outcome(self, state):
        return None if state[0] else Outcome((2, 2), "last_stone")


class Tally(nim_game.Nim):
    """Counts points by NumPy."""
    id, title = "tally", "Tally"

    def outcome(self, state):
        return None if state[0] else Outcome((1, 2), "last_stone", scores=tuple(np.array([3, 1])))


class Blunt(nim_game.Nim):
    """Says of impossible states as little as can be."""
    id, title = "blunt", "Blunt"

    def check_state(self, state):
        try:
            super().check_state(state)
        except ImpossibleState:
            raise ImpossibleState("no") from None


class Blank(nim_game.Nim):
    """Writes states with a line break, of which the law has nothing to say."""
    id, title = "blank", "Blank"

    def format_state(self, state):
        return super().format_state(state).replace(" ", "\\n", 1)

    def parse_state(self, text):
        return super().parse_state(text.replace("\\n", " ", 1))


class Whim(nim_game.Nim):
    """Leads to a different state each time."""
    id, title = "whim", "Whim"

    def apply(self, state, move):
        stones, seat = super().apply(state, move)
        return (stones, seat) if stones < 2 else (stones - random.randrange(2), seat)


class Crash(nim_game.Nim):
    """Fails with an error of its own where the number of stones is even, and has no other fault that could be told."""
    id, title = "crash", "Crash"

    def observe(self, state, viewer):
        return state[0] + 0 // (state[0] % 2), state[1]


class Board:
    """A value that JSON does not know."""

    def __eq__(self, other):
        return isinstance(other, Board)

    def __hash__(self):
        return 1


class Opaque(nim_game.Nim):
    """Shows what cannot be sent."""
    id, title = "opaque", "Opaque"

    def observe(self, state, viewer):
        return (*state, Board())

    def determinize(self, observation, rng):
        return observation[:2]

    def legal_moves_for(self, observation):
        return self.legal_moves(observation[:2])
'''

FOUND = {
    "leak": (
        "observing a determinization gives the same bytes",
        "(a spectator|seat [12]) sees Table.*, from which determinize makes 'cards .*', where they would see Table",
    ),
    "gossip": (
        "events are the same in every world that the viewer cannot tell apart",
        r"(a spectator|seat [12]) is told \[Dealt\(seat=[01], card=[1-4]\)\]",
    ),
    "lure": (
        "applying a legal move leaves the state unchanged and gives another",
        "legal_moves lists 2, which apply refuses: There are not that many stones.",
    ),
    "smear": (
        "applying a legal move leaves the state unchanged and gives another",
        "apply has changed the state it was given, from '1 stones, seat 1' to '0 stones, seat 2'",
    ),
    "scrawl": (
        "parse after format is the identity",
        "the notation 'take1' of 1 is not read back: 'take1' is not 1 or 2.",
    ),
    "podium": (
        "games end with ranks that add up",
        r"the ranks \(2, 2\) do not add up; in this order they are \(1, 1\)",
    ),
    "tally": (
        "an outcome is a reason and plain whole numbers",
        r"the scores of the outcome are .*; they must be a tuple of one int for each of 2 seats",
    ),
    "blunt": (
        "a changed state is refused or can be played to the end",
        "ImpossibleState says 'no', which does not end with a full stop",
    ),
    "blank": (
        "applying a legal move leaves the state unchanged and gives another",
        r"laws/rules.py, line \d+: assert .*not in line",
    ),
    "whim": (
        "the same arguments give the same answer",
        r"apply leads from '\d stones, seat [12]' by [12] to different states",
    ),
    "crash": (
        "observing a determinization gives the same bytes",
        r"ZeroDivisionError: .*\n +in .*mutants.py, line \d+, observe\n +at crash: \d stones, seat [12]",
    ),
    "opaque": ("observations moves and events can be sent", "TypeError: mutants.Board cannot be sent."),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder where the games and the mutants are installed."""
    install(tmp_path, "nim_game", NIM, {"nim": "Nim"})
    install(tmp_path, "high_card", HIGH_CARD, {"high_card": "HighCard"})
    install(tmp_path, "mutants", MUTANTS, {name: name.capitalize() for name in FOUND})
    install(tmp_path, "gone", "import a_module_that_is_not_there", {"gone": "Game"})
    return tmp_path


def conform(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_module(folder, "ludotheque", "conform", "game", *arguments)


def list_broken(said: str) -> list[str]:
    return re.findall("^  FAILS  (.*)$", said, re.MULTILINE)


@pytest.mark.parametrize("words", [["nim", "--examples=10"], ["high_card"]], ids=str)
def test_a_game_that_keeps_all_laws_is_told_so(folder: Path, words: list[str]) -> None:
    run = conform(folder, *words)
    assert (run.returncode, run.stderr) == (0, "")
    assert list_broken(run.stdout) == []
    assert re.search(r"\n\d\d laws hold, 0 do not.\n$", run.stdout)
    assert "all languages tell the same (does not apply)" in run.stdout
    assert sorted(path.name for path in folder.iterdir() if path.suffix not in {".py", ".dist-info"}) in (
        [],
        ["__pycache__"],
    )


def test_a_broken_law_is_told_among_those_that_hold(folder: Path) -> None:
    run = conform(folder, "podium", "--examples=10")
    check_found("podium", run.returncode, run.stdout)
    assert re.search(r"\n\d\d laws hold, \d+ do(es)? not.\n$", run.stdout)


ALL_MUTANTS = """
import sys
from ludotheque.cli.main import main

for game, law in zip(sys.argv[1::2], sys.argv[2::2]):
    print(">", game, main(["conform", "game", game, "--examples=10", "--law", law]))
"""


def test_what_is_wrong_with_a_game_is_found_and_said_by_the_law_that_it_breaks(folder: Path) -> None:
    """All mutants in one process, each held against the law that must find it: most time would go into the others."""
    words = [word for game, (law, _) in FOUND.items() for word in (game, law)]
    script = folder / "all_mutants.py"
    script.write_text(ALL_MUTANTS, encoding="utf-8")
    run = run_module(folder, "all_mutants", *words)
    parts = re.split(r"^> (\w+) (\d)\n", run.stdout, flags=re.MULTILINE)
    told = [*zip(parts[1::3], parts[2::3], parts[::3], strict=False)]
    assert [game for game, _, _ in told] == [*FOUND], run.stdout + run.stderr
    for game, code, said in told:
        check_found(game, int(code), said)
        assert list_broken(said) == [FOUND[game][0]]
        assert said.endswith("\n0 laws hold, 1 does not.\n"), said


COUNTED = """
import nim_game
from ludotheque.cli.main import main

class Counted(nim_game.Nim):
    id, title = "counted", "Counted"
    starts = 0

    def start(self):
        Counted.starts += 1
        return super().start()

if __name__ == "__main__":
    import counted
    for examples in (2, 4, 2):
        counted.Counted.starts = 0
        main(["conform", "game", "counted", f"--examples={examples}", "--law", "exactly one of actor and outcome"])
        print(">", counted.Counted.starts)
"""


def test_as_many_positions_are_tried_as_one_asks_for(folder: Path) -> None:
    install(folder, "counted", COUNTED, {"counted": "Counted"})
    run = run_module(folder, "counted")
    few, more, again = (int(number) for number in re.findall(r"^> (\d+)$", run.stdout, re.MULTILINE))
    assert 0 < few == again < more, run.stdout + run.stderr


def check_found(game: str, code: int, said: str) -> None:
    law, message = FOUND[game]
    assert code == 1, said
    assert law in list_broken(said), said
    told = re.split(r"\n  \S", said.partition(f"  FAILS  {law}\n")[2])[0]
    assert re.search(message, told), told


def test_a_game_that_cannot_be_loaded_is_refused(folder: Path) -> None:
    run = conform(folder, "gone")
    assert run.returncode == 2
    assert "No module named 'a_module_that_is_not_there'" in run.stderr


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["chess"], "There is no game 'chess'"),
        (["turris", "--examples=0"], "--examples must be 1 or more, not 0."),
        (["turris", "--law", "every law has a law"], "No law contains 'every law has a law'"),
    ],
)
def test_what_there_is_not_is_refused(run: Run, words: list[str], error: str) -> None:
    ran = run("conform", "game", *words)
    assert (ran.code, error in ran.err) == (2, True), ran.err
