"""Who sits down, stands up, is replaced or removed: decides what such a request changes. seating.py stores it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from ludotheque.core.game import Seat
from ludotheque.server.errors import Refused
from ludotheque.server.table.access import (
    check_host,
    check_not_banned,
    check_playing,
    check_waiting,
    is_alone,
    list_own_seats,
)
from ludotheque.server.table.clock import Clock
from ludotheque.server.table.feed.connections import Subscribers
from ludotheque.server.table.games import resize_game
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats.forfeit import check_may_return, resign_seats
from ludotheque.server.table.seats.seats import (
    OPEN,
    SUBSTITUTE,
    Seats,
    SeatState,
    check_level,
    check_seat,
    find_seats,
    give_to_bots,
    list_people,
    move_over,
    replace_seat,
    seat_bot,
    sit_down,
    stand_up,
    substitute,
)
from ludotheque.server.table.start.nonces import Hashes, list_hashes, set_hash
from ludotheque.store.store import Player

ABSENT_AFTER = 60_000
"""After how many milliseconds of absence others may let a bot play on."""
SEAT_KEPT = 120_000
"""For how many milliseconds of absence a guest keeps a seat at a public table that waits for players."""
MOST_BANNED = 100
"""How many players a host may ban from a table."""


@dataclass(frozen=True)
class SeatChange:
    """What is to be stored."""

    seats: Seats
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Other fields of the table's row."""


# ── Before the game ──────────────────────────────────────────────────────────────────────────────────────────────────


def join(log: MatchLog, player: Player, seat: Seat | None) -> SeatChange:
    """Seat a player at an open seat, any one if none is named. Raises Refused."""
    check_waiting(log)
    check_not_banned(log, player)
    return SeatChange(sit_down(log.seats, player, seat))


def change_seat(log: MatchLog, player: Player, seat: Seat) -> SeatChange:
    """Move a player to another open seat. Raises Refused."""
    check_waiting(log)
    return SeatChange(move_over(log.seats, player, seat))


def set_seat(log: MatchLog, host: Player, seat: Seat, kind: str, level: str | None) -> SeatChange:
    """Open a seat for the host, or put a bot there. Raises Refused."""
    check_waiting(log)
    check_host(log, host)
    old = check_seat(log.seats, seat)
    if old.kind == "person" and old.player != host.id:
        raise Refused("seat_taken", f"{old.name} sits at seat {seat + 1}.")
    if kind != "bot":
        if log.row.position is not None:
            raise Refused("not_allowed", "This game begins at a position that you may know all of: play it with bots.")
        return SeatChange(replace_seat(log.seats, seat, OPEN))
    if old.kind == "bot":  # the same one, only better or worse
        return SeatChange(replace_seat(log.seats, seat, replace(old, level=check_level(level or SUBSTITUTE))))
    return SeatChange(replace_seat(log.seats, seat, seat_bot(level or SUBSTITUTE, log.seats)))


def add_seat(log: MatchLog, host: Player) -> SeatChange:
    """Add an open seat for the host. Raises Refused."""
    check_waiting(log)
    check_host(log, host)
    return _resize(log, (*log.seats, OPEN))


def remove_seat(log: MatchLog, host: Player, seat: Seat) -> SeatChange:
    """Remove a seat for the host where no person sits; the seats after it move up. Raises Refused."""
    check_waiting(log)
    check_host(log, host)
    old = check_seat(log.seats, seat)
    if old.kind == "person":
        raise Refused("seat_taken", f"{old.name} sits at seat {seat + 1}. Only a free seat or a bot's can be removed.")
    return _resize(log, (*log.seats[:seat], *log.seats[seat + 1 :]))


def drop_open_seats(log: MatchLog) -> SeatChange:
    """Remove all seats that nobody has taken. Raises Refused if the game is not for so few."""
    taken = tuple(seat for seat in log.seats if seat.kind != "open")
    return SeatChange(taken) if len(taken) == len(log.seats) else _resize(log, taken)


