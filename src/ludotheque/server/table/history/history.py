"""The game so far, ply by ply, as one viewer saw it: to look back during the game and after it.

Nothing is kept here. What is written is a response body; tables.py caches it by all that it depends on.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec

from ludotheque.core.game import AnyGame, Seat
from ludotheque.core.match import Ply
from ludotheque.server.errors import Refused
from ludotheque.server.table.access import check_may_watch, list_own_seats
from ludotheque.server.table.feed.views import view_observation, view_plies, view_scene
from ludotheque.server.table.games import guard_game
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats.seats import find_seats, find_viewer
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
        """View every position and what led to it. Only `observe` and `events` of the game are asked. Raises Refused."""
        game, viewer = self.game, self.viewer
        positions: list[dict[str, Any]] = []
        if self.since is None:
            positions.append({"ply": 0, "actor": None, "events": [], **self._view(self.start)})
        async with long_work:
            for ply in self.plies[self.since or 0 :]:
                with guard_game(game.title):
                    [view] = view_plies(game, [ply], viewer)
                    positions.append({**msgspec.to_builtins(view), **self._view(ply.after)})
                await asyncio.sleep(0)  # a long game takes a moment; other tasks run in between
        return {"viewer": viewer, "epoch": self.epoch, "positions": positions}

    def _view(self, state: Any) -> dict[str, Any]:
        with guard_game(self.game.title):
            return {
                "observation": view_observation(self.game, state, self.viewer),
                "scene": view_scene(self.game, state),
            }


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
