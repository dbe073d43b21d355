"""A table's match and its log, kept in step: what is stored is the truth, and what cannot be stored did not happen.

Everything here is called by one caller at a time; table.py holds the lock. If storing fails in any way, even by being
cancelled, nobody knows what is stored: then the log is stale, and the next caller loads it again from the store.
"""

import asyncio
import logging
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any

import msgspec

from ludotheque.core import registry
from ludotheque.core.errors import (
    BrokenGame,
    Conflict,
    InvalidMove,
    LudothequeError,
    MoveError,
    OptionError,
    OutcomeUnknown,
    StateError,
    StoreError,
    UnknownGame,
)
from ludotheque.core.fairness import Contribution, Dealer, SeededDealer, commitment
from ludotheque.core.game import CHANCE, AnyGame, Eliminating, Outcome, Seat
from ludotheque.core.match import Match, Ply, set_up
from ludotheque.core.tracebacks import summarize_error
from ludotheque.server.errors import OUTCOME_UNKNOWN, Refused
from ludotheque.server.table.games import (
    GameFailed,
    OptionItems,
    begin_match,
    check_actor,
    find_game,
    guard_game,
    play_text,
)
from ludotheque.server.table.seats.forfeit import list_forfeits, rank_forfeits_last
from ludotheque.server.table.seats.seats import Seats, decode_seats, encode_seats
from ludotheque.server.table.services import Services
from ludotheque.server.table.settings import Settings, decode_settings
from ludotheque.server.table.start.nonces import drop_hashes, encode_contributions, make_row_dealer
from ludotheque.store.store import PlyRow, TableRow

