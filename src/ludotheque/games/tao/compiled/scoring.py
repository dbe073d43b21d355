"""Scoring packed games, the stones and the end of the game: the compiled counterpart of ../scoring.py."""

from typing import Any

from ludotheque.compiled.parts import part
from ludotheque.games.tao.compiled.encoding import EARLY_ENDS, NONE
from ludotheque.games.tao.scoring import MAY_END_AFTER, ROUNDS, UNCATCHABLE

# As encoding.REASONS counts them.
_FIVE_ROUNDS, _UNCATCHABLE, _ANYONE_OUT = range(3)
_IF_ANYONE_OUT, _NEVER = EARLY_ENDS.index("anyone_out"), EARLY_ENDS.index("never")


@part
def decide_round(s: Any) -> None:
    """11, 12. Best result, then most points in the element in play, then most cards of it; then nobody.

    The three are compared as one number, the earlier ones in higher bits; a result may be negative.
    """
    index, stone = s.round - 1 & 7, s.stone & 7
    against = s.opposite[stone]
    best, winner, rival = -1, NONE, -1
    for seat in range(s.players):
        tally = s.tally[seat, stone]
        result = tally >> 8
        if against != NONE:
            result -= s.tally[seat, against & 7] >> 8
        s.results[index, seat] = result
        standing = (result + 4096) << 20 | tally
        # Who is ahead cannot be foreseen, so there is no branch here.
        rival = max(rival, min(best, standing))
        winner = seat if standing > best else winner
        best = max(best, standing)
    if s.together:
        best, winner, rival = _compare_teams(s, index, stone)
    s.elements[index] = stone
    s.winners[index] = NONE if rival == best else winner
    s.decided_by[index] = _decided_by(best, rival)


@part
def _compare_teams(s: Any, index: Any, stone: Any) -> Any:
    """14. The standings of both teams, the better one first, and between them who begins the next round.

    That is the partner with the better own result; if equal, whose turn would have come first.
    """
    even = (s.results[index, 0] + s.results[index, 2] + 4096) << 20 | s.tally[0, stone] + s.tally[2, stone]
    odd = (s.results[index, 1] + s.results[index, 3] + 4096) << 20 | s.tally[1, stone] + s.tally[3, stone]
    one = 0 if even > odd else 1
    if (s.turn - one) % 4 < 2:  # from the player after this one on, the partner's turn comes first
        one += 2
    winner = one if s.results[index, one] >= s.results[index, one ^ 2] else one ^ 2
    return max(even, odd), winner, min(even, odd)


@part
def _decided_by(best: Any, rival: Any) -> Any:
    """Name the first difference of two standings, as encoding.DECIDED_BY does, by counting how far they are equal."""
    return (best >> 20 == rival >> 20) + (best >> 8 == rival >> 8) + (best == rival)


@part
def give_stone(s: Any, winner: Any) -> None:
    """13, 14. Add the stone to the standing of its new owner, and of a partner: the sum of stones, then the best."""
    _add_stone(s, winner)
    if s.teams:
        _add_stone(s, winner ^ 2)


@part
def _add_stone(s: Any, seat: Any) -> None:
    s.standings[seat & 3] = (s.standings[seat & 3] >> 3) + s.round << 3 | s.round


@part
def find_end(s: Any) -> None:
    """13. After five rounds, or after four if nobody can catch the leader or, by an option, if one player cannot."""
    if s.round == ROUNDS:
        s.reason = _FIVE_ROUNDS
    elif s.round == MAY_END_AFTER and s.early_end != _NEVER:
        most, second, least = 0, 0, 15
        for seat in range(2 if s.teams else s.players):
            total = s.standings[seat] >> 3
            second = max(second, min(most, total))
            most = max(most, total)
            least = min(least, total)
        if s.early_end == _IF_ANYONE_OUT:
            if most - least >= UNCATCHABLE:
                s.reason = _ANYONE_OUT
        elif most - second >= UNCATCHABLE:
            s.reason = _UNCATCHABLE


@part
def ranks(s: Any, out: Any) -> None:
    """13. Rank the seats of a game that is over."""
    for seat in range(s.players):
        rank = 1
        for other in range(s.players):
            rank += s.standings[other] > s.standings[seat]
        out[seat] = rank
