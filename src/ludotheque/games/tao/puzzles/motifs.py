"""The motifs of Tao: win the stone of this round for certain or, where nothing is certain, in clearly the most deals.

`win_stone`: whatever cards the others hold and whatever they do. What is hidden is dealt as late as possible: whoever
is to move may have any card that the player cannot see, as long as they hold one. Nobody draws, so that is every deal,
and a move wins exactly if it wins in all of them.

`best_chance`: in at least two thirds of all deals, whatever the others do, and in at least a quarter of them more than
with any other move; chances.py counts.
"""

from collections.abc import Mapping, Sequence

from ludotheque.core.game import CHANCE, Seat
from ludotheque.core.teaching.puzzle import Effort, Refutation, Solution, TooLarge
from ludotheque.core.tuples import add, put, remove
from ludotheque.games.tao import rules
from ludotheque.games.tao.puzzles.chances import Chances
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import GONE, Move, PlayFromHand, State

OPTIONS: tuple[Mapping[str, object], ...] = tuple({"players": players} for players in (2, 3, 4))
MOTIFS = ("win_stone", "best_chance")

FEWEST_MOVES = 6
FEWEST_DEALS = 5
"""With fewer deals, to win in most of them says little."""
MOST_CARDS = 3
"""How many cards may still be taken from the path."""
_MOST_NODES = 3_000


def solve(setup: Setup, motif: str, state: State) -> Solution[Move] | None:
    """Prove that one move wins the stone, or does in clearly the most deals, and no other."""
    if rules.actor(state) in (None, CHANCE) or state.acting is not None or len(set(setup.sides)) < setup.seats:
        return None
    if len(state.path) - state.path.count(GONE) - setup.last > MOST_CARDS:
        return None
    moves = rules.legal_moves(setup, state)
    if len(moves) < FEWEST_MOVES:
        return None
    ending = _Round(setup, state)
    try:
        return ending.find_only(state, moves) if motif == "win_stone" else _find_best(setup, state, ending)
    except TooLarge:
        return None


def _is_enough(won: int, deals: int) -> bool:
    return 3 * won >= 2 * deals


def _is_clear(won: int, other: int, deals: int) -> bool:
    return 4 * (won - other) >= deals


def _find_best(setup: Setup, state: State, ending: "_Round") -> Solution[Move] | None:
    """Prove that one move wins in clearly the most deals, none of them in all."""
    chances = Chances(setup, state, ending.wins)
    deals = len(chances.deals)
    if deals < FEWEST_DEALS:
        return None
    plans = list(chances.list_plans(state))
    at_most = {plan: chances.count_at_most(after) for plan, after in plans}
    best = max(at_most.values())
    if best == deals or not _is_enough(best, deals):
        return None
    right = [(plan, after) for plan, after in plans if not _is_clear(best, at_most[plan], deals)]
    if len({plan[0] for plan, _ in right}) > 1 or len(plans) == len(right):
        return None
    least = min(chances.count_at_least(after) for _, after in right)
    wrong = [plan for plan in at_most if plan not in dict(right)]
    if not _is_enough(least, deals) or any(not _is_clear(least, at_most[plan], deals) for plan in wrong):
        return None
    answer = right[0][0][0]
    faults: dict[Move, Refutation[Move]] = {}
    for move in rules.legal_moves(setup, state):
        if move == answer:
            continue
        plan, after = max(
            ((plan, after) for plan, after in plans if plan[0] == move), key=lambda each: at_most[each[0]]
        )
        counts = {"won": at_most[plan], "deals": deals}
        faults[move] = Refutation("fewer" if at_most[plan] else "never", plan[1:] + chances.refute(after), counts)
    then = tuple(dict.fromkeys(plan[1] for plan, _ in right if len(plan) > 1))
    return Solution(answer, faults, then, right[0][0][1:], {"won": least, "deals": deals})


