"""The five elements, the guardians' powers, the cards and the decks: data, its text form and its file form.

What a power does is in powers.py, which element counts against which in opposition.py.

The published rules describe the cards but do not list them. The deck below is a reconstruction; owners of the game can
write the real one into a TOML file:

    cards = [
      { element = "water", value = 1 },
      { element = "water", value = 2, power = "tortoise" },
      { element = "wood", value = 3, count = 2 },
    ]
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from ludotheque.core.errors import OptionError
from ludotheque.core.game import OneOf
from ludotheque.core.inputs import shorten, show
from ludotheque.core.multiset import Tally, format_multiset, parse_multiset

ELEMENTS = ("water", "wood", "fire", "earth", "metal")
"""The ring of the elements, clockwise; metal is followed by water. Elements are numbered by their place in it."""

POWERS = ("tiger", "dragon", "bird", "unicorn", "tortoise")

GUARDIANS = {
    "tiger": "White Tiger",
    "dragon": "Azure Dragon",
    "bird": "Vermilion Bird",
    "unicorn": "Yellow Unicorn",
    "tortoise": "Black Tortoise",
}
"""The names of the cards that carry the powers."""

ELEMENT_SHIFT = 10
VALUE_SHIFT = 3
VALUE_MASK = 127
POWER_MASK = 7
"""Where element, value and power are in `Card.number`; the power counts from 1, 0 is none."""

MOST_VALUE = 99
MOST_CARDS = 200
"""How many cards a deck has at most. A round deals 20 of them."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card. Two cards that look the same are the same card, as many times as the deck holds it."""

    element: Annotated[str, OneOf(ELEMENTS)]
    value: int
    power: Annotated[str, OneOf(POWERS)] | None = None

    @property
    def code(self) -> str:
        """The short name: two letters of the element, the value, two letters of the power, such as `fi2bi`."""
        return f"{self.element[:2]}{self.value}{(self.power or '')[:2]}"

    @property
    def title(self) -> str:
        """The name for people, such as `Fire 2 (Vermilion Bird)`."""
        guardian = f" ({GUARDIANS[self.power]})" if self.power else ""
        return f"{self.element.capitalize()} {self.value}{guardian}"

    @property
    def rank(self) -> tuple[int, int, int]:
        """What cards are sorted by: the element's place in the ring, the value, the power."""
        return ELEMENTS.index(self.element), self.value, POWERS.index(self.power) if self.power else -1

    @property
    def number(self) -> int:
        """Element, value and power side by side in one number; numbers ascend as cards do."""
        element, value, power = self.rank
        return element << ELEMENT_SHIFT | value << VALUE_SHIFT | power + 1


_GUARDIAN_OF = {"water": "tortoise", "wood": "dragon", "fire": "bird", "earth": "unicorn", "metal": "tiger"}

