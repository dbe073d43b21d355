"""The process in which bots think. It is given observations, never a state, and answers in the game's notation.

It runs in a process of its own, started afresh and not forked, so that the server never holds Numba in its memory and
nobody's move waits for a bot. What is asked and answered goes through a pipe. When the server ends, however it does,
the process ends too.
"""

import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from dataclasses import dataclass
from importlib.util import find_spec
from multiprocessing.connection import Connection
from random import Random, SystemRandom
from typing import Any

from ludotheque.bots.bot import BOTS
from ludotheque.bots.budget import Budget
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.sampling import SamplingBot
from ludotheque.core import registry
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match

MOST_BOTS = 8
"""How many bots are kept at hand; a searching one has a tree of several megabytes."""
HINT = "hint"
"""In place of a level: asked for what it thinks of every move."""
HINT_BUDGET = Budget(milliseconds=400)
READY = "ready"
"""What a process says first, when it has imported everything."""


UNCOMPILED = {"medium": Budget(milliseconds=300)}
"""Budgets in pure Python, where so many iterations would take seconds."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked."""

    game: str
    options: tuple[tuple[str, str], ...]
    level: str
    """Which bot, or HINT."""
    observation: Any
    is_warm: bool
    """Whether the kernels are compiled; until then levels think in pure Python, so that nobody waits for a compiler."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot thinks of a move."""

    move: str
    value: float | None = None
    visits: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot answers: the move it plays first, and for a hint all others after it."""

    moves: tuple[Thought, ...]
    shares: tuple[float, ...] | None = None


class Thinker:
    """Answers questions one by one, and keeps the bots it has made at hand."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[Any, ...], tuple[AnyGame, Any]] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """Think."""
        game, bot = self._find(question)
        # What a state is needed for, any state that fits the observation will do for.
        state = game.determinize(question.observation, Random(0))  # noqa: S311 - see above
        if question.level == HINT and hasattr(bot, "analyse"):
            analysis = bot.analyse(question.observation)
            moves = tuple(
                Thought(game.format_move(state, entry.move), entry.value, entry.visits) for entry in analysis.moves
            )
            return Answer(moves, analysis.shares)
        return Answer((Thought(game.format_move(state, bot.choose(question.observation))),))

    def _find(self, question: Question) -> tuple[AnyGame, Any]:
        key = (question.game, question.options, question.level, question.is_warm)
        if key not in self._bots:
            game = registry.make_from_text(question.game, dict(question.options))
            self._bots[key] = game, make_bot(game, question.level, is_warm=question.is_warm)
            if len(self._bots) > MOST_BOTS:
                self._bots.popitem(last=False)
        self._bots.move_to_end(key)
        return self._bots[key]


def make_bot(game: AnyGame, level: str, *, is_warm: bool) -> Any:
    """Make the bot of a level, or the one that gives hints."""
    rng = SystemRandom()
    budget = HINT_BUDGET if level == HINT else LEVELS.get(level)
    if budget is None:
        return BOTS[level](game, rng)
    if is_warm and hasattr(game, "kernel"):
        from ludotheque.bots.search import SearchBot  # noqa: PLC0415 - in this process only

        return SearchBot(game, rng, budget)
    return SamplingBot(game, rng, UNCOMPILED.get(level, budget))


def warm_up() -> None:
    """Compile what searching needs, for every game, into the folder where all processes find it again."""
    if find_spec("numba") is None:
        return
    for game_id in registry.list_games():
        game = registry.make(game_id)
        if hasattr(game, "kernel"):
            match = Match(game, SeededDealer(bytes(32)))
            seat = match.actor if isinstance(match.actor, int) else None
            make_bot(game, "easy", is_warm=True).choose(game.observe(match.state, seat))


def run_thinker(pipe: Connection) -> None:
    """Answer questions until the pipe is closed: an Answer, or the exception in words."""
    _be_modest()
    _end_with_parent()
    thinker = Thinker()
    try:
        pipe.send(READY)
        while True:
            pipe.send(_answer(thinker, pipe.recv()))
    except (EOFError, OSError):  # the server has ended
        return


def _answer(thinker: Thinker, question: Question) -> Answer | str:
    try:
        return thinker.answer(question)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in a bot is told to the table, which plays on
        return f"{type(error).__name__}: {error}"


def run_warm_up() -> None:
    """Compile, and end."""
    _be_modest()
    _end_with_parent()
    warm_up()


def _be_modest() -> None:
    """Let people go first, and let the server decide when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)


def _end_with_parent() -> None:
    """End when the server has ended without a word, also in the middle of a thought."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()
