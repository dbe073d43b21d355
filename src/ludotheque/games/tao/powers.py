"""The powers of the guardians: what each may be used on and what it does. When a power works is in rules.py.

Every function takes a state whose `acting` card has the power in question. The Tortoise is not here: it needs no
decision and changes only whose turn is next.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludotheque.core.errors import IllegalMove
from ludotheque.core.game import Seat
from ludotheque.core.inputs import is_whole
from ludotheque.core.tuples import add, put, remove
from ludotheque.games.tao.cards import ELEMENTS
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import CoverCard, Move, MoveStone, State, SwapCards

TORTOISE = "tortoise"

REACH = {"tiger": 1, "dragon": 2}
"""How many elements along the ring a power moves the stone."""

ASKS: dict[str, type[Move]] = {"tiger": MoveStone, "dragon": MoveStone, "bird": SwapCards, "unicorn": CoverCard}
"""What kind of decision each power asks for."""


def is_useful(setup: Setup, state: State) -> bool:
    """Whether the acting card's power has a target."""
    power = setup.powers[_acting(state)]
    if power == "bird":
        return next(_swaps(setup, state), None) is not None
    return power != "unicorn" or bool(_others(state))


# ── 5, 6. White Tiger, Azure Dragon ──────────────────────────────────────────────────────────────────────────────────


def _legal_stones(setup: Setup, state: State) -> list[Move]:
    return [MoveStone(element) for element in _reach(setup, state)]


def _reach(setup: Setup, state: State) -> tuple[int, int]:
    """One or two elements along the ring, either way."""
    steps = REACH[setup.powers[_acting(state)] or ""]
    return (state.stone + steps) % len(ELEMENTS), (state.stone - steps) % len(ELEMENTS)


def _move_stone(setup: Setup, state: State, move: MoveStone) -> State:
    reach = _reach(setup, state)
    if not is_whole(move.element) or move.element not in reach:
        names = " or ".join(f"{ELEMENTS[element]} ({element})" for element in reach)
        raise IllegalMove(f"The stone may be moved to {names}, not to {move.element!r}.")
    return state._replace(stone=move.element)


# ── 7. Vermilion Bird ────────────────────────────────────────────────────────────────────────────────────────────────


def _legal_swaps(setup: Setup, state: State) -> list[Move]:
    return list(_swaps(setup, state))


def _swaps(setup: Setup, state: State) -> Iterator[SwapCards]:
    """One of your open cards for another player's open card of the same value."""
    values = setup.values
    for mine in dict.fromkeys(state.open[state.turn]):
        for seat in setup.other_seats(state.turn):
            for theirs in dict.fromkeys(state.open[seat]):
                if values[mine] == values[theirs]:
                    yield SwapCards(mine, seat, theirs)


def _swap_cards(setup: Setup, state: State, move: SwapCards) -> State:
    """`received_cards_are_silent`: the power of the received card does not work."""
    mine, seat, theirs, turn = move.mine, move.seat, move.theirs, state.turn
    check_seat(setup, seat)
    if seat == turn:
        raise IllegalMove("The Bird swaps with another player, not with yourself.")
    for card, owner, who in ((mine, turn, "you"), (theirs, seat, f"seat {seat + 1}")):
        if not is_whole(card) or card not in state.open[owner]:
            there = list_cards(setup, state.open[owner])
            raise IllegalMove(f"{name_card(setup, card)} does not lie open before {who}; there: {there}.")
    if setup.values[mine] != setup.values[theirs]:
        raise IllegalMove(
            f"{name_card(setup, mine)} and {name_card(setup, theirs)} differ in value; the Bird swaps equal values."
        )
    state = _take_away(_take_away(state, turn, mine), seat, theirs)
    opened = put(state.open, turn, add(state.open[turn], theirs))
    return state._replace(open=put(opened, seat, add(opened[seat], mine)))


