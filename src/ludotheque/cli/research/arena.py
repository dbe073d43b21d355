"""`ludotheque arena`: a tournament of bots."""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.table import Table

from ludotheque.arena.cluster import HERE, run_on_ray
from ludotheque.arena.journal import Journal, remove_journal
from ludotheque.arena.report import write_report
from ludotheque.arena.runner import run_games
from ludotheque.arena.standings import Standings, sum_up
from ludotheque.arena.tournament import Plan, Result
from ludotheque.cli.arguments import (
    BOT_HELP,
    Commands,
    Parser,
    add_games,
    check_writable,
    look_for_bots_here,
    read_game,
)
from ludotheque.cli.screen import make_console, make_progress
from ludotheque.core import registry
from ludotheque.core.errors import OptionError

USUAL_GAMES = 100
MOST_SECONDS = 3600.0
"""The longest time that a move can be given."""


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "arena",
        help="let bots play a tournament",
        description="Let bots play many games against each other, with the seats in turn, on all processors. "
        "Finished games are kept in a journal: the same command goes on where it was interrupted.",
        epilog="Example: ludotheque arena tsuro greedy random random random --games 400 --report report.html",
    )
    add_games(parser, _add_more)
    parser.set_defaults(run=run)


def _add_more(parser: Parser) -> None:
    parser.add_argument("bots", nargs="+", metavar="BOT", help=f"a bot for each seat: {BOT_HELP}")
    parser.add_argument("--games", type=int, metavar="N", help="how many games; usually 100, or some more if paired")
    parser.add_argument("--paired", action="store_true", help="play every deal once from each rotation of the seats")
    parser.add_argument("--seed", default="", metavar="TEXT", help="another text, other games")
    parser.add_argument("--seconds", type=float, metavar="S", help="who takes longer for a move loses the game")
    parser.add_argument("--workers", type=int, metavar="N", help="how many processes; usually one a processor")
    parser.add_argument(
        "--ray",
        nargs="?",
        const=HERE,
        metavar="ADDRESS",
        help="run on the Ray cluster at this address (auto finds one), or without an address on a Ray of this machine",
    )
    parser.add_argument(
        "--journal", type=Path, metavar="FILE", help="where finished games are kept; usually named after the plan"
    )
    parser.add_argument("--fresh", action="store_true", help="begin anew, though there is a journal already")
    parser.add_argument("--records", type=Path, metavar="DIR", help="save every game as a record in this folder")
    parser.add_argument("--report", type=Path, metavar="HTML", help="write a report with tables and plots")
    parser.add_argument("--json", action="store_true", help="print one JSON object, and no progress bar")


def run(arguments: argparse.Namespace) -> int:
    look_for_bots_here()
    plan = _make_plan(arguments)
    stamp = hashlib.sha256(plan.key.encode()).hexdigest()[:10]
    path = arguments.journal or Path(f"arena-{plan.game}-{stamp}.jsonl")
    _check_files(arguments, plan, path)
    if arguments.fresh:
        remove_journal(path)
    journal = Journal(path, plan)
    missing = [number for number in range(plan.games) if not _is_done(arguments.records, plan, journal, number)]
    if len(missing) < plan.games:
        done = plan.games - len(missing)
        print(f"{done} games are in the journal {path} already; {len(missing)} to go.", file=sys.stderr)
    with make_progress(is_shown=not arguments.json) as progress:
        task = progress.add_task(registry.find(plan.game).title, total=plan.games, completed=plan.games - len(missing))
        for result in _run(plan, missing, arguments):
            journal.add(result)
            if arguments.records is not None:
                _name_record(arguments.records, plan, result.number).write_text(result.record, encoding="utf-8")
            progress.advance(task)
    standings = sum_up(plan, [journal.results[number] for number in range(plan.games)])
    if arguments.report is not None:
        arguments.report.write_text(write_report(plan, standings), encoding="utf-8")
    if arguments.json:
        print(json.dumps(standings.as_json()))
    else:
        _show(standings)
    return 0


def _check_files(arguments: argparse.Namespace, plan: Plan, journal: Path) -> None:
    """Check what is to be written before anything is removed or played. Raises OptionError or OSError."""
    if arguments.report is not None:
        if arguments.report.resolve() == journal.resolve():
            raise OptionError(f"--report would overwrite the journal {journal}; give them different names.")
        check_writable(arguments.report)
    if arguments.records is not None:
        arguments.records.mkdir(parents=True, exist_ok=True)
        check_writable(_name_record(arguments.records, plan, 0))


def _run(plan: Plan, numbers: Sequence[int], arguments: argparse.Namespace) -> Iterator[Result]:
    if arguments.ray is None:
        return run_games(plan, numbers, arguments.workers)
    return run_on_ray(plan, numbers, arguments.ray, arguments.workers)


def _make_plan(arguments: argparse.Namespace) -> Plan:
    games = arguments.games
    if games is None:
        rotations = len(arguments.bots) if arguments.paired else 1
        games = -(-USUAL_GAMES // rotations) * rotations
    if games < 1:
        raise OptionError(f"--games must be 1 or more, not {games}.")
    if arguments.workers is not None and arguments.workers < 1:
        raise OptionError(f"--workers must be 1 or more, not {arguments.workers}.")
    if arguments.workers is not None and arguments.ray not in (None, HERE):
        raise OptionError("--workers is for this machine; a cluster has the workers that it has.")
    if arguments.seconds is not None and not 0 < arguments.seconds <= MOST_SECONDS:
        raise OptionError(f"--seconds must be more than 0 and at most {MOST_SECONDS:g}, not {arguments.seconds:g}.")
    # The number of bots says how many play, where that is an option and was not given.
    specs = registry.find(arguments.game).Options.specs()
    if "players" in specs and not hasattr(arguments, "option_players"):
        arguments.option_players = str(len(arguments.bots))
    game = read_game(arguments)
    plan = Plan(
        game.id,
        game.options.format(),
        tuple(arguments.bots),
        games,
        arguments.seed,
        arguments.seconds,
        arguments.paired,
    )
    plan.check()
    return plan


def _is_done(folder: Path | None, plan: Plan, journal: Journal, number: int) -> bool:
    """Whether a game is in the journal and, if records are wanted, in the folder; otherwise it is played again."""
    return number in journal.results and (folder is None or _name_record(folder, plan, number).exists())


def _name_record(folder: Path, plan: Plan, number: int) -> Path:
    return folder / f"{plan.game}-{number:05}.ludo"


def _show(standings: Standings) -> None:
    table = Table(title=f"{standings.games} games", title_justify="left")
    table.add_column("bot", overflow="fold")
    for column in ("share of wins", "mean rank", "rating", "ms a move", "failures"):
        table.add_column(column, justify="right", overflow="fold")
    for entrant in standings.entrants:
        table.add_row(
            entrant.name,
            f"{entrant.share:.1%} ± {entrant.share_error:.1%}",
            f"{entrant.mean_rank:.2f}",
            f"{entrant.rating:.1f} ± {entrant.rating_error:.1f}",
            f"{entrant.milliseconds_a_move:.2f}",
            str(entrant.failures),
        )
    console = make_console()
    console.print(table)
    seats = ", ".join(f"{seat}: {share:.1%}" for seat, share in enumerate(standings.wins_per_seat, start=1))
    console.print(f"Wins by seat {seats}. Length {sum(standings.plies) / standings.games:.1f} plies on average.")
    for failure in standings.failures[:10]:
        console.print(f"Failed: {failure}")
    for name, traceback in standings.tracebacks.items():
        console.print(f"\nThe first error that {name} raised:\n{traceback}", soft_wrap=True)
