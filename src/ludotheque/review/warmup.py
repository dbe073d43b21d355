"""Compiling ahead of time what reviews need. A game without a kernel needs none of this."""

from ludotheque.bots.warmup import warm_up_search
from ludotheque.compiled.adapter import is_compiled
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.review.estimates import Estimate
from ludotheque.review.judges import make_judge


def warm_up_review(game: AnyGame) -> None:
    """Compile what judging the positions and decisions of this game needs, or load it from the cache."""
    if not is_compiled(game):
        return
    warm_up_search(game)
    match = Match(game, SeededDealer(bytes(32)))
    actor = match.actor
    if actor is None or actor is CHANCE:
        raise AssertionError("after the draws a seat decides")
    judge, observation, moves = make_judge(game, ""), match.observe(actor), match.legal_moves
    list(judge.evaluate(match.state, Estimate(game.seats), 1, 0))
    list(judge.open_decision(observation, actor, moves[:2], moves[0]).refine(1, 0))
