"""Who loses a game that is not played to its end: by a clock that has run out, or by resigning.

The only place that decides it (docs/decisions/0004-out-of-time.md, docs/decisions/0010-resigning.md). In both cases a
bot decides at the seat from now on. Whether its player may return, has forfeited the game or ends it, follows from the
settings and from who is left. When a clock has run out, clock.py says.
"""

from dataclasses import replace
from typing import Literal

from msgspec import structs

from ludotheque.core.game import AnyGame, HasSides, Outcome, Seat
from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import Clock, TotalClock
from ludotheque.server.table.seats.seats import SUBSTITUTE, Seats, list_people, replace_seat
from ludotheque.server.table.settings import Settings


def flag_seat(seats: Seats, seat: Seat, settings: Settings) -> Seats:
    """Return the seats after one has run out of time: a bot decides there.

    With time for each move the player may return for the next one; in all other cases the flag is final.
    """
    is_final = settings.timeout == "out" or isinstance(settings.clock, TotalClock)
    return replace_seat(seats, seat, structs.replace(seats[seat], substitute=SUBSTITUTE, is_flagged=is_final))


def resign_seats(seats: Seats, player: str) -> Seats:
    """Return the seats after a player has resigned: a bot decides at theirs to the end."""
    return tuple(
        structs.replace(seat, substitute=seat.substitute or SUBSTITUTE, has_resigned=True)
        if seat.player == player
        else seat
        for seat in seats
    )


def check_may_return(seats: Seats, mine: list[Seat], actor: Seat | None, clock: Clock) -> None:
    """Refuse to give a player with the seats `mine` back a decision that they have no time for. Raises Refused."""
    if all(seats[seat].has_resigned for seat in mine):
        raise Refused("resigned", "You have resigned; the bot plays on to the end.")
    if all(seats[seat].is_given_up for seat in mine):
        raise Refused("out_of_time", "Your time is up; the bot plays on to the end.")
    if actor is not None and actor in mine and clock.would_be_over(actor):
        raise Refused("out_of_time", "Your time for this turn is up. Come back when the bot has played it.")


def list_forfeits(seats: Seats, settings: Settings) -> list[Seat]:
    """List the seats that have lost the game: those that resigned, and by their clock, unless a bot plays on there."""
    is_out = settings.timeout == "out"
    return [seat for seat, state in enumerate(seats) if state.has_resigned or (is_out and state.is_flagged)]


def find_forfeit_outcome(
    game: AnyGame, seats: Seats, settings: Settings, reason: Literal["timeout", "resigned"]
) -> Outcome | None:
    """Return how a game ends because of its forfeits; None as long as it goes on.

    It ends when only one side is left that has not forfeited, or no person who could play on. Seats that have
    forfeited are yet to be ranked last.
    """
    forfeits = list_forfeits(seats, settings)
    if not forfeits:
        return None
    sides = game.sides if isinstance(game, HasSides) else range(len(seats))
    left = {side for seat, side in enumerate(sides) if seat not in forfeits}
    return Outcome((1,) * len(seats), reason) if len(left) <= 1 or not list_people(seats) else None


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
