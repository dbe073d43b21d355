"""Who may do what at a table, and when: checks that raise Refused and change nothing.

Who may watch is `may_watch`. Limits of time are in clock.py, limits of frequency in rate_limits.py.
"""

from ludotheque.core.game import Seat
from ludotheque.server.errors import Refused
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats.seats import find_seats
from ludotheque.store.store import Player, TableRow


def check_not_banned(log: MatchLog, player: Player | None) -> None:
    """Refuse players whom the host has removed for good."""
    if player is not None and player.id in log.row.banned:
        raise Refused("banned", "The host has removed you from this table. You cannot come back to it.")


def may_watch(log: MatchLog, player: Player | None) -> bool:
    """Whether somebody may connect: the seated players, the host, and spectators where the settings allow them."""
    if player is not None:
        if player.id in log.row.banned:
            return False
        if player.id == log.row.host or find_seats(log.seats, player.id):
            return True
    return log.settings.watch != "nobody" or log.row.status == "waiting"


def check_may_watch(log: MatchLog, player: Player | None) -> None:
    """Refuse a connection to those who may not watch."""
    check_not_banned(log, player)
    if not may_watch(log, player):
        raise Refused("not_allowed", "Nobody may watch this game but those who play it.")


def check_host(log: MatchLog, player: Player) -> None:
    """Refuse everybody but the host."""
    if player.id != log.row.host:
        raise Refused("not_host", "Only the host of the table can do this.")


def is_alone(row: TableRow, player: Player) -> bool:
    """Whether a table concerns nobody else: the player is its host, and all other seats are bots' or open."""
    return row.host == player.id and all(seat.get("player") in (None, player.id) for seat in row.seats)


def check_waiting(log: MatchLog) -> None:
    """Refuse what can be done before the game only."""
    if log.row.status != "waiting":
        raise Refused("started", "The game has already started.")


def check_playing(log: MatchLog) -> None:
    """Refuse what can be done during the game only."""
    if log.row.status == "waiting":
        raise Refused("not_started", "The game has not started yet.")
    if log.row.status == "over":
        raise Refused("over", "The game is over.")


def list_own_seats(log: MatchLog, player: Player | None, seat: Seat | None = None) -> list[Seat]:
    """List the seats of a player, or only the one they name. Refuses players who have no seat, and banned ones."""
    check_not_banned(log, player)
    mine = find_seats(log.seats, None if player is None else player.id)
    if not mine:
        raise Refused("not_seated", "You do not sit at this table.")
    if seat is None:
        return mine
    if seat not in mine:
        raise Refused("not_seated", f"Seat {seat + 1} is not yours.")
    return [seat]
