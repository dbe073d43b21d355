"""Who sits where: seats as values, and the few ways in which people change them. When they may, decisions.py says."""

import secrets
from collections.abc import Collection, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludotheque.bots.bot import BOTS
from ludotheque.core.inputs import shorten
from ludotheque.server.errors import Refused
from ludotheque.server.identity.names import check_name, tell_apart
from ludotheque.server.table.settings import NewSeat
from ludotheque.store.store import Player

SUBSTITUTE = "medium"
"""How well a bot plays on for somebody, unless a level is asked for."""

BOT_NAMES = (
    *("Bento", "Fennec", "Kiwi", "Koda", "Luma", "Miso", "Moka", "Nori"),
    *("Onyx", "Pixel", "Rumba", "Tika", "Wombi", "Yuzu", "Zebu", "Zuma"),
)
"""What bots are called: names that hardly anybody bears and that can be said in many languages."""


class SeatState(Struct, frozen=True):
    """One seat of a table."""

    kind: Literal["person", "open", "bot"]
    player: str | None = None
    """Whose seat it is."""
    name: str | None = None
    """What everybody calls whoever sits here. Bots of older tables have none."""
    level: str | None = None
    """For a bot: how well it plays."""
    substitute: str | None = None
    """The level of the bot that plays on for a person."""
    is_flagged: bool = False
    """Whether the person has run out of time for good: a bot plays on to the end."""
    has_resigned: bool = False
    """Whether the person has resigned: a bot plays on to the end."""
    has_own_name: bool = False
    """Whether the name is not that of the player, who shares a device with whoever sits here."""
    nonce_hash: str | None = None
    """Before the game: the hash of the nonce that the client of the person will reveal when it starts."""

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides for this seat; None if a person does."""
        return self.level if self.kind == "bot" else self.substitute

    @property
    def is_given_up(self) -> bool:
        """Whether the person will not decide here again."""
        return self.is_flagged or self.has_resigned

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


def seat_companion(host: Player, wish: NewSeat, seats: Seats) -> SeatState:
    """Make a seat of the host for somebody with a name of their own, told apart from all others. Raises Refused."""
    if wish.kind != "me":
        raise Refused("malformed", "Only a seat of your own can be given a name.")
    name = tell_apart(check_name(wish.name or ""), [seat.name for seat in seats if seat.name is not None])
    return SeatState("person", host.id, name, has_own_name=True)


def seat_bot(level: str, seats: Seats) -> SeatState:
    """Make the seat of a bot, with a name that nobody has who sits there already. Raises Refused."""
    taken = [seat.name for seat in seats if seat.name is not None]
    free = [name for name in BOT_NAMES if tell_apart(name, taken) == name]
    return SeatState("bot", name=tell_apart(secrets.choice(free or BOT_NAMES), taken), level=check_level(level))


def make_seats(wishes: Sequence[NewSeat], host: Player) -> Seats:
    """Make the seats that the host of a new table wants. Raises Refused."""

    def make(wish: NewSeat, seats: Seats) -> SeatState:
        if wish.name is not None:
            return seat_companion(host, wish, seats)
        if wish.kind == "me":
            return seat_person(host)
        return OPEN if wish.kind == "open" else seat_bot(wish.level or SUBSTITUTE, seats)

    seats: Seats = (seat_person(host),)  # so that no bot is called as the host is, who may still sit down
    for wish in wishes:
        seats = (*seats, make(wish, seats))
    return seats[1:]


def find_seats(seats: Seats, player: str | None) -> list[int]:
    """List the seats of a player."""
    return [] if player is None else [number for number, seat in enumerate(seats) if seat.player == player]


def find_viewer(seats: Sequence[int], actor: int | None) -> int | None:
    """Return as which of their seats a player sees the game: the one that decides, else the first; None without any."""
    if actor in seats:
        return actor
    return seats[0] if seats else None


def list_people(seats: Seats) -> list[str]:
    """List the players who have a say here, each once: also who is replaced by a bot, unless it is for good."""
    return list(dict.fromkeys(seat.player for seat in seats if seat.player is not None and not seat.is_given_up))


def list_names(seats: Seats, *, but: str) -> list[str]:
    """List how people and bots are called at a table, except one of them."""
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
    """Seat a player at an open seat, any one if none is named. Raises Refused."""
    if find_seats(seats, player.id):
        raise Refused("already_seated", "You sit at this table already; you can change your seat.")
    if number is None:
        number = next((free for free, seat in enumerate(seats) if seat.kind == "open"), None)
        if number is None:
            raise Refused("seat_taken", "No seat is open at this table any more.")
    if check_seat(seats, number).kind != "open":
        raise Refused("seat_taken", f"Seat {number + 1} is taken; choose an open one.")
    return replace_seat(seats, number, seat_person(player, seats))


def move_over(seats: Seats, player: Player, number: int) -> Seats:
    """Move a player to an open seat, from the first of their seats if they have several. Raises Refused."""
    mine = find_seats(seats, player.id)
    if not mine:
        raise Refused("not_seated", "You do not sit at this table; join it first.")
    if number in mine:
        return seats
    if check_seat(seats, number).kind != "open":
        raise Refused("seat_taken", f"Seat {number + 1} is taken; choose an open one.")
    return replace_seat(replace_seat(seats, number, seats[mine[0]]), mine[0], OPEN)


def stand_up(seats: Seats, player: str) -> Seats:
    """Open every seat of a player. Raises Refused."""
    if not find_seats(seats, player):
        raise Refused("not_seated", "You do not sit at this table.")
    return tuple(OPEN if seat.player == player else seat for seat in seats)


def substitute(seats: Seats, player: str, level: str | None) -> Seats:
    """Hand every seat of a player to a bot, or with None back to the player, except seats that they gave up."""
    return tuple(
        replace(seat, substitute=level) if seat.player == player and not seat.is_given_up else seat for seat in seats
    )


def give_to_bots(seats: Seats, player: str) -> Seats:
    """Give every seat of a player to a bot, for good."""
    for number in find_seats(seats, player):
        seats = replace_seat(seats, number, seat_bot(SUBSTITUTE, seats))
    return seats


def rename(seats: Seats, player: Player) -> Seats:
    """Call a player at every seat as they call themselves now, told apart from the others.

    Whoever shares the device of a player, under a name of their own, keeps that.
    """
    name = tell_apart(player.name, list_names(seats, but=player.id))
    return tuple(
        replace(seat, name=name) if seat.player == player.id and not seat.has_own_name else seat for seat in seats
    )


def renew(seats: Seats, banned: Collection[str] = ()) -> Seats:
    """Give the seats of a rematch: everybody plays for themselves again.

    The seats of those who are banned are open, and so are those of persons without a player, who were deleted.
    """
    return tuple(
        OPEN
        if seat.player in banned or (seat.kind == "person" and seat.player is None)
        else replace(seat, substitute=None, is_flagged=False, has_resigned=False, nonce_hash=None)
        for seat in seats
    )


def rotate(seats: Seats) -> Seats:
    """Move everybody one seat further."""
    return (seats[-1], *seats[:-1])
