"""Bots in processes of their own: what they are given, and what happens when they fail, hang or die."""

import asyncio
import gzip
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from importlib.util import find_spec
from multiprocessing.connection import Connection
from random import Random
from typing import Any, ClassVar

import pytest
import pytest_asyncio

from ludotheque.bots.bot import BOTS
from ludotheque.bots.sampling import SamplingBot
from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match
from ludotheque.server.bots import pool, worker
from ludotheque.server.bots import queue as bot_queue
from ludotheque.server.bots.pool import BotPool, BotUnavailable, TooManyQuestions
from ludotheque.server.bots.queue import Payer
from ludotheque.server.bots.reviewing import ReviewProgress, ReviewTask
from ludotheque.server.bots.worker import Answer, CompileOrder, Question, RatedMove, Worker, order_for_people
from ludotheque.server.processes import child
from ludotheque.server.processes.child import answer_all
from tests.nim_kernel import FastNim
from tests.patience import PATIENCE
from tests.server.tables.table_harness import TableHarness
from tests.server.tables.test_bots import finish


@pytest_asyncio.fixture
async def processes() -> AsyncIterator[BotPool]:
    opened = BotPool(1, warms_up=False)
    await opened.open()
    yield opened
    await opened.close()


def first_decision(game_id: str) -> tuple[AnyGame, Any, list[str]]:
    """Give a game, what the first player sees, and what they may play."""
    game = registry.make(game_id)
    match = Match(game, SeededDealer(bytes(32)))
    assert isinstance(match.actor, int)
    moves = [game.format_move(match.state, move) for move in game.legal_moves(match.state)]
    return game, game.observe(match.state, match.actor), moves


# ── The bots, in this process ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game_id", registry.list_games())
@pytest.mark.parametrize("level", ["random", "greedy", "easy", "hard"])
def test_every_level_answers_with_a_legal_move(game_id: str, level: str) -> None:
    game, observation, moves = first_decision(game_id)
    question = Question(game.id, tuple(game.options.format().items()), level, observation, is_warm=False)
    assert Worker().answer(question).moves[0].move in moves


@pytest.mark.skipif(find_spec("numba") is None, reason="Numba is optional; without it there is nothing compiled")
@pytest.mark.parametrize("game_id", registry.list_games())
def test_a_hint_of_a_warm_worker_rates_every_move(game_id: str) -> None:
    game, observation, moves = first_decision(game_id)
    question = Question(game.id, tuple(game.options.format().items()), "hint", observation, is_warm=True)
    answer = Worker().answer(question)
    assert {thought.move for thought in answer.moves} == set(moves)
    assert answer.shares is not None
    assert sum(answer.shares) == pytest.approx(1)
    values = [thought.value for thought in answer.moves if thought.value is not None]
    assert values == sorted(values, reverse=True)


def test_the_order_of_a_hint_agrees_with_its_figures() -> None:
    """A lucky move that the search soon gave up has no figure; what it knows well is sorted by it."""
    favourite, better, lucky, bad = (
        RatedMove("favourite", 0.6, 400), RatedMove("better", 0.61, 300),
        RatedMove("lucky", 0.9, 9), RatedMove("bad", 0.2, 100),
    )  # fmt: skip
    assert order_for_people([favourite, better, bad, lucky]) == (better, favourite, bad, replace(lucky, value=None))


@pytest.mark.parametrize("game_id", registry.list_games())
def test_a_hint_after_few_tries_promises_no_certain_win(game_id: str) -> None:
    game, observation, _moves = first_decision(game_id)
    question = Question(game.id, tuple(game.options.format().items()), "hint", observation, is_warm=False)
    values = [thought.value for thought in Worker().answer(question).moves if thought.value is not None]
    assert values == sorted(values, reverse=True)
    assert all(0 < value < 1 for value in values)


def test_a_move_that_is_proven_to_win_stays_first_however_seldom_it_was_looked_at() -> None:
    won, other = RatedMove("won", 1.0, 3), RatedMove("other", 0.7, 500)
    assert order_for_people([won, other]) == (won, other)


