"""One table in memory: what people, bots and clocks do at it, one after the other.

The way of a move, from top to bottom:

    handler.py   a frame is decoded
    table.py     play: the lock; may this player decide now?
    log.py       play: is it legal? then store/ makes it durable
    table.py     publish: the clock turns over; the bus reaches every process that has this table
    feed.py      update: every kind of viewer gets one frame
    connections.py   the frame is written to each socket, or queued if its client does not read

Collaborators hold what is not the order of things: access.py decides who may, seats/ who sits where and what a flag
does, start/ how a game begins, elsewhere.py what the same table is in other processes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Literal, TypeVar

import msgspec

from ludotheque.core.errors import GameIsOver, IllegalMove, InvalidMove, OutOfTurn
from ludotheque.core.game import Seat
from ludotheque.core.match import name_actor
from ludotheque.server.bots.player import PACE_NAMES, BotPlayer
from ludotheque.server.bots.queue import Payer
from ludotheque.server.errors import Refused
from ludotheque.server.table import access
from ludotheque.server.table.chat import Chat
from ludotheque.server.table.clock import Clock
from ludotheque.server.table.elsewhere import Elsewhere
from ludotheque.server.table.feed.connections import POLICY_VIOLATION, RESTART, Connection, Subscribers
from ludotheque.server.table.feed.feed import Feed
from ludotheque.server.table.feed.messages import HintGiven, Play
from ludotheque.server.table.games import guard_game
from ludotheque.server.table.hints import ask_hint, count_hint
from ludotheque.server.table.history import records
from ludotheque.server.table.history.history import History, HistoryRequest, read_history, read_replay
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats import decisions, forfeit
from ludotheque.server.table.seats.decisions import SeatChange
from ludotheque.server.table.seats.seating import Seating
from ludotheque.server.table.seats.seats import Seats, find_seats, rename
from ludotheque.server.table.services import Services
from ludotheque.server.table.settings import BotPace
from ludotheque.server.table.start.nonces import StartResult
from ludotheque.server.table.start.starting import Starting
from ludotheque.server.table.take_back import TakeBackRequests
from ludotheque.server.tasks import BackgroundTasks
from ludotheque.store.store import Player, TableRow

MOST_TRIES = 20
"""How often something is tried again that another process was faster with: nobody can be kept from it for long."""

_Result = TypeVar("_Result")


class Table:
    """A match log, its clock, its subscribers and their feed. `load` it before use, `close` it before dropping it."""

    def __init__(self, row: TableRow, services: Services) -> None:
        self.id = row.id
        self.touched_at = services.monotonic()
        """When it was last asked for, by the monotonic clock."""
        self.is_deleted = False
        self.lock = asyncio.Lock()
        self.subscribers = Subscribers(services.monotonic)
        self.log = MatchLog(row, services)
        self.clock = Clock(self.log.settings.clock, services.monotonic, services.timings, self.subscribers.has)
        self._services = services
        self.chat = Chat(
            services.store,
            row.id,
            services.now,
            services.monotonic,
            is_on=services.has_chat and self.log.settings.chat,
        )
        self.elsewhere = Elsewhere(self, services)
        self.feed = Feed(self.log, self.clock, self.subscribers, self.chat, self.elsewhere.tell_presence)
        self.take_backs = TakeBackRequests(self.log, self.subscribers, services.monotonic)
        self._record = records.RecordCache(services.long_work)
        self.seating = Seating(self, services)
        self.starting = Starting(self, services)
        self._bot_player = BotPlayer(self, services)
        self._tasks = BackgroundTasks(f"Table {row.id}")
        self._unsubscribe: Callable[[], None] = lambda: None

    # ── Life ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def load(self) -> None:
        """Read the log and the chat, and continue from there. Raises Refused."""
        self._unsubscribe = self._services.bus.subscribe(self.id, self._on_note)  # before, so that nothing is missed
        try:
            await self.log.load()
            self.clock.follow(self.log)
            await self.chat.load()
            self.feed.skip()
            await self.starting.resume()
            await self.elsewhere.join()
        except BaseException:
            self._unsubscribe()
            raise
        if self.log.is_stale:  # another process has written meanwhile
            await self.catch_up()
        self._advance()

    async def close(self) -> None:
        """Finish what is being stored, say goodbye and stop."""
        async with self.lock:
            for connection in self.subscribers:
                connection.close(RESTART, "shutdown")
            self.unload()
        await self._tasks.wait()

    def unload(self) -> None:
        """Stop listening, sending and thinking."""
        self._unsubscribe()
        self._unsubscribe = lambda: None  # the function knows the table
        self.starting.fail(Refused("closing", "The server is about to restart. Try again in a moment."))
        self._bot_player.stop()
        self.feed.close()
        self.elsewhere.leave()

    @property
    def is_owner(self) -> bool:
        """Whether this process does what nobody asks for: clocks, bots, clean-up."""
        return self._services.peers.owns(self.id)

    @property
    def is_limited(self) -> bool:
        """Whether it is counted how often people do things."""
        return self._services.are_limits_on

    @property
    def is_idle(self) -> bool:
        """Whether nobody would notice if this table were unloaded and loaded again later."""
        return not (
            len(self.subscribers)
            or self.lock.locked()
            or len(self._tasks)
            or self.starting.is_pending
            or self._bot_player.is_busy
            or (self.is_owner and (self.subscribers.is_anybody_here or decisions.list_guests(self.log)))
        )

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Do some work in the background; a failure is logged."""
        self._tasks.spawn(work)

    async def finish(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Complete some work even if the caller is cancelled: what is stored must be sent to the viewers."""
        return await asyncio.shield(self._tasks.spawn(work))

    # ── Starting ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self, host: Player, *, drops_open: bool = False) -> None:
        """Start the game, perhaps without the seats that nobody has taken. Return when it has begun. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            await self.seating.decide(lambda: decisions.check_may_start(self.log, host, drops_open=drops_open))
            result = await self.retry(lambda: self._start(host, drops_open=drops_open))
        if result is not None:
            await result.wait()

    async def _start(self, host: Player, *, drops_open: bool) -> StartResult | None:
        if self.starting.has_begun:  # another process was faster
            return None
        decisions.check_may_start(self.log, host, drops_open=drops_open)
        if drops_open:
            await self.seating.save(decisions.drop_open_seats(self.log))
        return await self.starting.begin()

    async def commit_nonce(self, player: Player | None, nonce_hash: str) -> None:
        """Keep the hash of the nonce that a player's client will reveal. Raises Refused."""
        await self.seating.change(lambda: self.starting.commit(player, nonce_hash), retry=True)
        async with self.lock:
            await self.starting.begin_by_itself()

    async def reveal_nonce(self, player: Player | None, nonce: str) -> None:
        """Take the nonce of a player whose hash is in the list that was fixed. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            await self.starting.reveal(player, nonce)

    def ask_nonces(self, hashes: list[str | None] | None) -> None:
        """Ask clients for their nonces; without hashes, tell them that the game has not started."""
        self.feed.ask_nonces(hashes)
        self.schedule_deadline()

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def play(self, player: Player | None, request: Play) -> tuple[int, bool]:
        """Play a person's move; return the number of the ply that it became, and whether that is new.

        A move that is sent again has already been played: its number is returned again. Raises Refused, and nothing
        has changed.
        """
        async with self.lock:
            self._note_seen(request.epoch, request.ply)
            await self.reload_if_stale()
            log = self.log
            mine = access.list_own_seats(log, player, request.seat)
            is_epoch = request.epoch is None or request.epoch == log.row.epoch
            is_now = is_epoch and request.ply == log.ply
            if is_epoch and not is_now:
                ply = await log.find_repeated(mine, request.ply, request.move)
                if ply is not None:
                    return ply, False
            access.check_playing(log)
            if not is_now:
                raise Refused(
                    "stale",
                    f"This move was meant for ply {request.ply}; the game is at ply {log.ply}. Look again.",
                )
            try:
                await self.play_move(self._check_turn(mine), request.move)
            except Refused as refused:
                if refused.code != "stale":
                    raise
                await self.reload_if_stale()  # perhaps this move was sent to a process that has died since, and stored
                if (ply := await log.find_repeated(mine, request.ply, request.move)) is None:
                    raise
                return ply, False
            return request.ply + 1, True

    def _note_seen(self, epoch: int | None, ply: int | None) -> None:
        """Read again what is stored if a client has seen more than is known here: at another process, a moment ago."""
        log = self.log
        if self._services.peers.id and ply is not None and (epoch or 0, ply) > (log.row.epoch, log.ply):
            log.mark_stale()

    async def play_move(self, seat: Seat, text: str) -> None:
        """Play a move of a seat whose turn it is. The caller holds the lock. Raises Refused."""
        try:
            await self.log.play(seat, text, self.clock.spent)
        except InvalidMove as error:
            raise Refused("malformed", str(error)) from None
        except OutOfTurn as error:
            raise Refused("out_of_turn", str(error)) from None
        except GameIsOver as error:
            raise Refused("over", str(error)) from None
        except IllegalMove as error:
            raise Refused("illegal", str(error)) from None
        self.publish()

    def _check_turn(self, mine: list[Seat]) -> Seat:
        """Return the seat that decides if it is one of these, its player decides there, and in time. Raises Refused."""
        actor = self.log.actor
        if actor is None or actor not in mine:
            now = "nobody" if actor is None else name_actor(actor)
            raise Refused("out_of_turn", f"It is not your turn: {now} is to decide.")
        if self.log.seats[actor].bot is not None:
            raise Refused("replaced", "A bot plays for you. Take your seat back first.")
        if self.clock.is_over:
            self._tasks.spawn(self.check_deadline())
            raise Refused("out_of_time", "Your time is up.")
        return actor

    async def hint(self, connection: Connection, ply: int, message_id: str | None) -> HintGiven:
        """Return what a bot would play. Raises Refused."""
        player, log = connection.player, self.log
        async with self.lock:
            await self.reload_if_stale()
            mine = access.list_own_seats(log, player)
            if not log.settings.hints:
                raise Refused("not_allowed", "There are no hints at this table.")
            access.check_playing(log)
            if ply != log.ply:
                raise Refused("stale", f"You asked about ply {ply}; the game is at ply {log.ply}. Look again.")
            seat = self._check_turn(mine)
            payer = Payer(None if player is None else player.id, connection.address)
            count_hint(self._services.limits, payer)
            with guard_game(log.game.title):
                observation = log.game.observe(log.state, seat)
        return await ask_hint(self._services, log.game, observation, payer, ply, message_id)

    async def set_pace(self, player: Player | None, pace: BotPace) -> None:
        """Set how fast bots play on among themselves: for the players and the host, when nobody else decides.

        It is not stored: who comes again later, after a restart, finds bots at their usual pace. Raises Refused.
        """
        async with self.lock:
            await self.reload_if_stale()
            if player is None or player.id != self.log.row.host:
                access.list_own_seats(self.log, player)
            access.check_playing(self.log)
            if not self.log.is_left_to_bots:
                raise Refused("not_allowed", "The pace can be changed when only bots are still playing.")
            self.set_bot_pace(pace)
            self.tell(what="pace", pace=PACE_NAMES.index(pace))

    def set_bot_pace(self, pace: BotPace) -> None:
        """Set how fast bots play on among themselves, if they do so in this process."""
        self._bot_player.set_pace(pace)

    async def check_deadline(self) -> None:
        """Flag the seat whose clock has run out; before the game, free the seats of absent guests."""
        async with self.lock:
            await self.reload_if_stale()
            log = self.log
            if self.is_owner:
                await self.seating.save(decisions.free_seats(log, self.subscribers))
            await self.starting.check_deadline()
            if log.actor is None or not self.clock.is_over or not self.is_owner:
                if self.clock.is_running:  # since a moment ago, because its player was waited for long enough
                    self.feed.send_position()
                self._advance()
                return
            await self._save_forfeit(forfeit.flag_seat(log.seats, log.actor, log.settings), "timeout")

    async def resign(self, player: Player) -> None:
        """Resign for a player. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            change = decisions.resign(self.log, player)
            if change.seats != self.log.seats:
                await self._save_forfeit(change.seats, "resigned")

    async def _save_forfeit(self, seats: Seats, reason: Literal["timeout", "resigned"]) -> None:
        """Store that somebody has run out of time or resigned, and the end of the game if that ends it."""
        outcome = forfeit.find_forfeit_outcome(self.log.game, seats, self.log.settings, reason)
        if outcome is not None:
            await self.log.end_early(seats, outcome)
        else:
            await self.log.save_seats(seats)
        self.publish()

    async def ask_take_back(self, player: Player | None, ply: int | None) -> None:
        """Take moves back if nobody else minds, or ask all other people. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            access.list_own_seats(self.log, player)
            if not self.log.settings.take_back:
                raise Refused("not_allowed", "At this table nothing can be taken back.")
            access.check_playing(self.log)
            if player is not None:
                self.take_backs.ask(player.id, ply)
                await self.take_back_if_agreed()
                if (asked := self.take_backs.tell()) is not None:
                    self.tell(what="asked", asked=asked)

    async def answer_take_back(self, player: Player | None, *, agree: bool) -> None:
        """Agree to a take-back or refuse it; the player who asked withdraws it by not agreeing. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            access.list_own_seats(self.log, player)
            position = self.log.row.epoch, self.log.ply
            self.take_backs.answer(None if player is None else player.id, agree=agree)
            await self.take_back_if_agreed()
            if player is not None and position == (self.log.row.epoch, self.log.ply):
                self.tell(what="answered", by=player.id, agree=agree, position=position)

    async def take_back_if_agreed(self) -> None:
        """Take back what everybody has agreed to. The caller holds the lock. Raises Refused."""
        if (ply := self.take_backs.agreed_ply) is not None:
            await self.log.take_back(ply)
            self.publish()

    # ── After a change ───────────────────────────────────────────────────────────────────────────────────────────────

    def publish(self) -> None:
        """Tell this process and all others that what is stored has changed."""
        log = self.log
        self.clock.follow(log)
        self._services.bus.publish(
            self.id, {"what": "stored", "epoch": log.row.epoch, "ply": log.ply, "version": log.row.version}
        )
        self._advance()

    def tell(self, **note: Any) -> None:
        """Tell all processes that have this table something that its log does not show."""
        self._services.bus.publish(self.id, {**note, "process": self._services.peers.id})

    def _on_note(self, note: dict[str, Any]) -> None:
        """Hear from the bus what has happened at this table, here or in another process."""
        if note["what"] == "stored":
            is_wanted = len(self.subscribers) or self.starting.is_pending or self.is_owner
            if self.log.note_stored(note["epoch"], note["ply"], note["version"]) and is_wanted:
                self.elsewhere.hear(note)  # otherwise it is read when somebody asks
        elif note["what"] == "deleted":
            self._forget()
        elif note["what"] == "said" and self.chat.has(note["number"]):
            self.feed.send_chat()
        else:
            self.elsewhere.hear(note)

    async def catch_up(self) -> None:
        """Read what other processes have stored. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()

    async def reload_if_stale(self) -> None:
        """Load the log again if the store may hold something else. The caller holds the lock. Raises Refused."""
        if self.log.is_stale:
            await self.log.load()
            self.clock.follow(self.log)
            self.starting.follow()
            self._advance()

    async def retry(self, attempt: Callable[[], Awaitable[_Result]]) -> _Result:
        """Try something again as long as another process is faster. The caller holds the lock. Raises Refused."""
        for _ in range(MOST_TRIES):
            try:
                return await attempt()
            except Refused as refused:
                if refused.code != "stale" or not self.log.is_stale:
                    raise
            await self.reload_if_stale()
        return await attempt()

    async def reload(self) -> None:
        """Read everything again, because the store was changed behind the back of this table. Raises Refused."""
        async with self.lock:
            self.log.mark_stale()
            self._record = records.RecordCache(self._services.long_work)
            await self.chat.load()
            await self.reload_if_stale()

    def _advance(self) -> None:
        """Send viewers what is new, then wait for the next deadline and let the next bot think."""
        self.feed.update()
        self.log.forget()
        self.take_backs.drop_outdated()
        self.wake()

    def wake(self) -> None:
        """Wait for the next deadline and let the next bot think, if this process owns the table."""
        self.schedule_deadline()
        self._bot_player.wake()
        if self.log.row.status == "over":
            self.elsewhere.release()

    def schedule_deadline(self) -> None:
        """Schedule when a clock will start or be at zero or, before the game, when a guest will lose a seat."""
        if self.is_deleted:
            self._services.schedule_deadline(self.id, None)
            return
        is_waiting = self.log.row.status == "waiting"
        if self.is_owner:
            deadline = self._find_waiting_deadline() if is_waiting else self.clock.next_change
        else:  # only to begin what was asked for here, or to tell viewers that a clock runs now
            deadline = self.starting.deadline if is_waiting else self.clock.next_begin
        self._services.schedule_deadline(self.id, deadline)

    def _find_waiting_deadline(self) -> int | None:
        """Return when a guest will lose a seat, or nonces or their hashes are not waited for any more."""
        times = (decisions.find_seat_deadline(self.log, self.subscribers), self.starting.deadline)
        return min((time for time in times if time is not None), default=None)

    # ── Viewers ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def connect(self, connection: Connection, since: int | None = None, epoch: int | None = None) -> None:
        """Send a connection everything, or just what it missed, and all that is new from now on. Raises Refused."""
        async with self.lock:
            self._note_seen(epoch, since)
            await self.reload_if_stale()
            player, log = connection.player, self.log
            access.check_may_watch(log, player)
            if since is not None and (epoch or 0) == log.row.epoch:
                await log.recall(since)
            self.touched_at = self._services.monotonic()
            if player is not None and self.clock.note_arrival(player.id):
                self.feed.send_position()  # to those who are here: a clock runs now
                self.schedule_deadline()
            self.feed.add(connection, since, epoch)
            self.take_backs.send_to(connection)
            if player is not None and log.row.status != "over":
                await self._rename(player)
            if (asked := self.starting.asked) is not None:
                self.feed.ask_nonces(asked, [connection])
            await self.starting.begin_by_itself()
            self._bot_player.wake()  # bots wait while nobody is connected

    async def _rename(self, player: Player) -> None:
        """Take over the name of a player, who may have changed it. The caller holds the lock. Raises Refused."""
        try:
            await self.seating.save(SeatChange(rename(self.log.seats, player)))
        except Refused as refused:
            if refused.code != "stale":
                raise
            await self.reload_if_stale()  # another process has changed something; the next time will do

    def disconnect(self, connection: Connection) -> None:
        """Send a connection nothing more."""
        self.feed.remove(connection)
        self.touched_at = self._services.monotonic()
        self.schedule_deadline()

    def knows(self, player: str) -> bool:
        """Whether a player sits here, is the host, or has said something that is still told."""
        return player == self.log.row.host or bool(find_seats(self.log.seats, player)) or self.chat.has_heard(player)

    def describe(self, player: Player | None) -> dict[str, Any]:
        """Return the table as a player sees it."""
        mine = find_seats(self.log.seats, None if player is None else player.id)
        view: dict[str, Any] = msgspec.to_builtins(self.feed.view_table(tuple(mine)))
        return view

    def is_turn_of(self, player: Player) -> bool:
        """Whether a player is to decide, and no bot for them."""
        actor = self.log.actor
        return actor in find_seats(self.log.seats, player.id) and self.log.bot_turn is None

    async def record(self) -> str:
        """Return the record of a game that is over. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            return await self._record.get(self.log)

    async def history(self, player: Player | None, request: HistoryRequest) -> History:
        """Return the game so far as a player, or a spectator, saw it. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            await self.log.recall()
            return read_history(self.log, player, request)

    async def replay(self) -> History:
        """Return a game that is over as spectators saw it. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            await self.log.recall()
            return read_replay(self.log)

    # ── Chat ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def say(self, player: Player | None, text: str) -> None:
        """Say something to everybody. Raises Refused."""
        if player is None:
            raise Refused("not_allowed", "Only players can say something; choose a name first.")
        async with self.lock:
            await self.reload_if_stale()
            access.check_not_banned(self.log, player)
            said = await self.chat.say(player, self.log.seats, text)
            self.tell(what="said", number=said.number)

    def mute(self, player: Player | None, speaker: str, *, muted: bool) -> None:
        """Stop or resume sending a player what another one says. Raises Refused."""
        if player is None:
            raise Refused("not_allowed", "Only players can mute somebody; choose a name first.")
        self.chat.mute(player, speaker, muted=muted)

    # ── After the game ───────────────────────────────────────────────────────────────────────────────────────────────

    async def set_rematch(self, rematch: str) -> None:
        """Store at which table the rematch is. The caller holds the lock."""
        await self.seating.save(SeatChange(self.log.seats, {"rematch": rematch}))

    async def close_if_abandoned(self) -> None:
        """Close the table if it still waits for players and nobody is connected. Raises Refused."""
        if self.is_owner:
            await self.seating.change(lambda: decisions.close_abandoned(self.log, self.subscribers))

    async def delete(self, player: Player) -> None:
        """Forget the table for good. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            decisions.check_may_delete(self.log, player)
            await self.log.remove()
            self.tell(what="deleted")

    def _forget(self) -> None:
        """Stop everything at a table that does not exist any more, and close all connections."""
        self.is_deleted = True
        self.log.mark_stale()
        for connection in self.subscribers:
            connection.close(POLICY_VIOLATION, "not_allowed")
        self.unload()
        self._services.timings.pop(self.id, None)
        self.schedule_deadline()

    def discard(self) -> None:
        """Stop, and close all connections: the table is not stored any more."""
        for connection in self.subscribers:
            connection.close(POLICY_VIOLATION, "not_allowed")
        self._services.schedule_deadline(self.id, None)
        self.unload()
