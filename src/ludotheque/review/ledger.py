"""Divides what changed from ply to ply into luck, decisions, what was unseen, and a remainder: so that it adds up.

With v the value of a position as it was, m what was played, m* the best by what the player could see, and Q the value
of a move by what the player could see:

    draw       v(after) - v(before)  =  luck
    decision   v(after) - v(before)  =  Q(m) - Q(m*)                                  the decision
                                      + (v(m) - v(m*)) - (Q(m) - Q(m*))               the unseen
                                      + v(m*) - v(before)                             the remainder

docs/review.md explains why.
"""

from collections.abc import Mapping

from ludotheque.core.game import CHANCE
from ludotheque.review.decisions import Verdict
from ludotheque.review.estimates import Estimate, Shares, subtract, total
from ludotheque.review.moments import explain, pick_moments
from ludotheque.review.positions import Findings
from ludotheque.review.result import Account, NotedMove, PlyReview, Point, RatedMove, Review

DIGITS = 4


def build_review(findings: Findings) -> Review:
    """Build the review of what has been found out so far."""
    game = findings.game
    verdicts = findings.judge_all()
    points = tuple(_build_point(findings, number) for number in range(len(findings.positions)))
    plies = tuple(_build_ply(findings, number, points, verdicts) for number in range(len(findings.plies)))
    return Review(
        game=game.id,
        title=game.title,
        rules=game.rules_version,
        options=game.options.format(),
        seats=tuple(findings.names),
        judge=findings.judge,
        iterations=findings.iterations,
        is_complete=findings.is_complete,
        points=points,
        plies=plies,
        accounts=tuple(_add_up(points, plies, seat) for seat in range(game.seats)),
        moments=tuple(explain(findings, moment) for moment in pick_moments(findings, verdicts)),
    )


def _build_point(findings: Findings, number: int) -> Point:
    position, estimate = findings.positions[number], findings.value(number)
    known = position.known if position.known is not None and position.known.count else None
    return Point(
        ply=number,
        actor=position.actor,
        open=_round(estimate.mean),
        known=None if known is None else _round(known.mean),
        error=_measure_error(findings, estimate),
        is_proven=estimate.is_exact,
    )


def _measure_error(findings: Findings, estimate: Estimate) -> float:
    if findings.judge == "search":  # a search is wrong in other ways than by chance
        return 0.0
    return round(max(map(estimate.error, range(estimate.seats))), DIGITS)


def _build_ply(
    findings: Findings, number: int, points: tuple[Point, ...], verdicts: Mapping[int, Verdict]
) -> PlyReview:
    game, ply, position = findings.game, findings.plies[number], findings.positions[number]
    change = _round(subtract(points[number + 1].open, points[number].open))
    nothing = (0.0,) * game.seats
    luck = decision = unseen = nothing
    verdict = verdicts.get(number)
    if ply.actor is CHANCE:
        luck = change
    elif verdict is not None:
        decision = _round(verdict.change)
        unseen = _round(subtract(subtract(findings.value(number + 1).mean, verdict.open_best), verdict.change))
        if _is_open(findings):
            decision, unseen = _round(total([decision, unseen], game.seats)), nothing
    remainder = _round(subtract(change, total([luck, decision, unseen], game.seats)))

    def note(move: object) -> NotedMove:
        return NotedMove(game.format_move(ply.before, move), move)

    return PlyReview(
        ply=ply.number,
        actor=ply.actor,
        move=note(ply.move),
        kind="forced" if position.is_forced else "draw" if ply.actor is CHANCE else "decision",
        luck=luck,
        decision=decision,
        unseen=unseen,
        remainder=remainder,
        error=0.0 if verdict is None else round(verdict.error, DIGITS),
        best=None if verdict is None else note(verdict.best),
        rated=()
        if verdict is None
        else tuple(
            RatedMove(note(each.move), round(each.value, DIGITS), round(each.error, DIGITS), each.is_proven)
            for each in verdict.rated
        ),
    )


def _is_open(findings: Findings) -> bool:
    return findings.judge == "search"


def _add_up(points: tuple[Point, ...], plies: tuple[PlyReview, ...], seat: int) -> Account:
    def add(parts: list[float]) -> float:
        return round(sum(parts), DIGITS)

    return Account(
        seat=seat,
        initial=points[0].open[seat],
        luck=add([ply.luck[seat] for ply in plies]),
        own=add([ply.decision[seat] for ply in plies if ply.actor == seat]),
        others=add([ply.decision[seat] for ply in plies if ply.actor != seat]),
        unseen=add([ply.unseen[seat] for ply in plies]),
        remainder=add([ply.remainder[seat] for ply in plies]),
        final=points[-1].open[seat],
    )


def _round(shares: Shares) -> Shares:
    return tuple(round(share, DIGITS) for share in shares)
