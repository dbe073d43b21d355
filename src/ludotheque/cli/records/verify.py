"""`ludotheque verify`: prove that a record is complete, lawful and fair."""

import argparse
from collections.abc import Iterable

from ludotheque.cli.arguments import Commands, add_record, read_and_verify
from ludotheque.cli.playing.session import printable
from ludotheque.cli.screen import Screen
from ludotheque.core.fairness import Contribution
from ludotheque.core.game import Presented
from ludotheque.core.records.record import Record


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "verify",
        help="prove that a record is whole, lawful and fair",
        description="Replay a record and check every hash, every move, the result, and that chance followed from the "
        "seed that was promised. Names the first ply that is not true. Exit code 0 if all is well, 2 if not.",
    )
    add_record(parser)
    parser.set_defaults(run=run)


def _show_fairness(record: Record, screen: Screen) -> None:
    def name(contributions: Iterable[Contribution]) -> str:
        return " and ".join(f"{each.seat + 1} ({printable(record.seats[each.seat])})" for each in contributions)

    revealed = [each for each in record.contributions if each.nonce is not None]
    withheld = [each for each in record.contributions if each.nonce is None]
    if revealed:
        screen.show(f"Fair: every draw follows from the seed that was promised and the nonces of {name(revealed)}.")
    else:
        screen.show("Fair: every draw follows from the seed that was promised.")
        screen.show("No player has added a nonce, so this says nothing about how the seed was chosen.")
    if withheld:
        screen.show(f"Promised but withheld: the nonces of {name(withheld)}.")


def run(arguments: argparse.Namespace) -> int:
    record, verification = read_and_verify(arguments.file)
    match, screen = verification.match, Screen()
    outcome = match.outcome
    screen.show(f"{match.game.title}, {match.game.seats} seats, {len(match.plies)} plies.")
    if record.position is not None:
        screen.show("It was set up from a position, and is proved from there on.")
    screen.show("Whole: every hash is right.")
    screen.show("Lawful: every move was allowed.")
    if verification.is_fair:
        _show_fairness(record, screen)
    elif record.commitment is not None:
        screen.show("Fairness is not shown yet: the seed was promised but is not revealed.")
    else:
        screen.show("Fairness was not promised.")
    if outcome is None:
        screen.show("The game is not finished.")
    else:
        winners = " and ".join(f"{seat + 1} ({printable(record.seats[seat])})" for seat in outcome.winners)
        reason = match.game.describe_reason(outcome.reason) if isinstance(match.game, Presented) else outcome.reason
        screen.show(f"{'Won by' if len(outcome.winners) == 1 else 'Shared by'} {winners}: {reason}.")
    return 0
