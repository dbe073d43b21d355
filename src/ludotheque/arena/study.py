"""Statistics of a game, collected by playing it: who wins, how long it takes, how it ends, how many choices there are.

Any bot may play; random play uses the kernel where there is one, for hundreds of thousands of games. study_report.py
shows the results.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ludotheque.arena.bot_process import get_bot_process
from ludotheque.arena.runner import spread
from ludotheque.arena.standings import half_interval
from ludotheque.arena.tournament import Plan, compile_ahead, play_game
from ludotheque.bots.bot import is_custom
from ludotheque.compiled.adapter import is_compiled
from ludotheque.core.errors import LudothequeError
from ludotheque.core.fairness import derive_seed
from ludotheque.core.game import AnyGame
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify

CHUNK = 2_000
"""How many compiled games are played at a time. Reasons and scores are collected from the first chunk only."""
LONGEST = 1_000
"""Decisions of a game after which choices are no longer counted separately."""


@dataclass(frozen=True)
class Sample:
    """The statistics of one game."""

    ranks: tuple[int, ...]
    first: int
    """The seat that decided first."""
    choices: tuple[int, ...]
    """How many moves were legal at each decision."""
    plies: int
    reason: str
    scores: tuple[int, ...] | None


@dataclass
class Study:
    """The statistics of many games. Lists by order of play begin with the seat that decided first."""

    seats: int
    games: int = 0
    shares: list[float] = field(default_factory=list)
    """The sums of the shares of the wins, by order of play."""
    squares: list[float] = field(default_factory=list)
    """The sums of the squares of these shares, for the intervals."""
    winners: Counter[int] = field(default_factory=Counter)
    """How many games had so many winners."""
    plies: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    choices: Counter[int] = field(default_factory=Counter)
    """For the first, second, ... decision (counted from 0): the sum of how many moves were legal."""
    reached: Counter[int] = field(default_factory=Counter)
    """For the same decisions: how many games got there."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How games ended, for games played by bots and those of the first compiled chunk."""
    points: Counter[int] = field(default_factory=Counter)
    """Points of the winners, for the same games, where there are points."""
    margins: Counter[int] = field(default_factory=Counter)
    """By how many points the winners were ahead of the next one."""

    def __post_init__(self) -> None:
        self.shares = [0.0] * self.seats
        self.squares = [0.0] * self.seats

    def add(self, sample: Sample) -> None:
        """Add a game."""
        self.add_winners(sample.ranks, sample.first)
        self.plies[sample.plies] += 1
        self.decisions[len(sample.choices)] += 1
        self.choices.update(dict(enumerate(sample.choices)))
        self.reached.update(range(len(sample.choices)))
        self.add_end(sample.reason, sample.ranks, sample.scores)

    def add_winners(self, ranks: Sequence[int], first: int, games: int = 1) -> None:
        """Add the winners of a number of games with the same ranks."""
        self.games += games
        won = [rank == 1 for rank in ranks]
        self.winners[sum(won)] += games
        share = 1 / sum(won)
        for order in range(self.seats):
            if won[(first + order) % self.seats]:
                self.shares[order] += games * share
                self.squares[order] += games * share * share

    def add_end(self, reason: str, ranks: Sequence[int], scores: Sequence[int] | None) -> None:
        """Add how a game ended."""
        self.reasons[reason] += 1
        if scores is not None:
            best = max(score for score, rank in zip(scores, ranks, strict=True) if rank == 1)
            others = [score for score, rank in zip(scores, ranks, strict=True) if rank > 1]
            self.points[best] += 1
            self.margins[best - max(others) if others else 0] += 1

    # ── What it comes to ─────────────────────────────────────────────────────────────────────────────────────────────

    def shares_by_order(self) -> list[tuple[float, float]]:
        """Compute each share of the wins, and half of its 95 % interval."""
        found = []
        for total, squares in zip(self.shares, self.squares, strict=True):
            mean = total / self.games
            found.append((mean, half_interval(squares / self.games - mean * mean, self.games)))
        return found

    def shared_wins(self) -> float:
        """Compute how often several seats share the win."""
        return 1 - self.winners[1] / self.games

    def branching(self) -> float:
        """Compute how many moves are legal at a decision, on average."""
        return self.choices.total() / self.reached.total()

    def choices_by_decision(self) -> list[float]:
        """Compute how many moves are legal at the first, second, ... decision, while half of the games get there."""
        return [
            self.choices[decision] / games
            for decision, games in sorted(self.reached.items())
            if 2 * games >= self.games and decision < LONGEST - 1
        ]

    def as_json(self) -> dict[str, Any]:
        """Summarise it as plain data."""
        facts: dict[str, Any] = {
            "games": self.games,
            "share_by_order_of_play": [{"share": share, "error": error} for share, error in self.shares_by_order()],
            "shared_wins": self.shared_wins(),
            "plies": spread_of(self.plies),
            "decisions": spread_of(self.decisions),
            "branching": self.branching(),
            "choices_by_decision": self.choices_by_decision(),
            "reasons": dict(self.reasons.most_common()),
        }
        return facts | ({"points": spread_of(self.points), "margins": spread_of(self.margins)} if self.points else {})


