"""Who sits where: seats as values, and the few ways in which people change them. When they may, seating.py says."""

from collections.abc import Collection, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludotheque.bots.bot import BOTS
from ludotheque.core.inputs import shorten
from ludotheque.server.errors import Refused
from ludotheque.server.names import tell_apart
from ludotheque.server.table.settings import NewSeat
from ludotheque.store.store import Player

SUBSTITUTE = "medium"
"""How well a bot plays on for somebody, unless a level is asked for."""


class SeatState(Struct, frozen=True):
    """One seat of a table."""

    kind: Literal["person", "open", "bot"]
    player: str | None = None
    """Whose seat it is."""
    name: str | None = None
    level: str | None = None
    """For a bot: how well it plays."""
    substitute: str | None = None
    """The level of the bot that plays on for a person."""
    is_flagged: bool = False
    """Whether the person has run out of time for good: a bot plays on to the end."""

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides for this seat; None if a person does."""
        return self.level if self.kind == "bot" else self.substitute

    @property
    def title(self) -> str:
        """The name in a record."""
        return f"bot:{self.level}" if self.kind == "bot" else self.name or ""


OPEN = SeatState("open")

Seats = tuple[SeatState, ...]


def decode_seats(values: Sequence[dict[str, Any]]) -> Seats:
    """Read seats as `encode_seats` writes them."""
    return msgspec.convert(values, Seats)


def encode_seats(seats: Seats) -> list[dict[str, Any]]:
    """Write seats as plain values."""
    values: list[dict[str, Any]] = msgspec.to_builtins(list(seats))
    return values


def check_level(level: str) -> str:
    """Give the level back if there is a bot of it. Raises Refused."""
    if level not in BOTS:
        raise Refused("malformed", f"There is no bot level {shorten(level)}; there are: {', '.join(BOTS)}.")
    return level


def seat_person(player: Player, seats: Seats = ()) -> SeatState:
    """Make the seat of a person, whose name is told apart from those of the people who sit there already."""
    return SeatState("person", player.id, tell_apart(player.name, list_names(seats, but=player.id)))


def seat_bot(level: str) -> SeatState:
    """Make the seat of a bot. Raises Refused."""
    return SeatState("bot", level=check_level(level))


def make_seats(wishes: Sequence[NewSeat], host: Player) -> Seats:
    """Make the seats that the host of a new table wants. Raises Refused."""

    def make(wish: NewSeat) -> SeatState:
        if wish.kind == "me":
            return seat_person(host)
        return OPEN if wish.kind == "open" else seat_bot(wish.level or SUBSTITUTE)

    return tuple(map(make, wishes))


def find_seats(seats: Seats, player: str | None) -> list[int]:
    """List the seats of a player."""
    return [] if player is None else [number for number, seat in enumerate(seats) if seat.player == player]


def list_people(seats: Seats) -> list[str]:
    """List the players who have a say here, each once: also who is replaced by a bot, unless it is for good."""
    return list(dict.fromkeys(seat.player for seat in seats if seat.player is not None and not seat.is_flagged))


def list_names(seats: Seats, *, but: str) -> list[str]:
    """List how people are called at a table, except one of them."""
    return [seat.name for seat in seats if seat.name is not None and seat.player != but]


def check_seat(seats: Seats, number: int) -> SeatState:
    """Give a seat by its number. Raises Refused."""
    if not 0 <= number < len(seats):
        raise Refused("no_such_seat", f"There is no seat {number}; the seats are numbered from 0 to {len(seats) - 1}.")
    return seats[number]


def replace_seat(seats: Seats, number: int, seat: SeatState) -> Seats:
    """Return the seats with one of them changed."""
    return (*seats[:number], seat, *seats[number + 1 :])


def sit_down(seats: Seats, player: Player, number: int | None) -> Seats:
    """Let a player take an open seat, any one if none is named. Raises Refused."""
    if find_seats(seats, player.id):
        raise Refused("already_seated", "You sit at this table already; you can change your seat.")
    if number is None:
        number = next((free for free, seat in enumerate(seats) if seat.kind == "open"), None)
        if number is None:
            raise Refused("seat_taken", "No seat is open at this table any more.")
    if check_seat(seats, number).kind != "open":
        raise Refused("seat_taken", f"SeatState {number + 1} is taken; choose an open one.")
    return replace_seat(seats, number, seat_person(player, seats))


def move_over(seats: Seats, player: Player, number: int) -> Seats:
    """Let a player change to an open seat; with several seats, with the first of them. Raises Refused."""
    mine = find_seats(seats, player.id)
    if not mine:
        raise Refused("not_seated", "You do not sit at this table; join it first.")
    if number in mine:
        return seats
    if check_seat(seats, number).kind != "open":
        raise Refused("seat_taken", f"SeatState {number + 1} is taken; choose an open one.")
    return replace_seat(replace_seat(seats, number, seats[mine[0]]), mine[0], OPEN)


def stand_up(seats: Seats, player: str) -> Seats:
    """Open every seat of a player. Raises Refused."""
    if not find_seats(seats, player):
        raise Refused("not_seated", "You do not sit at this table.")
    return tuple(OPEN if seat.player == player else seat for seat in seats)


def substitute(seats: Seats, player: str, level: str | None) -> Seats:
    """Let a bot play on at every seat of a player, or with None the player again. A flag that fell stays down."""
    return tuple(
        replace(seat, substitute=level) if seat.player == player and not seat.is_flagged else seat for seat in seats
    )


def rename(seats: Seats, player: Player) -> Seats:
    """Call a player at every seat as they call themselves now, told apart from the others."""
    name = tell_apart(player.name, list_names(seats, but=player.id))
    return tuple(replace(seat, name=name) if seat.player == player.id else seat for seat in seats)


def rotate(seats: Seats, banned: Collection[str] = ()) -> Seats:
    """Give the seats of a rematch: everybody moves on by one, and plays for themselves again, but who is banned."""
    fresh = [OPEN if seat.player in banned else replace(seat, substitute=None, is_flagged=False) for seat in seats]
    return (fresh[-1], *fresh[:-1])
