"""Sends the viewers of a table what is new: compares what they were sent with what the log holds.

So it does not matter who has changed the log, this process or another one with the same table. Every frame is encoded
once per kind of viewer. What a viewer may see, views.py says; who may be a viewer, access.py.
"""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ludotheque.core.game import AnyGame, Seat, tells_alike
from ludotheque.core.match import Ply
from ludotheque.core.wire import encode_material
from ludotheque.server.identity.names import find_guest_number
from ludotheque.server.table.access import may_watch
from ludotheque.server.table.chat import Chat
from ludotheque.server.table.clock import Clock, ClockState
from ludotheque.server.table.feed.connections import POLICY_VIOLATION, Connection, Subscribers
from ludotheque.server.table.feed.messages import (
    PROTOCOL,
    NoncesAsked,
    NonceView,
    OutcomeView,
    Plies,
    Position,
    Refusal,
    SeatView,
    TableChanged,
    TableView,
    Welcome,
    encode,
)
from ludotheque.server.table.feed.views import view_moves, view_observation, view_ply, view_scene
from ludotheque.server.table.games import MOST_GAMES, GameFailed, OptionItems, find_game, guard_game
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats.decisions import find_replaceable_in
from ludotheque.server.table.seats.seats import find_seats, find_viewer
from ludotheque.server.table.start.nonces import decode_contributions, list_hashes

if TYPE_CHECKING:
    from ludotheque.store.store import TableRow

PRESENCE_DELAY = 0.05
"""Connections that come and go within this many seconds are announced in one message."""

Kind: TypeAlias = tuple[Seat | None, bool]
"""What decides which frame a connection is sent of a position: whose view, and whether with what is needed to draw."""

_NO_MOVES = msgspec.Raw(b"[]")
_NO_MATERIAL = msgspec.Raw(b"{}")


