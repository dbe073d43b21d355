"""Reviews a finished game: a coarse curve first, then pass after pass with more samples or longer searches."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from math import inf
from random import Random
from typing import Any

from ludotheque.bots.budget import Budget
from ludotheque.core.errors import GameNotOver
from ludotheque.core.game import CHANCE, Seat
from ludotheque.core.match import Match, Ply
from ludotheque.core.playout import pick
from ludotheque.review.estimates import Estimate
from ludotheque.review.judges import make_judge
from ludotheque.review.ledger import build_review
from ludotheque.review.moments import pick_moments
from ludotheque.review.positions import Findings, Line, Position
from ludotheque.review.result import Review
from ludotheque.review.samples import Work

_LONGEST_LINE = 3
"""How many decisions a line shows."""
_MOST_DEALS = 4
"""After so many deals at most, moves that are behind are given up."""
_EXPLAINING = 0.95
"""How much of the work is done when only the lines of better moves are left."""
_END = object()


class Reviewer:
    """Reviews one match. `run` does the work step by step; `result` can be asked for at any time in between.

    A budget is for the whole review in milliseconds, or for each position in iterations: samples of it, or iterations
    of the search. With iterations the same match, budget and seed give the same review. Without a
    kernel it plays on by the rules, which avoids the wait for the compiler. After `most_seconds` of a processor,
    however many iterations are left, it is content with what it has.

    Raises GameNotOver for a match that is not finished, because a review shows every hand; unless `is_ended` says that
    it was ended otherwise, such as by resigning. Such a game is reviewed as far as it went.
    """

    def __init__(
        self,
        match: Match[Any, Any, Any],
        names: Sequence[str] | None = None,
        budget: Budget | None = None,
        *,
        seed: str = "",
        with_kernel: bool = True,
        most_seconds: float = inf,
        is_ended: bool = False,
    ) -> None:
        if match.outcome is None and not is_ended:
            raise GameNotOver(
                f"The game is not over after ply {len(match.plies)}. Only finished games are reviewed, because a "
                "review shows every hand; play it to the end first."
            )
        self._game = match.game
        self._seed = seed
        self._judge = make_judge(match.game, seed, with_kernel=with_kernel)
        self._budget = budget or Budget(iterations=self._judge.default)
        states = [match.start, *(ply.after for ply in match.plies)]
        plies = match.plies
        self._findings = Findings(
            game=match.game,
            names=tuple(names or (f"seat {seat + 1}" for seat in range(match.game.seats))),
            judge=self._judge.kind,
            plies=plies,
            positions=[
                self._set_up(state, plies[n].move) if n < len(plies) else self._set_up_last(state)
                for n, state in enumerate(states)
            ],
        )
        self._most_seconds = most_seconds
        self._spent = 0.0
        """How many seconds have passed in steps. What happens between two of them does not count."""
        self._worked = 0.0
        """The same of the processor: a busy machine makes a review slower, not worse."""
        self._done = 0.0
        self.has_curve = False
        """Whether every position has been looked at, so that there is a result."""

    def run(self) -> Iterator[float]:
        """Review the game. After each step it gives how much is done, from 0 to 1; to cancel, ask for no more.

        A step is one sample, or one search of an open game: whoever runs the review may have something else to do.
        """
        work, is_going_on = self._work(), True
        while is_going_on:
            begun, processor = time.perf_counter(), time.thread_time()
            is_going_on = next(work, _END) is not _END
            self._spent += time.perf_counter() - begun
            self._worked += time.thread_time() - processor
            yield self._done

    def _work(self) -> Work[None]:
        findings, most = self._findings, self._budget.iterations
        planned = [] if most is None else list(self._judge.plan(most))
        for number, count in enumerate(planned or self._judge.plan(None)):
            curve = self._list_curve_steps(number, count)
            steps = curve + self._list_decision_steps(number, count)
            for index, step in enumerate(steps):
                is_begun = step.func in (self._compare, self._evaluate_best)
                if self.has_curve and self._measure_time() >= 1 and not is_begun:
                    break
                yield from step()
                self.has_curve = self.has_curve or index + 1 >= len(curve)
                done = (sum(planned[:number]) + count * (index + 1) / len(steps)) / sum(planned) if planned else 0.0
                self._done = _EXPLAINING * max(done, min(1.0, self._measure_time()))
                yield  # whoever reads results sees the first curve, though there be no time for more
            else:
                findings.iterations = count + findings.iterations * self._judge.adds_up
                yield
                continue
            break
        for moment in pick_moments(findings, findings.judge_all()):
            findings.lines[moment.ply] = yield from self._follow(moment.ply - 1, moment.better)
        findings.is_complete = True
        self._done = 1.0

    @property
    def iterations(self) -> int:
        """How many samples were taken of every position, or how many iterations it was searched."""
        return self._findings.iterations

    def result(self) -> Review:
        """Give the review as far as it is done. Raises ValueError while there is no curve."""
        if not self.has_curve:
            raise ValueError("the first curve is not drawn yet")
        return build_review(self._findings)

    def _set_up(self, state: Any, played: Any) -> Position:
        game, actor, moves = self._game, self._game.actor(state), self._game.legal_moves(state)
        position = Position(state, actor, len(moves) == 1, Estimate(game.seats))
        if actor is not None and actor is not CHANCE:
            position.known = Estimate(game.seats)
            if not position.is_forced:
                position.decision = self._judge.open_decision(game.observe(state, actor), actor, moves, played)
        return position

    def _set_up_last(self, state: Any) -> Position:
        """Set up the position at the end, where nobody has decided anything any more."""
        actor, seats = self._game.actor(state), self._game.seats
        known = None if actor is None or actor is CHANCE else Estimate(seats)
        return Position(state, actor, is_forced=False, estimate=Estimate(seats), known=known)

    def _list_curve_steps(self, number: int, count: int) -> list[partial[Work[None]]]:
        """List the first steps of a pass, for the curve, which is what people want to see first."""
        positions = enumerate(self._findings.positions)
        return [partial(self._evaluate, index, number, count) for index, each in positions if not each.is_forced]

    def _list_decision_steps(self, number: int, count: int) -> list[partial[Work[None]]]:
        """List the other steps of a pass."""
        parts = [count]
        if self._judge.adds_up:
            parts = [min(_MOST_DEALS, count - done) for done in range(0, count, _MOST_DEALS)]
        steps: list[partial[Work[None]]] = []
        for index, position in enumerate(self._findings.positions):
            if position.known is not None:
                steps.append(partial(self._evaluate_known, index, number, count))
            if position.decision is not None:
                steps += [partial(self._compare, index, number, part, each) for part, each in enumerate(parts)]
                steps.append(partial(self._evaluate_best, index, count))
        return steps

    def _evaluate(self, index: int, number: int, count: int) -> Work[None]:
        position = self._findings.positions[index]
        position.estimate = yield from self._judge.evaluate(
            position.state, position.estimate, count, self._derive("open", index, number)
        )

    def _evaluate_known(self, index: int, number: int, count: int) -> Work[None]:
        position = self._findings.positions[index]
        seat = position.actor
        if position.known is None or not isinstance(seat, int):
            raise AssertionError("a seat decides here")
        position.known = yield from self._judge.evaluate_known(
            self._game.observe(position.state, seat), seat, position.known, count, self._derive("known", index, number)
        )

    def _compare(self, index: int, number: int, part: int, count: int) -> Work[None]:
        position = self._findings.positions[index]
        if position.decision is not None:
            position.is_judged = False  # until it is known what its best move, which may be another now, is worth
            yield from position.decision.refine(count, self._derive(f"moves {part}", index, number))

    def _evaluate_best(self, index: int, count: int) -> Work[None]:
        position = self._findings.positions[index]
        if position.decision is None:
            return
        for move in position.decision.wanted():
            if move != self._findings.plies[index].move:
                yield from self._evaluate_after(position, index, move, count)
        position.is_judged = True

    def _evaluate_after(self, position: Position, index: int, move: Any, count: int) -> Work[None]:
        """Look at a move that was not played as closely as at the one that was, however late it turns out best."""
        state = self._game.apply(position.state, move)
        estimate = position.after.get(move, Estimate(self._game.seats))
        missing = max(count, self._findings.value(index + 1).count - estimate.count)
        seed = self._derive(f"after {self._game.format_move(position.state, move)}", index, estimate.count)
        position.after[move] = yield from self._judge.evaluate(state, estimate, missing, seed)

    def _follow(self, index: int, move: Any) -> Work[Line]:
        """Follow a move that was not played: what everybody would do next by what they see, and draws as they come."""
        game, rng = self._game, Random(f"{self._seed} line {index}")  # noqa: S311 - playouts, not secrets
        line: list[Ply[Any, Any]] = []
        state, decisions = self._findings.positions[index].state, 0
        while (actor := game.actor(state)) is not None and decisions < _LONGEST_LINE:
            if line:
                move = pick(game, state, rng) if actor is CHANCE else (yield from self._choose(state, actor, rng))
            decisions += actor is not CHANCE
            after = game.apply(state, move)
            line.append(Ply(index + 1 + len(line), actor, move, state, after))
            state = after
        return line

    def _choose(self, state: Any, seat: Seat, rng: Random) -> Work[Any]:
        moves = self._game.legal_moves(state)
        decision = self._judge.open_decision(self._game.observe(state, seat), seat, moves, moves[0])
        if len(moves) > 1:
            yield from decision.refine(max(2, self._judge.default // 8), rng.getrandbits(64))
            return decision.wanted()[0]
        return moves[0]

    def _measure_time(self) -> float:
        """Say how much of the time is used up, 1 for all of it."""
        budget = self._budget.milliseconds
        spent = 0.0 if budget is None else self._spent / (max(1.0, budget) / 1000)
        return max(spent, self._worked / self._most_seconds)

    def _derive(self, what: str, index: int, number: int) -> int:
        """Derive the seed of a step, so that no two have the same random numbers."""
        return int.from_bytes(sha256(f"{self._seed} {what} {index} {number}".encode()).digest()[:8])


def review_match(
    match: Match[Any, Any, Any],
    names: Sequence[str] | None = None,
    budget: Budget | None = None,
    *,
    seed: str = "",
    with_kernel: bool = True,
    on_progress: Callable[[float], None] = lambda _done: None,
) -> Review:
    """Review a finished match, in one go. Raises GameNotOver."""
    reviewer = Reviewer(match, names, budget, seed=seed, with_kernel=with_kernel)
    for done in reviewer.run():
        on_progress(done)
    return reviewer.result()
