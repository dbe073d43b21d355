"""Writes what the viewers of a table are sent, each kind of viewer once. What a viewer may know, telling.py says."""

from functools import lru_cache
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from ludotheque.core.game import Seat
from ludotheque.core.wire import encode_material
from ludotheque.server.table.connections import Connection, Subscribers
from ludotheque.server.table.log import MOST_GAMES, MatchLog, find_game
from ludotheque.server.table.messages import (
    PROTOCOL,
    OutcomeView,
    Plies,
    Position,
    Said,
    SeatView,
    TableChanged,
    TableView,
    Welcome,
    encode,
)
from ludotheque.server.table.seats import find_seats
from ludotheque.server.table.views import view_moves, view_observation, view_plies, view_scene

Kind: TypeAlias = tuple[Seat | None, bool]
"""What decides what a connection is sent of a position: whose eyes, and whether it wants to draw it."""


class Feed:
    """Tells the subscribers of one table what is in its log."""

    def __init__(self, log: MatchLog, subscribers: Subscribers) -> None:
        self._match_log = log
        self._subscribers = subscribers
        self._sight = _Sight(log)

    # ── The table ────────────────────────────────────────────────────────────────────────────────────────────────────

    def view_table(self, mine: tuple[Seat, ...]) -> TableView:
        """Describe the table to a player who sits at these seats."""
        log, subscribers, row = self._match_log, self._subscribers, self._match_log.row
        return TableView(
            id=row.id,
            code=row.code,
            game=row.game,
            options=row.options,
            status=row.status,
            seats=[
                SeatView(
                    seat.kind,
                    seat.name,
                    seat.player,
                    seat.level,
                    seat.kind == "bot" or subscribers.has(seat.player),
                    seat.substitute,
                    seat.is_flagged,
                )
                for seat in log.seats
            ],
            settings=log.settings,
            host=row.host,
            mine=list(mine),
            commitment=log.commitment,
            seed=row.seed.hex() if row.status == "over" else None,
            ply=log.ply if log.is_loaded else None,
            epoch=row.epoch,
            actor=log.actor,
            spectators=subscribers.count_spectators(),
            created=row.created_at,
            rematch=row.rematch,
            outcome=_view_outcome(log),
        )

    def tell_table(self) -> None:
        """Tell everybody who sits here, who is connected, and how the table stands."""
        self._subscribers.tell(
            lambda connection: connection.seats, lambda mine: encode(TableChanged(table=self.view_table(mine)))
        )

    def seat_viewers(self) -> None:
        """Note which connections belong to which seats."""
        for connection in self._subscribers:
            self.seat_viewer(connection)

    def seat_viewer(self, connection: Connection) -> None:
        """Note to which seats a connection belongs."""
        player = None if connection.player is None else connection.player.id
        connection.seats = tuple(find_seats(self._match_log.seats, player))

    # ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def welcome(self, connection: Connection, chat: list[Said], since: int | None, epoch: int | None) -> None:
        """Tell a new connection everything, or of the plies exactly those that it has missed."""
        log = self._match_log
        connection.send(
            encode(
                Welcome(
                    protocol=PROTOCOL,
                    table=self.view_table(connection.seats),
                    viewer=connection.view(log.actor),
                    material=_write_material(*log.game_key),
                    chat=chat,
                )
            )
        )
        if log.match is None:
            return
        if since is not None and 0 <= since <= log.ply and (epoch or 0) == log.row.epoch:
            self.tell_plies(since, [connection])
        else:
            self.tell_position([connection])

    def tell_plies(self, since: int, to: list[Connection] | None = None) -> None:
        """Tell what happened after so many plies, and where that leads."""
        log, match = self._match_log, self._match_log.match
        if match is None:
            return
        sight = self._see()

        def write(kind: Kind) -> str:
            plies = view_plies(log.game, match.plies[since:], kind[0])
            return encode(Plies(since=since, plies=plies, **sight.see(*kind)))

        self._subscribers.tell(self._sort, write, to)

    def tell_position(self, to: list[Connection] | None = None, *, is_taken_back: bool = False) -> None:
        """Tell where the game stands."""
        if self._match_log.match is None:
            return
        sight = self._see()
        why: Literal["take_back"] | UnsetType = "take_back" if is_taken_back else UNSET
        self._subscribers.tell(self._sort, lambda kind: encode(Position(why=why, **sight.see(*kind))), to)

    def _see(self) -> "_Sight":
        """Give the position as it is now; the same one again as long as nothing has changed."""
        if not self._sight.is_current:
            self._sight = _Sight(self._match_log)
        return self._sight

    def _sort(self, connection: Connection) -> Kind:
        return connection.view(self._match_log.actor), connection.previews


class _Sight:
    """One position, and what each kind of viewer sees of it, written once: however many come to see it.

    There are no more kinds than two for each seat and two for spectators. The clock runs on, so it is read each time.
    """

    def __init__(self, log: MatchLog) -> None:
        self._match_log = log
        self._row, self._ply, self._state = log.row, log.ply, _find_state(log)
        self._scene: msgspec.Raw | None = None
        self._seen: dict[Kind, dict[str, Any]] = {}

    @property
    def is_current(self) -> bool:
        """Whether the log still stands where it stood."""
        log = self._match_log
        return log.row is self._row and log.ply == self._ply and _find_state(log) is self._state

    def see(self, viewer: Seat | None, is_drawn: bool) -> dict[str, Any]:
        """Give the fields of a position."""
        kind = viewer, is_drawn
        if kind not in self._seen:
            self._seen[kind] = self._write(*kind)
        return {**self._seen[kind], "clock": self._match_log.read_clock()}

    def _write(self, viewer: Seat | None, is_drawn: bool) -> dict[str, Any]:
        log, game = self._match_log, self._match_log.game
        moves: list[dict[str, Any]] = []
        if viewer is not None and viewer == log.actor and log.seats[viewer].bot is None:
            moves = view_moves(game, self._state, viewer, previews=is_drawn)
        return {
            "ply": self._ply,
            "epoch": self._row.epoch,
            "actor": log.actor,
            "outcome": _view_outcome(log),
            "viewer": viewer,
            "observation": _write_raw(view_observation(game, self._state, viewer)),
            "scene": self._write_scene() if is_drawn else None,
            "moves": _write_raw(moves),
        }

    def _write_scene(self) -> msgspec.Raw:
        if self._scene is None:
            self._scene = _write_raw(view_scene(self._match_log.game, self._state))
        return self._scene


def _find_state(log: MatchLog) -> Any:
    return None if log.match is None else log.match.state


def _write_raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


@lru_cache(maxsize=MOST_GAMES)
def _write_material(game_id: str, options: tuple[tuple[str, str], ...]) -> Any:
    """Give the material as it stands in a message; all tables of a game share it."""
    return _write_raw(encode_material(find_game(game_id, options)))


def _view_outcome(log: MatchLog) -> OutcomeView | None:
    return None if log.row.outcome is None else msgspec.convert(log.row.outcome, OutcomeView)
