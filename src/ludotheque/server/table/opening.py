"""The rows of new tables and of rematches, and how many unfinished tables a player may have opened."""

import secrets
from dataclasses import replace

from ludotheque.core.game import AnyGame
from ludotheque.server.bounds import CODE_LENGTH
from ludotheque.server.errors import Refused
from ludotheque.server.table.access import check_not_banned
from ludotheque.server.table.games import make_requested_game
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats import decode_seats, encode_seats, list_people, make_seats, rotate
from ludotheque.server.table.settings import NewTable, encode_settings
from ludotheque.store.store import Player, TableRow

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What ids and codes are made of: no character that looks like another one."""
ID_LENGTH = 12
MOST_UNFINISHED = 20
"""How many tables a player has opened at most that are not over."""
COUNTED_FOR = 24 * 3_600_000
"""For how many milliseconds a table counts among them where only bots play."""


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


def check_unfinished(rows: list[TableRow], player: Player, now: int) -> None:
    """Refuse another table to a player who has opened many that are not over."""
    if sum(row.host == player.id and _is_unfinished(row, now) for row in rows) >= MOST_UNFINISHED:
        raise Refused(
            "too_many_tables",
            f"You have opened {MOST_UNFINISHED} tables that are not over. Finish or leave one of them first.",
        )


def _is_unfinished(row: TableRow, now: int) -> bool:
    """Whether a table counts as one that its host has still to finish.

    Bots wait while nobody is connected, so a game that all people have left, or that only bots play, may never end.
    The first does not count; the second, which its host cannot leave, counts for a day.
    """
    if row.status != "playing":
        return row.status == "waiting"
    seats = decode_seats(row.seats)
    if not list_people(seats):
        return now - row.created_at < COUNTED_FOR
    return any(seat.bot is None for seat in seats)
