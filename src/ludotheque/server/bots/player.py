"""Plays for the bots of a table, and for whom a bot plays on: thinks, takes its time like a person, then moves.

A bot never stops a game. If it fails, is too slow, or answers with something illegal, any legal move is played and a
line is logged. But it waits: while nobody who sits at the table is connected, nor its host, no bot begins to think. A
move that was begun is made even if everybody leaves meanwhile. Of several processes only the table's owner has bots.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from random import SystemRandom
from typing import TYPE_CHECKING

from ludotheque.core.game import Seat
from ludotheque.server.bots.pool import BotUnavailable
from ludotheque.server.bots.queue import Payer
from ludotheque.server.errors import Refused
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.games import GameFailed, guard_game
from ludotheque.server.table.part import TablePart
from ludotheque.server.table.services import Services
from ludotheque.server.table.settings import BotPace

if TYPE_CHECKING:
    from ludotheque.server.table.table import Table

SHORTEST, LONGEST = 0.6, 2.0
"""Seconds that a move takes at least, at the normal pace: drawn anew for each."""
PACES: dict[BotPace, float] = {"calm": 2.0, "normal": 1.0, "quick": 0.25, "none": 0.0}
"""How much longer or shorter a move takes at each pace."""
PACE_NAMES: tuple[BotPace, ...] = tuple(PACES)
RETRY = 1.0
"""Seconds after which a move that failed, or could not be stored, is tried again."""

_log = logging.getLogger(__name__)
_random = SystemRandom()


class BotPlayer(TablePart):
    """The bots of one table. It acts only when it is woken."""

    def __init__(self, table: "Table", services: Services) -> None:
        super().__init__(table)
        self._services = services
        self._turn: tuple[int, int, Seat, str] | None = None
        self._task: asyncio.Task[None] | None = None
        self._chosen_pace: BotPace = "quick"
        """How fast bots play on among themselves."""
        self._pace_changed = asyncio.Event()

    @property
    def is_busy(self) -> bool:
        """Whether a bot is about to move."""
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Start the bot whose turn it is, if somebody is connected; cancel one whose turn is over."""
        table = self._table
        log = table.log
        turn = log.bot_turn
        if turn is not None and not table.is_owner:
            turn = None
        if turn == self._turn:
            return
        self.stop()
        payers = table.subscribers.list_payers(log.row.host, [seat.player for seat in log.seats])
        if turn is not None and payers:
            self._turn = turn
            self._task = asyncio.get_running_loop().create_task(self._move(turn, payers))

    def set_pace(self, pace: BotPace) -> None:
        """Set how fast bots play on among themselves, from the move in progress on."""
        self._chosen_pace = pace
        self._pace_changed.set()

    def stop(self) -> None:
        """Cancel the move in progress."""
        # The bot that has just moved wakes the next one; it ends by itself.
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = self._turn = None

    async def _move(self, turn: tuple[int, int, Seat, str], payers: Sequence[Payer]) -> None:
        """Move, or try again in a moment."""
        table = self._table
        try:
            await self._decide(turn, payers)
        except GameFailed as failed:  # it would fail again; the log has said why
            table.feed.tell_failed(failed)
            return
        except Refused as refused:
            _log.warning("Table %s: the bot's move at ply %s was refused: %s", table.id, turn[1], refused)
        except Exception:  # noqa: BLE001 - a game must not stand still, whatever went wrong
            _log.exception("Table %s: a bot could not move", table.id)
        else:
            return
        await asyncio.sleep(RETRY)
        self._turn = None
        self.wake()

    async def _decide(self, turn: tuple[int, int, Seat, str], payers: Sequence[Payer]) -> None:
        _, _, seat, level = turn
        table = self._table
        begun = time.monotonic()
        text = await self._think(seat, level, payers)
        await self._pause(begun, payers)
        async with table.lock:
            await table.reload_if_stale()
            if table.log.bot_turn == turn and table.is_owner:
                await self._play(seat, text)

    async def _pause(self, begun: float, payers: Sequence[Payer]) -> None:
        """Wait until the move has taken its time, which the pace may change meanwhile."""
        usual = self._services.pace * _random.uniform(SHORTEST, LONGEST)
        earliest = time.monotonic() + self._reserve_move(payers)
        while (pause := max(begun + usual * PACES[self._pace], earliest) - time.monotonic()) > 0:
            if not await self._wait_for_pace(pause):
                return

    async def _wait_for_pace(self, seconds: float) -> bool:
        """Wait so long, or until the pace is changed; say whether it was."""
        self._pace_changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await self._pace_changed.wait()
        return False

    @property
    def _pace(self) -> BotPace:
        log = self._table.log
        return self._chosen_pace if log.is_left_to_bots else log.settings.pace

    def _reserve_move(self, payers: Sequence[Payer]) -> float:
        """Say how many seconds a move must wait because others of the same address come first."""
        addresses = dict.fromkeys(payer.path[0] for payer in payers)
        return min((self._services.limits.reserve(Limits.BOT_MOVES, address) for address in addresses), default=0.0)

    async def _think(self, seat: Seat, level: str, payers: Sequence[Payer]) -> str | None:
        log = self._table.log
        if log.match is None:
            return None
        try:
            with guard_game(log.game.title):
                observation = log.game.observe(log.match.state, seat)
            answer = await self._services.bots.ask(log.game, level, observation, payers)
        except BotUnavailable as problem:
            _log.warning("Table %s: bot %s has no move (%s); any legal one is played.", self._table.id, level, problem)
            return None
        return answer.moves[0].move

    async def _play(self, seat: Seat, text: str | None) -> None:
        table = self._table
        log = table.log
        if text is not None:
            try:
                await table.play_move(seat, text)
            except Refused as refused:
                if refused.code not in {"illegal", "malformed"}:
                    raise
                _log.warning("Table %s: a bot wants to play %s: %s", table.id, text, refused)
            else:
                return
        state = None if log.match is None else log.match.state
        with guard_game(log.game.title):
            text = log.game.format_move(state, _random.choice(log.game.legal_moves(state)))
        await table.play_move(seat, text)
