"""Writes what the viewers of a table are sent, each kind of viewer once. What a viewer may know, telling.py says."""

from functools import lru_cache
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from ludotheque.core.game import Seat
from ludotheque.core.wire import encode_material
from ludotheque.server.table.connections import Audience, Connection
from ludotheque.server.table.log import MOST_GAMES, Ledger, find_game
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
from ludotheque.server.table.views import tell_moves, tell_observation, tell_plies, tell_scene

Kind: TypeAlias = tuple[Seat | None, bool]
"""What decides what a connection is sent of a position: whose eyes, and whether it wants to draw it."""


class Herald:
    """Tells the audience of one table what is in its ledger."""

    def __init__(self, ledger: Ledger, audience: Audience) -> None:
        self._ledger = ledger
        self._audience = audience
        self._sight = _Sight(ledger)

    # ── The table ────────────────────────────────────────────────────────────────────────────────────────────────────

    def view_table(self, mine: tuple[Seat, ...]) -> TableView:
        """Describe the table to a player who sits at these seats."""
        ledger, audience, row = self._ledger, self._audience, self._ledger.row
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
                    seat.kind == "bot" or audience.has(seat.player),
                    seat.substitute,
                    seat.is_flagged,
                )
                for seat in ledger.seats
            ],
            settings=ledger.settings,
            host=row.host,
            mine=list(mine),
            commitment=ledger.commitment,
            seed=row.seed.hex() if row.status == "over" else None,
            ply=ledger.ply if ledger.is_loaded else None,
            epoch=row.epoch,
            actor=ledger.actor,
            spectators=audience.count_spectators(),
            created=row.created_at,
            rematch=row.rematch,
            outcome=_view_outcome(ledger),
        )

    def tell_table(self) -> None:
        """Tell everybody who sits here, who is connected, and how the table stands."""
        self._audience.tell(
            lambda connection: connection.seats, lambda mine: encode(TableChanged(table=self.view_table(mine)))
        )

    def seat_viewers(self) -> None:
        """Note which connections belong to which seats."""
        for connection in self._audience:
            self.seat_viewer(connection)

    def seat_viewer(self, connection: Connection) -> None:
        """Note to which seats a connection belongs."""
        player = None if connection.player is None else connection.player.id
        connection.seats = tuple(find_seats(self._ledger.seats, player))

    # ── The game ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def welcome(self, connection: Connection, chat: list[Said], since: int | None, epoch: int | None) -> None:
        """Tell a new connection everything, or of the plies exactly those that it has missed."""
        ledger = self._ledger
        connection.send(
            encode(
                Welcome(
                    protocol=PROTOCOL,
                    table=self.view_table(connection.seats),
                    viewer=connection.view(ledger.actor),
                    material=_write_material(*ledger.game_key),
                    chat=chat,
                )
            )
        )
        if ledger.match is None:
            return
        if since is not None and 0 <= since <= ledger.ply and (epoch or 0) == ledger.row.epoch:
            self.tell_plies(since, [connection])
        else:
            self.tell_position([connection])

    def tell_plies(self, since: int, to: list[Connection] | None = None) -> None:
        """Tell what happened after so many plies, and where that leads."""
        ledger, match = self._ledger, self._ledger.match
        if match is None:
            return
        sight = self._see()

        def write(kind: Kind) -> str:
            plies = tell_plies(ledger.game, match.plies[since:], kind[0])
            return encode(Plies(since=since, plies=plies, **sight.see(*kind)))

        self._audience.tell(self._sort, write, to)

    def tell_position(self, to: list[Connection] | None = None, *, is_taken_back: bool = False) -> None:
        """Tell where the game stands."""
        if self._ledger.match is None:
            return
        sight = self._see()
        why: Literal["take_back"] | UnsetType = "take_back" if is_taken_back else UNSET
        self._audience.tell(self._sort, lambda kind: encode(Position(why=why, **sight.see(*kind))), to)

    def _see(self) -> "_Sight":
        """Give the position as it is now; the same one again as long as nothing has changed."""
        if not self._sight.is_current:
            self._sight = _Sight(self._ledger)
        return self._sight

    def _sort(self, connection: Connection) -> Kind:
        return connection.view(self._ledger.actor), connection.previews


class _Sight:
    """One position, and what each kind of viewer sees of it, written once: however many come to see it.

    There are no more kinds than two for each seat and two for spectators. The clock runs on, so it is read each time.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._row, self._ply, self._state = ledger.row, ledger.ply, _find_state(ledger)
        self._scene: msgspec.Raw | None = None
        self._seen: dict[Kind, dict[str, Any]] = {}

    @property
    def is_current(self) -> bool:
        """Whether the ledger still stands where it stood."""
        ledger = self._ledger
        return ledger.row is self._row and ledger.ply == self._ply and _find_state(ledger) is self._state

    def see(self, viewer: Seat | None, is_drawn: bool) -> dict[str, Any]:
        """Give the fields of a position."""
        kind = viewer, is_drawn
        if kind not in self._seen:
            self._seen[kind] = self._write(*kind)
        return {**self._seen[kind], "clock": self._ledger.read_clock()}

    def _write(self, viewer: Seat | None, is_drawn: bool) -> dict[str, Any]:
        ledger, game = self._ledger, self._ledger.game
        moves: list[dict[str, Any]] = []
        if viewer is not None and viewer == ledger.actor and ledger.seats[viewer].bot is None:
            moves = tell_moves(game, self._state, viewer, previews=is_drawn)
        return {
            "ply": self._ply,
            "epoch": self._row.epoch,
            "actor": ledger.actor,
            "outcome": _view_outcome(ledger),
            "viewer": viewer,
            "observation": _write_raw(tell_observation(game, self._state, viewer)),
            "scene": self._write_scene() if is_drawn else None,
            "moves": _write_raw(moves),
        }

    def _write_scene(self) -> msgspec.Raw:
        if self._scene is None:
            self._scene = _write_raw(tell_scene(self._ledger.game, self._state))
        return self._scene


def _find_state(ledger: Ledger) -> Any:
    return None if ledger.match is None else ledger.match.state


def _write_raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


@lru_cache(maxsize=MOST_GAMES)
def _write_material(game_id: str, options: tuple[tuple[str, str], ...]) -> Any:
    """Give the material as it stands in a message; all tables of a game share it."""
    return _write_raw(encode_material(find_game(game_id, options)))


def _view_outcome(ledger: Ledger) -> OutcomeView | None:
    return None if ledger.row.outcome is None else msgspec.convert(ledger.row.outcome, OutcomeView)
