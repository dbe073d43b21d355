"""The searching bot for games without a kernel: flat Monte Carlo in pure Python, slower but for any game."""

import time
from math import log, sqrt
from random import Random
from typing import Any, Generic

from ludotheque.bots.analysis import Analysis, RankedMove, rank_moves
from ludotheque.bots.budget import Budget
from ludotheque.core.game import CHANCE, Game, M, O
from ludotheque.core.playout import play_out


class SamplingBot(Generic[M, O]):
    """Rates every legal move by playouts, each from a newly sampled state that is consistent with the observation.

    UCB1 chooses the move to try next; the move tried most is played.
    """

    def __init__(self, game: Game[Any, M, O], rng: Random, budget: Budget, *, exploration: float = 0.6) -> None:
        self._game = game
        self._rng = rng
        self._budget = budget
        self._exploration = exploration

    def choose(self, observation: O, budget: Budget | None = None) -> M:
        """Choose the move that was tried most. A forced move is played without searching."""
        moves = self._game.legal_moves(self._game.determinize(observation, self._rng))
        if len(moves) == 1:
            return moves[0]
        best: M = self.analyse(observation, budget).moves[0].move
        return best

    def analyse(self, observation: O, budget: Budget | None = None) -> Analysis:
        """Try every move at least once, whatever the budget. The line has only the best move.

        Raises ValueError if no seat is to move.
        """
        game, rng, budget = self._game, self._rng, budget or self._budget
        state = game.determinize(observation, rng)
        seat, moves = game.actor(state), game.legal_moves(state)
        if seat is None or seat is CHANCE:
            raise ValueError("no seat is to decide in this observation")
        tries, worth, shares = [0] * len(moves), [0.0] * len(moves), [0.0] * game.seats
        begun, done = time.perf_counter(), 0
        while done < len(moves) or budget.is_left(done, begun):
            index = self._next(tries, worth, done)
            world = game.apply(game.determinize(observation, rng), moves[index])
            if (outcome := game.outcome(play_out(game, world, rng)[0])) is None:
                raise AssertionError("a playout ends with the game")
            tries[index] += 1
            worth[index] += outcome.shares[seat]
            shares = [total + share for total, share in zip(shares, outcome.shares, strict=True)]
            done += 1
        ranked = rank_moves([RankedMove(move, n, w / n) for move, n, w in zip(moves, tries, worth, strict=True)])
        return Analysis(tuple(share / done for share in shares), ranked, (ranked[0].move,), done)

    def _next(self, tries: list[int], worth: list[float], done: int) -> int:
        if done < len(tries):
            return done
        return max(
            range(len(tries)),
            key=lambda index: worth[index] / tries[index] + self._exploration * sqrt(log(done) / tries[index]),
        )
