"""A live table: what people, bots and clocks do at it. Whatever happens here happens one after the other.

a request ─▶ the lock ─▶ the log: turn? legal? stored? ─▶ the bus ─▶ every viewer is told what is new
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from ludotheque.core.errors import GameIsOver, IllegalMove, InvalidMove, OutOfTurn
from ludotheque.core.game import Seat
from ludotheque.core.match import name_actor
from ludotheque.server.bots.player import BotPlayer
from ludotheque.server.bots.pool import NotThinking, TooManyQuestions
from ludotheque.server.bots.queue import Payer
from ludotheque.server.bots.worker import HINT
from ludotheque.server.errors import Refused
from ludotheque.server.names import tell_apart
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.clock import TotalClock
from ludotheque.server.table.connections import Connection
from ludotheque.server.table.messages import HintGiven, Play, RankedMoveView, encode
from ludotheque.server.table.seats import (
    OPEN,
    SUBSTITUTE,
    Seats,
    check_level,
    check_seat,
    find_seats,
    list_names,
    list_people,
    move_over,
    put,
    rename,
    seat_bot,
    sit_down,
    stand_up,
    substitute,
)
from ludotheque.server.table.services import Services
from ludotheque.server.table.stage import Stage
from ludotheque.server.table.take_back import NOBODY_ASKS, Questions, TakeBack, propose
from ludotheque.store.store import Player, TableRow

ABSENT_AFTER = 60_000
"""After how many milliseconds of absence others may let a bot play on."""
SEAT_KEPT = 120_000
"""For how many milliseconds of absence a guest keeps a seat at a public table that waits for players."""
MOST_BANNED = 100
"""How many players a host may ban from a table."""


class Table(Stage):
    """One table in memory. `load` it before use and `close` it before forgetting it."""

    def __init__(self, row: TableRow, services: Services) -> None:
        super().__init__(row, services)
        self._take_back: TakeBack | None = None
        self._questions = Questions(services.monotonic)
        self._bot_player = BotPlayer(self, services)

    def forget(self) -> None:
        """Hear and tell nothing any more, and stop thinking."""
        self._bot_player.stop()
        super().forget()

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss this table if it were forgotten and loaded again later."""
        return super().is_idle and not self._bot_player.is_busy and not self.list_guests()

    def _go_on(self) -> None:
        """Let whoever is next be next: a bot, or a clock. What was asked about an older position is forgotten."""
        asked = self._take_back
        if asked is not None and (asked.row, asked.asked_at) != (self.log.row, self.log.ply):
            self._set_take_back(None)
        self._schedule_deadline()
        self._bot_player.wake()

    def _schedule_deadline(self) -> None:
        """Set when a clock will begin to run or be at zero or, before the game, when somebody will lose a seat."""
        if self.log.row.status == "waiting":
            left = [
                since for guest in self.list_guests() if (since := self.subscribers.absent_since(guest)) is not None
            ]
            self._services.schedule_deadline(self.id, min(left) + SEAT_KEPT if left else None)
        else:
            self._services.schedule_deadline(self.id, self.log.clock.next_change(self._services.monotonic()))

    async def _greet(self, connection: Connection) -> None:
        """Tell somebody who comes what is asked, call them by the name they have now, and begin if all are here."""
        if self._take_back is not None:
            connection.send(encode(self._take_back.view(self.log.seats)))
        if connection.player is not None and self.log.row.status != "over":
            await self._save_seats(rename(self.log.seats, connection.player))
        if self._is_complete():
            await self._start()
        self._bot_player.wake()  # a bot does not think while nobody is here

    def list_payers(self) -> list[Payer]:
        """List the people of this table who are connected: those who sit here and the host, but no spectators.

        Bots think for them, at the cost of one of them. If there are none, bots wait.
        """
        host = self.log.row.host
        return list(
            dict.fromkeys(
                Payer(connection.player.id, connection.address)
                for connection in self.subscribers
                if connection.player is not None and (connection.seats or connection.player.id == host)
            )
        )

    def _is_complete(self) -> bool:
        """Whether the game is to begin because everybody who sits here has come."""
        log = self.log
        return (
            log.row.status == "waiting"
            and log.settings.starts_by_itself
            and all(seat.kind == "bot" or self.subscribers.has(seat.player) for seat in log.seats)
        )

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def play(self, player: Player | None, request: Play) -> tuple[int, bool]:
        """Play a person's move; give the number of the ply that it became, and whether that is new.

        A move that is sent again has already been played: its number is given again. Raises Refused, and nothing has
        changed.
        """
        async with self.lock:
            await self.reload_if_stale()
            log = self.log
            mine = self._list_seats(player, request.seat)
            is_epoch = request.epoch is None or request.epoch == log.row.epoch
            if is_epoch and (ply := log.find_repeated(mine, request.ply, request.move)) is not None:
                return ply, False
            self._check_playing()
            if not is_epoch or request.ply != log.ply:
                raise Refused(
                    "stale",
                    f"This move was meant for ply {request.ply}; the game is at ply {log.ply}. Look again.",
                )
            seat = self._check_turn(mine)
            await self.decide(seat, request.move)
            return request.ply + 1, True

    async def decide(self, seat: Seat, text: str) -> None:
        """Play a move of a seat whose turn it is. For whoever holds the lock. Raises Refused."""
        log = self.log
        state = None if log.match is None else log.match.state
        try:
            await log.play(seat, log.game.parse_move(state, text))
        except InvalidMove as error:
            raise Refused("malformed", str(error)) from None
        except OutOfTurn as error:
            raise Refused("out_of_turn", str(error)) from None
        except GameIsOver as error:
            raise Refused("over", str(error)) from None
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        self.publish()

    def _list_seats(self, player: Player | None, seat: Seat | None = None) -> list[Seat]:
        self.check_not_banned(player)
        mine = find_seats(self.log.seats, None if player is None else player.id)
        if not mine:
            raise Refused("not_seated", "You do not sit at this table.")
        if seat is None:
            return mine
        if seat not in mine:
            raise Refused("not_seated", f"Seat {seat + 1} is not yours.")
        return [seat]

    def _check_playing(self) -> None:
        if self.log.row.status == "waiting":
            raise Refused("not_started", "The game has not started yet.")
        if self.log.row.status == "over":
            raise Refused("over", "The game is over.")

    def _check_turn(self, mine: list[Seat]) -> Seat:
        """Give the seat that decides if it is one of these and in time. Raises Refused."""
        actor = self.log.actor
        if actor is None or actor not in mine:
            now = "nobody" if actor is None else name_actor(actor)
            raise Refused("out_of_turn", f"It is not your turn: {now} is to decide.")
        if self.log.seats[actor].bot is not None:
            raise Refused("replaced", "A bot plays for you. Take your seat back first.")
        if self.log.clock.is_over(self._services.monotonic()):
            self._spawn(self.check_deadline())
            raise Refused("out_of_time", "Your time is up.")
        return actor

    async def hint(self, connection: Connection, ply: int, message_id: str | None) -> HintGiven:
        """Say what a bot would play. Raises Refused."""
        player = connection.player
        async with self.lock:
            await self.reload_if_stale()
            log = self.log
            mine = self._list_seats(player)
            if not log.settings.hints:
                raise Refused("not_allowed", "There are no hints at this table.")
            self._check_playing()
            if ply != log.ply:
                raise Refused("stale", f"You asked about ply {ply}; the game is at ply {log.ply}. Look again.")
            seat = self._check_turn(mine)
            payer = Payer(None if player is None else player.id, connection.address)
            address, person = payer.path
            self._services.limits.take(Limits.HINTS, person)
            self._services.limits.take(Limits.HINTS_BY_ADDRESS, address)
            state = None if log.match is None else log.match.state
            observation = log.game.observe(state, seat)
        try:
            answer = await self._services.thinkers.ask(log.game, HINT, observation, [payer])
        except TooManyQuestions:
            raise Refused("too_fast", "Too many questions wait for the bots. Try again in a moment.") from None
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
        async with self.lock:
            self.check_not_banned(player)
            seats = find_seats(self.log.seats, player.id)
            said = await self._chat.say(self._name(player, seats), seats[0] if seats else None, text)
            self._services.bus.publish(self.id, {"what": "said", "said": msgspec.to_builtins(said)})

    def _name(self, player: Player, mine: list[Seat]) -> Player:
        """Call a player as everybody here does; a spectator apart from all who sit here or have said something."""
        if mine:
            return replace(player, name=self.log.seats[mine[0]].name or player.name)
        others = [*list_names(self.log.seats, but=player.id), *self._chat.list_speakers(but=player.id)]
        return replace(player, name=tell_apart(player.name, others))

    def mute(self, player: Player | None, speaker: str, *, muted: bool) -> None:
        """Let a player hear another one no more, or again. Raises Refused."""
        if player is None:
            raise Refused("not_allowed", "Only players can mute somebody; choose a name first.")
        self._chat.mute(player, speaker, muted=muted)

    # ── Taking back ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def ask_take_back(self, player: Player | None, ply: int | None) -> None:
        """Take moves back if nobody else minds, or ask all other people. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            self._list_seats(player)
            if not self.log.settings.take_back:
                raise Refused("not_allowed", "At this table nothing can be taken back.")
            self._check_playing()
            if player is None:
                return
            asked = propose(self.log, player.id, ply)
            if asked.waiting:
                if self._take_back is not None and self._take_back.is_same(asked):
                    return
                self._questions.count(asked)
            self._set_take_back(asked)
            await self._take_back_if_agreed()

    async def answer_take_back(self, player: Player | None, *, agree: bool) -> None:
        """Agree to what was asked, or not; who asked takes it back by not agreeing. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            self._list_seats(player)
            asked = self._take_back
            if asked is None or player is None or player.id not in (asked.by, *asked.waiting):
                raise Refused("nothing_asked", "Nobody waits for your answer.")
            if not agree:
                if player.id != asked.by:
                    self._questions.refuse(asked)
                self._set_take_back(None)
                return
            asked.agree(player.id)
            self._set_take_back(asked)
            await self._take_back_if_agreed()

    def _set_take_back(self, asked: TakeBack | None) -> None:
        if asked is None and self._take_back is None:
            return
        self._take_back = asked
        self.subscribers.tell_all(encode(NOBODY_ASKS if asked is None else asked.view(self.log.seats)))

    async def _take_back_if_agreed(self) -> None:
        if self._take_back is not None and not self._take_back.waiting:
            await self.log.take_back(self._take_back.ply)
            self.publish()

    # ── Before the game ──────────────────────────────────────────────────────────────────────────────────────────────

    async def join(self, player: Player, seat: Seat | None = None) -> None:
        """Let a player take an open seat. Raises Refused."""

        def change(seats: Seats) -> Seats:
            self.check_not_banned(player)
            taken = sit_down(seats, player, seat)
            self.subscribers.expect(player.id)
            return taken

        await self._change_seats(change)

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
        async with self.lock:
            await self.reload_if_stale()
            self._check_host(host)
            self._check_waiting()
            if any(seat.kind == "open" for seat in self.log.seats):
                raise Refused("open_seats", "Not all seats are taken: wait for players, or put bots there.")
            await self._start()

    async def _start(self) -> None:
        await self.log.start()
        self.publish()

    def _check_host(self, player: Player) -> None:
        if player.id != self.log.row.host:
            raise Refused("not_host", "Only the host of the table can do this.")

    def _check_waiting(self) -> None:
        if self.log.row.status != "waiting":
            raise Refused("started", "The game has already started.")

    async def _change_seats(self, change: Callable[[Seats], Seats]) -> None:
        """Change who sits where. If another process was faster, look at what it did and try once more."""
        async with self.lock:
            try:
                await self._try_to_change_seats(change)
            except Refused as refused:
                if refused.code != "stale":
                    raise
                await self._try_to_change_seats(change)

    async def _try_to_change_seats(self, change: Callable[[Seats], Seats]) -> None:
        await self.reload_if_stale()
        self._check_waiting()
        await self._save_seats(change(self.log.seats))

    async def _save_seats(self, seats: Seats, **changes: Any) -> None:
        if seats != self.log.seats or changes:
            await self.log.seat(seats, **changes)
            self.publish()

    # ── Leaving and coming back ──────────────────────────────────────────────────────────────────────────────────────

    async def leave(self, player: Player) -> None:
        """Stand up: before the game the seats are open again, during it a bot plays on. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            seats, row = self.log.seats, self.log.row
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

    async def remove(self, host: Player, player: str, *, ban: bool) -> None:
        """Let the host free a player's seats or, during the game, let a bot play on. Raises Refused.

        With a ban the player can neither come back nor watch nor talk: not here, and not at a rematch.
        """
        async with self.lock:
            await self.reload_if_stale()
            self._check_host(host)
            seats, row = self.log.seats, self.log.row
            if player == host.id:
                raise Refused("not_allowed", "You cannot remove yourself. Leave the table instead.")
            if find_seats(seats, player):
                if row.status == "waiting":
                    seats = stand_up(seats, player)
                elif row.status == "playing":
                    seats = substitute(seats, player, SUBSTITUTE)
            elif not ban:
                raise Refused("not_seated", "This player has no seat at this table.")
            if not ban or player in row.banned:
                await self._save_seats(seats)
                return
            if len(row.banned) >= MOST_BANNED:
                raise Refused(
                    "too_many_banned",
                    f"You have banned {MOST_BANNED} players from this table. Let one come back first.",
                )
            await self._save_seats(seats, banned=(*row.banned, player))

    async def unban(self, host: Player, player: str) -> None:
        """Let the host allow a player to come back. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            self._check_host(host)
            if player in (banned := self.log.row.banned):
                await self._save_seats(self.log.seats, banned=tuple(other for other in banned if other != player))

    def list_guests(self) -> list[str]:
        """List who holds a seat only while they are here: those who joined a public table that waits for players.

        Friends who have the link keep their seats, and so do the players of a rematch.
        """
        row = self.log.row
        if row.status != "waiting" or not self.log.settings.are_seats_freed:
            return []
        return [player for player in list_people(self.log.seats) if player != row.host]

    async def _free_seats(self) -> None:
        """Open the seats of guests who have been away for too long."""
        seats = self.log.seats
        for guest in self.list_guests():
            if self.subscribers.absence(guest) >= SEAT_KEPT:
                seats = stand_up(seats, guest)
        await self._save_seats(seats)

    async def give_up(self) -> None:
        """Close the table if it still waits and nobody is here. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            if self.log.row.status == "waiting" and not len(self.subscribers):
                await self._save_seats(self.log.seats, status="over")

    async def replace(self, player: Player, seat: Seat, level: str | None = None) -> None:
        """Let a bot play on for somebody who is away. Raises Refused."""
        level = check_level(level or SUBSTITUTE)
        async with self.lock:
            await self.reload_if_stale()
            self._list_seats(player)
            self._check_playing()
            absent = check_seat(self.log.seats, seat)
            if absent.player is None or absent.substitute is not None:
                raise Refused("replaced", f"A bot plays at seat {seat + 1} already.")
            if absent.player != player.id and self.subscribers.absence(absent.player) < ABSENT_AFTER:
                raise Refused(
                    "not_absent", f"{absent.name} is here, or was a moment ago. After a minute a bot can play on."
                )
            await self._save_seats(substitute(self.log.seats, absent.player, level))

    async def come_back(self, player: Player) -> None:
        """Let a player decide again for whom a bot has played on. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            mine = self._list_seats(player)
            self._check_playing()
            seats = self.log.seats
            if all(seats[seat].is_flagged for seat in mine):
                raise Refused("out_of_time", "Your time is up; the bot plays on to the end.")
            actor = self.log.actor
            if actor in mine and self.log.clock.is_too_late(actor, self._services.monotonic()):
                raise Refused("out_of_time", "Your time for this turn is up. Come back when the bot has played it.")
            self.log.see(player.id)
            await self._save_seats(substitute(seats, player.id, None))

    async def set_rematch(self, rematch: str) -> None:
        """Note which table the game goes on at. For whoever holds the lock."""
        await self._save_seats(self.log.seats, rematch=rematch)

    async def check_deadline(self) -> None:
        """Look at the clock, where whoever is at zero has run out of time; before the game, at who is gone."""
        async with self.lock:
            await self.reload_if_stale()
            await self._free_seats()
            log = self.log
            now = self._services.monotonic()
            if log.actor is None or not log.clock.is_over(now):
                if log.clock.is_running(now):  # since a moment ago, because its player was waited for long enough
                    self._feed.tell_position()
                self._go_on()
                return
            # With time for each move, a bot plays this one and the person may come back for the next.
            is_final = log.settings.timeout == "out" or isinstance(log.settings.clock, TotalClock)
            late = msgspec.structs.replace(log.seats[log.actor], substitute=SUBSTITUTE, is_flagged=is_final)
            seats = put(log.seats, log.actor, late)
            if len(log.list_out(seats)) >= len(seats) - 1:
                await log.end_early(seats)
            else:
                await log.seat(seats)
            self.publish()
