"""Reviews of finished games: made once in the bot processes, stored, and shown to whoever may see the record.

Of a game that goes on nothing is said here, to nobody. Of several processes on one database one works at the review of
a game (it holds a lease on it) and tells the others by notes how far it is; results are in the store for all.
"""

import asyncio
import gzip
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import msgspec

from ludotheque.bus.bus import Bus
from ludotheque.bus.peers import NoPeers, Peers
from ludotheque.core.errors import Conflict, StoreError
from ludotheque.core.game import Seat
from ludotheque.core.match import Ply
from ludotheque.review.result import FORMAT
from ludotheque.server.bots.pool import BotUnavailable, ReviewService, TooManyQuestions
from ludotheque.server.bots.queue import Payer
from ludotheque.server.bots.reviewing import ReviewProgress, ReviewTask
from ludotheque.server.cache import JsonBody
from ludotheque.server.errors import Refused
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.access import list_own_seats
from ludotheque.server.table.games import guard_game
from ludotheque.server.table.history.history import History
from ludotheque.server.table.history.records import check_over
from ludotheque.server.table.log import MatchLog
from ludotheque.server.tables.tables import Tables
from ludotheque.server.tasks import BackgroundTasks
from ludotheque.store.store import Player, ReviewRow, Store

TOPIC = "reviews"
"""On the bus: how far a review is, or that somebody wants one, or no more."""
FORGET_AFTER = 10_000
"""After how many milliseconds of silence a review in another process counts as ended."""
TELL_EVERY = 1_000
"""How often, in milliseconds, other processes are told how far a review is, even if it only waits."""

ReviewStatus: TypeAlias = Literal["none", "preparing", "waiting", "running", "failed", "done"]
_STAGES: tuple[ReviewStatus, ...] = ("none", "preparing", "waiting", "running", "failed")
"""What a note says of a review in another process, as a number."""

_log = logging.getLogger(__name__)


class ReviewState(msgspec.Struct, frozen=True):
    """How far the review of a game is."""

    status: ReviewStatus
    """`preparing`: what it needs is being compiled; `waiting`: others come first, bots at tables before all."""
    progress: float = 0.0
    """From 0 to 1."""
    revision: int = 0
    """Another number whenever there is another result to read; 0 while there is none."""
    is_yours: bool = False
    """Whether you have asked for it, so that you can cancel it."""


@dataclass(slots=True)
class _Job:
    """A review that this process is working at."""

    players: set[str]
    """Who wants it; when nobody does any more, it is given up."""
    status: ReviewStatus = "waiting"
    progress: float = 0.0
    revision: int = 0
    task: "asyncio.Task[None] | None" = None
    told_at: int = 0
    saving: "asyncio.Task[None] | None" = None


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """What another process has told of a review."""

    status: ReviewStatus
    progress: float
    revision: int
    heard_at: int


