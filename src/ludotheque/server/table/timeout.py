"""What happens when a clock has run out: the only place that decides it (docs/decisions/0004-out-of-time.md).

A bot plays on for the seat. Whether its player may return, has forfeited the game or ends it depends on the settings.
When a clock has run out, clock.py says.
"""

from dataclasses import replace

from msgspec import structs

from ludotheque.core.game import Outcome, Seat
from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import Clock, TotalClock
from ludotheque.server.table.seats import SUBSTITUTE, Seats, replace_seat
from ludotheque.server.table.settings import Settings


def flag_seat(seats: Seats, seat: Seat, settings: Settings) -> Seats:
    """Return the seats after one has run out of time: a bot decides there.

    With time for each move the player may return for the next one; in all other cases the flag is final.
    """
    is_final = settings.timeout == "out" or isinstance(settings.clock, TotalClock)
    return replace_seat(seats, seat, structs.replace(seats[seat], substitute=SUBSTITUTE, is_flagged=is_final))


def check_may_return(seats: Seats, mine: list[Seat], actor: Seat | None, clock: Clock) -> None:
    """Refuse to give a player with the seats `mine` back a decision that they have no time for. Raises Refused."""
    if all(seats[seat].is_flagged for seat in mine):
        raise Refused("out_of_time", "Your time is up; the bot plays on to the end.")
    if actor is not None and actor in mine and clock.would_be_over(actor):
        raise Refused("out_of_time", "Your time for this turn is up. Come back when the bot has played it.")


def list_forfeits(seats: Seats, settings: Settings) -> list[Seat]:
    """List the seats that have lost the game by their clock; none where a bot plays on instead."""
    if settings.timeout != "out":
        return []
    return [seat for seat, state in enumerate(seats) if state.is_flagged]


def find_timeout_outcome(seats: Seats, settings: Settings) -> Outcome | None:
    """Return how a game ends of which all seats but one have forfeited; None as long as two or more have not."""
    if len(list_forfeits(seats, settings)) < len(seats) - 1:
        return None
    return Outcome((1,) * len(seats), "timeout")


def rank_forfeits_last(outcome: Outcome, forfeits: list[Seat]) -> Outcome:
    """Rank seats that have forfeited behind all others; among themselves they share the last rank."""
    if not forfeits:
        return outcome
    stayed = sorted(rank for seat, rank in enumerate(outcome.ranks) if seat not in forfeits)
    ranks = [
        len(stayed) + 1 if seat in forfeits else 1 + sum(other < rank for other in stayed)
        for seat, rank in enumerate(outcome.ranks)
    ]
    return replace(outcome, ranks=tuple(ranks))
