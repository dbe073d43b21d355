"""Writes golden playthroughs: complete games that tests/test_playthroughs.py replays byte for byte.

Each is a record (`.ludo`) and a transcript of the same game (`.txt`), which is easier to review. Bots play them from a
fixed seed. `python -m tools.write_playthroughs` writes those that are missing, and the pictures of the documentation.
To accept a deliberate change of rules, increment `rules_version`, delete the files of that game and run it again.
"""

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import ludotheque
from ludotheque.bots.bot import BOTS
from ludotheque.cli.main import main
from ludotheque.core.fairness import Contribution, PlySeededDealer, SeededDealer, derive_seed, hash_nonce
from ludotheque.core.game import CHANCE
from ludotheque.core.match import Match
from ludotheque.core.records.verify import make_record

_ROOT = Path(__file__).parent.parent
FOLDER = _ROOT / "tests" / "playthroughs"
PICTURE_FOLDER = _ROOT / "docs" / "pictures"

SEATS = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo")


@dataclass(frozen=True)
class Playthrough:
    """A game to play. The seed is chosen so that something worth pinning happens."""

    game: str
    options: dict[str, Any]
    seed: int = 0
    bot: str = "greedy"
    contributors: dict[int, bool] | None = None
    """The seats that added to the seed, and whether they revealed their nonce; None: a record from before nonces."""


PLAYTHROUGHS = {
    "tao-2": Playthrough("tao", {"players": 2}, seed=30),
    "tao-3": Playthrough("tao", {"players": 3}),
    "tao-4": Playthrough("tao", {"players": 4}, seed=4),
    "tao-nonces-3": Playthrough("tao", {"players": 3}, seed=1, contributors={0: True, 2: False}),
    "tao-teams": Playthrough("tao", {"players": 4, "teams": True, "opposition": "overcome_by"}),
    "tao-compass": Playthrough(
        "tao", {"players": 3, "opposition": "compass", "early_end": "anyone_out", "covered": "while_covered"}, seed=8
    ),
    "tao-last-turn": Playthrough("tao", {"players": 4, "last_power": "all", "early_end": "never"}),
    "tao-together": Playthrough(
        "tao",
        {"teams": True, "team_rounds": "together", "last_power": "none", "opposition": "wa:fi,wo:me,fi:ea,me:wo"},
        seed=7,
    ),
    "tsuro-calliope-2": Playthrough("tsuro", {"edition": "calliope", "players": 2}),
    "tsuro-calliope-3-bonus": Playthrough("tsuro", {"edition": "calliope", "players": 3, "elimination_bonus": True}),
    "tsuro-calliope-8": Playthrough("tsuro", {"edition": "calliope", "players": 8}),
    "tsuro-davinci-2": Playthrough("tsuro", {"edition": "davinci", "players": 2}, seed=6),
    "tsuro-davinci-4-any": Playthrough("tsuro", {"edition": "davinci", "players": 4, "suicide_covers": "any"}),
    "tsuro-davinci-6-bonus-pile": Playthrough(
        "tsuro", {"edition": "davinci", "players": 6, "elimination_bonus": True, "pass_the_pile": True}
    ),
    "tsuro-davinci-4-nonces": Playthrough(
        "tsuro", {"edition": "davinci", "players": 4}, contributors={0: True, 1: True, 3: True}
    ),
    "tsuro-kosmos-2": Playthrough("tsuro", {"edition": "kosmos", "players": 2}),
    "tsuro-kosmos-4": Playthrough("tsuro", {"edition": "kosmos", "players": 4}, bot="random"),
    "tsuro-kosmos-8": Playthrough("tsuro", {"edition": "kosmos", "players": 8}, seed=1, bot="random"),
    "turris-chains": Playthrough("turris", {"bonus_chains": True}),
    "turris-draws": Playthrough("turris", {}, contributors={}),
    "turris-no-chains": Playthrough("turris", {"bonus_chains": False, "first": "black"}),
    "turris-two-free": Playthrough("turris", {"free_blocks": 2, "last_bonus": "ends"}, seed=40, bot="random"),
    "turris-word-for-word": Playthrough(
        "turris", {"ground_lying": "first_only", "free_blocks": 2, "last_bonus": "ends"}, seed=4, bot="random"
    ),
}


PICTURES = {"tsuro": ("tsuro-calliope-8", 68, 4), "tao": ("tao-4", 104, 2), "turris": ("turris-chains", 42, 1)}
"""For each picture in docs/pictures: playthrough, ply, viewer."""


def play(name: str) -> str:
    """Have the bots play a playthrough; give its record."""
    plan = PLAYTHROUGHS[name]
    game = ludotheque.make(plan.game, **plan.options)
    bots = [BOTS[plan.bot](game, Random(f"{name}#{plan.seed} {seat}")) for seat in range(game.seats)]
    match = Match(game, make_dealer(name))
    while (actor := match.actor) is not None:
        if actor is CHANCE:
            raise AssertionError("the dealer has dealt")
        match.play(bots[actor].choose(match.observe(actor)))
    return make_record(match, SEATS[: game.seats], {"Event": f"golden playthrough {name}"}).format()


def make_dealer(name: str) -> SeededDealer | PlySeededDealer:
    """Make the dealer of a playthrough: seed and nonces follow from its name."""
    plan = PLAYTHROUGHS[name]
    seed = derive_seed(f"{name}#{plan.seed}")
    if plan.contributors is None:
        return PlySeededDealer(seed)
    nonces = {seat: derive_seed(f"{name}#{plan.seed} nonce {seat}").hex() for seat in plan.contributors}
    return SeededDealer(
        seed,
        [
            Contribution(seat, hash_nonce(nonces[seat]), nonces[seat] if is_revealed else None)
            for seat, is_revealed in plan.contributors.items()
        ],
    )


def transcribe(path: Path) -> str:
    """Give the transcript of a record, as `ludotheque replay` prints it."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(["replay", str(path)])
    return out.getvalue()


def draw(game_id: str) -> str:
    """Draw the picture of a game for the documentation, as SVG."""
    name, ply, seat = PICTURES[game_id]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(["picture", str(FOLDER / f"{name}.ludo"), "--ply", str(ply), "--viewer", str(seat)])
    return out.getvalue()


if __name__ == "__main__":
    for name in PLAYTHROUGHS:
        path = FOLDER / f"{name}.ludo"
        if not path.exists():
            path.write_text(play(name), encoding="utf-8")
        if not path.with_suffix(".txt").exists():
            path.with_suffix(".txt").write_text(transcribe(path), encoding="utf-8")
    for game_id in PICTURES:
        (PICTURE_FOLDER / f"{game_id}.svg").write_text(draw(game_id), encoding="utf-8")
