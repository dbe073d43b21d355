"""Tao over flat arrays: the layout of a packed game and of the compact observation. No rules and no Numba live here.

Moves are numbered in actions.py.
"""

from random import Random
from typing import Any

import numpy as np

from ludotheque.core.game import Seat
from ludotheque.games.tao.cards import ELEMENTS, MOST_CARDS
from ludotheque.games.tao.compiled.actions import MOST_LEGAL, SEATS, TABLE, encode_move
from ludotheque.games.tao.observation import Observation, determinize
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.rules import legal_moves
from ludotheque.games.tao.scoring import ROUNDS, list_standings, list_winners
from ludotheque.games.tao.setup import CHOICES, Setup
from ludotheque.games.tao.state import GONE, RoundResult, State

NONE = -1
"""In place of a seat, a card or a reason: there is none."""
LINE = 32
"""Skipped cards are moved to the end of the line: twelve, and two for each of at most nine walks."""

REASONS = ("five_rounds", "uncatchable", "anyone_out")
DECIDED_BY = ("result", "points", "cards", "nothing")
EARLY_ENDS = ("uncatchable", "anyone_out", "never")
LAST_POWERS = ("no_turn", "all", "none")
"""What the numbers in `reason`, `decided_by`, `early_end` and `last_power` mean."""

TOP = 1 << 13
"""Marks the card on top in a row of stacks; more than any code."""

# ── The packed game ──────────────────────────────────────────────────────────────────────────────────────────────────

DTYPE = np.dtype(
    [
        # The options, and what follows from them.
        ("players", "i1"),
        ("teams", "i1"),  # 1: seats 0 and 2 against 1 and 3
        ("towards", "i1"),  # how far along the ring the opposed element is; NONE if that is not the same everywhere
        ("last", "i1"),  # how many cards are left on the path when a round ends
        ("size", "i2"),  # how many cards the deck has
        # The position; the same as in State unless something else is said. Cards are codes.
        ("round", "i1"),
        ("first", "i1"),  # NONE until it is drawn
        ("turn", "i1"),
        ("marker", "i1"),
        ("stone", "i1"),
        ("deals", "i1"),
        ("reason", "i1"),  # NONE while the game goes on, then an index of REASONS
        ("acting", "i2"),  # NONE if no power waits
        ("choices", "i1"),  # how many actions the power that waits has, and which
        ("choice", "i2", (MOST_LEGAL + 1,)),  # one more, so that there is always one to write to
        ("path", "i2", (PLACES,)),  # GONE where a card was taken; what is not laid yet is not to be read
        # The places of the cards still on the path, clockwise from the marker: line[front : front + left].
        ("line", "i1", (LINE,)),
        ("front", "i1"),
        ("left", "i1"),
        ("hand_sizes", "i1", (SEATS,)),
        ("hands", "i2", (SEATS, HAND)),  # ascending
        # In no order; but if the Bird waits all ascend, and if the Unicorn does, its player's.
        ("open_sizes", "i1", (SEATS,)),
        ("open", "i2", (SEATS, TABLE)),
        ("covered_sizes", "i1", (SEATS,)),
        ("covered", "i2", (SEATS, TABLE)),
        # What each seat's open cards of each element come to: 256 times their values, and how many they are.
        ("tally", "i4", (SEATS, len(ELEMENTS))),
        # The finished rounds, by round.
        ("elements", "i1", (ROUNDS,)),
        ("winners", "i1", (ROUNDS,)),
        ("decided_by", "i1", (ROUNDS,)),  # an index of DECIDED_BY
        ("results", "i2", (ROUNDS, SEATS)),
        ("standings", "i1", (SEATS,)),  # for each seat: 8 times the stones of its side, and the best of them
        # The deck in no order: cards[: aside + deals] is the pile, what follows has been dealt in this round.
        ("aside", "i2"),  # how many cards will be left in the pile when all are dealt
        ("cards", "i2", (MOST_CARDS,)),
        # More options. They and what follows are last, away from what is used all the time.
        ("opposite", "i1", (len(ELEMENTS),)),  # for each element the one that counts against it, or NONE
        ("early_end", "i1"),  # an index of EARLY_ENDS
        ("last_power", "i1"),  # an index of LAST_POWERS
        ("together", "i1"),  # 1: the cards of partners are added up when a round is scored
        ("frees", "i1"),  # 1: a card is free again when the Unicorn on it leaves
        # If cards can be free again: the stacks of each seat, ascending, each from its top, which is marked, downwards.
        ("stack_sizes", "i1", (SEATS,)),
        ("stacks", "i2", (SEATS, TABLE)),
    ],
    align=True,
)


