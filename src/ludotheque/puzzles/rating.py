"""How hard a puzzle is: how often the levels of bots fail it."""

from random import Random

from ludotheque.bots.budget import Budget
from ludotheque.bots.levels import find_budget, make_searcher
from ludotheque.puzzles.puzzle import Puzzle

LEVELS = ("easy", "medium", "hard")
RUNS = 10
"""How often each level tries."""
HARD = Budget(iterations=2_000)
"""What `hard` is given instead of its 100 ms, so that a rating does not depend on the machine."""


def rate(puzzle: Puzzle) -> tuple[int, ...]:
    """Let each level answer several times; return how often it fails, in percent.

    The bots see what the player to move sees, and want to win the game; nobody tells them what the puzzle asks for.
    """
    game, state = puzzle.game, puzzle.state
    observation = game.observe(state, puzzle.seat)
    rates = []
    for level in LEVELS:
        budget = HARD if level == "hard" else find_budget(level, game)
        failed = 0
        for run in range(RUNS):
            rng = Random(f"{puzzle.id}/{level}/{run}")  # noqa: S311 - bots, not secrets
            move = make_searcher(game, rng, budget).choose(observation)
            failed += game.format_move(state, move) != puzzle.answer
        rates.append(100 * failed // RUNS)
    return tuple(rates)
