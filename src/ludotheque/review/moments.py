"""The decisions that mattered: which they are, how the game might have gone on, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ludotheque.core.game import AnyGame, Presented, Seat
from ludotheque.core.match import Ply
from ludotheque.review.decisions import Verdict
from ludotheque.review.positions import Findings
from ludotheque.review.reasons import find_reasons, tell_reasons
from ludotheque.review.result import LinePly, Moment, NotedMove

MOST_OF_A_SEAT = 3
"""How many mistakes, and how many finds, are picked of a player."""
LEAST_SWING = 0.03
"""A decision that matters less is not picked."""
SURE = 2.0
"""How many standard errors it must differ from nothing."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A decision that mattered, before it is explained."""

    ply: int
    seat: Seat
    kind: Literal["mistake", "find"]
    swing: float
    error: float
    better: Any
    is_proven: bool


def pick_moments(findings: Findings, verdicts: Mapping[int, Verdict]) -> list[Candidate]:
    """Pick the few decisions of each player that lost most, or were the only good ones; in the order of the game."""
    found = [
        candidate
        for number, verdict in verdicts.items()
        if (candidate := _weigh(findings.plies[number], verdict)) is not None
    ]
    picked: list[Candidate] = []
    for seat in range(findings.game.seats):
        for kind in ("mistake", "find"):
            of_seat = [each for each in found if (each.seat, each.kind) == (seat, kind)]
            picked += sorted(of_seat, key=lambda each: -abs(each.swing))[:MOST_OF_A_SEAT]
    return sorted(picked, key=lambda each: each.ply)


def _weigh(ply: Ply[Any, Any], verdict: Verdict) -> Candidate | None:
    seat = ply.actor
    if not isinstance(seat, int):
        return None
    loss = verdict.change[seat]
    if verdict.best != ply.move:
        if -loss < max(LEAST_SWING, SURE * verdict.error):
            return None
        rated = [each for each in verdict.rated if each.move in (verdict.best, ply.move)]
        is_proven = all(each.is_proven for each in rated)
        return Candidate(ply.number, seat, "mistake", loss, verdict.error, verdict.best, is_proven)
    if len(verdict.rated) < 2:
        return None
    best, second = verdict.rated[:2]
    if best.value - second.value < max(LEAST_SWING, SURE * verdict.lead_error):
        return None
    is_proven = best.is_proven and second.is_proven
    swing = best.value - second.value
    return Candidate(ply.number, seat, "find", swing, verdict.lead_error, second.move, is_proven)


def explain(findings: Findings, candidate: Candidate) -> Moment:
    """Say what should have been played and why, along the line if there is one yet."""
    game, number = findings.game, candidate.ply - 1
    ply = findings.plies[number]
    line = findings.lines.get(candidate.ply) or (
        Ply(candidate.ply, ply.actor, candidate.better, ply.before, game.apply(ply.before, candidate.better)),
    )
    lost, kept = findings.plies[number:], line
    if candidate.kind == "find":  # what was avoided is what the reasons are about
        lost, kept = kept, lost
    reasons = find_reasons(
        game,
        candidate.seat,
        ply.before,
        _until_next_turn(game, lost, candidate.seat),
        _until_next_turn(game, kept, candidate.seat),
        candidate.ply,
    )
    told = tell_reasons(game, candidate.seat, reasons, findings.names, is_find=candidate.kind == "find")
    return Moment(
        ply=candidate.ply,
        seat=candidate.seat,
        kind=candidate.kind,
        swing=round(candidate.swing, 4),
        error=round(candidate.error, 4),
        is_proven=candidate.is_proven,
        played=_note(game, ply.before, ply.move),
        better=_note(game, ply.before, candidate.better),
        line=tuple(LinePly(each.actor, _note(game, each.before, each.move)) for each in line),
        reasons=reasons,
        sentence=" ".join(filter(None, (_introduce(game, candidate, ply), told))),
    )


def _note(game: AnyGame, state: Any, move: Any) -> NotedMove:
    return NotedMove(game.format_move(state, move), move)


def _until_next_turn(game: AnyGame, plies: Sequence[Ply[Any, Any]], seat: Seat) -> list[Any]:
    """List the states after each ply, until the seat decides again."""
    states = []
    for ply in plies:
        states.append(ply.after)
        if game.actor(ply.after) == seat:
            break
    return states


def _introduce(game: AnyGame, candidate: Candidate, ply: Ply[Any, Any]) -> str:
    better, proof = describe_move(game, ply.before, candidate.better), " This is proven." * candidate.is_proven
    if candidate.kind == "find":
        return f"The best move; the next best, {better}, is worth {candidate.swing:.0%} less.{proof}"
    return f"Better was {better}, worth {-candidate.swing:.0%} more.{proof}"


def describe_move(game: AnyGame, state: Any, move: Any) -> str:
    """Say what a move is: its notation and, where the game has them, words."""
    text = game.format_move(state, move)
    return f"{text} ({game.describe_move(state, move)})" if isinstance(game, Presented) else text