@dataclass(slots=True)
class Reviews:
    """The reviews of a server. `open` before use."""

    tables: Tables
    store: Store
    bus: Bus
    bots: ReviewService
    now: Callable[[], int]
    monotonic: Callable[[], int]
    limits: Limits
    most_seconds: float
    """How long a review may take; 0: none are made."""
    peers: Peers = field(default_factory=NoPeers)
    _jobs: dict[str, _Job] = field(default_factory=dict)
    _elsewhere: dict[str, _Elsewhere] = field(default_factory=dict)
    _failed: set[str] = field(default_factory=set)
    _tasks: BackgroundTasks = field(default_factory=lambda: BackgroundTasks("The reviews"))

    async def open(self) -> None:
        """Listen to other processes."""
        self.bus.subscribe(TOPIC, self._on_note)

    async def close(self) -> None:
        """Give up all reviews in progress; what they have found so far is stored."""
        for job in [*self._jobs.values()]:
            if job.task is not None:
                job.task.cancel()
        await self._tasks.wait()

    # ── What people ask for ──────────────────────────────────────────────────────────────────────────────────────────

    async def show(self, table_id: str, player: Player | None) -> ReviewState:
        """Say how far the review of a finished game is. Raises Refused."""
        log = await self._find(table_id)
        return await self._describe(log, player)

    async def start(self, table_id: str, player: Player, address: str) -> ReviewState:
        """Start the review of a finished game, unless it is done or under way. Raises Refused."""
        log = await self._find(table_id)
        await self._wait_for_end(table_id)
        state = await self._describe(log, player)
        if state.status == "done":
            return state
        if (job := self._jobs.get(table_id)) is not None:
            job.players.add(player.id)
        elif state.status in ("none", "failed"):
            await self._begin(log, player, address)
        else:
            self._tell(table_id, player=player.id, wanted=1)
        return await self._describe(log, player)

    async def cancel(self, table_id: str, player: Player) -> ReviewState:
        """Want a review no more. It ends if nobody else wants it. Raises Refused."""
        log = await self._find(table_id)
        if table_id in self._jobs:
            await self._leave(table_id, player.id)
        elif table_id in self._elsewhere:
            self._tell(table_id, player=player.id, wanted=0)
        return await self._describe(log, player)

    async def read(self, table_id: str) -> JsonBody:
        """Return the review of a finished game as far as it was made, as a response body. Raises Refused."""
        row = await self._find_row(await self._find(table_id))
        if row is None:
            raise Refused("no_review", "There is no review of this game yet. Ask for one first.")
        return JsonBody(await asyncio.to_thread(gzip.decompress, row.body), row.body)

    async def read_line(self, table_id: str, ply: int, player: Player | None, seat: Seat | None) -> dict[str, Any]:
        """Return the positions of the line that a review shows at a ply, as one of your seats, or nobody, would see it.

        Raises Refused.
        """
        log = await self._find(table_id)
        viewer = None if seat is None else list_own_seats(log, player, seat)[0]
        review = msgspec.json.decode((await self.read(table_id)).plain)
        line = next((moment["line"] for moment in review["moments"] if moment["ply"] == ply), None)
        if line is None or log.match is None:
            raise Refused("no_review", f"The review says nothing of ply {ply}.")
        with guard_game(log.game.title):
            plies = _play(log, ply, [each["move"]["move"] for each in line])
        return await History(log.game, plies[0].before, plies, viewer, log.row.epoch, 0).write(asyncio.Semaphore(1))

    # ── Where a review stands ────────────────────────────────────────────────────────────────────────────────────────

    async def _find(self, table_id: str) -> MatchLog:
        """Return the log of a game that is over. Raises Refused for every other."""
        table = await self.tables.find(table_id)
        async with table.lock:
            await table.reload_if_stale()
            check_over(table.log)
            await table.log.recall()
        return table.log

    async def _find_row(self, log: MatchLog) -> ReviewRow | None:
        row = await self.store.find_review(log.row.id, log.row.rules_version)
        return row if row is not None and row.format == FORMAT else None

    async def _describe(self, log: MatchLog, player: Player | None) -> ReviewState:
        table_id = log.row.id
        if (job := self._jobs.get(table_id)) is not None:
            is_yours = player is not None and player.id in job.players
            return ReviewState(job.status, job.progress, job.revision, is_yours)
        row = await self._find_row(log)
        if row is not None and row.is_complete:
            return ReviewState("done", 1.0, row.made_at)
        revision = 0 if row is None else row.made_at
        if (there := self._elsewhere.get(table_id)) is not None:
            if self.monotonic() - there.heard_at < FORGET_AFTER:
                return ReviewState(there.status, there.progress, max(revision, there.revision), player is not None)
            del self._elsewhere[table_id]
        return ReviewState("failed" if table_id in self._failed else "none", 0.0, revision)

    # ── Working at one ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _begin(self, log: MatchLog, player: Player, address: str) -> None:
        if not self.most_seconds:
            raise Refused("not_allowed", "This server makes no reviews. Download the record and review it yourself.")
        await self.limits.take_shared(Limits.REVIEWS, player.id)
        await self.limits.take_shared(Limits.REVIEWS_BY_ADDRESS, address)
        table_id = log.row.id
        if table_id in self._jobs:  # meanwhile
            self._jobs[table_id].players.add(player.id)
            return
        job = self._jobs[table_id] = _Job({player.id})
        self._failed.discard(table_id)
        job.task = self._tasks.spawn(self._work(job, log, Payer(player.id, address)))

    async def _leave(self, table_id: str, player: str) -> None:
        if (job := self._jobs.get(table_id)) is None:
            return
        job.players.discard(player)
        if not job.players and job.task is not None:
            job.task.cancel()
            await asyncio.gather(job.task, return_exceptions=True)

    async def _wait_for_end(self, table_id: str) -> None:
        """Wait until a review has ended that nobody wants any more: it was cancelled a moment ago."""
        job = self._jobs.get(table_id)
        if job is not None and not job.players and job.task is not None:
            await asyncio.gather(job.task, return_exceptions=True)

    async def _work(self, job: _Job, log: MatchLog, payer: Payer) -> None:
        table_id, lease = log.row.id, f"review {log.row.id}"
        await self.peers.take([lease])
        ticking = asyncio.create_task(self._tick(table_id, job))
        try:
            if self.peers.owns(lease):
                await self._review(job, log, payer)
        except TooManyQuestions:
            self._failed.add(table_id)
            _log.warning("Too many reviews wait; that of table %s is not made.", table_id)
        except (BotUnavailable, Conflict, StoreError) as problem:
            self._failed.add(table_id)
            _log.warning("Table %s could not be reviewed: %s", table_id, problem)
        finally:
            ticking.cancel()
            self._jobs.pop(table_id, None)
            self._tell(table_id, stage=_STAGES.index("failed" if table_id in self._failed else "none"))
            await self.peers.release([lease])

    async def _review(self, job: _Job, log: MatchLog, payer: Payer) -> None:
        game, row = log.game, log.row
        job.status = "preparing"
        is_warm = await self.bots.wait_for_kernel(game.id)
        job.status = "waiting"
        task = ReviewTask(
            key=row.id,
            game=game.id,
            options=tuple(game.options.format().items()),
            position=row.position,
            moves=_list_moves(log),
            is_warm=is_warm,
            most_seconds=self.most_seconds,
        )
        await self.bots.review(task, [payer], lambda progress: self._on_progress(job, log, progress))
        if job.saving is not None:
            await job.saving

    def _on_progress(self, job: _Job, log: MatchLog, progress: ReviewProgress) -> None:
        job.status, job.progress = "running", progress.done
        if progress.body is not None:
            made_at = max(self.now(), job.revision + 1)
            row = ReviewRow(log.row.id, log.row.rules_version, FORMAT, progress.is_complete, progress.body, made_at)
            job.saving = self._tasks.spawn(self._save(job, row, job.saving))

    async def _save(self, job: _Job, row: ReviewRow, before: "asyncio.Task[None] | None") -> None:
        """Store a result after the one before it, and only then tell of it."""
        if before is not None:
            await before
        await self.store.save_review(row)
        job.revision = row.made_at

    # ── Other processes ──────────────────────────────────────────────────────────────────────────────────────────────

    async def _tick(self, table_id: str, job: _Job) -> None:
        while True:
            self._tell(
                table_id,
                stage=_STAGES.index(job.status),
                percent=round(100 * job.progress),
                revision=job.revision,
            )
            await asyncio.sleep(TELL_EVERY / 1000)

    def _tell(self, table_id: str, **numbers: Any) -> None:
        if self.peers.id:
            self.bus.publish(TOPIC, {"process": self.peers.id, "table": table_id, **numbers})

    def _on_note(self, note: Mapping[str, Any]) -> None:
        if note["process"] == self.peers.id:
            return
        table_id = note["table"]
        if "wanted" in note:
            if (job := self._jobs.get(table_id)) is not None:
                if note["wanted"]:
                    job.players.add(note["player"])
                else:
                    self._tasks.spawn(self._leave(table_id, note["player"]))
            return
        status = _STAGES[note["stage"]]
        if status in ("none", "failed"):
            self._elsewhere.pop(table_id, None)
            return
        self._elsewhere[table_id] = _Elsewhere(status, note["percent"] / 100, note["revision"], self.monotonic())


def _list_moves(log: MatchLog) -> tuple[str, ...]:
    with guard_game(log.game.title):
        return tuple(log.game.format_move(ply.before, ply.move) for ply in log.list_plies(0))


def _play(log: MatchLog, ply: int, moves: list[str]) -> tuple[Ply[Any, Any], ...]:
    """Play a line instead of what was played at a ply."""
    game, state = log.game, log.list_plies(ply - 1)[0].before
    plies = []
    for number, text in enumerate(moves, ply):
        actor, move = game.actor(state), game.parse_move(state, text)
        if actor is None:
            raise AssertionError("the line goes on after the end of the game")
        after = game.apply(state, move)
        plies.append(Ply(number, actor, move, state, after))
        state = after
    return tuple(plies)
