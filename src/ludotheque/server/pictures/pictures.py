"""What anybody may see of a table as pictures: drawn when they are asked for, and kept.

Of a game that goes on only its position now is drawn, as spectators see it, and only where anybody may watch. Every
other table looks like one that does not exist. What is drawn is given to the painter as observations of spectators.
"""

from dataclasses import dataclass, field
from functools import partial

import msgspec

from ludotheque.core.game import CHANCE, Actor, Presented
from ludotheque.core.match import list_stops
from ludotheque.server.cache import SizedCache
from ludotheque.server.errors import Refused
from ludotheque.server.pictures.painter import Painter
from ludotheque.server.pictures.worker import AnimationKind, AnimationTask, EmblemTask, PictureTask
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.games import guard_game
from ludotheque.server.table.history.records import check_over
from ludotheque.server.table.log import CHANCE_ROW, MatchLog
from ludotheque.server.tables.tables import Tables

CACHE_BYTES = 48 * 1024 * 1024
"""How much is kept of what was drawn: some three hundred pictures, or thirty animations."""


class AnimationState(msgspec.Struct, frozen=True):
    """How far an animation is."""

    progress: float
    """From 0 to 1; 0 if it is not being drawn."""


@dataclass(slots=True)
class Pictures:
    """The pictures of a server."""

    tables: Tables
    painter: Painter
    limits: Limits
    _cache: SizedCache[bytes] = field(default_factory=lambda: SizedCache[bytes](CACHE_BYTES, len))
    _progress: dict[str, float] = field(default_factory=dict)

    async def draw_preview(self, table_id: str, ply: int | None, language: str, address: str) -> bytes:
        """Draw what the preview of a link to a table shows, as a PNG file. Raises Refused if it cannot be drawn now.

        Of a finished game that is the position after a ply, by default the last one.
        """
        try:
            key, task = await self._choose(table_id, ply, language)
        except Refused:  # a table that cannot be shown looks like one that does not exist
            key, task = "", EmblemTask()
        return await self._cache.get(key, partial(self._draw, task, address))

    async def _draw(self, task: PictureTask | EmblemTask, address: str) -> bytes:
        self.limits.take(Limits.PICTURES, address)
        return await self.painter.draw(task)

    async def _choose(self, table_id: str, ply: int | None, language: str) -> tuple[str, PictureTask | EmblemTask]:
        """Choose what to draw, and under which key it is kept."""
        table = await self.tables.find(table_id)
        async with table.lock:
            await table.reload_if_stale()
            log = table.log
            if log.match is None or not is_public(log) or not isinstance(log.game, Presented):
                return "", EmblemTask()
            if log.row.status == "over":
                await log.recall()
                at = find_stop(log, ply)
                plies = log.list_plies(0)
                state = plies[at - 1].after if at else plies[0].before if plies else log.state
            else:
                at, state = log.ply, log.state
            with guard_game(log.game.title):
                observation = log.game.observe(state, None)
            options = tuple(log.game.options.format().items())
            key = f"{table_id} {log.row.epoch} {at} {language}"
            return key, PictureTask(log.game.id, options, observation, language)

    async def animate(self, table_id: str, kind: AnimationKind, language: str, address: str) -> bytes:
        """Draw a finished game, decision by decision, as spectators saw it. Raises Refused."""
        table = await self.tables.find(table_id)
        async with table.lock:
            await table.reload_if_stale()
            check_over(table.log)
        key = _name_animation(table_id, kind, language)
        return await self._cache.get(key, partial(self._animate, key, table.log, kind, language, address))

    async def _animate(self, key: str, log: MatchLog, kind: AnimationKind, language: str, address: str) -> bytes:
        if not isinstance(log.game, Presented):
            raise Refused("no_picture", f"{log.game.title} draws no pictures.")
        self.limits.take(Limits.ANIMATIONS, address)
        await log.recall()
        plies = log.list_plies(0)
        states = [plies[0].before if plies else log.state, *(ply.after for ply in plies)]
        with guard_game(log.game.title):
            observations = tuple(log.game.observe(states[ply], None) for ply in list_log_stops(log))
        options = tuple(log.game.options.format().items())
        task = AnimationTask(key, log.game.id, options, observations, kind, language)
        self._progress[key] = 0.0
        try:
            return await self.painter.animate(task, partial(self._progress.__setitem__, key))
        finally:
            del self._progress[key]

    def show_progress(self, table_id: str, kind: AnimationKind, language: str) -> AnimationState:
        """Say how far an animation is that is being drawn in this process."""
        return AnimationState(self._progress.get(_name_animation(table_id, kind, language), 0.0))


def _name_animation(table_id: str, kind: AnimationKind, language: str) -> str:
    return f"{table_id} {kind} {language}"


def is_public(log: MatchLog) -> bool:
    """Whether anybody may know of a game: it is over, or listed for whoever wants to watch."""
    if log.row.status == "over":
        return log.match is not None and log.row.outcome is not None
    return log.row.status == "playing" and log.settings.watch == "anyone"


def list_log_stops(log: MatchLog) -> list[int]:
    """List the plies of a game after which somebody decides, or nobody any more."""
    actors: list[Actor] = [CHANCE if row.actor == CHANCE_ROW else row.actor for row in log.rows]
    return list_stops(actors)


def find_stop(log: MatchLog, ply: int | None) -> int:
    """Find the position that a link to a ply leads to: the next one where somebody decides, at most the last."""
    stops = list_log_stops(log)
    return stops[-1] if ply is None else next((stop for stop in stops if stop >= ply), stops[-1])
