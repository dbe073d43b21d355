"""Cards and seats in packed games: what the other parts of the kernel share. All of it is compiled."""

from typing import Any

from ludotheque.compiled.parts import part
from ludotheque.games.tao.cards import ELEMENT_SHIFT, VALUE_MASK, VALUE_SHIFT


@part
def element_of(card: Any) -> Any:
    """The element of a card."""
    return card >> ELEMENT_SHIFT


@part
def value_of(card: Any) -> Any:
    """The value of a card."""
    return card >> VALUE_SHIFT & VALUE_MASK


@part
def count_open(s: Any, seat: Any, card: Any, times: Any) -> None:
    """Update the tally of a seat for an open card that arrives or, with times -1, leaves."""
    s.tally[seat, element_of(card) & 7] += times * (value_of(card) << 8 | 1)


@part
def count_from(s: Any, seat: Any, viewer: Any) -> Any:
    """Number a seat relative to a viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + s.players


@part
def seat_at(s: Any, seat: Any, viewer: Any) -> Any:
    """Return the seat of a number relative to a viewer: the inverse of `count_from`."""
    return viewer + seat if viewer + seat < s.players else viewer + seat - s.players


@part
def take(s: Any, at: Any, last: Any) -> Any:
    """Remove a card from the pile by its index; the last one fills the gap."""
    card = s.cards[at]
    s.cards[at] = s.cards[last]
    s.cards[last] = card
    return card


@part
def hold(s: Any, seat: Any, card: Any) -> None:
    """Add a card to a hand, which stays ascending."""
    hand = s.hands[seat]
    if s.hand_sizes[seat] == 0:
        hand[0] = card
    else:
        hand[0], hand[1] = min(hand[0], card), max(hand[0], card)
    s.hand_sizes[seat] += 1
