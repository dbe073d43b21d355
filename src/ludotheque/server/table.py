"""A live table: people, bots and clocks around one match. Whatever happens here happens one after the other.

    a request ─▶ the lock ─▶ the ledger: turn? legal? stored? ─▶ the bus ─▶ every viewer is told what is new

What viewers have been told is compared with what the ledger holds, and the difference is sent. So it does not matter
who changed it, this table or another process with the same table.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import msgspec

from ludotheque.core.errors import GameIsOver, IllegalMove, InvalidMove, OutOfTurn
from ludotheque.core.game import Seat
from ludotheque.core.match import name_actor
from ludotheque.server.autopilot import Autopilot
from ludotheque.server.chat import Chat
from ludotheque.server.clock import TotalClock
from ludotheque.server.herald import Herald
from ludotheque.server.ledger import Ledger
from ludotheque.server.messages import HintGiven, Play, RankedMoveView, Said, encode
from ludotheque.server.refusal import Refused
from ludotheque.server.seating import (
    OPEN,
    SUBSTITUTE,
    Seats,
    check_level,
    check_seat,
    find_seats,
    list_people,
    move_over,
    put,
    rename,
    seat_bot,
    sit_down,
    stand_up,
    substitute,
)
from ludotheque.server.services import Services
from ludotheque.server.take_back import NOBODY_ASKS, TakeBack, propose
from ludotheque.server.telling import tell_plies
from ludotheque.server.thinking import NotThinking
from ludotheque.server.viewers import POLICY_VIOLATION, RESTART, Audience, Connection
from ludotheque.store.store import Player, TableRow

ABSENT_AFTER = 60_000
"""After how many milliseconds of absence others may let a bot play on."""
PRESENCE_DELAY = 0.05
"""Who comes and goes within this many seconds is told in one message."""

_log = logging.getLogger(__name__)


class LiveTable:
    """One table in memory. `load` it before use and `close` it before forgetting it."""

    def __init__(self, row: TableRow, services: Services) -> None:
        self.id = row.id
        self.touched_at = services.now()
        """When it was last asked for."""
        self._services = services
        self._lock = asyncio.Lock()
        self.ledger = Ledger(row, services)
        self.audience = Audience(services.now)
        self._herald = Herald(self.ledger, self.audience)
        self._chat = Chat(services.store, row.id, services.now)
        self._take_back: TakeBack | None = None
        self._autopilot = Autopilot(self, services)
        self._told: tuple[TableRow, int] = (row, 0)
        """The row and the ply that viewers know."""
        self._telling: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._unsubscribe: Callable[[], None] = lambda: None

    # ── Life ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def load(self) -> None:
        """Read the log and the chat, and go on from there."""
        await self.ledger.load()
        await self._chat.load()
        self._told = self.ledger.row, self.ledger.ply
        self._unsubscribe = self._services.bus.subscribe(self.id, self._hear)
        self._go_on()

    async def close(self) -> None:
        """Finish what is being stored, say goodbye and stop."""
        self._autopilot.stop()
        async with self._lock:
            for connection in self.audience:
                connection.close(RESTART, "shutdown")
            self.forget()

    def forget(self) -> None:
        """Hear and tell nothing any more."""
        self._autopilot.stop()
        self._unsubscribe()
        if self._telling is not None:
            self._telling.cancel()

    @property
    def is_limited(self) -> bool:
        """Whether it is counted how often people do things."""
        return self._services.are_limits_on

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss this table if it were forgotten and loaded again later."""
        return not len(self.audience) and not self._lock.locked() and not self._autopilot.is_flying and not self._tasks

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _publish(self) -> None:
        """Let everybody who watches know, in whatever process, that what is stored has changed."""
        row = self.ledger.row
        self._services.bus.publish(
            self.id, {"what": "stored", "epoch": row.epoch, "ply": self.ledger.ply, "changed": row.changed_at}
        )

    def _hear(self, note: dict[str, Any]) -> None:
        if note["what"] == "said":
            self._tell_said(msgspec.convert(note["said"], Said))
            return
        row = self.ledger.row
        if (note["epoch"], note["ply"], note["changed"]) == (row.epoch, self.ledger.ply, row.changed_at):
            self._tell_news()
        else:  # another process has written
            self.ledger.is_torn = True
            self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        async with self._lock:
            await self._mend()

    async def _mend(self) -> None:
        """Load the ledger again if nobody knows whether it is true."""
        if self.ledger.is_torn:
            await self.ledger.load()
            self._tell_news()

    def _tell_news(self) -> None:
        """Tell viewers the difference between what they know and what is stored."""
        ledger, herald = self.ledger, self._herald
        (row, ply), self._told = self._told, (ledger.row, ledger.ply)
        is_new_row = ledger.row is not row
        if is_new_row:
            herald.seat_viewers()
            self._show_out()
        if ledger.row.epoch != row.epoch:
            herald.tell_position(is_taken_back=True)
        elif row.status == "waiting":
            herald.tell_position()
        elif ledger.ply > ply:
            herald.tell_plies(ply)
        elif is_new_row and row.status == "playing":  # somebody else decides at a seat now, or the game has ended
            herald.tell_position()
        if is_new_row:
            herald.tell_table()
        if self._take_back is not None and (is_new_row or ledger.ply != ply):
            self._set_take_back(None)
        self._go_on()

    def _show_out(self) -> None:
        """Close the connections of those who may not watch what begins now."""
        for connection in self.audience:
            if not self.may_watch(connection.player):
                connection.close(POLICY_VIOLATION, "not_allowed")

    def _go_on(self) -> None:
        """Let whoever is next be next: a bot, or a clock."""
        self._services.set_alarm(self.id, self.ledger.clock.deadline)
        self._autopilot.wake()

    def _tell_presence(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._tell_presence_now)

    def _tell_presence_now(self) -> None:
        self._telling = None
        self._herald.tell_table()

    def _tell_said(self, said: Said) -> None:
        self._chat.hear(said)
        frame = encode(said)
        for connection in self.audience:
            if not self._chat.is_muted(said.player, connection.player):
                connection.send(frame)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("Table %s: %s", self.id, error, exc_info=error)

    # ── Viewers ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def may_watch(self, player: Player | None) -> bool:
        """Whether somebody may connect: whoever sits here, the host, and spectators where the table has any."""
        is_known = player is not None and (
            player.id == self.ledger.row.host or bool(find_seats(self.ledger.seats, player.id))
        )
        return is_known or self.ledger.settings.watch != "nobody" or self.ledger.row.status == "waiting"

    async def connect(self, connection: Connection, since: int | None = None, epoch: int | None = None) -> None:
        """Let a connection see the game from now on: first everything, or just what it missed. Raises Refused."""
        async with self._lock:
            await self._mend()
            if not self.may_watch(connection.player):
                raise Refused("not_allowed", "Nobody may watch this game but those who play it.")
            self.touched_at = self._services.now()
            if connection.player is not None:
                await self._save_seats(rename(self.ledger.seats, connection.player))
            self._herald.seat_viewer(connection)
            self.audience.add(connection)
            self._herald.welcome(connection, self._chat.recall(connection.player), since, epoch)
            if self._take_back is not None:
                connection.send(encode(self._take_back.view(self.ledger.seats)))
            self._tell_presence()
            if self._is_complete():
                await self._start()

    def disconnect(self, connection: Connection) -> None:
        """Forget a connection."""
        self.audience.remove(connection)
        self.touched_at = self._services.now()
        self._tell_presence()

    def _is_complete(self) -> bool:
        """Whether the game is to begin because everybody who sits here has come."""
        ledger = self.ledger
        return (
            ledger.row.status == "waiting"
            and ledger.settings.starts_by_itself
            and all(seat.kind == "bot" or self.audience.has(seat.player) for seat in ledger.seats)
        )

    def describe(self, player: Player | None) -> dict[str, Any]:
        """Give the table as a player sees it."""
        mine = find_seats(self.ledger.seats, None if player is None else player.id)
        view: dict[str, Any] = msgspec.to_builtins(self._herald.view_table(tuple(mine)))
        return view

    async def record(self, player: Player | None) -> str | dict[str, Any]:
        """Give the record of a game that is over; before, to a player, what they have seen of it. Raises Refused."""
        async with self._lock:
            await self._mend()
            ledger = self.ledger
            if ledger.match is None:
                raise Refused("not_started", "The game has not started yet, so there is nothing to record.")
            if ledger.row.status == "over":
                return ledger.write_record()
            mine = find_seats(ledger.seats, None if player is None else player.id)
            if not mine:
                raise Refused("not_allowed", "The record is for everybody when the game is over, and not before.")
            plies = tell_plies(ledger.game, ledger.match.plies, mine[0])
            return {"table": self.describe(player), "plies": msgspec.to_builtins(plies)}

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def play(self, player: Player | None, request: Play) -> int:
        """Play a person's move; give the number of the ply that it became. Raises Refused, and nothing has changed.

        A move that is sent again has already been played: its number is given again.
        """
        async with self._lock:
            await self._mend()
            ledger = self.ledger
            mine = self._list_seats(player, request.seat)
            is_epoch = request.epoch is None or request.epoch == ledger.row.epoch
            if is_epoch and (ply := ledger.find_repeated(mine, request.ply, request.move)) is not None:
                return ply
            self._check_playing()
            if not is_epoch or request.ply != ledger.ply:
                raise Refused(
                    "stale",
                    f"This move was meant for ply {request.ply}; the game is at ply {ledger.ply}. Look again.",
                )
            seat = self._check_turn(mine)
            await self.decide(seat, request.move)
            return request.ply + 1

    async def decide(self, seat: Seat, text: str) -> None:
        """Play a move of a seat whose turn it is. For whoever holds the lock. Raises Refused."""
        ledger = self.ledger
        state = None if ledger.match is None else ledger.match.state
        try:
            await ledger.play(seat, ledger.game.parse_move(state, text))
        except InvalidMove as error:
            raise Refused("malformed", str(error)) from None
        except OutOfTurn as error:
            raise Refused("out_of_turn", str(error)) from None
        except GameIsOver as error:
            raise Refused("over", str(error)) from None
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        self._publish()

    def locked(self) -> asyncio.Lock:
        """Give the lock that orders everything that happens at this table."""
        return self._lock

    async def mend(self) -> None:
        """Make sure that the ledger is true. For whoever holds the lock."""
        await self._mend()

    def _list_seats(self, player: Player | None, seat: Seat | None = None) -> list[Seat]:
        mine = find_seats(self.ledger.seats, None if player is None else player.id)
        if not mine:
            raise Refused("not_seated", "You do not sit at this table.")
        if seat is None:
            return mine
        if seat not in mine:
            raise Refused("not_seated", f"Seat {seat + 1} is not yours.")
        return [seat]

    def _check_playing(self) -> None:
        if self.ledger.row.status == "waiting":
            raise Refused("not_started", "The game has not started yet.")
        if self.ledger.row.status == "over":
            raise Refused("over", "The game is over.")

    def _check_turn(self, mine: list[Seat]) -> Seat:
        """Give the seat that decides if it is one of these and in time. Raises Refused."""
        actor = self.ledger.actor
        if actor is None or actor not in mine:
            now = "nobody" if actor is None else name_actor(actor)
            raise Refused("out_of_turn", f"It is not your turn: {now} is to decide.")
        if self.ledger.seats[actor].bot is not None:
            raise Refused("replaced", "A bot plays for you. Take your seat back first.")
        if self.ledger.clock.is_over(self._services.now()):
            self._spawn(self.ring())
            raise Refused("out_of_time", "Your time is up.")
        return actor

    async def hint(self, player: Player | None, ply: int, message_id: str | None) -> HintGiven:
        """Say what a bot would play. Raises Refused."""
        async with self._lock:
            await self._mend()
            ledger = self.ledger
            mine = self._list_seats(player)
            if not ledger.settings.hints:
                raise Refused("not_allowed", "There are no hints at this table.")
            self._check_playing()
            if ply != ledger.ply:
                raise Refused("stale", f"You asked about ply {ply}; the game is at ply {ledger.ply}. Look again.")
            seat = self._check_turn(mine)
            state = None if ledger.match is None else ledger.match.state
            observation = ledger.game.observe(state, seat)
        try:
            answer = await self._services.thinkers.ask(ledger.game, "hint", observation)
        except NotThinking:
            raise Refused("not_thinking", "The bot does not answer. Try again in a moment.") from None
        return HintGiven(
            id=message_id,
            ply=ply,
            moves=[RankedMoveView(thought.move, thought.value, thought.visits) for thought in answer.moves],
            shares=None if answer.shares is None else list(answer.shares),
        )

    # ── Talking ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def say(self, player: Player | None, text: str) -> None:
        """Say something to everybody. Raises Refused."""
        if player is None:
            raise Refused("not_allowed", "Only players can say something; choose a name first.")
        async with self._lock:
            seats = find_seats(self.ledger.seats, player.id)
            said = await self._chat.say(player, seats[0] if seats else None, text)
            self._services.bus.publish(self.id, {"what": "said", "said": msgspec.to_builtins(said)})

    def mute(self, player: Player | None, speaker: str, *, muted: bool) -> None:
        """Let a player hear another one no more, or again. Raises Refused."""
        if player is None:
            raise Refused("not_allowed", "Only players can mute somebody; choose a name first.")
        self._chat.mute(player, speaker, muted=muted)

    # ── Taking back ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def ask_take_back(self, player: Player | None, ply: int | None) -> None:
        """Take moves back if nobody else minds, or ask all other people. Raises Refused."""
        async with self._lock:
            await self._mend()
            self._list_seats(player)
            if not self.ledger.settings.take_back:
                raise Refused("not_allowed", "At this table nothing can be taken back.")
            self._check_playing()
            if player is not None:
                self._set_take_back(propose(self.ledger.seats, self.ledger.log, player.id, ply))
                await self._take_back_if_agreed()

    async def answer_take_back(self, player: Player | None, *, agree: bool) -> None:
        """Agree to what was asked, or not; who asked takes it back by not agreeing. Raises Refused."""
        async with self._lock:
            await self._mend()
            self._list_seats(player)
            asked = self._take_back
            if asked is None or player is None or player.id not in (asked.by, *asked.waiting):
                raise Refused("nothing_asked", "Nobody waits for your answer.")
            if not agree:
                self._set_take_back(None)
                return
            asked.agree(player.id)
            self._set_take_back(asked)
            await self._take_back_if_agreed()

    def _set_take_back(self, asked: TakeBack | None) -> None:
        if asked is None and self._take_back is None:
            return
        self._take_back = asked
        self.audience.tell_all(encode(NOBODY_ASKS if asked is None else asked.view(self.ledger.seats)))

    async def _take_back_if_agreed(self) -> None:
        if self._take_back is not None and not self._take_back.waiting:
            await self.ledger.take_back(self._take_back.ply)
            self._publish()

    # ── Before the game ──────────────────────────────────────────────────────────────────────────────────────────────

    async def join(self, player: Player, seat: Seat | None = None) -> None:
        """Let a player take an open seat. Raises Refused."""
        await self._change_seats(lambda seats: sit_down(seats, player, seat))

    async def change_seat(self, player: Player, seat: Seat) -> None:
        """Let a player change to another open seat. Raises Refused."""
        await self._change_seats(lambda seats: move_over(seats, player, seat))

    async def set_seat(self, host: Player, seat: Seat, kind: str, level: str | None = None) -> None:
        """Let the host open a seat or put a bot there. Raises Refused."""

        def change(seats: Seats) -> Seats:
            self._check_host(host)
            old = check_seat(seats, seat)
            if old.kind == "person" and old.player != host.id:
                raise Refused("seat_taken", f"{old.name} sits at seat {seat + 1}.")
            return put(seats, seat, seat_bot(level or SUBSTITUTE) if kind == "bot" else OPEN)

        await self._change_seats(change)

    async def start(self, host: Player) -> None:
        """Begin. Raises Refused."""
        async with self._lock:
            await self._mend()
            self._check_host(host)
            self._check_waiting()
            if any(seat.kind == "open" for seat in self.ledger.seats):
                raise Refused("open_seats", "Not all seats are taken: wait for players, or put bots there.")
            await self._start()

    async def _start(self) -> None:
        await self.ledger.start()
        self._publish()

    def _check_host(self, player: Player) -> None:
        if player.id != self.ledger.row.host:
            raise Refused("not_host", "Only the host of the table can do this.")

    def _check_waiting(self) -> None:
        if self.ledger.row.status != "waiting":
            raise Refused("started", "The game has already started.")

    async def _change_seats(self, change: Callable[[Seats], Seats]) -> None:
        async with self._lock:
            await self._mend()
            self._check_waiting()
            await self._save_seats(change(self.ledger.seats))

    async def _save_seats(self, seats: Seats, **changes: Any) -> None:
        if seats != self.ledger.seats or changes:
            await self.ledger.seat(seats, **changes)
            self._publish()

    # ── Leaving and coming back ──────────────────────────────────────────────────────────────────────────────────────

    async def leave(self, player: Player) -> None:
        """Stand up: before the game the seats are open again, during it a bot plays on. Raises Refused."""
        async with self._lock:
            await self._mend()
            seats, row = self.ledger.seats, self.ledger.row
            self._list_seats(player)
            if row.status == "playing":
                await self._save_seats(substitute(seats, player.id, SUBSTITUTE))
            elif row.status == "waiting":
                left = stand_up(seats, player.id)
                people = list_people(left)
                if player.id != row.host:
                    await self._save_seats(left)
                elif people:
                    await self._save_seats(left, host=people[0])
                else:  # nobody is left to begin it
                    await self._save_seats(left, status="over")

    async def replace(self, player: Player, seat: Seat, level: str | None = None) -> None:
        """Let a bot play on for somebody who is away. Raises Refused."""
        level = check_level(level or SUBSTITUTE)
        async with self._lock:
            await self._mend()
            self._list_seats(player)
            self._check_playing()
            absent = check_seat(self.ledger.seats, seat)
            if absent.player is None or absent.substitute is not None:
                raise Refused("replaced", f"A bot plays at seat {seat + 1} already.")
            if absent.player != player.id and self.audience.absence(absent.player) < ABSENT_AFTER:
                raise Refused(
                    "not_absent", f"{absent.name} is here, or was a moment ago. After a minute a bot can play on."
                )
            await self._save_seats(substitute(self.ledger.seats, absent.player, level))

    async def come_back(self, player: Player) -> None:
        """Let a player decide again for whom a bot has played on. Raises Refused."""
        async with self._lock:
            await self._mend()
            mine = self._list_seats(player)
            self._check_playing()
            seats = self.ledger.seats
            if all(seats[seat].is_flagged for seat in mine):
                raise Refused("out_of_time", "Your time is up; the bot plays on to the end.")
            await self._save_seats(substitute(seats, player.id, None))

    async def set_rematch(self, rematch: str) -> None:
        """Note which table the game goes on at. For whoever holds the lock."""
        await self._save_seats(self.ledger.seats, rematch=rematch)

    async def ring(self) -> None:
        """Look at the clock; whoever is at zero has run out of time."""
        async with self._lock:
            await self._mend()
            ledger = self.ledger
            if ledger.actor is None or not ledger.clock.is_over(self._services.now()):
                self._go_on()
                return
            # With time for each move, a bot plays this one and the person may come back for the next.
            is_final = ledger.settings.timeout == "out" or isinstance(ledger.settings.clock, TotalClock)
            late = msgspec.structs.replace(ledger.seats[ledger.actor], substitute=SUBSTITUTE, is_flagged=is_final)
            seats = put(ledger.seats, ledger.actor, late)
            if len(ledger.list_out(seats)) >= len(seats) - 1:
                await ledger.end_early(seats)
            else:
                await ledger.seat(seats)
            self._publish()