def spread_of(values: Counter[int]) -> dict[str, float]:
    """Summarise a distribution: mean, minimum, maximum, and the 5th, 50th and 95th percentile."""
    total, passed = values.total(), 0
    marks: dict[str, float] = {"mean": sum(value * count for value, count in values.items()) / total}
    marks["min"], marks["max"] = min(values), max(values)
    for value, count in sorted(values.items()):
        for share in (5, 50, 95):
            if passed * 100 < share * total <= (passed + count) * 100:
                marks[f"p{share}"] = value
        passed += count
    return marks


def play_bots(plan: Plan, study: Study, workers: int | None = None) -> Iterator[int]:
    """Let bots play the games of a plan and add them to a study; yields 1 after each."""
    compile_ahead(plan)
    apart = any(map(is_custom, plan.entrants))  # a bot of others may take its process down
    try:
        for sample in spread(partial(take_sample, plan, apart=apart), range(plan.games), workers):
            study.add(sample)
            yield 1
    finally:
        get_bot_process().close()


def take_sample(plan: Plan, number: int, *, apart: bool = False) -> Sample:
    """Play one game of a plan and collect its statistics. Raises LudothequeError if a bot fails."""
    result = play_game(plan, number, apart=apart)
    if result.failure is not None:
        name = plan.entrants[result.failure.entrant]
        what = "\n".join(filter(None, (result.failure.what, result.failure.traceback)))
        raise LudothequeError(f"{name} failed in game {number}, so there is nothing to study: {what}")
    match = verify(parse_record(result.record)).match
    decisions = [ply for ply in match.plies if isinstance(ply.actor, int)]
    outcome = match.outcome
    if outcome is None:
        raise AssertionError("nobody failed, so the game is over")
    return Sample(
        ranks=outcome.ranks,
        first=next((ply.actor for ply in decisions if isinstance(ply.actor, int)), 0),
        choices=tuple(len(match.game.legal_moves(ply.before)) for ply in decisions),
        plies=len(match.plies),
        reason=outcome.reason,
        scores=outcome.scores,
    )


def play_compiled(game: AnyGame, games: int, seed: str, study: Study) -> Iterator[int]:
    """Play random games by the kernel and add them to a study; yields the size of each finished chunk."""
    if not is_compiled(game):
        raise TypeError(f"{game.title} has no kernel to play by")
    compiled = game.compiled()
    kernel = compiled.kernel
    loops, start = kernel.specialise("study_loops"), compiled.pack_start()
    np, first_seed = loops.np, int.from_bytes(derive_seed(seed)[:8])
    for chunk in range(-(-games // CHUNK)):
        count = min(CHUNK, games - chunk * CHUNK)
        placed = np.zeros((count, game.seats), np.int8)
        plies, decisions, first = (np.zeros(count, np.int32) for _ in range(3))
        choices, reached = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64)
        last = np.zeros(count if chunk == 0 else 0, kernel.dtype)
        loops.collect_statistics(
            start, kernel.seed_rng(first_seed + chunk), placed, plies, decisions, first, choices, reached, last
        )
        for (*ranks, begins), same in Counter(map(tuple, np.column_stack((placed, first)).tolist())).items():
            study.add_winners(ranks, begins, same)
        study.plies.update(plies.tolist())
        study.decisions.update(decisions.tolist())
        study.choices.update({place: int(total) for place, total in enumerate(choices) if total})
        study.reached.update({place: int(total) for place, total in enumerate(reached) if total})
        for index in range(len(last)):
            outcome = game.outcome(compiled.unpack(last[index : index + 1]))
            if outcome is None:
                raise AssertionError("the kernel says that the game is over, and so do the rules")
            study.add_end(outcome.reason, outcome.ranks, outcome.scores)
        yield count
