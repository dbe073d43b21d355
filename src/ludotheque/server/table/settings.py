"""How a table is run, as its host chose: the clock, who may join and watch, what is allowed. Not the game itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from ludotheque.server.bounds import LONGEST_ID, LONGEST_OPTION, MOST_OPTIONS
from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import ClockKind, NoClock

Visibility: TypeAlias = Literal["public", "link"]
Watch: TypeAlias = Literal["anyone", "link", "nobody"]
Timeout: TypeAlias = Literal["bot", "out"]
Pace: TypeAlias = Literal["calm", "normal", "quick"]
BotPace: TypeAlias = Literal["calm", "normal", "quick", "none"]
"""How fast bots play on among themselves; "none" is without any pause."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chose."""

    clock: ClockKind = msgspec.field(default_factory=NoClock)
    visibility: Visibility = "link"
    """Whether the table is listed while it waits for players, or found by its link or code only."""
    watch: Watch = "link"
    """Who may watch: anyone (the game is listed), whoever has the link, or nobody."""
    take_back: bool = True
    """Whether moves can be taken back, if all other people agree."""
    hints: bool = False
    """Whether a player may ask what a bot would play."""
    timeout: Timeout = "bot"
    """What happens at zero: a bot plays on, or the player is out (docs/decisions/0004-out-of-time.md)."""
    chat: bool = True
    """Whether people may chat here; a server can have no chat at all (config.py)."""
    pace: Pace = "normal"
    """How long bots take for a move. Among themselves, when no person decides any more, they play on quickly."""
    starts_by_itself: bool = False
    """Whether the game begins as soon as everybody who sits here has come; so it is after a rematch."""

    @property
    def are_seats_freed(self) -> bool:
        """Whether guests lose their seats while the table waits and they are away: strangers do, friends do not."""
        return self.visibility == "public" and not self.starts_by_itself


OptionTexts: TypeAlias = Annotated[
    dict[Annotated[str, Meta(max_length=LONGEST_ID)], Annotated[str, Meta(max_length=LONGEST_OPTION)]],
    Meta(max_length=MOST_OPTIONS),
]
"""The options of a game by name, as anybody may send them."""

SeatWish: TypeAlias = Literal["me", "open", "bot"]


@dataclass(frozen=True, slots=True)
class NewSeat:
    """What the host wants at a seat."""

    kind: SeatWish
    level: str | None = None
    """For a bot: how well it plays."""
    name: str | None = None
    """For a seat of the host: what whoever plays there is called, if it is not the host."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a player asks for who opens a table."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[NewSeat, ...] = ()
    settings: Settings = field(default_factory=Settings)
    start: bool = False
    """Whether to begin at once if no seat is open."""
    position: str | None = None
    """The state that the game begins at, if it is not the usual one. It is of a game that the host may see all of."""


def check_options(texts: Mapping[str, str]) -> dict[str, str]:
    """Give options as they were sent, before a game parses them. Raises Refused if they are too many or too long."""
    try:
        return msgspec.convert(dict(texts), OptionTexts)
    except msgspec.ValidationError:
        raise Refused(
            "malformed",
            f"A game takes at most {MOST_OPTIONS} options, each with a text of at most {LONGEST_OPTION} characters.",
        ) from None


def decode_settings(values: Mapping[str, Any]) -> Settings:
    """Read settings as `encode_settings` writes them, or as a client sends them. Raises Refused."""
    try:
        return msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"These settings cannot be used: {error}.") from None


def encode_settings(settings: Settings) -> dict[str, Any]:
    """Write settings as plain values."""
    values: dict[str, Any] = msgspec.to_builtins(settings)
    return values
