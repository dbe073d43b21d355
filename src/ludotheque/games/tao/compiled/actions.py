"""The moves of Tao as whole numbers, for compiled code and environments. What is legal is in the rules.

Cards are their codes, `Setup.codes`: nothing has to be looked up. Seats are counted from the player whose turn it is,
round the table: 0 is that player. So a player who knows its compact observation, which counts the same way, knows what
each action means.

Actions, 0 to 293:

      0 + 4 * (step - 1) + seat    walk to the 1st, 2nd or 3rd card and put it before that seat
     12 + 4 * slot + seat          put the 1st or 2nd card of the hand before that seat
     20, 21                        move the stone clockwise; the other way
     22 + place                    cover a card
     38 + 16 * mine + theirs       swap two cards

A place is one of the open cards on the table in a row: one's own in ascending order, then those of the next player,
and so on. A round puts down 16 cards at most. Of copies in one player's cards, the first stands for all.

Outcomes of chance, 0 to 5119: who begins is the number of the seat, a card that is dealt is its code.
"""

from ludotheque.core.game import Seat
from ludotheque.games.tao.cards import ELEMENT_SHIFT, ELEMENTS
from ludotheque.games.tao.options import HAND
from ludotheque.games.tao.powers import REACH
from ludotheque.games.tao.setup import CHOICES, Setup
from ludotheque.games.tao.state import (
    ChooseFirst,
    CoverCard,
    DrawCard,
    Move,
    MoveStone,
    PlayFromHand,
    State,
    SwapCards,
    Walk,
)

SEATS = 4
TABLE = 16
"""How many cards a round puts down at most: eight walks and two cards of each hand if four play."""

# ── The numbering ───────────────────────────────────────────────────────────────────────────────────────────────────

WALK = 0
PLAY = WALK + CHOICES * SEATS
STONE = PLAY + HAND * SEATS
COVER = STONE + 2
SWAP = COVER + TABLE
ACTIONS = SWAP + TABLE * TABLE
MOST_LEGAL = 64
"""Eight cards before the Bird's player, eight before others, all of one value."""

TIGER, DRAGON, BIRD, UNICORN, TORTOISE = range(1, 6)
"""The powers as they are in a code; 0 is none."""
OUTCOMES = len(ELEMENTS) << ELEMENT_SHIFT


# ── Moves ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def encode_move(setup: Setup, state: State, move: Move) -> int:
    """Give the number of a legal move: an action if a seat decides, an outcome if chance does."""
    turn, seats = state.turn, setup.seats
    match move:
        case ChooseFirst(seat):
            return seat
        case DrawCard(card):
            return setup.codes[card]
        case Walk(step, to):
            return WALK + SEATS * (step - 1) + (to - turn) % seats
        case PlayFromHand(card, to):
            return PLAY + SEATS * state.hands[turn].index(card) + (to - turn) % seats
        case MoveStone(element):
            return STONE + ((element - state.stone) % len(ELEMENTS) > len(ELEMENTS) // 2)
        case CoverCard(card):
            return COVER + _places(setup, state).index((turn, card))
        case SwapCards(mine, seat, theirs):
            places = _places(setup, state)
            return SWAP + TABLE * places.index((turn, mine)) + places.index((seat, theirs))


def decode_move(setup: Setup, state: State, action: int) -> Move:
    """Give the move that a number of a legal action or outcome stands for."""
    turn, seats = state.turn, setup.seats
    if state.deals:
        return ChooseFirst(action) if state.first is None else DrawCard(setup.by_code[action])
    if action < STONE:
        which, to = divmod(action, SEATS)
        to = (turn + to) % seats
        return Walk(which + 1, to) if action < PLAY else PlayFromHand(state.hands[turn][which - CHOICES], to)
    if action < COVER:
        power = None if state.acting is None else setup.powers[state.acting]
        steps = REACH[power or ""]
        return MoveStone((state.stone + (steps if action == STONE else -steps)) % len(ELEMENTS))
    places = _places(setup, state)
    if action < SWAP:
        return CoverCard(places[action - COVER][1])
    mine, theirs = divmod(action - SWAP, TABLE)
    return SwapCards(places[mine][1], *places[theirs])


def _places(setup: Setup, state: State) -> list[tuple[Seat, int]]:
    """The open cards on the table in a row, each with its owner, from the player whose turn it is."""
    seats = [(state.turn + step) % setup.seats for step in range(setup.seats)]
    return [(seat, card) for seat in seats for card in state.open[seat]]
