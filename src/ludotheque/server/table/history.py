"""The game so far, ply by ply, as one viewer saw it: to look back during the game and after it.

Nothing is kept here. What is written is a response body; tables.py caches it by all that it depends on.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.match import Ply
from ludotheque.server.errors import Refused
from ludotheque.server.table.access import check_may_watch, list_own_seats
from ludotheque.server.table.feed.views import view_observation, view_plies, view_scene
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats import find_seats, find_viewer
from ludotheque.store.store import Player


@dataclass(frozen=True, slots=True)
class HistoryRequest:
    """Which part of a history somebody asks for, and through whose eyes."""

    seat: Seat | None = None
    """For players with several seats: through which one's eyes; None is as the socket shows the game now."""
    since: int | None = None
    """The last ply that the client has; None for all, the position before the first ply included."""
    epoch: int | None = None
    """How many take-backs the client has seen; after another number of them, it is sent everything."""


@dataclass(frozen=True, slots=True)
class History:
    """Some plies of a match as they were when they were asked for. `write` may take a moment and needs no lock."""

    game: AnyGame
    start: Any
    """The state before the first ply."""
    plies: tuple[Ply[Any, Any], ...]
    viewer: Seat | None
    epoch: int
    since: int | None

    @property
    def key(self) -> str:
        """All that the history of one table depends on: within an epoch, plies are only ever added."""
        return f"{self.viewer} {self.epoch} {self.since} {len(self.plies)}"

    async def write(self, long_work: asyncio.Semaphore) -> dict[str, Any]:
        """View every position and what led to it. Only `observe` and `events` of the game are asked."""
        start = self.start if self.since is None else None
        positions: list[dict[str, Any]] = []
        async with long_work:
            for position in view_positions(self.game, start, self.plies[self.since or 0 :], self.viewer):
                positions.append(position)
                await asyncio.sleep(0)  # a long game takes a moment; other tasks run in between
        return {"viewer": self.viewer, "epoch": self.epoch, "positions": positions}


def view_positions(
    game: AnyGame, start: Any | None, plies: Sequence[Ply[Any, Any]], viewer: Seat | None
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """View the position before the first ply, if it is given, and the one after each ply with what led to it."""
    if start is not None:
        yield {"ply": 0, "actor": None, "events": [], **_view_state(game, start, viewer)}
    for ply in plies:
        [view] = view_plies(game, [ply], viewer)
        yield {**msgspec.to_builtins(view), **_view_state(game, ply.after, viewer)}


def _view_state(game: AnyGame, state: Any, viewer: Seat | None) -> dict[str, Any]:
    return {"observation": view_observation(game, state, viewer), "scene": view_scene(game, state)}


def read_history(log: MatchLog, player: Player | None, request: HistoryRequest) -> History:
    """Return the history that a player, or a spectator, may see. The caller holds the lock. Raises Refused."""
    check_may_watch(log, player)
    if request.seat is None:
        mine = find_seats(log.seats, None if player is None else player.id)
        viewer = find_viewer(tuple(mine), log.actor)
    else:
        [viewer] = list_own_seats(log, player, request.seat)
    since = request.since
    if since is not None and (since > log.ply or (request.epoch or 0) != log.row.epoch):
        since = None
    return _take(log, viewer, since)


def read_replay(log: MatchLog) -> History:
    """Return the whole history of a game that is over as spectators saw it. Raises Refused."""
    if log.row.status != "over":
        raise Refused("not_over", "A game can be looked at again when it is over.")
    return _take(log, None, None)


def _take(log: MatchLog, viewer: Seat | None, since: int | None) -> History:
    if log.match is None:
        raise Refused("not_over" if log.row.status == "over" else "not_started", "This game has not been played yet.")
    plies = tuple(log.match.plies)
    start = plies[0].before if plies else log.match.state
    return History(log.game, start, plies, viewer, log.row.epoch, since)