def _resize(log: MatchLog, seats: Seats) -> SeatChange:
    """Change the number of seats, and with it the game."""
    if log.row.position is not None:
        raise Refused("seat_count", f"This game begins at a position for {len(log.seats)} players, so it keeps them.")
    return SeatChange(seats, {"options": resize_game(log.game, len(seats)).options.format()})


def check_may_start(log: MatchLog, host: Player, *, drops_open: bool = False) -> None:
    """Refuse to start for anybody but the host, twice, or with open seats, unless these are to be dropped."""
    check_host(log, host)
    check_waiting(log)
    if not drops_open and any(seat.kind == "open" for seat in log.seats):
        raise Refused("open_seats", "Not all seats are taken: wait for players, or put bots there.")


def check_unchanged(log: MatchLog, hashes: Hashes) -> None:
    """Refuse to begin if, while nonces were revealed, somebody has begun, left, or taken another seat."""
    check_waiting(log)
    if list_hashes(log.seats) != hashes or any(seat.kind == "open" for seat in log.seats):
        raise Refused(
            "stale",
            "Somebody has left or changed seats while the game was starting. Look who is here, and start it again.",
        )


def commit_nonce(log: MatchLog, player: Player | None, nonce_hash: str) -> SeatChange:
    """Take a player's promise of a nonce for the start. Raises Refused."""
    list_own_seats(log, player)
    check_waiting(log)
    return SeatChange(set_hash(log.seats, "" if player is None else player.id, nonce_hash))


def starts_now(log: MatchLog, subscribers: Subscribers) -> bool:
    """Whether the game is to start by itself because everybody who sits here has connected."""
    return (
        log.row.status == "waiting"
        and log.settings.starts_by_itself
        and all(seat.kind == "bot" or subscribers.has(seat.player) for seat in log.seats)
    )


def are_hashes_due(log: MatchLog, subscribers: Subscribers) -> bool:
    """Whether the client of somebody who is here adds nonces to chance, but has not sent a hash yet."""
    promised = {log.seats[seat].player for seat in list_hashes(log.seats)}
    return any(subscribers.contributes(player) for player in list_people(log.seats) if player not in promised)


def list_guests(log: MatchLog) -> list[str]:
    """List the players who hold a seat only while they are connected: those who joined a public, waiting table.

    Friends who have the link keep their seats, and so do the players of a rematch.
    """
    if log.row.status != "waiting" or not log.settings.are_seats_freed:
        return []
    return [player for player in list_people(log.seats) if player != log.row.host]


def find_seat_deadline(log: MatchLog, subscribers: Subscribers) -> int | None:
    """Return when the next absent guest loses a seat; None if no guest is absent."""
    left = [since for guest in list_guests(log) if (since := subscribers.absent_since(guest)) is not None]
    return min(left) + SEAT_KEPT if left else None


def free_seats(log: MatchLog, subscribers: Subscribers) -> SeatChange:
    """Open the seats of guests who have been away for too long."""
    seats = log.seats
    for guest in list_guests(log):
        if subscribers.absence(guest) >= SEAT_KEPT:
            seats = stand_up(seats, guest)
    return SeatChange(seats)


def close_abandoned(log: MatchLog, subscribers: Subscribers) -> SeatChange:
    """Close the table if it still waits and nobody is connected."""
    is_abandoned = log.row.status == "waiting" and not subscribers.is_anybody_here
    return SeatChange(log.seats, {"status": "over"} if is_abandoned else {})


# ── Leaving and returning ────────────────────────────────────────────────────────────────────────────────────────────


def leave(log: MatchLog, player: Player) -> SeatChange:
    """Stand up: before the game the seats are open again, during it a bot plays on. Raises Refused."""
    list_own_seats(log, player)
    if log.row.status == "playing":
        return SeatChange(substitute(log.seats, player.id, SUBSTITUTE))
    if log.row.status == "over":
        return SeatChange(log.seats)
    left = stand_up(log.seats, player.id)
    if player.id != log.row.host:
        return SeatChange(left)
    people = list_people(left)
    return SeatChange(left, {"host": people[0]} if people else {"status": "over"})  # without a host nobody can start it