def test_until_the_kernels_are_compiled_levels_search_in_python() -> None:
    game, observation, moves = first_decision("tsuro")
    worker = Worker()
    question = Question(game.id, tuple(game.options.format().items()), "medium", observation, is_warm=False)
    assert worker.answer(question).moves[0].move in moves
    [(_, bot)] = worker._bots.values()
    assert type(bot) is SamplingBot


def test_bots_are_kept_at_hand_but_not_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def make(level: str, game: AnyGame, *, with_kernel: bool) -> Any:
        made.append(level)
        return BOTS["random"](game, Random(1))

    monkeypatch.setattr(worker, "make_bot", make)
    monkeypatch.setattr(worker, "MOST_BOTS", 2)
    game, observation, _ = first_decision("turris")
    mind = Worker()
    for level in ("easy", "easy", "medium", "easy", "hard", "medium"):
        mind.answer(Question(game.id, tuple(game.options.format().items()), level, observation, is_warm=False))
    assert made == ["easy", "medium", "hard", "medium"]


# ── The processes ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_process_answers(processes: BotPool) -> None:
    for game_id in registry.list_games():
        game, observation, moves = first_decision(game_id)
        assert (await processes.ask(game, "easy", observation)).moves[0].move in moves


async def test_a_bot_that_fails_is_an_error_for_who_asked_and_nobody_else(processes: BotPool) -> None:
    game, observation, moves = first_decision("tsuro")
    with pytest.raises(BotUnavailable, match="AttributeError"):
        await processes.ask(game, "easy", "no observation")
    assert (await processes.ask(game, "random", observation)).moves[0].move in moves


async def test_a_process_that_dies_is_started_again(processes: BotPool) -> None:
    game, observation, moves = first_decision("tsuro")
    await processes.ask(game, "random", observation)
    process = processes._processes[0]._process
    assert process is not None
    process.kill()
    process.join()
    assert (await processes.ask(game, "random", observation)).moves[0].move in moves


async def test_a_bot_that_takes_too_long_is_given_up_and_its_process_started_again(
    processes: BotPool,
) -> None:
    game, observation, moves = first_decision("tsuro")
    await processes.ask(game, "random", observation)
    process = processes._processes[0]._process
    assert process is not None
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)  # it is there, and does nothing
    processes._patience = 0.01
    with pytest.raises(BotUnavailable, match="within"):
        await processes.ask(game, "random", observation)
    processes._patience = pool.PATIENCE
    assert (await processes.ask(game, "random", observation)).moves[0].move in moves