PLIES_PER_SLICE = 20
"""After replaying so many plies, other tasks get a turn."""
CHANCE_ROW = -1
"""In place of a seat in the log: chance."""
KEPT_PLIES = 4
"""How many of the plies that everybody has been sent stay in memory with their states, for those who reconnect."""
LOOK_AGAIN = 1000
"""Milliseconds after which a table is loaded again if nobody knows whether something was stored."""
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

    def __init__(self, row: TableRow, services: Services) -> None:
        self._store = services.store
        self._services = services
        self.row = row
        self._set_game(row)
        self.commitment = commitment(row.seed)
        self.settings = _decode_stored_settings(row)
        self.match: Match[Any, Any, Any] | None = None
        """None before the start. While a move is being stored it is already in here; `rows` says what is stored."""
        self.rows: list[PlyRow] = []
        """The stored plies."""
        self.actor: Seat | None = None
        """Who decides after the last stored ply; None before the start and when the game is over."""
        self.is_stale = False
        """Whether the store may hold something else than this log."""
        self._is_row_current = False
        """Whether, although the log is stale, the row is known to be what is stored."""
        self.is_loaded = False
        self._is_reported = False
        self._set_row(row)

    def _set_game(self, row: TableRow) -> None:
        self.game: AnyGame = _make_stored_game(row)
        # Asking this takes longer than most moves take to be judged, so it is not asked of every position.
        self._eliminating: Eliminating[Any] | None = self.game if isinstance(self.game, Eliminating) else None

    def _set_row(self, row: TableRow) -> None:
        if row.options != self.row.options:  # the host has changed the number of seats
            self._set_game(row)
        self.seats: Seats = _decode_stored_seats(row)
        self.row = row

    def _set_actor(self) -> None:
        self.actor = None if self.match is None or self.row.status == "over" else _find_seat(self.match)

    @property
    def game_key(self) -> tuple[str, OptionItems]:
        """What is the same for all tables that play the same game by the same options."""
        return self.row.game, tuple(self.row.options.items())

    @property
    def ply(self) -> int:
        """How many plies are stored."""
        return len(self.rows)

    @property
    def state(self) -> Any:
        """The state of the match; None before the start."""
        return None if self.match is None else self.match.state

    @property
    def bot_turn(self) -> tuple[int, int, Seat, str] | None:
        """Which bot is to decide: epoch, ply, seat and level; None if a person is, or nobody."""
        if self.actor is None or (level := self.seats[self.actor].bot) is None:
            return None
        return self.row.epoch, self.ply, self.actor, level

    @property
    def is_left_to_bots(self) -> bool:
        """Whether bots decide at every seat that is still in the game."""
        if self.row.status != "playing":
            return False
        eliminating = self._eliminating
        with guard_game(self.game.title):
            for number, seat in enumerate(self.seats):
                if seat.bot is None and (eliminating is None or not eliminating.is_out(self.state, number)):
                    return False
        return True

    def mark_stale(self) -> None:
        """Read everything again before anything else happens."""
        self.is_stale = True
        self._is_row_current = False

    def note_stored(self, epoch: int, ply: int, version: int) -> bool:
        """Hear what was stored, here or in another process; return whether that is more than is known here."""
        row = self.row
        if version <= row.version and not (epoch == row.epoch and ply > self.ply):
            return False
        self._is_row_current = version == row.version and (self._is_row_current or not self.is_stale)
        self.is_stale = True
        return True

    # ── Loading ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def load(self) -> None:
        """Read the plies, and the row again if it may have changed. Raises Refused."""
        is_again, self.is_stale = self.is_stale, False  # what others write from now on makes it stale once more
        is_row_current, self._is_row_current = self._is_row_current, False
        try:
            if not (is_again and await self._read_news(is_row_current=is_row_current)):
                await self._read(is_again=is_again)
        except StoreError as error:
            self.is_stale = True
            _log.warning("Table %s could not be read: %s", self.row.id, error)
            raise Refused("not_stored", UNREADABLE) from None
        except Unreadable as error:
            self.is_stale = True
            if is_again and not self._is_reported:  # a table that was never loaded is reported by tables.py
                self._is_reported = True
                _log.error("Table %s cannot be read any more: %s", self.row.id, error.reason)
            raise
        except BaseException:
            self.is_stale = True
            raise

    async def _read_news(self, *, is_row_current: bool) -> bool:
        """Read only what another process has added; False if that is not all that can have happened."""
        match, row = self.match, self.row if is_row_current else await self._store.find_table(self.row.id)
        if match is None or row is None or row.epoch != self.row.epoch or match.ply != len(self.rows):
            return False
        news = await self._store.list_plies(self.row.id, len(self.rows), row.epoch)
        if [each.ply for each in news] != list(range(self.ply + 1, self.ply + 1 + len(news))):
            return False
        dealer, match.dealer = match.dealer, None
        try:
            _play_rows(match, news)
        except (MoveError, GameFailed):  # it is found again when all is read
            return False
        finally:
            match.dealer = dealer
        self.rows += news
        if row != self.row:
            self._set_row(row)
        self._set_actor()
        return True

    async def _read(self, *, is_again: bool) -> None:
        row = await self._store.find_table(self.row.id) if is_again else self.row
        if row is None:
            raise Refused("no_such_table", "This table does not exist any more.")
        rows = await self._store.list_plies(self.row.id)
        has_begun = row.status == "playing" or bool(rows)  # a table that everybody left is over without it
        match = await _replay(_make_stored_game(row), rows, row) if has_begun else None
        if row is not self.row:  # only now, and all at once: who is here is told without waiting for the lock
            self._set_row(row)
        self.rows, self.match = rows, match
        self._set_actor()
        self.is_loaded = True

    # ── Changing ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self, contributions: Sequence[Contribution] = ()) -> None:
        """Begin the game: chance deals, from the seed and what people have added to it."""
        now = self._services.now()
        dealer = SeededDealer(self.row.seed, contributions)
        with guard_game(self.game.title):
            match = set_up(self.game, self.row.position, dealer)
            rows = _make_rows(match, match.plies, 0, now)
        actor = _find_seat(match)
        row = self.row.change(
            status="playing",
            seats=encode_seats(drop_hashes(self.seats)),
            changed_at=now,
            began_at=now,
            draws=dealer.function,
            nonces=encode_contributions(contributions),
        )
        await self._append(rows, row)
        self.match, self.actor = match, actor

    async def play(self, seat: Seat, text: str, spent: int) -> None:
        """Apply a move of a seat and the chance that follows. Raises a MoveError, or Refused if it is not stored."""
        match = self.match
        if match is None:
            raise Refused("not_started", "The game has not started yet.")
        now = self._services.now()
        try:
            plies = play_text(match, text, seat)
            actor = _find_seat(match)  # before it is stored: nobody could go on from there
            with guard_game(self.game.title):
                outcome = match.outcome
                rows = _make_rows(match, plies, spent, now)
        except LudothequeError:
            if match.ply != self.ply:  # the move was applied, and then the game failed
                self.mark_stale()
            raise
        row = None if outcome is None else self._make_final_row(self.seats, outcome, now)
        await self._append(rows, row)
        self.actor = actor if row is None else None

    async def take_back(self, ply: int) -> None:
        """Forget everything after a ply. The draws that follow will be the same again (docs/fairness.md)."""
        if self.match is None:
            raise Refused("not_started", "The game has not started yet.")
        await self.recall(ply)
        now = self._services.now()
        row = self.row.change(epoch=self.row.epoch + 1, changed_at=now, began_at=now)
        await self._write(self._store.truncate(self.row.id, ply, row))
        self._set_row(row)
        self.rows = self.rows[:ply]
        with guard_game(self.game.title):
            self.match.take_back(ply)
        self._set_actor()

    async def save_seats(self, seats: Seats, **changes: Any) -> None:
        """Store who sits where, and perhaps other fields of the row."""
        row = self.row.change(seats=encode_seats(seats), changed_at=self._services.now(), **changes)
        await self._write(self._store.save_table(row))
        self._set_row(row)
        self._set_actor()

    async def remove(self) -> None:
        """Forget the table. Whoever asks for anything here afterwards is told that it does not exist any more."""
        await self._write(self._store.remove_table(self.row))
        self.mark_stale()

    async def end_early(self, seats: Seats, outcome: Outcome) -> None:
        """End a game that is not over by its rules."""
        row = self._make_final_row(seats, outcome, self._services.now())
        await self._write(self._store.save_table(row))
        self._set_row(row)
        self._set_actor()

    def _make_final_row(self, seats: Seats, outcome: Outcome, now: int) -> TableRow:
        outcome = rank_forfeits_last(outcome, list_forfeits(seats, self.settings))
        stored = {
            "ranks": list(outcome.ranks),
            "shares": list(outcome.shares),
            "scores": None if outcome.scores is None else list(outcome.scores),
            "reason": outcome.reason,
        }
        return self.row.change(seats=encode_seats(seats), status="over", outcome=stored, changed_at=now)

    async def _append(self, rows: list[PlyRow], row: TableRow | None) -> None:
        await self._write(self._store.append(self.row.id, rows, self.row.epoch, row))
        self.rows += rows
        self._services.metrics.plies += len(rows)
        if row is not None:
            self._set_row(row)

    async def _write(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except Conflict:
            self.mark_stale()
            raise Refused("stale", "Somebody else was faster. Look at what has happened and decide again.") from None
        except OutcomeUnknown:
            self.mark_stale()
            # Perhaps it was stored: then the viewers must hear of it, even if nobody asks for anything.
            self._services.schedule_deadline(self.row.id, self._services.monotonic() + LOOK_AGAIN)
            raise Refused("not_known", OUTCOME_UNKNOWN) from None
        except StoreError:
            self.mark_stale()
            raise Refused("not_stored", "This could not be stored, so it has not happened. Try again.") from None
        except BaseException:
            self.mark_stale()
            raise

    # ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def list_plies(self, since: int) -> list[Ply[Any, Any]]:
        """List what happened after a ply. What everybody was sent long ago is to be recalled before."""
        return [] if self.match is None else self.match.plies[since - self.match.forgotten :]

    async def recall(self, since: int = 0) -> None:
        """Have everything after a ply in memory again, with the states: they follow from what is stored."""
        if self.match is not None and since < self.match.forgotten:
            self.match = await _replay(self.game, self.rows, self.row)

    def forget(self) -> None:
        """Drop the states of stored plies but for the last few, once everybody has been sent them.

        When the game is over they stay: then people look at the whole of it.
        """
        match, ply = self.match, self.ply
        if match is not None and ply >= match.forgotten + 2 * KEPT_PLIES and self.row.status == "playing":
            match.forget(ply - KEPT_PLIES)

    async def find_repeated(self, seats: list[Seat], ply: int, move: str) -> int | None:
        """Return the number of the ply that this move of one of these seats has already become, if it has."""
        if self.match is None or ply >= len(self.rows) or self.rows[ply].actor not in seats:
            return None
        if self.rows[ply].move == move:
            return ply + 1
        await self.recall(ply)
        played = self.list_plies(ply)[0]
        try:  # the same move may have been written in another way
            with guard_game(self.game.title, InvalidMove):
                return ply + 1 if self.game.parse_move(played.before, move) == played.move else None
        except InvalidMove:
            return None


def _find_seat(match: Match[Any, Any, Any]) -> Seat | None:
    """Find the seat that decides now, if one does. Raises GameFailed."""
    with guard_game(match.game.title):
        actor = match.actor
        check_actor(match.game, actor)
    return None if actor is CHANCE else actor


def _make_rows(match: Match[Any, Any, Any], plies: Sequence[Ply[Any, Any]], spent: int, now: int) -> list[PlyRow]:
    """Make the rows of plies. The time was spent on the first of them, because chance does not think."""
    write = match.game.format_move
    return [
        PlyRow(
            ply.number,
            CHANCE_ROW if ply.actor is CHANCE else ply.actor,
            write(ply.before, ply.move),
            0 if number else spent,
            now,
        )
        for number, ply in enumerate(plies)
    ]


async def replay(
    game: AnyGame, rows: list[PlyRow], dealer: Dealer, position: str | None = None
) -> Match[Any, Any, Any]:
    """Play stored plies again. A long log takes a moment, so other tasks run in between."""
    match = begin_match(game, position)
    for row in rows:
        if row.ply % PLIES_PER_SLICE == 0:
            await asyncio.sleep(0)
        _play_rows(match, [row])
    match.dealer = dealer
    return match


def _play_rows(match: Match[Any, Any, Any], rows: Iterable[PlyRow]) -> None:
    for row in rows:
        play_text(match, row.move, CHANCE if row.actor == CHANCE_ROW else row.actor)


async def replay_stored(row: TableRow, rows: list[PlyRow]) -> tuple[Match[Any, Any, Any], Seats, Settings]:
    """Replay a stored game without a table; give what its record is made of. Raises Unreadable."""
    game = _make_stored_game(row)
    return await _replay(game, rows, row), _decode_stored_seats(row), _decode_stored_settings(row)


async def _replay(game: AnyGame, rows: list[PlyRow], row: TableRow) -> Match[Any, Any, Any]:
    """Play stored plies again. Raises Unreadable."""
    try:
        return await replay(game, rows, make_row_dealer(row), row.position)
    except GameFailed as failed:
        raise _make_failed(failed) from failed
    except (MoveError, StateError, TypeError, ValueError) as error:  # the last two of what the dealer is made from
        raise _make_unreadable(error) from None


def _make_stored_game(row: TableRow) -> AnyGame:
    """Make the game of a table. Raises Unreadable if it is not known here or was begun under other rules."""
    try:
        game_class = registry.find(row.game)
    except UnknownGame as error:
        raise _make_unreadable(error) from None
    except BrokenGame as error:
        raise Unreadable("game_failed", GameFailed(row.game).message, error.reason) from None
    if game_class.rules_version != row.rules_version:
        message = (
            f"This table was opened under version {row.rules_version} of the rules of {game_class.title}; "
            f"this server plays version {game_class.rules_version}."
        )
        raise Unreadable("wrong_rules", message, message)
    try:
        with guard_game(game_class.title, OptionError):
            return find_game(row.game, tuple(row.options.items()))
    except OptionError as error:
        raise _make_unreadable(error) from None
    except GameFailed as failed:
        raise _make_failed(failed) from failed


def _decode_stored_settings(row: TableRow) -> Settings:
    try:
        return decode_settings(row.settings)
    except Refused as error:
        raise _make_unreadable(error) from None


def _decode_stored_seats(row: TableRow) -> Seats:
    try:
        return decode_seats(row.seats)
    except msgspec.ValidationError as error:
        raise _make_unreadable(error) from None


def _make_unreadable(error: Exception) -> Unreadable:
    message = "What is stored of this table makes no sense to this server. Tell whoever runs it."
    return Unreadable("broken", message, str(error))


def _make_failed(failed: GameFailed) -> Unreadable:
    return Unreadable(failed.code, failed.message, summarize_error(failed.__cause__ or failed))
