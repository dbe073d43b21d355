"""The process in which bots search. A bot is given observations, never a state, and answers in the game's notation.

It runs in a process of its own, started afresh and not forked, so that the server never holds Numba in its memory and
nobody's move waits for a bot. What is asked and answered goes through a pipe. When the server ends, however it does,
the process ends too.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from ludotheque.bots.analysis import RankedMove
from ludotheque.bots.bot import make_bot
from ludotheque.bots.budget import Budget
from ludotheque.bots.levels import make_searcher
from ludotheque.bots.open_search import OpenSearchBot
from ludotheque.bots.warmup import warm_up_search
from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame
from ludotheque.core.game import AnyGame
from ludotheque.core.tracebacks import format_error
from ludotheque.review.warmup import warm_up_review
from ludotheque.server.bots.reviewing import ReviewProgress, ReviewTask, ReviewWorker
from ludotheque.server.processes.child import answer_all

MOST_BOTS = 8
"""How many bots are kept at hand; a searching one has a tree of several megabytes."""
HINT = "hint"
"""In place of a level: rate every move."""
ANALYSIS = "analysis"
"""The same for somebody who looks at a position outside of any game; nobody who plays waits for it."""
RATING = {HINT: Budget(milliseconds=400), ANALYSIS: Budget(milliseconds=600)}
"""How long the moves of a position are looked at."""
DOUBT = 8
"""How many games of average luck a hint adds to those that were tried of a move: two wins in two are no certain win."""
LEAST_LOOKED_AT = 4
"""A hint gives the value of a move that the search looked at at least a fourth as often as at its favourite."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked."""

    game: str
    options: tuple[tuple[str, str], ...]
    level: str
    """Which bot, or one of RATING."""
    observation: Any
    is_warm: bool
    """Whether the kernels are compiled; until then levels search in pure Python instead of waiting for the compiler."""


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move, and how a hint rates it."""

    move: str
    value: float | None = None
    visits: int | None = None
    is_proven: bool = False
    """Whether the value is certain."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot answers: the move it plays first, and for a hint all others after it."""

    moves: tuple[RatedMove, ...]
    shares: tuple[float, ...] | None = None
    is_proven: bool = False
    """Whether the shares are certain."""


@dataclass(frozen=True, slots=True)
class CompileOrder:
    """What is to be compiled of a game: what searching needs or, after that, what reviewing needs."""

    game: str
    is_for_reviews: bool = False


class Worker:
    """Answers questions one by one, with a cache of the bots it has made."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[Any, ...], tuple[AnyGame, Any]] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """Choose a move, or rate all moves for a hint."""
        game, bot = self._find(question)
        # What a state is needed for, any state that fits the observation will do for.
        state = game.determinize(question.observation, Random(0))  # noqa: S311 - see above
        if question.level in RATING and hasattr(bot, "analyse"):
            analysis = bot.analyse(question.observation)
            ranked = analysis.moves
            if not isinstance(bot, OpenSearchBot):  # its values may be proven
                ranked = tuple(doubt(each, analysis.shares[game.actor(state)]) for each in ranked)
            moves = [
                RatedMove(game.format_move(state, each.move), each.value, each.visits, each.is_proven)
                for each in ranked
            ]
            return Answer(order_for_people(moves), analysis.shares, analysis.is_proven)
        return Answer((RatedMove(game.format_move(state, bot.choose(question.observation))),))

    def _find(self, question: Question) -> tuple[AnyGame, Any]:
        key = (question.game, question.options, question.level, question.is_warm)
        if key not in self._bots:
            game = registry.make_from_text(question.game, dict(question.options))
            self._bots[key] = game, _make_bot(question, game)
            if len(self._bots) > MOST_BOTS:
                self._bots.popitem(last=False)
        self._bots.move_to_end(key)
        return self._bots[key]


def doubt(ranked: RankedMove, share: float) -> RankedMove:
    """Draw the value of a move that was tried a few times towards the share of the win that its player has anyway."""
    return replace(ranked, value=(ranked.visits * ranked.value + DOUBT * share) / (ranked.visits + DOUBT))


def order_for_people(moves: Sequence[RatedMove]) -> tuple[RatedMove, ...]:
    """Order the moves of an analysis by their values. What the search hardly looked at comes last, without a value.

    The search puts first what it looked at most: the value of a move that it soon gave up says little, and may be high.
    """
    enough = max(move.visits or 0 for move in moves) / LEAST_LOOKED_AT
    is_known = [index == 0 or move.is_proven or (move.visits or 0) >= enough for index, move in enumerate(moves)]
    known = [move for move, known in zip(moves, is_known, strict=True) if known]
    rest = [replace(move, value=None) for move, known in zip(moves, is_known, strict=True) if not known]
    return (*sorted(known, key=lambda move: -(move.value or 0)), *rest)


def _make_bot(question: Question, game: AnyGame) -> Any:
    if (budget := RATING.get(question.level)) is not None:
        return make_searcher(game, Random(), budget, with_kernel=question.is_warm)  # noqa: S311 - no secrets
    return make_bot(question.level, game, with_kernel=question.is_warm)


def run_worker(pipe: Connection) -> None:
    """Answer questions and review games until the pipe is closed."""
    worker, reviews = Worker(), ReviewWorker()

    def answer(question: Question | ReviewTask) -> Answer | ReviewProgress:
        return reviews.advance(question) if isinstance(question, ReviewTask) else worker.answer(question)

    answer_all(pipe, answer)


def run_compiler(pipe: Connection) -> None:
    """Compile what is asked for until the pipe is closed, into the folder where all processes find it again."""
    answer_all(pipe, compile_kernel)


def compile_kernel(order: CompileOrder) -> str | None:
    """Compile a part of what a game needs. What the game raises meanwhile is answered in words."""
    try:
        game = registry.make(order.game)
        (warm_up_review if order.is_for_reviews else warm_up_search)(game)
    except BrokenGame:  # the server's log names it when the games are listed
        return None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - see above
        return format_error(error)
    return None
