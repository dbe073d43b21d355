"""One table in memory: what people, bots and clocks do at it, one after the other.

The way of a move, from top to bottom:

    handler.py   a frame is decoded
    table.py     play: the lock; may this player decide now?
    log.py       play: is it legal? then store/ makes it durable
    table.py     publish: the clock turns over; the bus reaches every process that has this table
    feed.py      update: every kind of viewer gets one frame
    connections.py   the frame is queued for each connection

Collaborators hold what is not the order of things: access.py and seating.py decide, forfeit.py says what a flag does.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Literal, TypeVar

import msgspec

from ludotheque.core.errors import GameIsOver, IllegalMove, InvalidMove, OutOfTurn
from ludotheque.core.fairness import hash_nonce
from ludotheque.core.game import Seat
from ludotheque.core.match import name_actor
from ludotheque.server.bots.player import BotPlayer
from ludotheque.server.bots.queue import Payer
from ludotheque.server.errors import Refused
from ludotheque.server.table import access, forfeit, records, seating
from ludotheque.server.table.chat import Chat
from ludotheque.server.table.clock import Clock
from ludotheque.server.table.feed.connections import POLICY_VIOLATION, RESTART, Connection, Subscribers
from ludotheque.server.table.feed.feed import Feed
from ludotheque.server.table.feed.messages import HintGiven, Play, Said
from ludotheque.server.table.hints import ask_hint, count_hint
from ludotheque.server.table.history import History, HistoryRequest, read_history, read_replay
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.nonces import HASH_WITHIN, REVEAL_WITHIN, PendingStart, list_hashes
from ludotheque.server.table.seating import SeatChange
from ludotheque.server.table.seats import Seats, find_seats, rename
from ludotheque.server.table.services import Services
from ludotheque.server.table.settings import BotPace
from ludotheque.server.table.take_back import TakeBackRequests
from ludotheque.server.tasks import BackgroundTasks
from ludotheque.store.store import Player, TableRow

BROKEN_START = Refused("broken", "Something went wrong in the server, and the game has not started. Try again.")

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
        self._chat = Chat(
            services.store,
            row.id,
            services.now,
            services.monotonic,
            is_on=services.has_chat and self.log.settings.chat,
        )
        self._feed = Feed(self.log, self.clock, self.subscribers, self._chat)
        self._take_backs = TakeBackRequests(self.log, self.subscribers, services.monotonic)
        self._record = records.RecordCache(services.long_work)
        self._start: PendingStart | None = None
        """The start that this process has begun, while it waits for nonces."""
        self._asked: list[str | None] | None = None
        """The hashes, by seat, whose nonces are asked for now, by whatever process."""
        self._asked_until = 0
        """The monotonic time from which nobody asks any more, even if nobody has said so: their process may be gone."""
        self._complete_since: int | None = None
        """Since when everybody is here for a game that starts by itself."""
        self._bot_player = BotPlayer(self, services)
        self._tasks = BackgroundTasks(f"Table {row.id}")
        self._unsubscribe: Callable[[], None] = lambda: None

    # ── Life ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def load(self) -> None:
        """Read the log and the chat, and continue from there. Raises Refused."""
        await self.log.load()
        self.clock.follow(self.log)
        await self._chat.load()
        self._feed.skip()
        self._unsubscribe = self._services.bus.subscribe(self.id, self._on_note)
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
        if self._start is not None:
            self._start.fail(Refused("closing", "The server is about to restart. Try again in a moment."))
        self._bot_player.stop()
        self._unsubscribe()
        self._feed.close()

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
            or self._start is not None
            or self._bot_player.is_busy
            or seating.list_guests(self.log)
        )

    async def finish(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Complete some work even if the caller is cancelled: what is stored must be sent to the viewers."""
        return await asyncio.shield(self._tasks.spawn(work))

    # ── Starting ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self, host: Player, *, drops_open: bool = False) -> None:
        """Start the game, perhaps without the seats that nobody has taken. Return when it has begun. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            seating.check_may_start(self.log, host, drops_open=drops_open)
            if drops_open:
                await self._save(seating.drop_open_seats(self.log))
            start = await self._begin_start()
        if start is not None:
            await start.wait()

    async def commit_nonce(self, player: Player | None, nonce_hash: str) -> None:
        """Keep the hash of the nonce that a player's client will reveal. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            if self._asked is not None and self._services.monotonic() < self._asked_until:
                raise Refused("started", "The game is starting: nonces are being revealed, and their hashes are fixed.")
            await self._save(seating.commit_nonce(self.log, player, nonce_hash))
            await self._start_by_itself()

    async def reveal_nonce(self, player: Player | None, nonce: str) -> None:
        """Take the nonce of a player whose hash is in the list that was fixed. Raises Refused."""
        async with self.lock:
            mine = access.list_own_seats(self.log, player)
            asked, nonce_hash = self._asked or [], hash_nonce(nonce)
            seat = next((seat for seat in mine if seat < len(asked) and asked[seat] == nonce_hash), None)
            if seat is None:
                raise Refused("nothing_asked", "Nobody has asked for this nonce: it is not in the list of hashes.")
            self._services.bus.publish(self.id, {"what": "revealed", "seat": seat, "nonce": nonce})

    async def _begin_start(self) -> PendingStart | None:
        """Fix the hashes and ask for the nonces. Starts at once, and returns None, if nobody is to be waited for.

        The caller holds the lock. Raises Refused.
        """
        if self._start is not None:
            return self._start
        log = self.log
        hashes = list_hashes(log.seats)
        awaited = [seat for seat in hashes if self.subscribers.contributes(log.seats[seat].player)]
        start = PendingStart(hashes, awaited, self._services.monotonic() + REVEAL_WITHIN)
        if start.is_complete:
            await self._finish_start(start)
            return None
        self._start = start
        self._services.bus.publish(self.id, {"what": "reveal", "hashes": [*map(hashes.get, range(len(log.seats)))]})
        return start

    def _ask_nonces(self, hashes: list[str | None] | None) -> None:
        self._asked = hashes
        self._asked_until = self._services.monotonic() + 2 * REVEAL_WITHIN
        self._feed.ask_nonces(hashes)
        self._schedule_deadline()

    def _take_nonce(self, seat: Seat, nonce: str) -> None:
        if (start := self._start) is not None:
            start.take(seat, nonce)
            if start.is_complete:
                self._tasks.spawn(self._finish_complete_start(start))

    async def _finish_complete_start(self, start: PendingStart) -> None:
        async with self.lock:
            if self._start is start:
                await self._finish_start(start)

    async def _finish_start(self, start: PendingStart) -> None:
        """Begin the game with what was revealed. The caller holds the lock. Raises Refused if it cannot begin.

        Whoever revealed a nonce for a game that does not begin is told, and promises another one.
        """
        try:
            await self.reload_if_stale()
            seating.check_unchanged(self.log, start.hashes)
            await self.log.start(start.contributions)
        except BaseException as error:
            refused = error if isinstance(error, Refused) else BROKEN_START
            self._start = self._complete_since = None
            start.fail(refused)
            self._services.bus.publish(self.id, {"what": "reveal", "hashes": None})
            raise
        self._start = self._complete_since = None
        self.publish()
        start.succeed()

    async def _start_by_itself(self) -> None:
        """Start a game for which everybody is here, when their clients have sent their hashes or had the time to.

        The caller holds the lock. Raises Refused.
        """
        if not seating.starts_now(self.log, self.subscribers):
            self._complete_since = None
            return
        now = self._services.monotonic()
        if self._complete_since is None:
            self._complete_since = now
        if now >= self._complete_since + HASH_WITHIN or not seating.are_hashes_due(self.log, self.subscribers):
            await self._begin_start()
        else:
            self._schedule_deadline()

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def play(self, player: Player | None, request: Play) -> tuple[int, bool]:
        """Play a person's move; return the number of the ply that it became, and whether that is new.

        A move that is sent again has already been played: its number is returned again. Raises Refused, and nothing
        has changed.
        """
        async with self.lock:
            await self.reload_if_stale()
            log = self.log
            mine = access.list_own_seats(log, player, request.seat)
            is_epoch = request.epoch is None or request.epoch == log.row.epoch
            is_now = is_epoch and request.ply == log.ply
            if is_epoch and not is_now and (ply := log.find_repeated(mine, request.ply, request.move)) is not None:
                return ply, False
            access.check_playing(log)
            if not is_now:
                raise Refused(
                    "stale",
                    f"This move was meant for ply {request.ply}; the game is at ply {log.ply}. Look again.",
                )
            await self.play_move(self._check_turn(mine), request.move)
            return request.ply + 1, True

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
            self._bot_player.set_pace(pace)

    async def check_deadline(self) -> None:
        """Flag the seat whose clock has run out; before the game, free the seats of absent guests."""
        async with self.lock:
            await self.reload_if_stale()
            log = self.log
            await self._save(seating.free_seats(log, self.subscribers))
            if self._start is not None and self._services.monotonic() >= self._start.deadline:
                await self._finish_start(self._start)
            await self._start_by_itself()
            if log.actor is None or not self.clock.is_over:
                if self.clock.is_running:  # since a moment ago, because its player was waited for long enough
                    self._feed.send_position()
                self._advance()
                return
            await self._save_forfeit(forfeit.flag_seat(log.seats, log.actor, log.settings), "timeout")

    async def resign(self, player: Player) -> None:
        """Let a player give the game up. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            change = seating.resign(self.log, player)
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
                self._take_backs.ask(player.id, ply)
                await self._take_back_if_agreed()

    async def answer_take_back(self, player: Player | None, *, agree: bool) -> None:
        """Agree to a take-back or refuse it; the player who asked withdraws it by not agreeing. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            access.list_own_seats(self.log, player)
            self._take_backs.answer(None if player is None else player.id, agree=agree)
            await self._take_back_if_agreed()

    async def _take_back_if_agreed(self) -> None:
        if (ply := self._take_backs.agreed_ply) is not None:
            await self.log.take_back(ply)
            self.publish()

    # ── After a change ───────────────────────────────────────────────────────────────────────────────────────────────

    def publish(self) -> None:
        """Let this process and all others know that what is stored has changed."""
        log = self.log
        self.clock.follow(log)
        self._services.bus.publish(
            self.id, {"what": "stored", "epoch": log.row.epoch, "ply": log.ply, "version": log.row.version}
        )

    def _on_note(self, note: dict[str, Any]) -> None:
        """Hear from the bus what has happened at this table, here or in another process."""
        if note["what"] == "said":
            self._feed.send_chat(msgspec.convert(note["said"], Said))
            return
        if note["what"] == "deleted":
            self._forget()
            return
        if note["what"] == "reveal":
            self._ask_nonces(note["hashes"])
            return
        if note["what"] == "revealed":
            self._take_nonce(note["seat"], note["nonce"])
            return
        log = self.log
        if (note["epoch"], note["ply"], note["version"]) == (log.row.epoch, log.ply, log.row.version):
            self._advance()
        else:  # another process has written
            log.is_stale = True
            self._tasks.spawn(self._catch_up())

    def _forget(self) -> None:
        """Stop everything at a table that does not exist any more, and close all connections."""
        self.is_deleted = self.log.is_stale = True
        for connection in self.subscribers:
            connection.close(POLICY_VIOLATION, "not_allowed")
        self.unload()
        self._services.timings.pop(self.id, None)
        self._schedule_deadline()

    async def _catch_up(self) -> None:
        async with self.lock:
            await self.reload_if_stale()

    async def reload_if_stale(self) -> None:
        """Load the log again if the store may hold something else. The caller holds the lock. Raises Refused."""
        if self.log.is_stale:
            await self.log.load()
            self.clock.follow(self.log)
            self._advance()

    def _advance(self) -> None:
        """Send viewers what is new, then wait for the next deadline and let the next bot think."""
        if self.log.row.status != "waiting":
            self._asked = None
        self._feed.update()
        self._take_backs.drop_outdated()
        self._schedule_deadline()
        self._bot_player.wake()

    def _schedule_deadline(self) -> None:
        """Schedule when a clock will start or be at zero or, before the game, when a guest will lose a seat."""
        if self.is_deleted:
            self._services.schedule_deadline(self.id, None)
            return
        is_waiting = self.log.row.status == "waiting"
        self._services.schedule_deadline(
            self.id, self._find_waiting_deadline() if is_waiting else self.clock.next_change
        )

    def _find_waiting_deadline(self) -> int | None:
        """Return when a guest will lose a seat, or nonces or their hashes are not waited for any more."""
        times = (
            seating.find_seat_deadline(self.log, self.subscribers),
            None if self._start is None else self._start.deadline,
            None if self._complete_since is None or self._start is not None else self._complete_since + HASH_WITHIN,
        )
        return min((time for time in times if time is not None), default=None)

    # ── Viewers ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def connect(self, connection: Connection, since: int | None = None, epoch: int | None = None) -> None:
        """Send a connection everything, or just what it missed, and all that is new from now on. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            player, log = connection.player, self.log
            access.check_may_watch(log, player)
            self.touched_at = self._services.monotonic()
            if player is not None and self.clock.note_arrival(player.id):
                self._feed.send_position()  # to those who are here: a clock runs now
                self._schedule_deadline()
            self._feed.add(connection, since, epoch)
            self._take_backs.send_to(connection)
            if player is not None and log.row.status != "over":
                await self._save(SeatChange(rename(log.seats, player)))  # players may have changed their name
            if self._asked is not None:
                self._feed.ask_nonces(self._asked, [connection])
            await self._start_by_itself()
            self._bot_player.wake()  # bots wait while nobody is connected

    def disconnect(self, connection: Connection) -> None:
        """Send a connection nothing more."""
        self._feed.remove(connection)
        self.touched_at = self._services.monotonic()
        self._schedule_deadline()

    def knows(self, player: str) -> bool:
        """Whether a player sits here, is the host, or has said something that is still told."""
        return player == self.log.row.host or bool(find_seats(self.log.seats, player)) or self._chat.has_heard(player)

    def describe(self, player: Player | None) -> dict[str, Any]:
        """Return the table as a player sees it."""
        mine = find_seats(self.log.seats, None if player is None else player.id)
        view: dict[str, Any] = msgspec.to_builtins(self._feed.view_table(tuple(mine)))
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
            return read_history(self.log, player, request)

    async def replay(self) -> History:
        """Return a game that is over as spectators saw it. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            return read_replay(self.log)

    # ── Chat ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def say(self, player: Player | None, text: str) -> None:
        """Say something to everybody. Raises Refused."""
        if player is None:
            raise Refused("not_allowed", "Only players can say something; choose a name first.")
        async with self.lock:
            await self.reload_if_stale()
            access.check_not_banned(self.log, player)
            said = await self._chat.say(player, self.log.seats, text)
            self._services.bus.publish(self.id, {"what": "said", "said": msgspec.to_builtins(said)})

    def mute(self, player: Player | None, speaker: str, *, muted: bool) -> None:
        """Stop or resume sending a player what another one says. Raises Refused."""
        if player is None:
            raise Refused("not_allowed", "Only players can mute somebody; choose a name first.")
        self._chat.mute(player, speaker, muted=muted)

    # ── Seats ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def join(self, player: Player, seat: Seat | None = None) -> None:
        """Let a player take an open seat. Raises Refused."""

        def decide() -> SeatChange:
            change = seating.join(self.log, player, seat)
            self.subscribers.expect(player.id)
            return change

        await self._change_seats(decide, retry=True)
        async with self.lock:  # somebody who was here already has taken the last seat
            await self._start_by_itself()

    async def change_seat(self, player: Player, seat: Seat) -> None:
        """Let a player change to another open seat. Raises Refused."""
        await self._change_seats(lambda: seating.change_seat(self.log, player, seat), retry=True)

    async def set_seat(self, host: Player, seat: Seat, kind: str, level: str | None = None) -> None:
        """Let the host open a seat or put a bot there. Raises Refused."""
        await self._change_seats(lambda: seating.set_seat(self.log, host, seat, kind, level), retry=True)

    async def add_seat(self, host: Player) -> None:
        """Let the host add an open seat. Raises Refused."""
        await self._change_seats(lambda: seating.add_seat(self.log, host), retry=True)

    async def remove_seat(self, host: Player, seat: Seat) -> None:
        """Let the host remove a seat where no person sits. Raises Refused."""
        await self._change_seats(lambda: seating.remove_seat(self.log, host, seat))

    async def leave(self, player: Player) -> None:
        """Stand up: before the game the seats are open again, during it a bot plays on. Raises Refused."""
        await self._change_seats(lambda: seating.leave(self.log, player))

    async def give_up(self, player: Player) -> None:
        """Leave for good, also as the host: during the game a bot takes the seats. Raises Refused."""
        await self._change_seats(lambda: seating.give_up(self.log, player))

    async def reload(self) -> None:
        """Read everything again, because the store was changed behind the back of this table. Raises Refused."""
        async with self.lock:
            self.log.is_stale = True
            self._record = records.RecordCache(self._services.long_work)
            await self._chat.load()
            await self.reload_if_stale()

    def discard(self) -> None:
        """Stop, and close all connections: the table is not stored any more."""
        for connection in self.subscribers:
            connection.close(POLICY_VIOLATION, "not_allowed")
        self._services.schedule_deadline(self.id, None)
        self.unload()

    async def remove(self, host: Player, player: str, *, ban: bool) -> None:
        """Let the host remove a player, perhaps for good. Raises Refused."""
        await self._change_seats(lambda: seating.remove(self.log, host, player, ban=ban))

    async def unban(self, host: Player, player: str) -> None:
        """Let the host allow a player to return. Raises Refused."""
        await self._change_seats(lambda: seating.unban(self.log, host, player))

    async def replace(self, player: Player, seat: Seat, level: str | None = None) -> None:
        """Let a bot play on for an absent player. Raises Refused."""
        await self._change_seats(lambda: seating.replace_absent(self.log, self.subscribers, player, seat, level))

    async def come_back(self, player: Player) -> None:
        """Let a player decide again for whom a bot has played on. Raises Refused."""

        def decide() -> SeatChange:
            change = seating.come_back(self.log, self.clock, player)
            self.clock.note_arrival(player.id)
            return change

        await self._change_seats(decide)

    async def close_if_abandoned(self) -> None:
        """Close the table if it still waits for players and nobody is connected. Raises Refused."""
        await self._change_seats(lambda: seating.close_abandoned(self.log, self.subscribers))

    async def delete(self, player: Player) -> None:
        """Forget the table for good. Raises Refused."""
        async with self.lock:
            await self.reload_if_stale()
            seating.check_may_delete(self.log, player)
            await self.log.remove()
            self._services.bus.publish(self.id, {"what": "deleted"})

    async def set_rematch(self, rematch: str) -> None:
        """Store at which table the rematch is. The caller holds the lock."""
        await self._save(SeatChange(self.log.seats, {"rematch": rematch}))

    async def _change_seats(self, decide: Callable[[], SeatChange], *, retry: bool = False) -> None:
        """Decide on a change under the lock and store it; with `retry` once more if another process was faster."""
        async with self.lock:
            await self.reload_if_stale()
            try:
                await self._save(decide())
            except Refused as refused:
                if not retry or refused.code != "stale":
                    raise
                await self.reload_if_stale()
                await self._save(decide())

    async def _save(self, change: SeatChange) -> None:
        if change.seats != self.log.seats or change.fields:
            await self.log.save_seats(change.seats, **change.fields)
            self.publish()