def resign(log: MatchLog, player: Player) -> SeatChange:
    """Give the game up: a bot plays on to the end, and the seats will be ranked last. Raises Refused."""
    list_own_seats(log, player)
    check_playing(log)
    return SeatChange(resign_seats(log.seats, player.id))


def check_may_delete(log: MatchLog, player: Player) -> None:
    """Refuse to delete a table that is anybody else's, too."""
    if not is_alone(log.row, player):
        raise Refused(
            "not_alone", "This table is not yours alone, so you cannot delete it. Leave it or resign instead."
        )


def give_up(log: MatchLog, player: Player) -> SeatChange:
    """Leave for good: before the game as `leave` does, during it a bot takes the seats. Somebody else is the host."""
    if log.row.status == "waiting":
        return leave(log, player) if find_seats(log.seats, player.id) else SeatChange(log.seats, _pass_on(log, player))
    return SeatChange(give_to_bots(log.seats, player.id), _pass_on(log, player))


def _pass_on(log: MatchLog, host: Player) -> dict[str, Any]:
    """Give the fields of the row with another host, if this one is the host; without one nobody can start a game."""
    if log.row.host != host.id:
        return {}
    others = [seat.player for seat in log.seats if seat.player not in {None, host.id}]
    return {"host": others[0]} if others else {"status": "over"}


def remove(log: MatchLog, host: Player, player: str, *, ban: bool) -> SeatChange:
    """Free a player's seats for the host or, during the game, hand them to bots. Raises Refused.

    A banned player can neither return nor watch nor chat: not here, and not at a rematch.
    """
    check_host(log, host)
    seats, row = log.seats, log.row
    if player == host.id:
        raise Refused("not_allowed", "You cannot remove yourself. Leave the table instead.")
    if find_seats(seats, player):
        if row.status == "waiting":
            seats = stand_up(seats, player)
        elif row.status == "playing":
            seats = substitute(seats, player, SUBSTITUTE)
    elif not ban:
        raise Refused("not_seated", "This player has no seat at this table.")
    if not ban or player in row.banned:
        return SeatChange(seats)
    if len(row.banned) >= MOST_BANNED:
        raise Refused(
            "too_many_banned",
            f"You have banned {MOST_BANNED} players from this table. Let one come back first.",
        )
    return SeatChange(seats, {"banned": (*row.banned, player)})


def unban(log: MatchLog, host: Player, player: str) -> SeatChange:
    """Lift the ban of a player for the host. Raises Refused."""
    check_host(log, host)
    if player not in log.row.banned:
        return SeatChange(log.seats)
    return SeatChange(log.seats, {"banned": tuple(other for other in log.row.banned if other != player)})


def replace_absent(
    log: MatchLog, subscribers: Subscribers, player: Player, seat: Seat, level: str | None
) -> SeatChange:
    """Hand the seats of an absent player, or of oneself, to bots. Raises Refused."""
    level = check_level(level or SUBSTITUTE)
    list_own_seats(log, player)
    check_playing(log)
    absent = check_seat(log.seats, seat)
    if absent.player is None or absent.substitute is not None:
        raise Refused("replaced", f"A bot plays at seat {seat + 1} already.")
    if absent.player != player.id and subscribers.absence(absent.player) < ABSENT_AFTER:
        raise Refused("not_absent", f"{absent.name} is here, or was a moment ago. After a minute a bot can play on.")
    return SeatChange(substitute(log.seats, absent.player, level))


def find_replaceable_in(log: MatchLog, subscribers: Subscribers, seat: SeatState) -> int | None:
    """Return after how many milliseconds others may let a bot play on at a seat; None if there is no need to."""
    if log.row.status != "playing" or seat.player is None or seat.substitute is not None:
        return None
    return None if subscribers.has(seat.player) else max(0, ABSENT_AFTER - subscribers.absence(seat.player))


def come_back(log: MatchLog, clock: Clock, player: Player) -> SeatChange:
    """Hand seats back to a player for whom a bot has played on. Raises Refused."""
    mine = list_own_seats(log, player)
    check_playing(log)
    check_may_return(log.seats, mine, log.actor, clock)
    return SeatChange(substitute(log.seats, player.id, None))
