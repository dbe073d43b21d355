"""`ludotheque simulate`: many random games, and what they were like."""

import argparse
import json
from typing import Any

from ludotheque.cli.arguments import Commands, Parser, add_games, add_seed, read_game
from ludotheque.cli.screen import Screen, make_progress
from ludotheque.compiled.adapter import is_compiled
from ludotheque.compiled.simulation import Summary, simulate, simulate_compiled
from ludotheque.core.errors import OptionError


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "simulate",
        help="play many random games and sum them up",
        description="Play many games, every legal move equally likely, and say how long they took and who won. "
        "By the compiled kernel of the game, where there is one and Numba is installed.",
    )
    add_games(parser, _add_more)
    parser.set_defaults(run=run)


def _add_more(parser: Parser) -> None:
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games; usually 1000")
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="how many threads the kernel runs in; usually 1"
    )
    parser.add_argument("--pure", action="store_true", help="by the rules in pure Python, not by the kernel")
    parser.add_argument("--json", action="store_true", help="print one JSON object and no progress bar")
    add_seed(parser)


def run(arguments: argparse.Namespace) -> int:
    for name in ("games", "threads"):
        if getattr(arguments, name) < 1:
            raise OptionError(f"--{name} must be 1 or more, not {getattr(arguments, name)}.")
    game, screen = read_game(arguments), Screen()
    summary = Summary([0.0] * game.seats)
    seed = arguments.seed or ""
    if is_compiled(game) and not arguments.pure:
        steps = simulate_compiled(game, arguments.games, seed, summary, arguments.threads)
    else:
        steps = simulate(game, arguments.games, seed, summary)
    with make_progress(is_shown=not arguments.json) as progress:
        task = progress.add_task(game.title, total=arguments.games)
        for done in steps:
            progress.advance(task, done)
    facts = summary.as_json()
    if arguments.json:
        screen.show(json.dumps(facts))
    else:
        _show(screen, game.title, facts)
    return 0


def _show(screen: Screen, title: str, facts: dict[str, Any]) -> None:
    games, plies = facts["games"], facts["plies"]
    screen.show(
        f"{title}: {games:,} random games in {facts['seconds']:.2f} s, {facts['moves_per_second']:,} moves a second."
    )
    screen.show(
        f"Length   {plies['mean']:.1f} plies on average, from {plies['min']} to {plies['max']}, "
        f"{facts['moves'] / games:.1f} of them decisions."
    )
    wins = ", ".join(f"seat {seat} {share:.1%}" for seat, share in enumerate(facts["wins_per_seat"], start=1))
    screen.show(f"Wins     {wins}.")
    if "reasons" in facts:
        screen.show("Ends     " + ", ".join(f"{reason} {count:,}" for reason, count in facts["reasons"].items()) + ".")
