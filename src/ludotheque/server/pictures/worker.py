"""The process that draws. It is given what spectators see, never a state, and answers with files.

What draws pixels is imported there only: the server itself never has it in its memory.
"""

import time
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ludotheque.core import registry
from ludotheque.core.game import AnyGame, Presented, draw_series
from ludotheque.server.pictures.emblem import draw_emblem
from ludotheque.server.processes.child import answer_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludotheque.core.pictures.raster import Animation

SLICE = 0.3
"""For how many seconds an animation is drawn before a picture that waits comes in between."""
AnimationKind: TypeAlias = Literal["gif", "webp"]
"""As in core/pictures/raster.py."""


@dataclass(frozen=True, slots=True)
class EmblemTask:
    """Draw the picture that stands for the server as a whole."""


@dataclass(frozen=True, slots=True)
class PictureTask:
    """Draw a position."""

    game: str
    options: tuple[tuple[str, str], ...]
    observation: Any
    """As a spectator sees it."""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class AnimationTask:
    """Begin to draw the positions of a game as an animation."""

    key: str
    """By which it is gone on with."""
    game: str
    options: tuple[tuple[str, str], ...]
    observations: tuple[Any, ...]
    """As a spectator sees them."""
    kind: AnimationKind
    language: str = "en"


@dataclass(frozen=True, slots=True)
class ContinueTask:
    """Go on with an animation."""

    key: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """What has been drawn."""

    data: bytes | None
    """The file; None while it is not complete."""
    done: float = 1.0
    """How much of it, from 0 to 1."""


Task: TypeAlias = EmblemTask | PictureTask | AnimationTask | ContinueTask


class DrawingWorker:
    """Draws pictures, and one animation at a time in slices."""

    def __init__(self) -> None:
        self._key: str | None = None
        self._animation: Animation
        self._steps: Iterator[float]

    def answer(self, task: Task) -> Drawn:
        """Draw a picture, or the next part of an animation. Raises ValueError for one that is not in progress."""
        from ludotheque.core.pictures.raster import Animation, draw_preview  # noqa: PLC0415 - see above

        match task:
            case EmblemTask():
                return Drawn(draw_preview(draw_emblem(), margin=0))
            case PictureTask():
                game = _make_game(task.game, task.options)
                [picture] = draw_series(game, [task.observation], task.language)
                return Drawn(draw_preview(picture))
            case AnimationTask():
                game = _make_game(task.game, task.options)
                self._animation = Animation(draw_series(game, task.observations, task.language), task.kind)
                self._steps = self._animation.run()
                self._key = task.key
                return self._advance()
            case ContinueTask():
                if task.key != self._key:
                    raise ValueError("this animation is not being drawn")
                return self._advance()

    def _advance(self) -> Drawn:
        ends_at = time.perf_counter() + SLICE
        for done in self._steps:
            if done == 1:
                self._key = None
                return Drawn(self._animation.data)
            if time.perf_counter() >= ends_at:
                return Drawn(None, done)
        raise AssertionError("an animation ends with its file")


def _make_game(game_id: str, options: tuple[tuple[str, str], ...]) -> Presented[Any, Any, Any]:
    game: AnyGame = registry.make_from_text(game_id, dict(options))
    if not isinstance(game, Presented):
        raise TypeError(f"{game.title} draws no pictures")
    return game


def run_drawing(pipe: Connection) -> None:
    """Draw until the pipe is closed."""
    import_module("ludotheque.core.pictures.raster")  # before the first question, so that it is part of starting
    answer_all(pipe, DrawingWorker().answer)
