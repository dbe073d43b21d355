"""A table's match and its log, kept in step: what is stored is the truth, and what cannot be stored did not happen.

Everything here is called by one caller at a time; table.py holds the lock. If storing fails in any way, even by being
cancelled, nobody knows what is stored: then the log is torn, and whoever comes next loads it again from the log.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from ludotheque.core import registry
from ludotheque.core.errors import Conflict, MoveError, OptionError, StoreError, UnknownGame
from ludotheque.core.fairness import SeededDealer, commitment
from ludotheque.core.game import CHANCE, AnyGame, Outcome, Seat
from ludotheque.core.match import Match, Ply
from ludotheque.core.verify import make_record
from ludotheque.server.errors import Refused
from ludotheque.server.table.clock import GRACE, Clock, ClockState, NoClock, Timing
from ludotheque.server.table.seats import Seats, decode_seats, encode_seats
from ludotheque.server.table.services import Services
from ludotheque.server.table.settings import Settings, decode_settings
from ludotheque.store.store import PlyRow, TableRow

BREATH = 20
"""After so many plies that are played again, others may go on."""
CHANCE_ROW = -1
"""In place of a seat in the log: chance."""
MOST_GAMES = 64
"""How many games with their options are kept at hand. Strangers choose the options: the largest deck takes 130 kB."""
UNREADABLE = "What is stored of this table could not be read. Try again."

_log = logging.getLogger(__name__)


class Unreadable(Refused):
    """What is stored of a table makes no sense to this server, and will not until a newer one reads it."""

    def __init__(self, code: str, message: str, reason: str) -> None:
        super().__init__(code, message)
        self.reason = reason
        """What is wrong with it, for the log."""


class MatchLog:
    """All that is stored of a table but its chat."""

    def __init__(self, row: TableRow, services: Services, is_here: Callable[[str | None], bool]) -> None:
        self._is_here = is_here
        """Whether a player is connected to the table."""
        self._store = services.store
        self._services = services
        self.game = make_game(row)
        self.commitment = commitment(row.seed)
        self.settings = _decode_stored_settings(row)
        self.match: Match[Any, Any, Any] | None = None
        """None before the start. While a move is being stored it is already in here; `rows` says what is stored."""
        self.rows: list[PlyRow] = []
        self.actor: Seat | None = None
        """Who decides after the last stored ply; None before the start and when the game is over."""
        self.is_stale = False
        self.is_loaded = False
        self._is_reported = False
        self.clock = Clock(self.settings.clock, self.game.seats)
        self._timing = Timing()
        self._take(row)

    def _take(self, row: TableRow) -> None:
        self.row = row
        self.seats: Seats = _decode_stored_seats(row)
        self.clock.flag(seat for seat, entry in enumerate(self.seats) if entry.is_flagged)

    def read_clock(self) -> ClockState | None:
        """Say what the clocks show now."""
        return self.clock.read(self._services.monotonic())

    @property
    def game_key(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What is the same for all tables that play the same game by the same options."""
        return self.row.game, tuple(self.row.options.items())

    @property
    def ply(self) -> int:
        """How many plies are stored."""
        return len(self.rows)

    @property
    def bot_turn(self) -> tuple[int, int, Seat, str] | None:
        """Which bot is to decide: epoch, ply, seat and level; None if a person is, or nobody."""
        if self.actor is None or (level := self.seats[self.actor].bot) is None:
            return None
        return self.row.epoch, self.ply, self.actor, level

    # ── Loading ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def load(self) -> None:
        """Read the log, and the row again if it may have changed. Raises Refused."""
        is_again, self.is_stale = self.is_stale, False  # what others write from now on tears it once more
        try:
            await self._read(is_again=is_again)
        except StoreError as error:
            self.is_stale = True
            _log.warning("Table %s could not be read: %s", self.row.id, error)
            raise Refused("not_stored", UNREADABLE) from None
        except Unreadable as error:
            self.is_stale = True
            if is_again and not self._is_reported:  # it was loaded once; of one that never was, tables.py tells the log
                self._is_reported = True
                _log.error("Table %s cannot be read any more: %s", self.row.id, error.reason)
            raise
        except BaseException:
            self.is_stale = True
            raise

    async def _read(self, *, is_again: bool) -> None:
        if is_again:
            row = await self._store.find_table(self.row.id)
            if row is None:
                raise Refused("no_such_table", "This table does not exist any more.")
            self._take(row)
        self.rows = await self._store.list_plies(self.row.id)
        has_begun = self.row.status == "playing" or bool(self.rows)  # a table that everybody left is over before it
        try:
            self.match = await replay(self.game, self.rows, self.row.seed) if has_begun else None
        except MoveError as error:
            raise _break(error) from None
        self._set_clock()
        self._resume_timing()
        self.is_loaded = True

    def _set_clock(self) -> None:
        self.clock = Clock(self.settings.clock, self.game.seats, self.rows)
        self.clock.flag(seat for seat, entry in enumerate(self.seats) if entry.is_flagged)

    def _resume_timing(self) -> None:
        """Go on with the turn that ran when this was last loaded; one that nobody here knows of begins now."""
        if self._timing.turn is None and self.match is not None:
            self._timing = self._services.timings.get(self.row.id) or self._make_timing()
        if self.row.status == "playing" and self._timing.turn != (self.row.epoch, self.ply):
            self._begin_turn()
        else:
            self._keep_timing()
            self._set_actor()

    def _make_timing(self) -> Timing:
        """Begin to measure: whoever is connected now has been seen."""
        here = {seat.player for seat in self.seats if seat.player is not None and self._is_here(seat.player)}
        return Timing(self._services.monotonic() + GRACE, here)

    def _keep_timing(self) -> None:
        """Keep what is measured for when the table is forgotten, as long as the game is played by a clock."""
        if self.row.status == "playing" and not isinstance(self.settings.clock, NoClock):
            self._services.timings[self.row.id] = self._timing
        else:
            self._services.timings.pop(self.row.id, None)

    def _begin_turn(self) -> None:
        """Let the turn after the last stored ply begin: now, or when its player is seen, who has some grace."""
        self._set_actor()
        timing, now, player = self._timing, self._services.monotonic(), self._find_decider()
        is_awaited = player is not None and player not in timing.seen
        timing.turn, timing.charged = (self.row.epoch, self.ply), 0
        timing.began = max(now, timing.waits_until) if is_awaited else now
        self._keep_timing()
        self._set_actor()

    def _set_actor(self) -> None:
        actor = None if self.match is None or self.row.status == "over" else self.match.actor
        self.actor = None if actor is CHANCE else actor
        self.clock.begin(None if self._find_decider() is None else self.actor, self._timing.began)

    def _find_decider(self) -> str | None:
        """Say which person is to decide; None if a bot is, or nobody."""
        if self.actor is None or self.seats[self.actor].bot is not None:
            return None
        return self.seats[self.actor].player

    def see(self, player: str) -> bool:
        """Note that a player has come: from now on their clock runs. Give whether it begins to run now."""
        timing, now = self._timing, self._services.monotonic()
        if timing.turn is None or all(seat.player != player for seat in self.seats):
            return False
        timing.seen.add(player)
        if self.actor is None or self.seats[self.actor].player != player or timing.began <= now:
            return False
        timing.began = now
        self._set_actor()
        return self.clock.is_running(now)

    # ── Changing ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Begin the game: chance deals."""
        now = self._services.now()
        match = Match(self.game, SeededDealer(self.row.seed))
        row = self.row.change(status="playing", changed_at=now, began_at=now)
        await self._append(match, match.plies, 0, now, row)
        self.match = match
        self._timing = self._make_timing()
        self._begin_turn()

    async def play(self, seat: Seat, move: Any) -> None:
        """Apply a move of a seat and what chance makes of it. Raises a MoveError, or Refused if it is not stored."""
        match = self._playing()
        now = self._services.now()
        plies = match.play(move, actor=seat)
        spent = self._measure_turn() if self.seats[seat].bot is None else self._timing.charged
        outcome = match.outcome
        row = None if outcome is None else self._end(self.seats, outcome, now)
        await self._append(match, plies, spent, now, row)
        self._begin_turn()

    async def take_back(self, ply: int) -> None:
        """Forget everything after a ply. The draws that follow will be the same again (docs/fairness.md)."""
        match = self._playing()
        now = self._services.now()
        row = self.row.change(epoch=self.row.epoch + 1, changed_at=now, began_at=now)
        await self._write(self._store.cut(self.row.id, ply, row))
        self._take(row)
        match.take_back(ply)
        self.rows = self.rows[:ply]
        self._set_clock()
        self._begin_turn()

    async def seat(self, seats: Seats, **changes: Any) -> None:
        """Change who sits where, and perhaps more of the row. A turn goes on as it was: leaving gains no time."""
        row = self.row.change(seats=encode_seats(seats), changed_at=self._services.now(), **changes)
        await self._write(self._store.save_table(row))
        if self.actor is not None and self.seats[self.actor].bot is None and seats[self.actor].bot is not None:
            self._timing.charged = self._measure_turn()
        self._take(row)
        self._set_actor()

    async def end_early(self, seats: Seats) -> None:
        """End the game although by its rules it is not over: all but one have run out of time."""
        row = self._end(seats, Outcome((1,) * len(seats), "timeout"), self._services.now())
        await self._write(self._store.save_table(row))
        self._take(row)
        self._begin_turn()

    def _end(self, seats: Seats, outcome: Outcome, now: int) -> TableRow:
        outcome = rank_last(outcome, self.list_out(seats))
        told = {
            "ranks": list(outcome.ranks),
            "shares": list(outcome.shares),
            "scores": None if outcome.scores is None else list(outcome.scores),
            "reason": outcome.reason,
        }
        return self.row.change(seats=encode_seats(seats), status="over", outcome=told, changed_at=now)

    def list_out(self, seats: Seats) -> list[Seat]:
        """List who is out because of their clock, at a table where that loses the game."""
        if self.settings.timeout != "out":
            return []
        return [seat for seat, entry in enumerate(seats) if entry.is_flagged]

    def _measure_turn(self) -> int:
        """Say how many milliseconds the running turn has taken."""
        return max(0, self._services.monotonic() - self._timing.began)

    def _playing(self) -> Match[Any, Any, Any]:
        if self.match is None:
            raise Refused("not_started", "The game has not started yet.")
        return self.match

    async def _append(
        self, match: Match[Any, Any, Any], plies: list[Ply[Any, Any]], spent: int, now: int, row: TableRow | None
    ) -> None:
        """Store plies; what was spent was spent on the first of them, because chance does not think."""
        write = match.game.format_move
        rows = [
            PlyRow(
                ply.number,
                CHANCE_ROW if ply.actor is CHANCE else ply.actor,
                write(ply.before, ply.move),
                0 if number else spent,
                now,
            )
            for number, ply in enumerate(plies)
        ]
        await self._write(self._store.append(self.row.id, rows, self.row.epoch, row))
        self.rows += rows
        self.clock.count(rows)
        self._services.metrics.plies.inc(len(rows))
        if row is not None:
            self._take(row)

    async def _write(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except Conflict:
            self.is_stale = True
            raise Refused("stale", "Somebody else was faster. Look at what has happened and decide again.") from None
        except StoreError:
            self.is_stale = True
            raise Refused("not_stored", "This could not be stored, so it has not happened. Try again.") from None
        except BaseException:
            self.is_stale = True
            raise

    # ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def find_repeated(self, seats: list[Seat], ply: int, move: str) -> int | None:
        """Give the number of the ply that this move of one of these seats has already become, if it has."""
        if self.match is None or ply >= self.ply or self.rows[ply].actor not in seats:
            return None
        if self.rows[ply].move == move:
            return ply + 1
        played = self.match.plies[ply]
        try:  # the same move may have been written in another way
            return ply + 1 if self.game.parse_move(played.before, move) == played.move else None
        except MoveError:
            return None

    def write_record(self) -> str:
        """Write the record of a game that is over."""
        out = [str(seat + 1) for seat in self.list_out(self.seats)]
        tags = {"Table": self.row.id, **({"Forfeit": " ".join(out)} if out else {})}
        return make_record(self._playing(), [seat.title for seat in self.seats], tags).format()


def make_game(row: TableRow) -> AnyGame:
    """Make the game of a table. Raises Unreadable if it is not known here or was begun under other rules."""
    try:
        game_class = registry.find(row.game)
    except UnknownGame as error:
        raise _break(error) from None
    if game_class.rules_version != row.rules_version:
        message = (
            f"This table was opened under version {row.rules_version} of the rules of {game_class.title}; "
            f"this server plays version {game_class.rules_version}."
        )
        raise Unreadable("wrong_rules", message, message)
    try:
        return find_game(row.game, tuple(row.options.items()))
    except OptionError as error:
        raise _break(error) from None


@lru_cache(maxsize=MOST_GAMES)
def find_game(game_id: str, options: tuple[tuple[str, str], ...]) -> AnyGame:
    """Give a game with its options fixed. All tables that play it share it: it holds no state."""
    game_class = registry.find(game_id)
    return game_class(game_class.Options.parse(dict(options)))


async def replay(game: AnyGame, log: list[PlyRow], seed: bytes) -> Match[Any, Any, Any]:
    """Play a log again. A long one takes a moment, so other tables go on meanwhile."""
    match = Match(game)
    for row in log:
        if row.ply % BREATH == 0:
            await asyncio.sleep(0)
        match.play(match.parse_move(row.move), actor=CHANCE if row.actor == CHANCE_ROW else row.actor)
    match.dealer = SeededDealer(seed)
    return match


def _decode_stored_settings(row: TableRow) -> Settings:
    try:
        return decode_settings(row.settings)
    except Refused as error:
        raise _break(error) from None


def _decode_stored_seats(row: TableRow) -> Seats:
    try:
        return decode_seats(row.seats)
    except msgspec.ValidationError as error:
        raise _break(error) from None


def _break(error: Exception) -> Unreadable:
    """Make the refusal that everybody gets who asks for a table that cannot be read."""
    message = "What is stored of this table makes no sense to this server. Tell whoever runs it."
    return Unreadable("broken", message, str(error))


def rank_last(outcome: Outcome, out: list[Seat]) -> Outcome:
    """Rank those who ran out of time behind all others; among themselves they share the last rank."""
    if not out:
        return outcome
    stayed = sorted(rank for seat, rank in enumerate(outcome.ranks) if seat not in out)
    ranks = [
        len(stayed) + 1 if seat in out else 1 + sum(other < rank for other in stayed)
        for seat, rank in enumerate(outcome.ranks)
    ]
    return replace(outcome, ranks=tuple(ranks))
