"""The searching bot for games that have no kernel: plain sampling in pure Python, slower but open to any game."""

import time
from math import log, sqrt
from random import Random
from typing import Any, Generic

from ludotheque.bots.budget import Budget
from ludotheque.core.game import CHANCE, Game, M, O
from ludotheque.core.playout import play_out


class SamplingBot(Generic[M, O]):
    """Tries the legal moves again and again, each time in another world that fits the observation, to the end.

    Which move to try next, UCB1 says; the one tried most is played.
    """

    def __init__(self, game: Game[Any, M, O], rng: Random, budget: Budget, *, exploration: float = 0.6) -> None:
        self._game = game
        self._rng = rng
        self._budget = budget
        self._exploration = exploration

    def choose(self, observation: O) -> M:
        """Give the move that was tried most."""
        game, rng = self._game, self._rng
        state = game.determinize(observation, rng)
        seat, moves = game.actor(state), game.legal_moves(state)
        if seat is None or seat is CHANCE:
            raise ValueError("no seat is to decide in this observation")
        if len(moves) == 1:
            return moves[0]
        tries, worth = [0] * len(moves), [0.0] * len(moves)
        begun, done = time.perf_counter(), 0
        while done < len(moves) or self._budget.is_left(done, begun):
            index = self._next(tries, worth, done)
            world = game.apply(game.determinize(observation, rng), moves[index])
            outcome = game.outcome(play_out(game, world, rng)[0])
            tries[index] += 1
            worth[index] += 0.0 if outcome is None else outcome.shares[seat]
            done += 1
        return moves[max(range(len(moves)), key=lambda index: (tries[index], worth[index]))]

    def _next(self, tries: list[int], worth: list[float], done: int) -> int:
        if done < len(tries):
            return done
        return max(
            range(len(tries)),
            key=lambda index: worth[index] / tries[index] + self._exploration * sqrt(log(done) / tries[index]),
        )
