"""Reviews a finished game: a coarse curve first, then pass after pass with more samples or longer searches."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
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

_LONGEST_LINE = 3
"""How many decisions a line shows."""
_EXPLAINING = 0.95
"""How much of the work is done when only the lines of better moves are left."""


class Reviewer:
    """Reviews one match. `run` does the work step by step; `result` can be asked for at any time in between.

    A budget is for the whole review in milliseconds, or for each position in iterations: samples of it, or iterations
    of the search. With iterations the same match, budget and seed give the same review. Without a
    kernel it plays on by the rules, which avoids the wait for the compiler.

    Raises GameNotOver for a match that is not finished: a review shows every hand.
    """

    def __init__(
        self,
        match: Match[Any, Any, Any],
        names: Sequence[str] | None = None,
        budget: Budget | None = None,
        *,
        seed: str = "",
        with_kernel: bool = True,
    ) -> None:
        if match.outcome is None:
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
                self._set_up(state, plies[n].move if n < len(plies) else None) for n, state in enumerate(states)
            ],
        )
        self._begun = 0.0
        self.has_curve = False
        """Whether every position has been looked at, so that there is a result."""

    def run(self) -> Iterator[float]:
        """Review the game. After each step it gives how much is done, from 0 to 1; to cancel, ask for no more."""
        self._begun = time.perf_counter()
        findings, most = self._findings, self._budget.iterations
        planned = [] if most is None else list(self._judge.plan(most))
        for number, count in enumerate(planned or self._judge.plan(None)):
            steps = self._list_steps(number, count)
            for index, step in enumerate(steps):
                if self.has_curve and self._measure_time() >= 1:
                    break
                step()
                self.has_curve = self.has_curve or steps[index + 1 :] == [] or steps[index + 1].func == self._decide
                done = (sum(planned[:number]) + count * (index + 1) / len(steps)) / sum(planned) if planned else 0.0
                yield _EXPLAINING * max(done, min(1.0, self._measure_time()))
            else:
                findings.iterations = count + findings.iterations * self._judge.adds_up
                continue
            break
        for moment in pick_moments(findings, findings.judge_all()):
            findings.lines[moment.ply] = self._follow(moment.ply - 1, moment.better)
            yield _EXPLAINING
        findings.is_complete = True
        yield 1.0

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

    def _list_steps(self, number: int, count: int) -> list[partial[None]]:
        """List the steps of a pass: first the curve, which is what people want to see first, then the decisions."""
        indices = range(len(self._findings.positions))
        curve = [
            partial(self._evaluate, index, number, count)
            for index in indices
            if not self._findings.positions[index].is_forced
        ]
        decisions = [
            partial(self._decide, index, number, count)
            for index in indices
            if self._findings.positions[index].known is not None
        ]
        return curve + decisions

    def _evaluate(self, index: int, number: int, count: int) -> None:
        position = self._findings.positions[index]
        position.estimate = self._judge.evaluate(
            position.state, position.estimate, count, self._derive("open", index, number)
        )

    def _decide(self, index: int, number: int, count: int) -> None:
        position = self._findings.positions[index]
        seat = position.actor
        if position.known is None or not isinstance(seat, int):
            raise AssertionError("a seat decides here")
        observation, derive = self._game.observe(position.state, seat), self._derive
        position.known = self._judge.evaluate_known(
            observation, seat, position.known, count, derive("known", index, number)
        )
        if position.decision is None:
            return
        position.decision.refine(count, derive("moves", index, number))
        position.is_judged = True
        for move in position.decision.wanted():
            if move != self._findings.plies[index].move:
                self._evaluate_after(position, index, move, count)

    def _evaluate_after(self, position: Position, index: int, move: Any, count: int) -> None:
        """Look at a move that was not played as closely as at the one that was, however late it turns out best."""
        state = self._game.apply(position.state, move)
        estimate = position.after.get(move, Estimate(self._game.seats))
        missing = max(count, self._findings.value(index + 1).count - estimate.count)
        seed = self._derive(f"after {self._game.format_move(position.state, move)}", index, estimate.count)
        position.after[move] = self._judge.evaluate(state, estimate, missing, seed)

    def _follow(self, index: int, move: Any) -> Line:
        """Follow a move that was not played: what everybody would do next by what they see, and draws as they come."""
        game, rng = self._game, Random(f"{self._seed} line {index}")  # noqa: S311 - playouts, not secrets
        line: list[Ply[Any, Any]] = []
        state, decisions = self._findings.positions[index].state, 0
        while (actor := game.actor(state)) is not None and decisions < _LONGEST_LINE:
            if line:
                move = pick(game, state, rng) if actor is CHANCE else self._choose(state, actor, rng)
            decisions += actor is not CHANCE
            after = game.apply(state, move)
            line.append(Ply(index + 1 + len(line), actor, move, state, after))
            state = after
        return line

    def _choose(self, state: Any, seat: Seat, rng: Random) -> Any:
        moves = self._game.legal_moves(state)
        decision = self._judge.open_decision(self._game.observe(state, seat), seat, moves, moves[0])
        if len(moves) > 1:
            decision.refine(max(2, self._judge.default // 8), rng.getrandbits(64))
            return decision.wanted()[0]
        return moves[0]

    def _measure_time(self) -> float:
        """Say how much of a budget of time is used up, 1 for all of it."""
        if self._budget.milliseconds is None:
            return 0.0
        return 1000 * (time.perf_counter() - self._begun) / max(1.0, self._budget.milliseconds)

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