RECONSTRUCTED_DECK: tuple[Card, ...] = tuple(
    Card(element, value, _GUARDIAN_OF[element] if value == 2 else None) for element in ELEMENTS for value in range(1, 5)
)
"""Four cards an element, worth 1 to 4; the card worth 2 is the guardian."""


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort by element, value and power."""
    return tuple(sorted(cards, key=lambda card: card.rank))


def check_card(where: str, element: object, value: object, power: object) -> Card:
    """Make a card of untrusted values. Raises OptionError; `where` names the card in it."""
    if not isinstance(element, str) or element not in ELEMENTS:
        raise OptionError(f"deck, {where}: the element must be one of {', '.join(ELEMENTS)}, not {show(element)}.")
    if type(value) is not int or not 1 <= value <= MOST_VALUE:
        raise OptionError(f"deck, {where}: the value must be a whole number from 1 to {MOST_VALUE}, not {show(value)}.")
    if power is not None and (not isinstance(power, str) or power not in POWERS):
        raise OptionError(
            f"deck, {where}: the power must be one of {', '.join(POWERS)} or left out, not {show(power)}."
        )
    return Card(element, value, power)


def check_deck(cards: Sequence[Any]) -> tuple[Card, ...]:
    """Make a deck of cards or of (element, value, power) rows, sorted. Raises OptionError for what is no card."""
    deck = []
    for number, row in enumerate(cards, start=1):
        if isinstance(row, Card):
            row = (row.element, row.value, row.power)  # noqa: PLW2901 - a Card made by hand was never checked
        if not isinstance(row, tuple | list) or not 2 <= len(row) <= 3:
            raise OptionError(
                f"deck, card {number}: a card is (element, value) or (element, value, power), not {show(row)}."
            )
        deck.append(check_card(f"card {number}", row[0], row[1], row[2] if len(row) == 3 else None))
    return sort_cards(deck)


# ── As text ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_CARD = re.compile(r"([a-z]{2})([1-9][0-9]?)([a-z]{2})?")
ELEMENT_CODES = {element[:2]: element for element in ELEMENTS}
_POWER_CODES = {power[:2]: power for power in POWERS}


def parse_card(text: str) -> Card | None:
    """Read the code of a card; None if the text is not one."""
    match = _CARD.fullmatch(text)
    if match is None or match[1] not in ELEMENT_CODES or (match[3] and match[3] not in _POWER_CODES):
        return None
    return Card(ELEMENT_CODES[match[1]], int(match[2]), _POWER_CODES[match[3]] if match[3] else None)


def parse_deck(text: str) -> tuple[Card, ...]:
    """Read a deck such as `wa1,wa2to,wo3*2`: card codes, with how many if more than one. Raises OptionError."""
    tally = _start_tally()
    try:
        parse_multiset(text, parse_card, tally)
    except ValueError as error:
        raise OptionError(
            f"deck: {shorten(str(error), 20)} is no card; cards look like wa1, wo2dr or me4*3 (three times), with the "
            f"elements {', '.join(ELEMENT_CODES)}, values from 1 to {MOST_VALUE} and the powers "
            f"{', '.join(_POWER_CODES)}."
        ) from None
    return sort_cards(tally.elements())


def format_deck(deck: Iterable[Card]) -> str:
    """Write a deck as `parse_deck` reads it."""
    return format_multiset(deck, lambda card: card.code, lambda card: card.rank)


def _start_tally() -> Tally[Card]:
    return Tally("deck", "cards", MOST_CARDS)


# ── As a file ────────────────────────────────────────────────────────────────────────────────────────────────────────


def parse_deck_file(text: str) -> tuple[Card, ...]:
    """Read a deck from the content of a TOML file. Raises OptionError, saying which card is wrong and why."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # bad syntax, and excessive numbers or nesting
        raise OptionError(f"The deck is not a TOML file: {shorten(str(error), 100)}.") from None
    if unknown := sorted(set(content) - {"cards"}):
        raise OptionError(f"The deck file has {shorten(unknown[0])}, which means nothing here; it holds `cards` only.")
    rows = content.get("cards")
    if not isinstance(rows, list) or not rows:
        raise OptionError('The deck file must hold cards = [ { element = "water", value = 1 }, ... ].')
    tally = _start_tally()
    for number, row in enumerate(rows, start=1):
        tally.add(*_read_row(f"card {number}", row))
    return sort_cards(tally.elements())


def _read_row(where: str, row: object) -> tuple[Card, int]:
    if not isinstance(row, dict):
        raise OptionError(f'deck, {where}: a card is written {{ element = "water", value = 1 }}, not {show(row)}.')
    if unknown := sorted(set(row) - {"element", "value", "power", "count"}):
        raise OptionError(
            f"deck, {where}: {shorten(unknown[0])} means nothing here; a card has element, value, power and count."
        )
    count = row.get("count", 1)
    if type(count) is not int or not 1 <= count <= MOST_CARDS:
        raise OptionError(f"deck, {where}: the count must be a whole number from 1 to {MOST_CARDS}, not {show(count)}.")
    return check_card(where, row.get("element"), row.get("value"), row.get("power")), count
