"""In how many of all deals a move wins the stone of this round, whatever the others do: a count, not an estimate.

A deal says what every other player holds. What a player decides without learning anything in between, such as a card
and its power, is one plan. For a plan, two numbers are counted:

- *at least*: the deals in which the others, who may see everything, cannot keep the player from the stone. At a later
  turn the player must be able to win for certain, by what lies open then.
- *at most*: the same, but at a later turn the player may look into all hands.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from ludotheque.core.game import Seat
from ludotheque.core.teaching.puzzle import Effort, TooLarge
from ludotheque.games.tao import rules
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import Move, State

MOST_DEALS = 60
_MOST_NODES = 1_200

Hands = dict[Seat, tuple[int, ...]]


class Chances:
    """The counts of one position, for the player who is to move."""

    def __init__(self, setup: Setup, state: State, wins_surely: Callable[[State], bool]) -> None:
        """`wins_surely`: whether the player wins in every deal that fits what lies open. Raises TooLarge."""
        self._setup = setup
        self._me = state.turn
        self._rounds = len(state.rounds)
        self._wins_surely = wins_surely
        self._effort = Effort(_MOST_NODES)
        self._known: dict[tuple[State, bool], bool] = {}
        self.deals = list_deals(setup, state)

    def list_plans(self, state: State) -> Iterator[tuple[tuple[Move, ...], State]]:
        """List all that the player can do up to the next decision of somebody else, each with what comes of it."""
        if self._is_over(state) or state.turn != self._me:
            yield (), state
            return
        for move in rules.legal_moves(self._setup, state):
            for plan, after in self.list_plans(rules.apply(self._setup, state, move)):
                yield (move, *plan), after

    def count_at_least(self, state: State) -> int:
        """Count the deals that are surely won, after a plan."""
        return sum(self._holds(deal(state, hands), may_look=False) for hands in self.deals)

    def count_at_most(self, state: State) -> int:
        """Count the deals that could be won by a player who sees everything, after a plan."""
        return sum(self._holds(deal(state, hands), may_look=True) for hands in self.deals)

    def refute(self, state: State) -> tuple[Move, ...]:
        """Find what the others do in a deal in which a plan fails, up to the player's next turn."""
        state = next(dealt for hands in self.deals if not self._holds(dealt := deal(state, hands), may_look=True))
        line: list[Move] = []
        while not self._is_over(state) and state.turn != self._me:
            move, state = next(
                (move, after) for move, after in self._list_replies(state) if not self._holds(after, may_look=True)
            )
            line.append(move)
        return tuple(line)

    def _is_over(self, state: State) -> bool:
        return len(state.rounds) > self._rounds

    def _holds(self, state: State, *, may_look: bool) -> bool:
        """Whether the player takes the stone in this deal, whatever the others do."""
        if self._is_over(state):
            return state.rounds[-1].winner == self._me
        if state.turn == self._me and not may_look:
            return self._wins_surely(state)
        key = (state, may_look)
        if key not in self._known:
            self._effort.spend()
            results = (self._holds(after, may_look=may_look) for _, after in self._list_replies(state))
            self._known[key] = any(results) if state.turn == self._me else all(results)
        return self._known[key]

    def _list_replies(self, state: State) -> Iterator[tuple[Move, State]]:
        """List what can be done in this deal, each with what comes of it."""
        for move in rules.legal_moves(self._setup, state):
            yield move, rules.apply(self._setup, state, move)


def list_deals(setup: Setup, state: State) -> list[Hands]:
    """List all that the others can hold, as far as the player to move can see. Raises TooLarge."""
    others = setup.other_seats(state.turn)
    hidden = tuple(sorted([*state.pile, *(card for seat in others for card in state.hands[seat])]))
    if len(set(hidden)) < len(hidden):
        raise TooLarge  # copies of a card would make some deals likelier than others
    deals: list[tuple[Hands, tuple[int, ...]]] = [({}, hidden)]
    for seat in others:
        deals = [
            ({**hands, seat: held}, tuple(card for card in rest if card not in held))
            for hands, rest in deals
            for held in combinations(rest, len(state.hands[seat]))
        ]
        if len(deals) > MOST_DEALS:
            raise TooLarge
    return [hands for hands, _ in deals]


def deal(state: State, hands: Hands) -> State:
    """Give others these hands; what is hidden and nobody holds is set aside."""
    held = [hands.get(seat, own) for seat, own in enumerate(state.hands)]
    hidden = [*state.pile, *(card for seat in hands for card in state.hands[seat])]
    taken = {card for hand in hands.values() for card in hand}
    return state._replace(hands=tuple(held), pile=tuple(sorted(card for card in hidden if card not in taken)))
