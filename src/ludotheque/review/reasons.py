"""Why one move was better than another, as far as the rules can tell: who goes out, who wins, what counts for how much.

Both ways are followed by the rules and compared: what was played as the game went on, what should have been played
along the line of the review.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.core.game import AnyGame, Eliminating, Presented, Seat, Tallied


class Reason:
    """Something that differs between what was played and what should have been."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class WentOut(Reason):
    """The player went out before their next turn, and would have stayed in."""

    seat: Seat
    ply: int
    """After which ply they were out."""


@dataclass(frozen=True, slots=True)
class WouldPutOut(Reason):
    """The better move puts somebody else out at once, which the one that was played did not."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WouldWin(Reason):
    """The better move ends the game, and the player wins or shares the win."""

    winners: tuple[Seat, ...]
    reason: str
    """Why the game would end, as in outcomes."""


@dataclass(frozen=True, slots=True)
class Ended(Reason):
    """What was played ended the game, and others won."""

    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class WouldCount(Reason):
    """Something that counts towards the win is less for the player, against the others, than it would have been."""

    what: str
    """The name that the game gives it, see `Tallied`."""
    played: tuple[int, ...]
    """What each seat has of it after what was played."""
    better: tuple[int, ...]
    """What each seat would have of it."""


def find_reasons(
    game: AnyGame, seat: Seat, before: Any, played: Sequence[Any], better: Sequence[Any], ply: int
) -> tuple[Reason, ...]:
    """Compare two ways to go on: the states after the move of a seat, up to its next decision.

    `ply` is the number of the ply that was played.
    """
    found: list[Reason] = []
    ended, would_end = game.outcome(played[0]), game.outcome(better[0])
    if would_end is not None and seat in would_end.winners and (ended is None or seat not in ended.winners):
        found.append(WouldWin(would_end.winners, would_end.reason))
    if isinstance(game, Eliminating):
        found += _compare_eliminations(game, seat, before, played, better, ply)
    if ended is not None and seat not in ended.winners and not found:
        found.append(Ended(ended.winners, ended.reason))
    if isinstance(game, Tallied):
        found += _compare_tallies(game, seat, played[0], better[0])
    return tuple(found)


def _compare_eliminations(
    game: Any, seat: Seat, before: Any, played: Sequence[Any], better: Sequence[Any], ply: int
) -> list[Reason]:
    found: list[Reason] = []
    out_at = next((index for index, state in enumerate(played) if game.is_out(state, seat)), None)
    if out_at is not None and not any(game.is_out(state, seat) for state in better):
        found.append(WentOut(seat, ply + out_at))
    for other in range(game.seats):
        if other != seat and not game.is_out(before, other) and not game.is_out(played[0], other):
            found += [WouldPutOut(other)] if game.is_out(better[0], other) else []
    return found


def _compare_tallies(game: Tallied[Any], seat: Seat, played: Any, better: Any) -> list[Reason]:
    after, would_be = game.tally(played), game.tally(better)
    return [
        WouldCount(what, tuple(after[what]), tuple(would_be[what]))
        for what in after
        if what in would_be and _lead(after[what], seat) < _lead(would_be[what], seat)
    ]


def _lead(figures: Sequence[int], seat: Seat) -> int:
    return figures[seat] - max(figure for other, figure in enumerate(figures) if other != seat)


def tell_reasons(game: AnyGame, seat: Seat, reasons: Sequence[Reason], names: Sequence[str], *, is_find: bool) -> str:
    """Say the reasons in English, in one or two sentences; "" if there are none.

    For a find they are why the move that was played was better, so what they say of the worse one did not happen.
    """
    return " ".join(_tell(game, seat, reason, names, is_find) for reason in reasons[:2])


def _tell(game: AnyGame, seat: Seat, reason: Reason, names: Sequence[str], is_find: bool) -> str:
    match reason:
        case WentOut(seat=who, ply=ply):
            if is_find:
                return f"{names[who]} would have gone out."
            return f"{names[who]} went out at ply {ply} and would have stayed in."
        case WouldPutOut(seat=who):
            return f"It {'puts' if is_find else 'would have put'} {names[who]} out at once."
        case WouldWin(winners=winners, reason=why):
            how = "wins" if winners == (seat,) else "shares the win"
            return f"It {how} at once{_explain(game, why)}."
        case Ended(winners=winners, reason=why):
            whose = " and ".join(names[who] for who in winners)
            verb = "would have won" if is_find else "won"
            return f"With {'the other' if is_find else 'what was played'} {whose} {verb} at once{_explain(game, why)}."
        case WouldCount(what=what, played=played, better=better):
            label = game.describe_tally(what) if isinstance(game, Tallied) else what
            verb = "stands" if is_find else "would stand"
            return f"{label[:1].upper()}{label[1:]} {verb} {_compare_counts(better, played, seat, names)}."
    return ""


def _explain(game: AnyGame, reason: str) -> str:
    return f": {game.describe_reason(reason)}" if isinstance(game, Presented) else ""


def _compare_counts(better: Sequence[int], played: Sequence[int], seat: Seat, names: Sequence[str]) -> str:
    """Write what counts: for two players what both have, the seat first; for more of them, where it differs."""
    if len(better) == 2:
        one, two = (f"{figures[seat]} to {figures[1 - seat]}" for figures in (better, played))
        return f"at {one}, not {two}"
    both = zip(names, better, played, strict=True)
    return ", ".join(f"at {one} for {name}, not {two}" for name, one, two in both if one != two)
