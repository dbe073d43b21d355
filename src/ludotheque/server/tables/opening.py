"""The rows of new tables, of rematches, and of games that go on from a position of another one."""

import secrets
from dataclasses import dataclass, replace

from ludotheque.core.game import AnyGame, Eliminating, Seat
from ludotheque.server.bounds import CODE_LENGTH
from ludotheque.server.errors import Refused
from ludotheque.server.table.access import check_not_banned
from ludotheque.server.table.games import guard_game, make_requested_game
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats.seats import check_level, check_seat, encode_seats, make_seats, renew, rotate
from ludotheque.server.table.settings import NewSeat, NewTable, Pace, Settings, encode_settings
from ludotheque.store.store import Player, TableRow

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What ids and codes are made of: no character that looks like another one."""
ID_LENGTH = 12


def make_table_game(request: NewTable) -> AnyGame:
    """Make the game of a new table. Raises Refused if it does not exist or has another number of seats."""
    game = make_requested_game(request.game, request.options, len(request.seats))
    if len(request.seats) != game.seats:
        raise Refused("malformed", f"{game.title} has {game.seats} seats here; {len(request.seats)} were given.")
    return game


def make_row(game: AnyGame, host: Player, request: NewTable, seed: bytes, now: int) -> TableRow:
    """Make the row of a new table. Raises Refused."""
    return with_new_id(
        TableRow(
            id="",
            code="",
            game=game.id,
            rules_version=game.rules_version,
            options=game.options.format(),
            settings=encode_settings(request.settings),
            seats=encode_seats(make_seats(request.seats, host)),
            status="waiting",
            host=host.id,
            seed=seed,
            epoch=0,
            created_at=now,
            changed_at=now,
            position=request.position,
        )
    )


@dataclass(frozen=True, slots=True)
class Continuation:
    """Where somebody wants to go on with a finished game, against bots."""

    ply: int
    """How many plies of it are kept."""
    seat: Seat
    """Which seat they play."""
    level: str
    """How well the bots play."""
    pace: Pace = "normal"


def continue_game(log: MatchLog, wanted: Continuation) -> NewTable:
    """Make what is asked for by going on with a finished game. Raises Refused.

    Whoever does so may know every hand from the record of that game; so nobody but bots, who look at nothing but their
    observations, plays along.
    """
    if log.row.status != "over":
        raise Refused("not_over", "You can try again from a position of this game when it is over.")
    if log.match is None:
        raise Refused("not_started", "This game has not been played, so there is no position to go on from.")
    check_seat(log.seats, wanted.seat)
    if wanted.ply > log.ply:
        raise Refused("malformed", f"The game has {log.ply} plies; there is no position after ply {wanted.ply}.")
    game, match = log.game, log.match
    with guard_game(game.title):
        state = match.plies[wanted.ply - 1].after if wanted.ply else match.start
        if game.outcome(state) is not None:
            raise Refused("over", "The game is over in this position. Go back to one where somebody decides.")
        if isinstance(game, Eliminating) and game.is_out(state, wanted.seat):
            raise Refused("seat_out", f"Seat {wanted.seat + 1} is out of the game in this position. Choose another.")
        position = None if state == game.start() else game.format_state(state)
    return NewTable(
        game=log.row.game,
        options=log.row.options,
        seats=tuple(
            NewSeat("me") if seat == wanted.seat else NewSeat("bot", check_level(wanted.level))
            for seat in range(game.seats)
        ),
        settings=Settings(hints=True, starts_by_itself=True, pace=wanted.pace),
        position=position,
    )


def make_rematch_row(log: MatchLog, host: Player, seed: bytes, now: int) -> TableRow:
    """Make the row of a table for the same players, each one seat further. It starts when all of them are there.

    A game that began at a position begins there again, everybody at the same seat: seats are not alike in it.
    """
    seats = renew(log.seats, log.row.banned)
    return with_new_id(
        replace(
            log.row,
            settings={**log.row.settings, "starts_by_itself": True},
            seats=encode_seats(rotate(seats) if log.row.position is None else seats),
            status="waiting",
            host=host.id,
            seed=seed,
            epoch=0,
            created_at=now,
            changed_at=now,
            outcome=None,
            began_at=0,
            version=0,
            draws=1,
            nonces=(),
        )
    )


def with_new_id(row: TableRow) -> TableRow:
    """Draw an id and a code for a row."""
    return replace(row, id=_draw(ID_LENGTH), code=_draw(CODE_LENGTH))


def _draw(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def check_may_rematch(log: MatchLog, player: Player) -> None:
    """Refuse a rematch before the end, and to those who did not play."""
    if log.row.status != "over":
        raise Refused("not_over", "There can be a rematch when the game is over.")
    check_not_banned(log, player)
    if all(seat.player != player.id for seat in log.seats):
        raise Refused("not_seated", "Only those who played can ask for a rematch.")