class Feed:
    """What the subscribers of one table are sent."""

    def __init__(
        self, log: MatchLog, clock: Clock, subscribers: Subscribers, chat: Chat, tell_presence: Callable[[], None]
    ) -> None:
        self._log = log
        self._tell_presence = tell_presence
        """Tells other processes who is connected here."""
        self._clock = clock
        self._subscribers = subscribers
        self._chat = chat
        self._sent: tuple[TableRow, int] = (log.row, 0)
        """The row and the ply that viewers know."""
        self._positions = _PositionViews(log)
        self._presence: asyncio.TimerHandle | None = None

    def skip(self) -> None:
        """Take what the log holds now as known: it has just been loaded, and nobody watches yet."""
        self._sent = self._log.row, self._log.ply
        self._chat.skip()

    def close(self) -> None:
        """Send no more news of presence."""
        if self._presence is not None:
            self._presence.cancel()

    # ── What has changed ─────────────────────────────────────────────────────────────────────────────────────────────

    def update(self) -> None:
        """Send viewers the difference between what they know and what is stored."""
        log, stored = self._log, self._log.ply
        (row, ply), self._sent = self._sent, (log.row, stored)
        is_new_row = log.row is not row
        if is_new_row:
            self._update_viewers()
        if log.row.options != row.options:  # another number of seats: the material is another one, too
            for connection in self._subscribers:
                self.send_welcome(connection, 0, log.row.epoch)
            return
        if log.row.epoch != row.epoch:
            self.send_position(is_taken_back=True)
        elif stored > ply or row.status == "waiting":  # the game has begun: whoever waited for it hears every ply
            self.send_position(since=ply)
        elif is_new_row and row.status == "playing":  # somebody else decides at a seat now, or the game has ended
            self.send_position()
        if is_new_row:
            self.send_table()
        self._positions.forget()  # everybody has it; who connects later is rare, and most tables wait for a move

    def _update_viewers(self) -> None:
        """Assign the connections to their seats, and close those of players who may not watch any more."""
        for connection in self._subscribers:
            self._assign_seats(connection)
            if not may_watch(self._log, connection.player):
                connection.close(POLICY_VIOLATION, "not_allowed")

    def _assign_seats(self, connection: Connection) -> None:
        player = None if connection.player is None else connection.player.id
        connection.seats = tuple(find_seats(self._log.seats, player))

    # ── Connections and chat ─────────────────────────────────────────────────────────────────────────────────────────

    def add(self, connection: Connection, since: int | None = None, epoch: int | None = None) -> None:
        """Send a new connection everything, or of the plies exactly those that it has missed; then all that is new."""
        self._assign_seats(connection)
        self._subscribers.add(connection)
        self.send_welcome(connection, since, epoch)
        self.send_presence()

    def remove(self, connection: Connection) -> None:
        """Send a connection nothing more, and tell the others that it is gone."""
        self._subscribers.remove(connection)
        self.send_presence()

    def send_presence(self) -> None:
        """Tell everybody in a moment who is connected."""
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._send_presence_now)

    def _send_presence_now(self) -> None:
        self._presence = None
        self.send_table()
        self._tell_presence()

    def send_chat(self) -> None:
        """Send what was said since the last time to all who have not muted the speaker."""
        for said in self._chat.take_untold():
            frame = encode(said)
            for connection in self._subscribers:
                if not self._chat.is_muted(said.player, connection.player):
                    connection.send(frame)

    # ── Frames ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def send_welcome(self, connection: Connection, since: int | None, epoch: int | None) -> None:
        """Send a new connection the table and where the game stands."""
        log = self._log
        failed: GameFailed | None = None
        try:
            with guard_game(log.game.title):
                material = _encode_material(*log.game_key)
        except GameFailed as error:
            failed, material = error, _NO_MATERIAL
        connection.send(
            encode(
                Welcome(
                    protocol=PROTOCOL,
                    table=self.view_table(connection.seats),
                    viewer=find_viewer(connection.seats, log.actor),
                    material=material,
                    chat=self._chat.recall(connection.player),
                )
            )
        )
        if failed is not None:
            connection.send(_encode_failure(failed))
        if since is not None and 0 <= since <= log.ply and (epoch or 0) == log.row.epoch:
            self.send_position([connection], since=since)
        else:
            self.send_position([connection])

    def send_table(self) -> None:
        """Send everybody who sits here, who is connected, and the status of the table."""
        frames: dict[tuple[Seat, ...], str] = {}
        for connection in self._subscribers:
            if connection.seats not in frames:
                frames[connection.seats] = encode(TableChanged(table=self.view_table(connection.seats)))
            connection.send(frames[connection.seats])

    def send_position(
        self, to: list[Connection] | None = None, *, since: int | None = None, is_taken_back: bool = False
    ) -> None:
        """Send where the game stands; with `since`, also what happened after that ply. Before the start, nothing.

        Whoever cannot be shown it, because the game fails, is told that.
        """
        log = self._log
        if log.match is None:
            return
        self._positions.follow()
        clock, frames = self._clock.read(), dict[Kind, str]()
        plies = None if since is None else _PlyViews(log.game, log.list_plies(since))
        for connection in self._subscribers if to is None else to:
            kind = find_viewer(connection.seats, log.actor), connection.previews
            if kind not in frames:
                frames[kind] = self._encode_position(kind, clock, since, plies, is_taken_back=is_taken_back)
            connection.send(frames[kind])

    def _encode_position(
        self, kind: Kind, clock: ClockState | None, since: int | None, plies: "_PlyViews | None", *, is_taken_back: bool
    ) -> str:
        try:
            with guard_game(self._log.game.title):
                position = self._positions.view(kind)
                if since is None or plies is None:
                    return encode(Position(why="take_back" if is_taken_back else UNSET, clock=clock, **position))
                return encode(Plies(since=since, plies=plies.view(kind[0]), clock=clock, **position))
        except GameFailed as failed:
            return _encode_failure(failed)

    def tell_failed(self, failed: GameFailed) -> None:
        """Tell everybody at the table that the game cannot go on."""
        for connection in self._subscribers:
            connection.send(_encode_failure(failed))

    def view_table(self, mine: tuple[Seat, ...]) -> TableView:
        """View the table as a player with these seats sees it."""
        log, subscribers, row = self._log, self._subscribers, self._log.row
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
                    seat.has_resigned,
                    find_replaceable_in(log, subscribers, seat),
                    find_guest_number(seat.player, seat.name),
                )
                for seat in log.seats
            ],
            settings=log.settings if self._chat.is_on else replace(log.settings, chat=False),
            host=row.host,
            mine=list(mine),
            commitment=log.commitment,
            seed=row.seed.hex() if row.status == "over" else None,
            nonces=self._view_nonces(),
            draws=None if row.status == "waiting" else row.draws,
            ply=log.ply if log.is_loaded else None,
            epoch=row.epoch,
            actor=log.actor,
            spectators=subscribers.count_spectators(),
            created=row.created_at,
            changed=row.changed_at,
            rematch=row.rematch,
            outcome=None if row.outcome is None else _view_outcome(row.outcome),
            begins_at_position=row.position is not None,
        )

    def _view_nonces(self) -> list[NonceView]:
        if self._log.row.status == "waiting":
            return [NonceView(seat, nonce_hash, None) for seat, nonce_hash in list_hashes(self._log.seats).items()]
        return [NonceView(each.seat, each.hash, each.nonce) for each in decode_contributions(self._log.row.nonces)]

    def ask_nonces(self, hashes: list[str | None] | None, to: list[Connection] | None = None) -> None:
        """Ask those who take part for their nonces; without hashes, tell them that the game has not started."""
        frame = encode(NoncesAsked(hashes=hashes))
        for connection in self._subscribers if to is None else to:
            if connection.nonces and connection.seats:
                connection.send(frame)


