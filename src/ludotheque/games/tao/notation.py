"""Moves and states as text. docs/notation.md explains it to people.

w2:fi3>4        walk to the second of the next cards, Fire 3, and put it before seat 4
h:wo2dr>1       put Wood 2, the Azure Dragon, from the hand before seat 1
stone:earth     move the stone to Earth
fi2bi<>3:wa2to  swap Fire 2, the Vermilion Bird, for Water 2, the Black Tortoise, of seat 3
cover:me4       cover Metal 4
first:2         chance: seat 2 begins
+wa1            chance: the next card is Water 1
"""

import re
from collections.abc import Sequence

from ludotheque.core.errors import InvalidMove
from ludotheque.core.inputs import shorten
from ludotheque.games.tao.cards import ELEMENTS, parse_card
from ludotheque.games.tao.rules import next_places
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import (
    GONE,
    ChooseFirst,
    CoverCard,
    DrawCard,
    Move,
    MoveStone,
    PlayFromHand,
    RoundResult,
    State,
    SwapCards,
    Walk,
)

_WALK = re.compile(r"w([1-9])(?::([a-z0-9]+))?>([1-9])")
_PLAY = re.compile(r"h:([a-z0-9]+)>([1-9])")
_STONE = re.compile(r"stone:([a-z]+)")
_SWAP = re.compile(r"([a-z0-9]+)<>([1-9]):([a-z0-9]+)")
_COVER = re.compile(r"cover:([a-z0-9]+)")
_FIRST = re.compile(r"first:([1-9])")
_DRAW = re.compile(r"\+([a-z0-9]+)")

_FORMS = (
    "w2:fi3>4 (walk), h:wo2dr>1 (from the hand), stone:earth, fi2bi<>3:wa2to (swap), cover:me4, "
    "first:2 or +wa1 (chance)"
)


def format_move(setup: Setup, state: State, move: Move) -> str:
    """Write a legal move."""
    match move:
        case Walk(step, to):
            return f"w{step}:{_code(setup, state.path[next_places(state)[step - 1]])}>{to + 1}"
        case PlayFromHand(card, to):
            return f"h:{_code(setup, card)}>{to + 1}"
        case MoveStone(element):
            return f"stone:{ELEMENTS[element]}"
        case SwapCards(mine, seat, theirs):
            return f"{_code(setup, mine)}<>{seat + 1}:{_code(setup, theirs)}"
        case CoverCard(card):
            return f"cover:{_code(setup, card)}"
        case ChooseFirst(seat):
            return f"first:{seat + 1}"
        case DrawCard(card):
            return f"+{_code(setup, card)}"


def parse_move(setup: Setup, state: State, text: str) -> Move:
    """Read a move. Raises InvalidMove for what is no move of Tao with this deck and so many players.

    A walk may leave out the card; if it names one, it must be the one that lies there.
    """
    if walk := _WALK.fullmatch(text):
        return _parse_walk(setup, state, walk)
    if play := _PLAY.fullmatch(text):
        return PlayFromHand(_parse_card(setup, play[1]), _parse_seat(setup, play[2]))
    if stone := _STONE.fullmatch(text):
        return MoveStone(_parse_element(stone[1]))
    if swap := _SWAP.fullmatch(text):
        return SwapCards(_parse_card(setup, swap[1]), _parse_seat(setup, swap[2]), _parse_card(setup, swap[3]))
    if cover := _COVER.fullmatch(text):
        return CoverCard(_parse_card(setup, cover[1]))
    if first := _FIRST.fullmatch(text):
        return ChooseFirst(_parse_seat(setup, first[1]))
    if draw := _DRAW.fullmatch(text):
        return DrawCard(_parse_card(setup, draw[1]))
    raise InvalidMove(f"{shorten(text)} is not a move of Tao; moves look like {_FORMS}.")


def _parse_walk(setup: Setup, state: State, walk: re.Match[str]) -> Walk:
    step, places = int(walk[1]), next_places(state)
    if not places:
        raise InvalidMove("The path is still being laid; nobody can walk on it yet.")
    if step > len(places):
        raise InvalidMove(f"A walk goes to one of the next {len(places)} cards of the path, not to number {step}.")
    if walk[2] is not None:
        card = state.path[places[step - 1]]
        if _parse_card(setup, walk[2]) != card:
            raise InvalidMove(f"Card {step} of those next on the path is {_code(setup, card)}, not {walk[2]}.")
    return Walk(step, _parse_seat(setup, walk[3]))


def _parse_card(setup: Setup, text: str) -> int:
    card = parse_card(text)
    if card is None:
        raise InvalidMove(f"{shorten(text)} is not a card; cards look like wa1 or, with a power, wo2dr.")
    if card not in setup.numbers:
        raise InvalidMove(f"There is no card {text} in this deck.")
    return setup.numbers[card]


def _parse_element(text: str) -> int:
    if text not in ELEMENTS:
        raise InvalidMove(f"There is no element {shorten(text)}; there are {', '.join(ELEMENTS)}.")
    return ELEMENTS.index(text)


def _parse_seat(setup: Setup, text: str) -> int:
    if int(text) > setup.seats:
        raise InvalidMove(f"There is no seat {text}; seats are counted from 1 to {setup.seats}.")
    return int(text) - 1


def _code(setup: Setup, card: int) -> str:
    return setup.cards[card].code


def format_state(setup: Setup, state: State) -> str:
    """Write the whole state in one line: a word and a text for every field, in the order of State."""
    fields = {
        "round": str(state.round),
        "first": "-" if state.first is None else str(state.first + 1),
        "turn": str(state.turn + 1),
        "path": _format_cards(setup, state.path),
        "marker": str(state.marker),
        "stone": ELEMENTS[state.stone],
        "hands": _format_rows(setup, state.hands),
        "pile": _format_cards(setup, state.pile),
        "deals": str(state.deals),
        "open": _format_rows(setup, state.open),
        "covered": _format_rows(setup, state.covered),
        "acting": "-" if state.acting is None else _code(setup, state.acting),
        "rounds": " ".join(map(_format_round, state.rounds)) or "-",
        "over": state.reason or "-",
    }
    return "; ".join(f"{name} {text}" for name, text in fields.items())


def _format_cards(setup: Setup, cards: Sequence[int]) -> str:
    return ",".join("." if card == GONE else _code(setup, card) for card in cards) or "-"


def _format_rows(setup: Setup, rows: Sequence[Sequence[int]]) -> str:
    return "/".join(_format_cards(setup, row) for row in rows)


def _format_round(result: RoundResult) -> str:
    winner = "-" if result.winner is None else str(result.winner + 1)
    return f"{ELEMENTS[result.element]}:{','.join(map(str, result.results))}:{winner}:{result.decided_by}"
