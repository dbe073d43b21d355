"""Asking to take moves back: where to, who must agree, who has, and how often. The log does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludotheque.core.game import Seat
from ludotheque.server.errors import Refused
from ludotheque.server.rate_limits import Limit, Rate
from ludotheque.server.table.feed.connections import Connection, Subscribers
from ludotheque.server.table.feed.messages import TakeBackAsked, encode
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats.seats import Seats, find_seats, list_people
from ludotheque.store.store import TableRow

RATE = Rate("requests to take back", 3, 0.05)
MOST_REFUSALS = 2
"""How often the others may refuse what a player asks for in one position; then the player cannot ask there again."""


@dataclass
class TakeBack:
    """Somebody wants to go back to where `ply` plies were played."""

    by: str
    ply: int
    row: TableRow
    asked_at: int
    """The row and the ply when it was asked; if either has changed since, it is asked no more."""
    waiting: list[str]
    """The players who have not answered."""
    agreed: list[str] = field(default_factory=list)

    @property
    def position(self) -> tuple[int, int]:
        """Where the game stood when it was asked: epoch and ply."""
        return self.row.epoch, self.asked_at

    def is_same(self, other: "TakeBack") -> bool:
        """Whether both ask for the same, by the same player."""
        return (self.by, self.ply, self.position) == (other.by, other.ply, other.position)

    def agree(self, player: str) -> None:
        """Note that a player agrees. Raises Refused."""
        if player not in self.waiting:
            raise Refused("nothing_asked", "Nobody waits for your answer.")
        self.waiting.remove(player)
        self.agreed.append(player)

    def view(self, seats: Seats) -> TakeBackAsked:
        """Say who wants what and who must still agree."""

        def list_seats(players: list[str]) -> list[Seat]:
            return sorted(seat for player in players for seat in find_seats(seats, player))

        return TakeBackAsked(
            by=list_seats([self.by])[0],
            ply=self.ply,
            agreed=list_seats(self.agreed),
            waiting=list_seats(self.waiting),
        )


class TakeBackRequests:
    """The request that the players of one table have to answer, if any, and how often each of them has asked."""

    def __init__(self, log: MatchLog, subscribers: Subscribers, monotonic: Callable[[], int]) -> None:
        self._log = log
        self._subscribers = subscribers
        self._limit = Limit(RATE, lambda: monotonic() / 1000)
        self._current: TakeBack | None = None
        self._refusals: dict[str, tuple[tuple[int, int], int]] = {}
        """For each player: the position where they were last refused, and how often."""

    @property
    def agreed_ply(self) -> int | None:
        """The ply to go back to if everybody who must agree has; None otherwise."""
        return None if self._current is None or self._current.waiting else self._current.ply

    def ask(self, player: str, ply: int | None) -> None:
        """Ask all other people to go back to a ply or to the player's last decision. Raises Refused."""
        asked = propose(self._log, player, ply)
        if asked.waiting:
            if self._current is not None and self._current.is_same(asked):
                return
            self._count(asked)
        self._set(asked)

    def answer(self, player: str | None, *, agree: bool) -> None:
        """Agree to the request or refuse it; the player who asked withdraws it by not agreeing. Raises Refused."""
        asked = self._current
        if asked is None or player is None or player not in (asked.by, *asked.waiting):
            raise Refused("nothing_asked", "Nobody waits for your answer.")
        if agree:
            asked.agree(player)
            self._set(asked)
            return
        if player != asked.by:
            self._count_refusal(asked)
        self._set(None)

    def tell(self) -> dict[str, Any] | None:
        """Say what is asked, for other processes; None if nothing is."""
        asked = self._current
        if asked is None:
            return None
        return {"by": asked.by, "ply": asked.ply, "position": asked.position, "agreed": asked.agreed}

    def hear(self, told: Mapping[str, Any]) -> None:
        """Take over what was asked in another process, if it is about this position."""
        if tuple(told["position"]) != (self._log.row.epoch, self._log.ply) or self._log.row.status != "playing":
            return
        try:
            asked = propose(self._log, told["by"], told["ply"])
        except Refused:  # somebody has left their seat since
            return
        if self._current is None or not self._current.is_same(asked):
            self._set(asked)
        for player in told["agreed"]:
            self.hear_answer({"by": player, "agree": True, "position": told["position"]})

    def hear_answer(self, told: Mapping[str, Any]) -> None:
        """Take over what somebody has answered in another process; what is known already changes nothing."""
        asked = self._current
        if asked is None or asked.position != tuple(told["position"]):
            return
        if told["by"] in asked.waiting or (told["by"] == asked.by and not told["agree"]):
            self.answer(told["by"], agree=told["agree"])

    def drop_outdated(self) -> None:
        """Withdraw a request that was made in an older position."""
        asked = self._current
        if asked is not None and (asked.row, asked.asked_at) != (self._log.row, self._log.ply):
            self._set(None)

    def send_to(self, connection: Connection) -> None:
        """Tell a new connection what is asked, if anything is."""
        if self._current is not None:
            connection.send(encode(self._current.view(self._log.seats)))

    def _set(self, asked: TakeBack | None) -> None:
        if asked is None and self._current is None:
            return
        self._current = asked
        self._subscribers.send_all(encode(NOBODY_ASKS if asked is None else asked.view(self._log.seats)))

    def _count(self, asked: TakeBack) -> None:
        position, refusals = self._refusals.get(asked.by, (asked.position, 0))
        if position == asked.position and refusals >= MOST_REFUSALS:
            raise Refused("too_fast", "The others have refused this already. Ask again when somebody has played on.")
        self._limit.take(asked.by)

    def _count_refusal(self, asked: TakeBack) -> None:
        position, refusals = self._refusals.get(asked.by, (asked.position, 0))
        self._refusals[asked.by] = asked.position, 1 + (refusals if position == asked.position else 0)


NOBODY_ASKS = TakeBackAsked(by=None, ply=None, agreed=[], waiting=[])


def propose(log: MatchLog, player: str, ply: int | None) -> TakeBack:
    """Make what a player asks for: to go back to a ply or, without one, to their last decision. Raises Refused."""
    rows, mine = log.rows, find_seats(log.seats, player)
    if ply is None:
        ply = next((row.ply - 1 for row in reversed(rows) if row.actor in mine), None)
        if ply is None:
            raise Refused("illegal", "You have not decided anything yet that could be taken back.")
    elif ply >= len(rows):
        raise Refused("stale", f"There are only {len(rows)} plies; nothing comes after ply {ply}.")
    elif rows[ply].actor < 0:
        raise Refused("illegal", f"After ply {ply} chance decided, and nobody can take that back. Go back further.")
    others = [other for other in list_people(log.seats) if other != player and other not in log.row.banned]
    return TakeBack(player, ply, log.row, len(rows), others)