def pack(setup: Setup, state: State) -> Any:
    """Pack a state; `unpack` is the inverse."""
    codes = setup.codes
    packed = np.zeros(1, DTYPE)
    s = packed[0]
    s["players"] = setup.seats
    s["teams"] = setup.options.teams
    s["towards"] = _find_direction(setup)
    s["opposite"] = [NONE if opposite is None else opposite for opposite in setup.opposite]
    s["early_end"] = EARLY_ENDS.index(setup.options.early_end)
    s["last_power"] = LAST_POWERS.index(setup.options.last_power)
    s["together"] = setup.round_sides != tuple(range(setup.seats))
    s["frees"] = setup.options.covered == "while_covered"
    s["last"] = setup.last
    s["size"] = len(setup.deck)
    for name in ("round", "turn", "marker", "stone", "deals"):
        s[name] = getattr(state, name)
    s["first"] = NONE if state.first is None else state.first
    s["reason"] = NONE if state.reason is None else REASONS.index(state.reason)
    if state.acting is None:
        s["acting"] = NONE
    else:
        s["acting"] = codes[state.acting]
        choice = [encode_move(setup, state, move) for move in legal_moves(setup, state)]
        s["choices"] = len(choice)
        s["choice"][: len(choice)] = choice
    _pack_path(state, s, codes)
    for sizes, rows, multisets in (
        ("hand_sizes", "hands", state.hands),
        ("open_sizes", "open", state.open),
        ("covered_sizes", "covered", state.covered),
    ):
        for seat, cards in enumerate(multisets):
            s[sizes][seat] = len(cards)
            s[rows][seat, : len(cards)] = [codes[card] for card in cards]
    for seat, stacks in enumerate(state.stacks):
        row = [codes[card] | (TOP if depth == 0 else 0) for stack in stacks for depth, card in enumerate(stack)]
        s["stack_sizes"][seat] = len(row)
        s["stacks"][seat, : len(row)] = row
    for seat, cards in enumerate(state.open):
        for card in cards:
            s["tally"][seat, setup.elements[card]] += 256 * setup.values[card] + 1
    for index, result in enumerate(state.rounds):
        s["elements"][index] = result.element
        s["winners"][index] = NONE if result.winner is None else result.winner
        s["decided_by"][index] = DECIDED_BY.index(result.decided_by)
        s["results"][index, : setup.seats] = result.results
    standings = list_standings(setup.sides, list_winners(state.rounds))
    s["standings"][: setup.seats] = [total << 3 | best for total, best in standings]
    _pack_cards(setup, state, s, codes)
    return packed


def _find_direction(setup: Setup) -> int:
    """How far along the ring the opposed element is, if it is as far for every element."""
    first = setup.opposite[0]
    turned = tuple(None if first is None else (first + element) % len(ELEMENTS) for element in range(len(ELEMENTS)))
    return NONE if first is None or setup.opposite != turned else first


def _pack_path(state: State, s: Any, codes: tuple[int, ...]) -> None:
    s["path"][: len(state.path)] = [GONE if card == GONE else codes[card] for card in state.path]
    places = [(state.marker + step) % PLACES for step in range(1, PLACES + 1)]
    left = [place for place in places if state.deals or state.path[place] != GONE]
    s["left"] = len(left)
    s["line"][: len(left)] = left


def _pack_cards(setup: Setup, state: State, s: Any, codes: tuple[int, ...]) -> None:
    """The pile, then the rest of the deck."""
    dealt = list(setup.deck)
    for card in state.pile:
        dealt.remove(card)
    s["aside"] = len(state.pile) - state.deals
    s["cards"][: len(setup.deck)] = [codes[card] for card in (*state.pile, *dealt)]