async def test_starting_a_process_does_not_count_as_thinking(
    processes: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    class Pipe:
        """The pipe of a process that is started, but has to import everything before it can answer."""

        replies: ClassVar[list[object]] = [child.READY, Answer(())]

        def poll(self, patience: float) -> bool:
            waited.append(patience)
            return True

        def recv(self) -> object:
            return self.replies.pop(0)

        def send(self, _question: Question) -> None:
            assert waited == [child.START_PATIENCE]

        def close(self) -> None:
            pass

    mind = processes._processes[0]
    monkeypatch.setattr(mind, "_start", lambda: setattr(mind, "_pipe", Pipe()))
    game, observation, _ = first_decision("tsuro")
    assert await processes.ask(game, "random", observation) == Answer(())
    assert waited == [child.START_PATIENCE, pool.PATIENCE]


async def test_patience_begins_with_thinking_and_not_with_waiting_for_others(
    processes: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes._patience = 0.2

    def think(_question: Question, _patience: float) -> Answer:
        time.sleep(0.15)
        return Answer(())

    monkeypatch.setattr(processes._processes[0], "ask", think)
    game, observation, _ = first_decision("tsuro")
    answers = await asyncio.gather(*(processes.ask(game, "random", observation) for _ in range(4)))
    assert answers == [Answer(())] * 4


async def test_a_process_that_cannot_be_started_is_tried_again(
    processes: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise OSError("too many open files")

    game, observation, moves = first_decision("tsuro")
    for name in ("Pipe", "Process"):
        monkeypatch.setattr(child.spawn, name, fail)
        with pytest.raises(BotUnavailable, match="OSError"):
            await asyncio.wait_for(processes.ask(game, "random", observation), PATIENCE)
        monkeypatch.undo()
    assert (await processes.ask(game, "random", observation)).moves[0].move in moves


async def test_no_error_ends_a_worker(
    processes: BotPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    game, observation, moves = first_decision("tsuro")
    monkeypatch.setattr(processes._processes[0], "ask", fail)
    with pytest.raises(BotUnavailable, match="ZeroDivisionError"):
        await asyncio.wait_for(processes.ask(game, "random", observation), PATIENCE)
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.undo()
    assert (await processes.ask(game, "random", observation)).moves[0].move in moves


async def test_who_asks_after_the_end_is_told() -> None:
    processes = BotPool(1, warms_up=False)
    await processes.open()
    await processes.close()
    game, observation, _ = first_decision("tsuro")
    with pytest.raises(BotUnavailable, match="closing"):
        await asyncio.wait_for(processes.ask(game, "random", observation), PATIENCE)


async def test_moves_are_thought_about_before_hints(processes: BotPool) -> None:
    game, observation, _ = first_decision("turris")
    order: list[str] = []

    async def ask(level: str) -> None:
        await processes.ask(game, level, observation)
        order.append(level)

    await asyncio.gather(ask("random"), ask(worker.HINT), ask(worker.HINT), ask("greedy"))
    assert order == ["random", "greedy", worker.HINT, worker.HINT]


async def test_an_analysis_begins_only_while_nobody_who_plays_waits(processes: BotPool) -> None:
    """Whoever pays for it: also somebody whose account is far ahead of the one that analyses."""
    game, observation, _ = first_decision("turris")
    order: list[str] = []

    async def ask(level: str, player: str) -> None:
        await processes.ask(game, level, observation, [Payer(player)])
        order.append(level)

    await ask("random", "ann")
    order.clear()
    first = asyncio.create_task(ask("greedy", "ann"))
    await asyncio.sleep(0)
    await asyncio.gather(
        first, ask(worker.ANALYSIS, "ben"), ask(worker.HINT, "ann"), ask(worker.ANALYSIS, "cy"), ask("random", "ann")
    )
    assert order == ["greedy", "random", worker.HINT, worker.ANALYSIS, worker.ANALYSIS]
    assert processes.count_waiting() == 0


async def test_when_the_server_closes_whoever_waits_is_told() -> None:
    processes = BotPool(1, warms_up=False)
    await processes.open()
    game, observation, _ = first_decision("tsuro")
    waiting = [asyncio.create_task(processes.ask(game, "master", observation)) for _ in range(3)]
    await asyncio.sleep(0.1)
    await processes.close()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(result, BotUnavailable) for result in results)


def compile_some(order: CompileOrder) -> str | None:
    """Fail as games of other packages may: by an error at `tao`, and with the whole process at `tsuro`."""
    if order.game == "tsuro":
        os.abort()
    return "TypingError: not in nopython mode" if order.game == "tao" else None


def run_strange_compiler(pipe: Connection) -> None:
    answer_all(pipe, compile_some)


async def test_a_game_that_cannot_be_compiled_takes_the_kernels_from_no_other_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("ludotheque.server.bots.pool.run_compiler", run_strange_compiler)
    processes = BotPool(1)
    processes._warms_up = True
    with caplog.at_level(logging.INFO):
        await processes.open()
        try:
            reviews = [processes.wait_for_kernel(game_id) for game_id in ("tao", "tsuro", "turris")]
            have_kernels = await asyncio.wait_for(asyncio.gather(*reviews), PATIENCE)
        finally:
            await processes.close()
    assert processes.warm_games == {"turris"}
    assert have_kernels == [False, False, True]
    assert "tao cannot be compiled, so its bots think in Python: TypingError: not in nopython mode" in caplog.text
    assert "tsuro cannot be compiled, so its bots think in Python: the process has ended" in caplog.text
    assert "The bots are warm" in caplog.text


class Impossible(FastNim):
    """A game that ends whatever compiles it."""

    def compiled(self) -> Any:
        raise SystemExit("not today")


def test_what_a_game_raises_while_it_is_compiled_is_answered_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find", lambda _name: Impossible)
    for is_for_reviews in (False, True):
        said = worker.compile_kernel(CompileOrder("impossible", is_for_reviews=is_for_reviews))
        assert said is not None
        assert said.endswith("SystemExit: not today")


def test_a_game_that_is_named_as_broken_elsewhere_is_not_named_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_name: str) -> Any:
        raise BrokenGame("The game gone cannot be loaded.", "ImportError")

    monkeypatch.setattr(registry, "find", fail)
    assert worker.compile_kernel(CompileOrder("gone")) is None


async def test_a_table_plays_with_real_bots(harness: TableHarness, processes: BotPool) -> None:
    harness.tables._services.__dict__["bots"] = processes
    await finish(harness, await harness.open_table("tsuro", "bb"))


def test_the_server_never_imports_numba() -> None:
    code = "import sys, ludotheque.server.app; print(sorted(set(sys.modules) & {'numba', 'numpy', 'llvmlite'}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ── Reviews ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def make_task(key: str = "t1", most_seconds: float = 0.5) -> ReviewTask:
    """Make the task of a finished game of Tsuro for two."""
    game = registry.make("tsuro", players=2)
    match, rng = Match(game, SeededDealer(bytes(32))), Random(1)
    while match.actor is not None:
        match.play(rng.choice(match.legal_moves))
    moves = tuple(game.format_move(ply.before, ply.move) for ply in match.plies)
    return ReviewTask(key, "tsuro", tuple(game.options.format().items()), None, moves, False, most_seconds)


async def test_a_bot_does_not_wait_for_a_review_to_end(processes: BotPool) -> None:
    game, observation, moves = first_decision("turris")
    told: list[ReviewProgress] = []
    begun = asyncio.Event()

    def note(progress: ReviewProgress) -> None:
        told.append(progress)
        begun.set()

    review = asyncio.create_task(processes.review(make_task(most_seconds=600), [], note))
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
        for _ in range(3):
            answer = await processes.ask(game, "greedy", observation)
            assert answer.moves[0].move in moves
            assert not review.done()
        review.cancel()
        await asyncio.gather(review, return_exceptions=True)
        # A review that was cancelled takes no more time: the next one begins and ends.
        told.clear()
        await processes.review(make_task("t2", 0.2), [], note)
    assert told[-1].is_complete
    assert [progress.done for progress in told] == sorted(progress.done for progress in told)
    results = [json.loads(gzip.decompress(each.body)) for each in told if each.body is not None]
    assert not results[0]["is_complete"]
    assert results[-1]["is_complete"]


async def test_reviews_wait_in_a_queue_of_their_own_and_not_too_many_of_one_player(
    processes: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one process works at the first; of those that wait, a cancelled one is never begun."""
    monkeypatch.setattr(bot_queue, "MOST_OF_A_PLAYER", 2)
    begun: list[str] = []
    is_working = asyncio.Event()

    def start(key: str, most_seconds: float) -> "asyncio.Task[None]":
        def note(_progress: ReviewProgress) -> None:
            begun.append(key)
            is_working.set()

        return asyncio.create_task(processes.review(make_task(key, most_seconds), [Payer("ann")], note))

    first = start("first", 600)
    async with asyncio.timeout(PATIENCE):
        await is_working.wait()
        second, third, fourth = start("second", 0.05), start("third", 0.05), start("fourth", 0.05)
        with pytest.raises(TooManyQuestions):
            await fourth
        for cancelled in (second, first):
            cancelled.cancel()
        await third
    assert list(dict.fromkeys(begun)) == ["first", "third"]


async def test_a_review_of_nonsense_fails_and_the_bots_go_on(processes: BotPool) -> None:
    with pytest.raises(BotUnavailable):
        await processes.review(replace(make_task(), moves=("nonsense",)), [], lambda _progress: None)
    game, observation, moves = first_decision("turris")
    assert (await processes.ask(game, "random", observation)).moves[0].move in moves


async def test_a_closing_server_ends_its_reviews() -> None:
    opened = BotPool(1, warms_up=False)
    await opened.open()
    reviews = [
        asyncio.create_task(opened.review(make_task(key, 600), [], lambda _progress: None)) for key in ("t1", "t2")
    ]
    await asyncio.sleep(0)
    await opened.close()
    async with asyncio.timeout(PATIENCE):
        for ended in await asyncio.gather(*reviews, return_exceptions=True):
            assert isinstance(ended, BotUnavailable)


async def test_without_a_warm_up_no_kernel_is_waited_for(processes: BotPool) -> None:
    assert not await processes.wait_for_kernel("tsuro")