class _PlyViews:
    """The same plies as each viewer sees them. What everybody sees alike is worked out and encoded once."""

    def __init__(self, game: AnyGame, plies: list[Ply[Any, Any]]) -> None:
        self._game = game
        self._plies = plies
        self._alike: dict[int, Any] = {}

    def view(self, viewer: Seat | None) -> list[Any]:
        """Return the plies of a message."""
        return [self._view(ply, viewer) for ply in self._plies]

    def _view(self, ply: Ply[Any, Any], viewer: Seat | None) -> Any:
        if ply.number in self._alike:
            return self._alike[ply.number]
        view = view_ply(self._game, ply, viewer)
        if tells_alike(self._game, ply.before, ply.move, ply.after):
            self._alike[ply.number] = _encode_raw(view)
        return view


class _PositionViews:
    """The position as each kind of viewer sees it, encoded once for all viewers of that kind.

    There are at most two kinds for each seat and two for spectators. The clock runs on, so it is not in here.
    """

    def __init__(self, log: MatchLog) -> None:
        self._log = log
        self._of: tuple[TableRow, int, Any] | None = None
        """The row, the ply and the state of the position."""
        self._common: dict[str, Any] | None = None
        """What every viewer is told of it."""
        self._scene: msgspec.Raw | None = None
        self._views: dict[Kind, dict[str, Any]] = {}

    def follow(self) -> None:
        """Drop the views of another position than that of the log."""
        row, ply, state = self._log.row, self._log.ply, self._log.state
        if self._of is not None and (self._of[0] is not row or self._of[1] != ply or self._of[2] is not state):
            self.forget()
        self._of = row, ply, state

    def view(self, kind: Kind) -> dict[str, Any]:
        """Return the fields of a position message but its clock, after `follow`. Raises what the game raises."""
        if kind not in self._views:
            self._views[kind] = self._view(kind)
        return self._views[kind]

    def forget(self) -> None:
        """Drop all views; they can be made again."""
        self._of, self._common, self._scene, self._views = None, None, None, {}

    def _view(self, kind: Kind) -> dict[str, Any]:
        log, state = self._log, self._log.state
        viewer, is_drawn = kind
        if self._common is None:
            self._common = self._view_common()
        moves = _NO_MOVES
        if viewer is not None and viewer == log.actor and log.seats[viewer].bot is None:
            moves = _encode_raw(view_moves(log.game, state, viewer, previews=is_drawn))
        if is_drawn and self._scene is None:
            self._scene = _encode_raw(view_scene(log.game, state))
        return {
            **self._common,
            "viewer": viewer,
            "observation": _encode_raw(view_observation(log.game, state, viewer)),
            "scene": self._scene if is_drawn else None,
            "moves": moves,
        }

    def _view_common(self) -> dict[str, Any]:
        log, row = self._log, self._log.row
        return {
            "ply": log.ply,
            "epoch": row.epoch,
            "actor": log.actor,
            "outcome": None if row.outcome is None else _view_outcome(row.outcome),
            "left_to_bots": log.is_left_to_bots,
        }


def _encode_failure(failed: GameFailed) -> str:
    return encode(Refusal(id=None, code=failed.code, message=failed.message))


def _encode_raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


@lru_cache(maxsize=MOST_GAMES)
def _encode_material(game_id: str, options: OptionItems) -> Any:
    """Encode the material of a game; all tables of that game share it."""
    return _encode_raw(encode_material(find_game(game_id, options)))


def _view_outcome(stored: dict[str, Any]) -> OutcomeView:
    return msgspec.convert(stored, OutcomeView)