def unpack(setup: Setup, packed: Any) -> State:
    """Return the state of a packed game of the same options: the first element of the array."""
    s = packed[0]
    numbers = setup.by_code
    seats = range(setup.seats)
    laid = min(PLACES, setup.deals - int(s["deals"]))
    reason, acting, rounds = int(s["reason"]), int(s["acting"]), int(s["round"])

    def multisets(sizes: str, rows: str) -> tuple[tuple[int, ...], ...]:
        many, cards = s[sizes].tolist(), s[rows].tolist()
        return tuple(tuple(sorted(numbers[code] for code in cards[seat][: many[seat]])) for seat in seats)

    return State(
        round=rounds,
        first=_or_none(s["first"]),
        turn=int(s["turn"]),
        path=tuple(GONE if code == GONE else numbers[code] for code in s["path"][:laid].tolist()),
        marker=int(s["marker"]),
        stone=int(s["stone"]),
        hands=multisets("hand_sizes", "hands"),
        pile=tuple(sorted(numbers[code] for code in s["cards"][: s["aside"] + s["deals"]].tolist())),
        deals=int(s["deals"]),
        open=multisets("open_sizes", "open"),
        covered=multisets("covered_sizes", "covered"),
        stacks=tuple(_unpack_stacks(numbers, s["stacks"][seat, : s["stack_sizes"][seat]].tolist()) for seat in seats),
        acting=None if acting == NONE else numbers[acting],
        rounds=tuple(_unpack_round(setup, s, index) for index in range(rounds - (reason == NONE))),
        reason=None if reason == NONE else REASONS[reason],
    )


def _unpack_stacks(numbers: dict[int, int], row: list[int]) -> tuple[tuple[int, ...], ...]:
    stacks: list[list[int]] = []
    for code in row:
        if code & TOP:
            stacks.append([])
        stacks[-1].append(numbers[code & ~TOP])
    return tuple(map(tuple, stacks))


def _unpack_round(setup: Setup, s: Any, index: int) -> RoundResult:
    return RoundResult(
        element=int(s["elements"][index]),
        results=tuple(s["results"][index, : setup.seats].tolist()),
        winner=_or_none(s["winners"][index]),
        decided_by=DECIDED_BY[s["decided_by"][index]],
    )


def _or_none(seat: Any) -> Seat | None:
    return None if seat == NONE else int(seat)


# ── The compact observation ──────────────────────────────────────────────────────────────────────────────────────────

_LAYOUT = {
    "players": 1,
    "teams": 1,
    "towards": 1,  # as in the packed game
    "round": 1,
    "first": 1,
    "turn": 1,
    "marker": 1,
    "stone": 1,
    "deals": 1,
    "reason": 1,  # as in the packed game
    "acting": 3,  # a card: element, value, power
    "path": 3 * PLACES,  # a card for each place
    "next": CHOICES,  # the places that a walk may take now
    "hand": 3 * HAND,  # the viewer's cards, ascending
    "hand_sizes": SEATS,
    "table": 4 * TABLE,  # seat, 4 more if covered, and card: the open ones in the row that actions count, then the rest
    "rounds": 11 * ROUNDS,  # element, winner, decided by, then for each seat the result, in two parts
    "opposite": len(ELEMENTS),  # this and the next four as in the packed game
    "early_end": 1,
    "last_power": 1,
    "together": 1,
    "frees": 1,
    "stacks": 4 * TABLE,  # the stacks of each seat, from the top down: seat, 4 more if covered, and card
}
"""How many numbers there are for each thing, in this order.

Seats are counted from the viewer. A card is its element, value and power, 0 for none; so it is the same card in every
deck. A result is 128 times its first part and its second. What is not there is -1. The deck itself is not part of it:
it is an option and does not change during a game.
"""

OBSERVATION: dict[str, slice] = {}
"""Where each of them is."""
OBSERVATION_LENGTH = 0
for _name, _length in _LAYOUT.items():
    OBSERVATION[_name] = slice(OBSERVATION_LENGTH, OBSERVATION_LENGTH + _length)
    OBSERVATION_LENGTH += _length


def pack_observation(setup: Setup, observation: Observation) -> Any:
    """Pack a state that the viewer cannot tell from the real one. It depends on the observation alone."""
    return pack(setup, determinize(setup, observation, Random(0)))  # noqa: S311 - any one will do