class _Round:
    """The search of the end of one round, for the player who is to move."""

    def __init__(self, setup: Setup, state: State) -> None:
        self._setup = setup
        self._me = state.turn
        self._rounds = len(state.rounds)
        self._effort = Effort(_MOST_NODES)
        self._known: dict[tuple[object, ...], bool] = {}

    def find_only(self, state: State, moves: Sequence[Move]) -> Solution[Move] | None:
        right = []
        for move in moves:
            if self.wins(rules.apply(self._setup, state, move)):
                right.append(move)
                if len(right) > 1:
                    return None
        if not right:
            return None
        after = rules.apply(self._setup, state, right[0])
        then = self._list_right(after)
        return Solution(
            answer=right[0],
            wrong={move: self._refute(rules.apply(self._setup, state, move)) for move in moves if move != right[0]},
            then=then,
            line=then[:1],
        )

    def _list_right(self, state: State) -> tuple[Move, ...]:
        """Everything that is right in a second decision of the same player, if there is one."""
        if self._is_over(state) or state.turn != self._me:
            return ()
        moves = rules.legal_moves(self._setup, state)
        return tuple(move for move in moves if self.wins(rules.apply(self._setup, state, move)))

    def _refute(self, state: State) -> Refutation[Move]:
        """Find what the others do against a move that does not win, up to the player's next decision."""
        line: list[Move] = []
        while not self._is_over(state) and state.turn != self._me:
            move, state = next((move, after) for move, after in self._list_replies(state) if not self.wins(after))
            line.append(move)
        return Refutation("refuted" if line else "lost", tuple(line))

    def _is_over(self, state: State) -> bool:
        return len(state.rounds) > self._rounds

    def wins(self, state: State) -> bool:
        """Whether the player takes the stone, in every deal and whatever the others do."""
        if self._is_over(state):
            return state.rounds[-1].winner == self._me
        key = (*state[:6], state.hands[self._me], tuple(map(len, state.hands)), *state[9:13])
        if key not in self._known:
            self._effort.spend()
            if state.turn == self._me:
                moves = rules.legal_moves(self._setup, state)
                self._known[key] = any(self.wins(rules.apply(self._setup, state, move)) for move in moves)
            else:
                self._known[key] = all(self.wins(after) for _, after in self._list_replies(state))
        return self._known[key]

    def _list_replies(self, state: State) -> list[tuple[Move, State]]:
        """List what another player can do in any deal, each with what comes of it."""
        setup = self._setup
        moves = [move for move in rules.legal_moves(setup, state) if not isinstance(move, PlayFromHand)]
        replies: list[tuple[Move, State]] = [(move, rules.apply(setup, state, move)) for move in moves]
        if state.acting is None and state.hands[state.turn]:
            for card in self._list_hidden(state):
                dealt = _deal(state, state.turn, card, self._me)
                replies += [(play, rules.apply(setup, dealt, play)) for play in setup.hand_plays[card]]
        return replies

    def _list_hidden(self, state: State) -> list[int]:
        """List the different cards that the player cannot see."""
        hands = [card for seat, hand in enumerate(state.hands) if seat != self._me for card in hand]
        return sorted({*hands, *state.pile})


def _deal(state: State, seat: Seat, card: int, me: Seat) -> State:
    """Deal so that a seat holds a hidden card: it changes places with one that the seat holds now."""
    hands = state.hands
    if card in hands[seat]:
        return state
    given = hands[seat][0]
    holder = next((other for other, hand in enumerate(hands) if other not in (seat, me) and card in hand), None)
    swapped = put(hands, seat, add(remove(hands[seat], given), card))
    if holder is None:
        return state._replace(hands=swapped, pile=add(remove(state.pile, card), given))
    return state._replace(hands=put(swapped, holder, add(remove(hands[holder], card), given)))


def puzzle_key(setup: Setup, state: State) -> str:
    """Write what the player to move sees, seats counted from them."""
    order = [(state.turn + step) % setup.seats for step in range(setup.seats)]
    before = [(state.open[seat], state.covered[seat], len(state.hands[seat])) for seat in order]
    path = [card for card in state.path[state.marker + 1 :] + state.path[: state.marker + 1] if card != GONE]
    return repr((path, state.stone, state.hands[state.turn], before))
