"""Reviews in a bot process: a little at a time, so that a bot whose turn it is at a table never waits for long.

Unlike a bot, a review sees whole games. It is given finished ones only, which server/tables/reviews.py sees to.
"""

import gzip
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from ludotheque.core import registry
from ludotheque.core.match import set_up
from ludotheque.review.reviewer import Reviewer

if TYPE_CHECKING:
    from collections.abc import Iterator

SLICE = 0.05
"""For how many seconds a process reviews before it asks what is next. A step of a review takes some milliseconds, a
search of an open game a tenth of a second."""


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """A finished game to be reviewed."""

    key: str
    """What tells it from all others; the same key and game give the same review, as long as time does not run out."""
    game: str
    options: tuple[tuple[str, str], ...]
    position: str | None
    """The position that it began at, as text; None is the usual start."""
    moves: tuple[str, ...]
    """All plies, those of chance included, in the game's notation."""
    is_warm: bool
    """Whether the kernel is compiled; otherwise the game is judged by random play."""
    most_seconds: float


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far a review is."""

    done: float
    """From 0 to 1."""
    is_complete: bool = False
    body: bytes | None = None
    """The review so far as JSON, compressed with gzip, whenever it says more than before."""


class ReviewWorker:
    """Works at one review at a time, and keeps it between slices."""

    def __init__(self) -> None:
        self._task: ReviewTask | None = None
        self._reviewer: Reviewer
        self._steps: Iterator[float]
        self._told = -1
        """How many iterations the result had that was given last."""

    def advance(self, task: ReviewTask) -> ReviewProgress:
        """Review for a moment. A task that is not the one in progress is begun."""
        if task != self._task:
            self._begin(task)
        reviewer, ends_at, done = self._reviewer, time.perf_counter() + SLICE, 0.0
        for done in self._steps:
            is_complete = done == 1
            if reviewer.has_curve and (self._told < reviewer.iterations or is_complete):
                self._told = reviewer.iterations
                if is_complete:
                    self._task = None
                body = gzip.compress(msgspec.json.encode(reviewer.result().as_json()), 6, mtime=0)
                return ReviewProgress(done, is_complete, body)
            if time.perf_counter() >= ends_at:
                break
        return ReviewProgress(done)

    def _begin(self, task: ReviewTask) -> None:
        game = registry.make_from_text(task.game, dict(task.options))
        match = set_up(game, task.position)
        for text in task.moves:
            match.play(match.parse_move(text))
        self._reviewer = Reviewer(
            match, seed=task.key, with_kernel=task.is_warm, most_seconds=task.most_seconds, is_ended=True
        )
        self._steps = self._reviewer.run()
        self._task, self._told = task, -1
