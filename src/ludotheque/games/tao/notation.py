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

from ludotheque.core.errors import InvalidMove, InvalidState
from ludotheque.core.inputs import shorten
from ludotheque.core.states import (
    NOTHING,
    check_spelling,
    format_fields,
    parse_number,
    parse_numbers,
    parse_word,
    split_fields,
    split_list,
)
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
    if isinstance(move, DrawCard):  # faster than a case: every draw writes all that could be drawn
        return f"+{_code(setup, move.card)}"
    match move:
        case Walk(step, to):
            return f"w{step}:{_code(setup, state.path[next_places(setup, state)[step - 1]])}>{to + 1}"
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
    step, places = int(walk[1]), next_places(setup, state)
    if not places:
        is_laid = "closed for this round; play a card from the hand" if not state.deals else "still being laid"
        raise InvalidMove(f"The path is {is_laid}: nobody can walk on it now.")
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
    return setup.short_names[card]


def format_state(setup: Setup, state: State) -> str:
    """Write the whole state in one line: a word and a text for every field, in the order of State.

    `stacks` is there only if it matters what lies under which Unicorn.
    """
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
        "stacks": "/".join(",".join(_format_stack(setup, stack) for stack in row) or "-" for row in state.stacks),
        "acting": "-" if state.acting is None else _code(setup, state.acting),
        "rounds": " ".join(map(_format_round, state.rounds)) or "-",
        "over": state.reason or "-",
    }
    return format_fields({name: fields[name] for name in _list_fields(setup)})


_FIELDS = (
    *("round", "first", "turn", "path", "marker", "stone", "hands"),
    *("pile", "deals", "open", "covered", "stacks", "acting", "rounds", "over"),
)


def _list_fields(setup: Setup) -> tuple[str, ...]:
    keeps_stacks = setup.options.covered == "while_covered"
    return tuple(name for name in _FIELDS if name != "stacks" or keeps_stacks)


def parse_state(setup: Setup, text: str) -> State:
    """Read the line of a state. Raises InvalidState for what `format_state` would not have written."""
    fields = split_fields(text, _list_fields(setup))
    first, turn = _read_seat("first", fields["first"]), _read_seat("turn", fields["turn"])
    if turn is None:
        raise InvalidState("turn: a dash is no seat; seats are counted from 1.")
    state = State(
        round=parse_number("round", fields["round"]),
        first=first,
        turn=turn,
        path=tuple(GONE if word == "." else _read_card(setup, "path", word) for word in split_list(fields["path"])),
        marker=parse_number("marker", fields["marker"]),
        stone=_read_element("stone", fields["stone"]),
        hands=_read_rows(setup, "hands", fields["hands"]),
        pile=_read_cards(setup, "pile", fields["pile"]),
        deals=parse_number("deals", fields["deals"]),
        open=_read_rows(setup, "open", fields["open"]),
        covered=_read_rows(setup, "covered", fields["covered"]),
        stacks=_read_stacks(setup, fields["stacks"]) if "stacks" in fields else ((),) * setup.seats,
        acting=None if fields["acting"] == NOTHING else _read_card(setup, "acting", fields["acting"]),
        rounds=tuple(map(_read_round, split_list(fields["rounds"], " "))),
        reason=parse_word("over", fields["over"]),
    )
    check_spelling(text, format_state(setup, state))
    return state


def _read_seat(name: str, text: str) -> int | None:
    return None if text == NOTHING else parse_number(name, text) - 1


def _read_element(name: str, text: str) -> int:
    if text not in ELEMENTS:
        raise InvalidState(f"{name}: {shorten(text)} is not an element; there are {', '.join(ELEMENTS)}.")
    return ELEMENTS.index(text)


def _read_card(setup: Setup, name: str, text: str) -> int:
    card = parse_card(text)
    if card is None or card not in setup.numbers:
        raise InvalidState(f"{name}: {shorten(text)} is not a card of this deck; cards look like wa1 or wo2dr.")
    return setup.numbers[card]


def _read_cards(setup: Setup, name: str, text: str) -> tuple[int, ...]:
    return tuple(_read_card(setup, name, word) for word in split_list(text))


def _read_rows(setup: Setup, name: str, text: str) -> tuple[tuple[int, ...], ...]:
    return tuple(_read_cards(setup, name, row) for row in _split_seats(setup, name, text))


def _split_seats(setup: Setup, name: str, text: str) -> list[str]:
    rows = text.split("/")
    if len(rows) != setup.seats:
        raise InvalidState(f"{name}: there are {setup.seats} seats, with / between their cards, not {len(rows)}.")
    return rows


def _read_stacks(setup: Setup, text: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(
        tuple(tuple(_read_card(setup, "stacks", word) for word in stack.split(">")) for stack in split_list(row))
        for row in _split_seats(setup, "stacks", text)
    )


def _read_round(text: str) -> RoundResult:
    parts = text.split(":")
    if len(parts) != 4 or NOTHING in (parts[1], parts[3]):
        raise InvalidState(f"rounds: {shorten(text)} is no round; rounds look like fire:3,-1:1:result.")
    element, results, winner, decided_by = parts
    return RoundResult(
        _read_element("rounds", element),
        parse_numbers("rounds", results),
        _read_seat("rounds", winner),
        parse_word("rounds", decided_by) or "",
    )


def _format_cards(setup: Setup, cards: Sequence[int]) -> str:
    return ",".join("." if card == GONE else _code(setup, card) for card in cards) or "-"


def _format_rows(setup: Setup, rows: Sequence[Sequence[int]]) -> str:
    return "/".join(_format_cards(setup, row) for row in rows)


def _format_stack(setup: Setup, stack: Sequence[int]) -> str:
    return ">".join(_code(setup, card) for card in stack)


def _format_round(result: RoundResult) -> str:
    winner = "-" if result.winner is None else str(result.winner + 1)
    return f"{ELEMENTS[result.element]}:{','.join(map(str, result.results))}:{winner}:{result.decided_by}"
