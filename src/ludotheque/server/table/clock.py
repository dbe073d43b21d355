"""All time of a table: which kinds of clock there are, how long the running turn has taken, what is left to each seat.

Times are milliseconds of the monotonic clock, so nobody gains or loses time when the machine's date is set. What a
clock shows follows from the stored plies, which outlive a restart, and from the running turn, which does not: the time
that the server was down is not charged. What happens at zero is decided in forfeit.py.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from ludotheque.core.game import Seat
from ludotheque.store.store import PlyRow

if TYPE_CHECKING:
    from ludotheque.server.table.log import MatchLog
    from ludotheque.server.table.seats.seats import Seats

GRACE = 5 * 60_000
"""For how many milliseconds, from the beginning of a game or its first moment after a restart, the clock of a player
waits who has not been connected yet."""
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
    """What is measured of a game in progress. The server keeps it while it runs, even if the table is unloaded."""

    waits_until: int = 0
    """Until when the clock of a player who has not been connected does not run."""
    seen: set[str] = field(default_factory=set)
    """The players who have been connected since the game began, or was resumed after a restart."""
    turn: tuple[int, int] | None = None
    """The epoch and the ply after which the running turn began; None before the game."""
    began: int = 0
    """From when on the running turn is charged; in the future while its player is awaited."""
    charged: int = 0
    """What a person had spent on the running turn when a bot took over."""


class Clock:
    """The clocks of one table. `follow` the log whenever it has changed."""

    def __init__(
        self,
        kind: ClockKind,
        monotonic: Callable[[], int],
        timings: dict[str, Timing],
        is_present: Callable[[str | None], bool],
    ) -> None:
        self._kind = kind
        self._monotonic = monotonic
        self._timings = timings
        """By table: what is measured of every game that is played with a clock."""
        self._is_present = is_present
        self._timing = Timing()
        self._seats: Seats = ()
        """Those that were followed last."""
        self._banks: list[int] = []
        """What each seat has left when its turn begins; empty without a clock."""
        self._flagged: set[Seat] = set()
        self._players: set[str | None] = set()
        self._owner: str | None = None
        """The player at whose seat it is to decide, even while a bot plays there."""
        self._running: Seat | None = None
        """The seat that decides if a person does; bots have no clock."""
        self.deadline: int | None = None
        """When the running clock will be at zero; None if none runs."""

    def follow(self, log: "MatchLog") -> None:
        """Bring the clocks in step with what is stored. A turn continues as long as epoch and ply stay the same."""
        self._banks = _compute_banks(self._kind, len(log.seats), log.rows)
        if log.seats is not self._seats:
            self._seats = log.seats
            self._flagged = {seat for seat, state in enumerate(log.seats) if state.is_flagged}
            self._players = {state.player for state in log.seats}
        if log.match is None:
            return
        now, turn, timing = self._monotonic(), (log.row.epoch, log.ply), self._timing
        if timing.turn is None:
            timing = self._timing = self._timings.get(log.row.id) or self._make_timing(now)
        decider = None if log.actor is None else log.seats[log.actor]
        previous, self._running = self._running, None if decider is None or decider.bot is not None else log.actor
        self._owner = None if decider is None else decider.player
        if timing.turn != turn:
            is_awaited = self._running is not None and self._owner not in timing.seen
            timing.turn, timing.charged = turn, 0
            timing.began = max(now, timing.waits_until) if is_awaited else now
        elif previous is not None and self._running is None:  # a bot has taken over: leaving gains no time
            timing.charged = max(0, now - timing.began)
        self._set_deadline()
        if log.row.status == "playing" and self._banks:
            self._timings[log.row.id] = timing
        else:
            self._timings.pop(log.row.id, None)

    def _make_timing(self, now: int) -> Timing:
        return Timing(now + GRACE, {player for player in self._players if player and self._is_present(player)})

    def _set_deadline(self) -> None:
        if not self._banks or self._running is None:
            self.deadline = None
        else:
            self.deadline = self._timing.began + self._banks[self._running]

    def note_arrival(self, player: str) -> bool:
        """Stop waiting for a player who has connected. Return whether their clock starts to run now."""
        timing, now = self._timing, self._monotonic()
        if timing.turn is None or player not in self._players:
            return False
        timing.seen.add(player)
        if player != self._owner or timing.began <= now:
            return False
        timing.began = now
        self._set_deadline()
        return self.is_running

    def tell(self) -> dict[str, Any] | None:
        """Say what is measured of the running turn, for processes that have just loaded the table; None if nothing is.

        All times are relative to now, because every machine has a monotonic clock of its own.
        """
        timing, now = self._timing, self._monotonic()
        if timing.turn is None or not self._banks:
            return None
        return {
            "turn": timing.turn,
            "elapsed": now - timing.began,
            "charged": timing.charged,
            "waits": timing.waits_until - now,
            "seen": sorted(timing.seen),
        }

    def hear(self, told: Mapping[str, Any]) -> None:
        """Take over what another process has measured, so that nobody gains time by connecting somewhere else."""
        timing, now = self._timing, self._monotonic()
        timing.seen |= set(told["seen"])
        timing.waits_until = now + told["waits"]
        if timing.turn == tuple(told["turn"]):
            timing.began = now - told["elapsed"]
            timing.charged = told["charged"]
            self._set_deadline()

    @property
    def spent(self) -> int:
        """How many milliseconds of the running turn are charged to the player whose seat decides."""
        return self._timing.charged if self._running is None else max(0, self._monotonic() - self._timing.began)

    @property
    def is_running(self) -> bool:
        """Whether a clock runs: it is a person's turn, and it has begun."""
        return self.deadline is not None and self._monotonic() >= self._timing.began

    @property
    def next_change(self) -> int | None:
        """When the clock will start to run or, if it does, be at zero; None if nothing will happen."""
        if self.deadline is not None and self._monotonic() < self._timing.began:
            return self._timing.began
        return self.deadline

    @property
    def next_begin(self) -> int | None:
        """When the clock will start to run; None if it does already, or will not."""
        return self.next_change if self.next_change != self.deadline else None

    @property
    def is_over(self) -> bool:
        """Whether the player who is to decide has run out of time."""
        return self.deadline is not None and self._monotonic() >= self.deadline

    def would_be_over(self, seat: Seat) -> bool:
        """Whether a seat at which a bot decides now would be out of time if its player were to decide."""
        return bool(self._banks) and self._monotonic() >= self._timing.began + self._banks[seat]

    def read(self) -> ClockState | None:
        """Return what the clocks show now; None without a clock."""
        if not self._banks:
            return None
        left = [0 if seat in self._flagged else max(0, bank) for seat, bank in enumerate(self._banks)]
        if self._running is not None:
            left[self._running] = max(0, self._banks[self._running] - self.spent)
        return ClockState(left, self._running if self.is_running else None)


def _compute_banks(kind: ClockKind, seats: int, rows: Sequence[PlyRow]) -> list[int]:
    if isinstance(kind, NoClock):
        return []
    banks = [1000 * kind.seconds] * seats
    if isinstance(kind, TotalClock):
        for row in rows:
            if row.actor >= 0:
                banks[row.actor] += 1000 * kind.increment - row.spent
    return banks
