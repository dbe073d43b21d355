"""The motifs of Turris: endgames that are solved exactly, by going through all that both players can do.

`win` asks for the only move that wins, `save` for the only one that does not lose where none wins.
"""

from collections.abc import Mapping, Sequence

from ludotheque.core.teaching.puzzle import Effort, Refutation, Solution, TooLarge
from ludotheque.games.turris import rules
from ludotheque.games.turris.options import TurrisOptions
from ludotheque.games.turris.state import Move, State

OPTIONS: tuple[Mapping[str, object], ...] = ({"first": "white"}, {"first": "black"})

LOST, SHARED, WON = 0, 1, 2
_GOALS = {"win": WON, "save": SHARED}
MOTIFS = tuple(_GOALS)

FEWEST_MOVES = 4
MOST_LEFT = 6
"""How many blocks may be left beside the tower."""
_MOST_NODES = 1_500


def solve(options: TurrisOptions, motif: str, state: State) -> Solution[Move] | None:
    """Prove that one move does what the motif asks for, and no other."""
    if state.turn is None or state.reason is not None or sum(state.left) > MOST_LEFT:
        return None
    moves = rules.legal_moves(options, state)
    if len(moves) < FEWEST_MOVES:
        return None
    try:
        return _Endgame(options, state.turn).find_only(state, moves, _GOALS[motif])
    except TooLarge:
        return None


class _Endgame:
    """The search of one endgame, for the player who is to move in it."""

    def __init__(self, options: TurrisOptions, me: int) -> None:
        self._options = options
        self._me = me
        self._effort = Effort(_MOST_NODES)
        self._known: dict[tuple[object, ...], bool | None] = {}
        """What is known of positions; None while one is being worked out."""
        self._ends: dict[frozenset[object], int] = {}
        """For finished towers: what the player has got."""

    def find_only(self, state: State, moves: Sequence[Move], goal: int) -> Solution[Move] | None:
        after = {move: rules.apply(self._options, state, move) for move in moves}
        right = []
        for move, reached in after.items():
            if self._reaches(reached, goal):
                right.append(move)
                if len(right) > 1:
                    return None
        if not right or (goal == SHARED and self._reaches(after[right[0]], WON)):
            return None
        return Solution(
            answer=right[0],
            wrong={move: self._refute(reached, goal) for move, reached in after.items() if move != right[0]},
            then=self._list_right(after[right[0]], goal),
            line=self._play_on(after[right[0]], goal),
        )

    def _refute(self, state: State, goal: int) -> Refutation[Move]:
        holds = goal == WON and self._reaches(state, SHARED)
        return Refutation("shared" if holds else "lost", self._play_on(state, SHARED if not holds else goal))

    def _list_right(self, state: State, goal: int) -> tuple[Move, ...]:
        """Everything that is right in a second decision of the same player, if there is one."""
        if rules.actor(state) != self._me or not state.has_bonus:
            return ()
        moves = rules.legal_moves(self._options, state)
        return tuple(move for move in moves if self._reaches(rules.apply(self._options, state, move), goal))

    def _play_on(self, state: State, goal: int) -> tuple[Move, ...]:
        """Play to the end: the side that has what it wants keeps it, the other one does whatever comes first."""
        line: list[Move] = []
        is_reached = self._reaches(state, goal)
        while rules.actor(state) is not None:
            moves = rules.legal_moves(self._options, state)
            after = ((move, rules.apply(self._options, state, move)) for move in moves)
            kept = ((move, reached) for move, reached in after if self._reaches(reached, goal) == is_reached)
            move, state = next(kept, None) or (moves[0], rules.apply(self._options, state, moves[0]))
            line.append(move)
        return tuple(line)

    def _rate_end(self, state: State) -> int:
        """What the player has got when the game is over. Many ways lead to the same tower, and its views take long."""
        tower = frozenset(state.blocks)
        if tower not in self._ends and (outcome := rules.outcome(state)) is not None:
            mine, other = outcome.ranks[self._me], outcome.ranks[1 - self._me]
            self._ends[tower] = WON if mine < other else SHARED if mine == other else LOST
        return self._ends[tower]

    def _reaches(self, state: State, goal: int) -> bool:
        """Whether the player gets at least this much, whatever the opponent does."""
        if state.reason is not None:
            return self._rate_end(state) >= goal
        key = (goal, *_identify(state))
        if key in self._known:
            known = self._known[key]
            if known is None:
                raise TooLarge  # blocks that are taken off and placed again can go round in circles
            return known
        self._effort.spend()
        self._known[key] = None
        is_mine = state.turn == self._me
        found = (any if is_mine else all)(
            self._reaches(rules.apply(self._options, state, move), goal)
            for move in rules.legal_moves(self._options, state)
        )
        self._known[key] = found
        return found


def _identify(state: State) -> tuple[object, ...]:
    """What play from here depends on: not on the order of building, but for the last block of each player."""
    last = tuple(next((block for block in reversed(state.blocks) if block.seat == seat), None) for seat in (0, 1))
    return frozenset(state.blocks), last, state.turn, state.has_bonus, state.barred


# ── Positions that look alike ────────────────────────────────────────────────────────────────────────────────────────

_TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
_MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def puzzle_key(state: State) -> str:
    """Write the tower as it looks from whichever side, or in a mirror, comes first; order and colours do not matter."""
    turn = state.turn or 0
    towers = []
    columns = tuple(range(9))
    for _ in range(4):
        columns = tuple(_TURN[column] for column in columns)
        for seen in (columns, tuple(_MIRROR[column] for column in columns)):
            blocks = [
                (block.seat ^ turn, tuple(sorted(seen[column] for column in block.columns)), block.level)
                for block in state.blocks
            ]
            towers.append(sorted(blocks))
    return repr(min(towers))
