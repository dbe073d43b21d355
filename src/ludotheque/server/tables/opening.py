"""The rows of new tables and of rematches."""

import secrets
from dataclasses import replace

from ludotheque.core.game import AnyGame
from ludotheque.server.bounds import CODE_LENGTH
from ludotheque.server.errors import Refused
from ludotheque.server.table.access import check_not_banned
from ludotheque.server.table.games import make_requested_game
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats import encode_seats, make_seats, rotate
from ludotheque.server.table.settings import NewTable, encode_settings
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
        )
    )


def make_rematch_row(log: MatchLog, host: Player, seed: bytes, now: int) -> TableRow:
    """Make the row of a table for the same players, each one seat further. It starts when all of them are there."""
    return with_new_id(
        replace(
            log.row,
            settings={**log.row.settings, "starts_by_itself": True},
            seats=encode_seats(rotate(log.seats, log.row.banned)),
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
