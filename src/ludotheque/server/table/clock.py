"""The clocks of a table: what kinds there are, and the referee who reads them. Time is passed in, never asked for.

All times are milliseconds of the monotonic clock, so nobody gains or loses time when the machine's date is set. What a
clock shows follows from the log of plies, which outlives a restart, and from the running turn, which does not: the time
that the server was down is not charged.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from ludotheque.core.game import Seat
from ludotheque.store.store import PlyRow

GRACE = 5 * 60_000
"""For how many milliseconds, from the beginning of a game or its first moment after a restart, the clock of a player
waits who has not been seen yet."""
LONGEST = 30 * 24 * 60 * 60
"""The longest time in seconds that a clock can be set to: thirty days."""

Seconds: TypeAlias = Annotated[int, Meta(ge=1, le=LONGEST)]
Increment: TypeAlias = Annotated[int, Meta(ge=0, le=LONGEST)]


class NoClock(Struct, tag_field="kind", tag="none", frozen=True, forbid_unknown_fields=True):
    """Take your time."""


class MoveClock(Struct, tag_field="kind", tag="move", frozen=True, forbid_unknown_fields=True):
    """So many seconds for every decision."""

    seconds: Seconds


class TotalClock(Struct, tag_field="kind", tag="total", frozen=True, forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more after every decision."""

    seconds: Seconds
    increment: Increment = 0


ClockKind: TypeAlias = NoClock | MoveClock | TotalClock


class ClockState(Struct, frozen=True):
    """What the clocks show at the moment of sending."""

    left: list[int]
    """For each seat: the milliseconds it has left."""
    running: Seat | None
    """Whose clock runs."""


@dataclass
class Timing:
    """What is measured of a game that is played. It is kept while the server runs, also if the table is forgotten."""

    waits_until: int = 0
    """Until when the clock of a player who has not been seen does not run."""
    seen: set[str] = field(default_factory=set)
    """The players who have been connected since the game began, or went on after a restart."""
    turn: tuple[int, int] | None = None
    """The epoch and the ply after which the running turn began; None before the game."""
    began: int = 0
    """From when on the running turn is charged; in the future while its player has not been seen."""
    charged: int = 0
    """What a person had spent on the running turn when a bot took over."""


class Clock:
    """The clocks of one match."""

    def __init__(self, kind: ClockKind, seats: int, log: Iterable[PlyRow] = ()) -> None:
        self._kind = kind
        self._banks = [] if isinstance(kind, NoClock) else [1000 * kind.seconds] * seats
        """What each seat has left when its turn begins."""
        self._flagged: set[Seat] = set()
        self._running: Seat | None = None
        self._began = 0
        self.count(log)

    def count(self, plies: Iterable[PlyRow]) -> None:
        """Take off what was spent on these plies."""
        if isinstance(self._kind, TotalClock):
            for ply in plies:
                if ply.actor >= 0:
                    self._banks[ply.actor] += 1000 * self._kind.increment - ply.spent

    def flag(self, seats: Iterable[Seat]) -> None:
        """Note who has run out of time for good."""
        self._flagged = set(seats)

    def begin(self, seat: Seat | None, at: int) -> None:
        """Let the turn of a seat begin, perhaps later; None stops the clocks, and so does a bot, which has none."""
        self._running = seat
        self._began = at

    def spend(self, now: int) -> int:
        """Say how long the running turn has taken."""
        return max(0, now - self._began)

    @property
    def deadline(self) -> int | None:
        """When the running clock will be at zero; None if none runs."""
        if not self._banks or self._running is None:
            return None
        return self._began + self._banks[self._running]

    def is_running(self, now: int) -> bool:
        """Whether a clock runs: it is a person's turn, and it has begun."""
        return bool(self._banks) and self._running is not None and now >= self._began

    def next_change(self, now: int) -> int | None:
        """Say when the clock will begin to run or, if it does, be at zero; None if nothing will happen."""
        return self._began if (deadline := self.deadline) is not None and now < self._began else deadline

    def is_over(self, now: int) -> bool:
        """Whether whoever is to decide has run out of time."""
        return (deadline := self.deadline) is not None and now >= deadline

    def is_too_late(self, seat: Seat, now: int) -> bool:
        """Whether a seat that is to decide would be out of time if its clock ran, as it does not while a bot plays."""
        return bool(self._banks) and now >= self._began + self._banks[seat]

    def read(self, now: int) -> ClockState | None:
        """Say what the clocks show."""
        if not self._banks:
            return None
        left = [0 if seat in self._flagged else max(0, bank) for seat, bank in enumerate(self._banks)]
        if self._running is not None:
            left[self._running] = max(0, self._banks[self._running] - self.spend(now))
        return ClockState(left, self._running if self.is_running(now) else None)
