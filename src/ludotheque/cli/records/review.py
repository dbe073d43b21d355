"""`ludotheque review`: what was luck and what were decisions in a recorded game, and which decisions mattered."""

import argparse
import json
from pathlib import Path

from ludotheque.arena.review_report import (
    HEADINGS,
    draw_sparkline,
    format_change,
    list_curve,
    list_parts,
    tell_judge,
    tell_moment,
    write_review,
)
from ludotheque.bots.budget import Budget
from ludotheque.cli.arguments import Commands, add_record, check_writable, read_and_verify
from ludotheque.cli.playing.session import printable
from ludotheque.cli.screen import Screen, make_progress
from ludotheque.core.errors import OptionError
from ludotheque.core.pictures.palette import paint_seat
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.files import write_record
from ludotheque.review.notes import annotate
from ludotheque.review.result import Review
from ludotheque.review.reviewer import Reviewer


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "review",
        help="say what was luck and which decisions mattered in a record",
        description="Review a finished game: how everybody stood as it went on, what draws gave and took, and the "
        "decisions that gained or lost most, with the better move and why. The record is verified first.",
        epilog="Example: ludotheque review game.ludo --html review.html",
    )
    add_record(parser)
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=float, metavar="N", help="how long it may take; usually as long as it needs")
    budget.add_argument(
        "--iterations",
        type=int,
        metavar="N",
        help="how closely to look at each position; the same number, the same review",
    )
    parser.add_argument(
        "--curve",
        choices=("open", "known"),
        default="open",
        help="show how everybody stood as it was (open), or as the player to move could know; usually as it was",
    )
    parser.add_argument("--html", type=Path, metavar="HTML", help="write a page with curves and pictures")
    parser.add_argument("--notes", type=Path, metavar="LUDO", help="write the record with the review as notes")
    parser.add_argument("--json", action="store_true", help="print one JSON object, and no progress bar")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    record, verification = read_and_verify(arguments.file)
    for path in (arguments.html, arguments.notes):
        if path is not None:
            check_writable(path)
    reviewer = Reviewer(verification.match, list(map(printable, record.seats)), _read_budget(arguments))
    with make_progress(is_shown=not arguments.json, with_counts=False) as progress:
        task = progress.add_task("Getting ready", total=1.0)  # what is not compiled yet takes half a minute, once
        for done in reviewer.run():
            progress.update(task, completed=done, description="Reviewing")
    review = reviewer.result()
    if arguments.html is not None:
        arguments.html.write_text(write_review(review, verification.match), encoding="utf-8")
    if arguments.notes is not None:
        annotated = parse_record(annotate(record, review).format())  # as it will be read
        verify(annotated)
        write_record(arguments.notes, annotated)
    if arguments.json:
        print(json.dumps(review.as_json(), ensure_ascii=False))
    else:
        _show(review, Screen(), known=arguments.curve == "known")
    return 0


def _read_budget(arguments: argparse.Namespace) -> Budget | None:
    for name in ("seconds", "iterations"):
        value = getattr(arguments, name)
        if value is not None and not 0 < value < 10**7:
            raise OptionError(f"--{name} must be more than 0 and less than 10 million, not {value}.")
    if arguments.seconds is not None:
        return Budget(milliseconds=1000 * arguments.seconds)
    return None if arguments.iterations is None else Budget(iterations=arguments.iterations)


def _show(review: Review, screen: Screen, *, known: bool) -> None:
    screen.tell(f"{review.title}, {len(review.plies)} plies. {tell_judge(review)}")
    names = [f"{seat + 1} {name}"[:20] for seat, name in enumerate(review.seats)]
    wide = max(map(len, names))
    screen.show()
    curve = list_curve(review, known=known)
    for seat, name in enumerate(names):
        line = draw_sparkline([shares[seat] for shares in curve], max(20, screen.width - wide - 8))
        screen.show(f"{name:<{wide}}  {paint_seat(line, seat, colour=screen.colour)} {curve[-1][seat]:>4.0%}")
    screen.show()
    screen.show(f"{'':<{wide}}" + "".join(f"{heading:>10}" for heading in HEADINGS[1:]))
    for account in review.accounts:
        screen.show(f"{names[account.seat]:<{wide}}" + "".join(f"{part:>10}" for part in list_parts(account)))
    if review.moments:
        screen.show()
    for moment in review.moments:
        screen.tell(f"{format_change(moment.swing):>6}  {tell_moment(moment, review)}. {moment.sentence}")