def _take_away(state: State, seat: Seat, card: int) -> State:
    """Take an open card from before a player. `while_covered`: what it covered is open again."""
    opened = remove(state.open[seat], card)
    stack = _find_stack(state, seat, card)
    if not stack:
        return state._replace(open=put(state.open, seat, opened))
    return state._replace(
        open=put(state.open, seat, add(opened, stack[1])),
        covered=put(state.covered, seat, remove(state.covered[seat], stack[1])),
        stacks=put(state.stacks, seat, _replace_stack(state.stacks[seat], stack, stack[1:])),
    )


# ── 8. Yellow Unicorn ────────────────────────────────────────────────────────────────────────────────────────────────


def _legal_covers(_setup: Setup, state: State) -> list[Move]:
    return [CoverCard(card) for card in dict.fromkeys(_others(state))]


def _others(state: State) -> tuple[int, ...]:
    """The open cards of the player whose turn it is, without the acting Unicorn."""
    return remove(state.open[state.turn], _acting(state))


def _cover_card(setup: Setup, state: State, move: CoverCard) -> State:
    """`covered_stays_covered`: no rule takes a card out of `State.covered` again, unless it is `while_covered`."""
    card, turn, unicorn = move.card, state.turn, _acting(state)
    if not is_whole(card) or card not in _others(state):
        raise IllegalMove(
            f"{name_card(setup, card)} cannot be covered; the Unicorn covers one of "
            f"{list_cards(setup, _others(state))}."
        )
    stacks = state.stacks
    if setup.options.covered == "while_covered":
        under = _find_stack(state, turn, card, acting=unicorn)
        stacks = put(stacks, turn, _replace_stack(stacks[turn], under, (unicorn, *(under or (card,)))))
    return state._replace(
        open=put(state.open, turn, remove(state.open[turn], card)),
        covered=put(state.covered, turn, add(state.covered[turn], card)),
        stacks=stacks,
    )


def _find_stack(state: State, seat: Seat, card: int, *, acting: int | None = None) -> tuple[int, ...]:
    """Return the stack that an open card is on top of; () if it covers nothing.

    `loose_copy_first`: of copies, one that covers nothing is meant, then the one on the lowest card. The acting Unicorn
    covers nothing yet and is not meant.
    """
    tops = [stack for stack in state.stacks[seat] if stack[0] == card]
    loose = state.open[seat].count(card) - len(tops) - (card == acting)
    return tops[0] if tops and not loose else ()


def _replace_stack(
    stacks: tuple[tuple[int, ...], ...], old: tuple[int, ...], new: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:  # fmt: skip
    """Put one stack in the place of another; a single card is no stack."""
    rest = list(stacks)
    if old:
        rest.remove(old)
    return tuple(sorted([*rest, new] if len(new) > 1 else rest))


LEGAL: dict[type[Move], Callable[[Setup, State], list[Move]]] = {
    MoveStone: _legal_stones,
    SwapCards: _legal_swaps,
    CoverCard: _legal_covers,
}

WORK: dict[type[Move], Callable[[Setup, State, Any], State]] = {
    MoveStone: _move_stone,
    SwapCards: _swap_cards,
    CoverCard: _cover_card,
}


# ── Checking moves, which may come from anywhere ─────────────────────────────────────────────────────────────────────


def check_seat(setup: Setup, seat: object) -> None:
    """Raise IllegalMove unless this is a seat."""
    if type(seat) is not int or not 0 <= seat < setup.seats:
        raise IllegalMove(f"There is no seat {seat!r}; seats are counted from 0 to {setup.seats - 1}.")


def name_card(setup: Setup, card: object) -> str:
    """Name a card in an error, or what was given in place of one."""
    if type(card) is int and 0 <= card < len(setup.cards):
        return setup.cards[card].title
    return f"Card {card!r}"


def list_cards(setup: Setup, cards: Sequence[int]) -> str:
    """Name some cards in an error."""
    return ", ".join(setup.cards[card].title for card in cards) or "nothing"


def _acting(state: State) -> int:
    assert state.acting is not None, "asked only while a power waits for a decision"  # noqa: S101 - for the type checker
    return state.acting
