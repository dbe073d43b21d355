"""What has been found out about the positions of a game so far. The reviewer collects it; the review is made of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ludotheque.core.game import Actor, AnyGame
from ludotheque.core.match import Ply
from ludotheque.review.decisions import Decision, Verdict
from ludotheque.review.estimates import Estimate

Line: TypeAlias = Sequence[Ply[Any, Any]]
"""Plies that could have been played, draws included."""


@dataclass(eq=False, slots=True)
class Position:
    """A position of the game."""

    state: Any
    actor: Actor | None
    is_forced: bool
    """Whether only one thing can be done or drawn: the position is worth what that leads to."""
    estimate: Estimate
    """What it is worth as it is, hidden things included."""
    known: Estimate | None = None
    """What it is worth by what the seat can see that is to decide; None where no seat is."""
    decision: Decision | None = None
    """None where no seat has a choice."""
    is_judged: bool = False
    """Whether the decision has been looked at."""
    after: dict[Any, Estimate] = field(default_factory=dict)
    """What it is worth after moves that were not played."""


@dataclass(eq=False, slots=True)
class Findings:
    """All that is known of a game."""

    game: AnyGame
    names: Sequence[str]
    judge: str
    plies: Sequence[Ply[Any, Any]]
    positions: Sequence[Position]
    """One more than there are plies."""
    lines: dict[int, Line] = field(default_factory=dict)
    """How the game might have gone on with a better move, by the number of the ply that was played instead."""
    iterations: int = 0
    is_complete: bool = False

    def value(self, number: int) -> Estimate:
        """Return what the position after so many plies is worth."""
        while self.positions[number].is_forced:
            number += 1
        return self.positions[number].estimate

    def value_after(self, number: int, move: Any) -> Estimate:
        """Return what the position after so many plies is worth once a move is made, if that has been asked before."""
        if move == self.plies[number].move:
            return self.value(number + 1)
        return self.positions[number].after[move]

    def judge_decision(self, number: int) -> Verdict | None:
        """Return what is to be said of the decision after so many plies; None if there is none or it was not judged."""
        position = self.positions[number]
        if position.decision is None or not position.is_judged:
            return None
        return position.decision.judge(lambda move: self.value_after(number, move))

    def judge_all(self) -> Mapping[int, Verdict]:
        """Judge all decisions, by the number of plies before them."""
        judged = {number: self.judge_decision(number) for number in range(len(self.plies))}
        return {number: verdict for number, verdict in judged.items() if verdict is not None}
