"""`ludotheque simulate`: many random games, and what they were like."""

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ludotheque.cli.arguments import Commands, Parser, add_games, add_seed, make_game
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import OptionError
from ludotheque.core.fairness import derive_seed
from ludotheque.core.game import AnyGame
from ludotheque.core.playout import pick


def register(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "simulate",
        help="play many random games and sum them up",
        description="Play many games, every legal move equally likely, and say how long they took and who won.",
    )
    add_games(parser, _add_more)
    parser.set_defaults(run=run)


def _add_more(parser: Parser) -> None:
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games; usually 1000")
    parser.add_argument("--json", action="store_true", help="print one JSON object and no progress bar")
    add_seed(parser)


@dataclass
class Summary:
    """What many games were like."""

    seats: int
    lengths: list[int] = field(default_factory=list)
    """Plies of each game, chance included."""
    moves: int = 0
    """Decisions by seats, in all games together."""
    shares: list[float] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Give it as plain data."""
        return {
            "games": len(self.lengths),
            "moves": self.moves,
            "seconds": round(self.seconds, 3),
            "moves_per_second": round(self.moves / self.seconds) if self.seconds else None,
            "plies": {
                "mean": sum(self.lengths) / len(self.lengths),
                "min": min(self.lengths),
                "max": max(self.lengths),
            },
            "wins_per_seat": [round(share / len(self.lengths), 4) for share in self.shares],
            "reasons": dict(sorted(self.reasons.items())),
        }


def run(arguments: argparse.Namespace) -> int:
    """Simulate."""
    if arguments.games < 1:
        raise OptionError(f"--games must be 1 or more, not {arguments.games}.")
    game, screen = make_game(arguments), Screen()
    summary = Summary(game.seats, shares=[0.0] * game.seats)
    rng = Random(None if arguments.seed is None else derive_seed(arguments.seed))
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=arguments.json,
        transient=True,
    ) as progress:
        for _ in progress.track(range(arguments.games), description=game.title):
            _play(game, rng, summary)
    if arguments.json:
        screen.show(json.dumps(summary.as_json()))
        return 0
    facts = summary.as_json()
    screen.show(
        f"{game.title}: {facts['games']:,} random games in {facts['seconds']:.1f} s, "
        f"{facts['moves_per_second']:,} moves a second."
    )
    screen.show(
        f"Length   {facts['plies']['mean']:.1f} plies on average, from {facts['plies']['min']} "
        f"to {facts['plies']['max']}, "
        f"{facts['moves'] / facts['games']:.1f} of them decisions."
    )
    screen.show(
        "Wins     "
        + ", ".join(f"seat {seat} {share:.1%}" for seat, share in enumerate(facts["wins_per_seat"], 1))
        + "."
    )
    screen.show("Ends     " + ", ".join(f"{reason} {count:,}" for reason, count in facts["reasons"].items()) + ".")
    return 0


def _play(game: AnyGame, rng: Random, summary: Summary) -> None:
    begun = time.perf_counter()
    state, plies = game.start(), 0
    while (actor := game.actor(state)) is not None:
        state = game.apply(state, pick(game, state, rng))
        plies += 1
        summary.moves += isinstance(actor, int)
    summary.seconds += time.perf_counter() - begun
    outcome = game.outcome(state)
    if outcome is None:
        raise AssertionError("a game without an actor has an outcome")
    summary.lengths.append(plies)
    summary.reasons[outcome.reason] += 1
    summary.shares = [total + share for total, share in zip(summary.shares, outcome.shares, strict=True)]
