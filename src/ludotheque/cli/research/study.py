"""`ludotheque study`: find out what a game is like by playing it many times."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.arena.runner import run_games
from ludotheque.arena.standings import Standing, sum_up
from ludotheque.arena.study import Study, play_bots, play_compiled
from ludotheque.arena.study_report import (
    tell_choices,
    tell_ends,
    tell_length,
    tell_order,
    tell_points,
    tell_strength,
    write_study,
)
from ludotheque.arena.tournament import Plan
from ludotheque.cli.arguments import (
    BOT_HELP,
    Commands,
    Parser,
    add_games,
    check_writable,
    look_for_bots_here,
    read_game,
)
from ludotheque.cli.screen import Screen, make_progress
from ludotheque.compiled.adapter import is_compiled
from ludotheque.core.errors import OptionError
from ludotheque.core.game import AnyGame

if TYPE_CHECKING:
    from rich.progress import Progress


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "study",
        help="find out what a game is like by playing it",
        description="Let a bot play a game against itself many times and say what the game is like: whether it is good "
        "to begin, how long games are and how they end, how much there is to choose, how far skill goes.",
        epilog="Example: ludotheque study tsuro --players 4 --bot random --report tsuro.html",
    )
    add_games(parser, _add_more)
    parser.set_defaults(run=run)


def _add_more(parser: Parser) -> None:
    parser.add_argument(
        "--bot",
        default="greedy",
        metavar="BOT",
        help=f"who plays: {BOT_HELP}; usually greedy. random plays by the kernel",
    )
    parser.add_argument("--games", type=int, metavar="N", help="how many games; usually 200, by the kernel 200000")
    parser.add_argument(
        "--strength",
        type=int,
        default=40,
        metavar="N",
        help="games of each bot against random play; usually 40, 0 for none",
    )
    parser.add_argument("--seed", default="", metavar="TEXT", help="another text, other games")
    parser.add_argument("--workers", type=int, metavar="N", help="how many processes; usually one a processor")
    parser.add_argument("--report", type=Path, metavar="HTML", help="write a report with plots")
    parser.add_argument("--json", action="store_true", help="print one JSON object, and no progress bar")


def run(arguments: argparse.Namespace) -> int:
    look_for_bots_here()
    if arguments.report is not None:
        check_writable(arguments.report)
    game = read_game(arguments)
    by_kernel = arguments.bot == "random" and is_compiled(game)
    if arguments.games is None:
        arguments.games = 200_000 if by_kernel else 200
    plan, study = _make_plan(arguments, game), Study(game.seats)
    with make_progress(is_shown=not arguments.json) as progress:
        task = progress.add_task(game.title, total=plan.games)
        if by_kernel:
            steps = play_compiled(game, plan.games, plan.seed, study)
        else:
            steps = play_bots(plan, study, arguments.workers)
        for done in steps:
            progress.advance(task, done)
        strength = [_measure(plan, rival, arguments, progress) for rival in _list_rivals(game, arguments.strength)]
    if arguments.report is not None:
        page = write_study(game, arguments.bot, plan.seed, study, strength)
        arguments.report.write_text(page, encoding="utf-8")
    if arguments.json:
        skill = {bot.name: {"share": bot.share, "error": bot.share_error, "games": bot.games} for bot in strength}
        print(json.dumps(study.as_json() | {"bot": arguments.bot, "strength": skill}))
    else:
        _show(game, arguments.bot, study, strength)
    return 0


def _make_plan(arguments: argparse.Namespace, game: AnyGame) -> Plan:
    for name, least in (("games", 2), ("workers", 1), ("strength", 0)):
        value = getattr(arguments, name)
        if value is not None and value < least:
            raise OptionError(f"--{name} must be {least} or more, not {value}.")
    plan = Plan(game.id, game.options.format(), (arguments.bot,) * game.seats, arguments.games, arguments.seed)
    plan.check()
    return plan


def _list_rivals(game: AnyGame, games: int) -> Sequence[str]:
    """List the bots to measure: fast ones, and without a kernel only the fastest."""
    if not games:
        return ()
    return ("greedy", "easy", "medium") if is_compiled(game) else ("greedy",)


def _measure(plan: Plan, rival: str, arguments: argparse.Namespace, progress: "Progress") -> Standing:
    """Let a bot play alone among players who move at random."""
    entrants = (rival, *["random"] * (len(plan.entrants) - 1))
    against = Plan(plan.game, plan.options, entrants, arguments.strength, plan.seed)
    games = run_games(against, range(against.games), arguments.workers)
    results = list(progress.track(games, total=against.games, description=f"{rival} against random"))
    return next(standing for standing in sum_up(against, results).entrants if standing.name == rival)


def _show(game: AnyGame, bot: str, study: Study, strength: Sequence[Standing]) -> None:
    screen = Screen()
    screen.tell(f"{game.title}, {game.seats} players: {study.games:,} games, all played by {bot}.")
    screen.tell(f"Begin    {tell_order(study)}")
    screen.tell(f"Length   {tell_length(study)}")
    screen.tell(f"Choice   {tell_choices(study)}")
    screen.tell(f"Ends     {tell_ends(study, game)}")
    if study.points:
        screen.tell(f"Points   {tell_points(study)}")
    if strength:
        screen.tell(f"Skill    {tell_strength(strength, game.seats)}")
