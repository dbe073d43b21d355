"""The constants of a game that follow from its options, computed once."""

from dataclasses import dataclass
from functools import lru_cache

from ludotheque.core.game import Seat
from ludotheque.games.tao.cards import ELEMENTS, Card
from ludotheque.games.tao.opposition import find_opposites
from ludotheque.games.tao.options import HAND, PLACES, TaoOptions
from ludotheque.games.tao.state import ChooseFirst, DrawCard, PlayFromHand, Walk

CHOICES = 3
"""How many of the next cards a walk may choose from."""


@dataclass(frozen=True)
class Setup:
    """The constants of one game."""

    options: TaoOptions
    seats: int
    deals: int
    """How many cards are dealt for a round: the path, then the hands."""
    last: int
    """How many cards are left on the path when a round ends."""
    cards: tuple[Card, ...]
    """The different cards of the deck in ascending order; a card's number is its index here."""
    numbers: dict[Card, int]
    """The inverse."""
    deck: tuple[int, ...]
    """The multiset of all cards, ascending."""
    elements: tuple[int, ...]
    """For each card: its element."""
    values: tuple[int, ...]
    short_names: tuple[str, ...]
    """For each card: `Card.code`."""
    """For each card: its value."""
    powers: tuple[str | None, ...]
    """For each card: its power."""
    codes: tuple[int, ...]
    """For each card: all three in one number, `Card.number`."""
    by_code: dict[int, int]
    """The inverse."""
    opposite: tuple[int | None, ...]
    """For each element in play: the element that counts against it; None if there is none."""
    sides: tuple[int, ...]
    """For each seat: whom it wins and loses with; partners are on the same side."""
    round_sides: tuple[int, ...]
    """For each seat: whose cards count together when a round is scored; `sides` where it is done by teams."""

    # Moves are created once: a playout needs millions.
    firsts: tuple[ChooseFirst, ...]
    draws: tuple[DrawCard, ...]
    """For each card."""
    walks: tuple[Walk, ...]
    """By step, then seat."""
    hand_plays: tuple[tuple[PlayFromHand, ...], ...]
    """For each card: by seat."""

    def other_seats(self, seat: Seat) -> list[Seat]:
        """All seats but one, ascending."""
        return [other for other in range(self.seats) if other != seat]


@lru_cache(maxsize=64)
def make_setup(options: TaoOptions) -> Setup:
    """Work out the constants."""
    cards = tuple(dict.fromkeys(options.deck))
    numbers = {card: number for number, card in enumerate(cards)}
    seats = range(options.players)
    sides = tuple(seat % 2 if options.teams else seat for seat in seats)
    return Setup(
        options=options,
        seats=options.players,
        deals=PLACES + HAND * options.players,
        last=3 if options.players == 3 else 4,
        cards=cards,
        numbers=numbers,
        deck=tuple(numbers[card] for card in options.deck),
        elements=tuple(ELEMENTS.index(card.element) for card in cards),
        values=tuple(card.value for card in cards),
        short_names=tuple(card.code for card in cards),
        powers=tuple(card.power for card in cards),
        codes=tuple(card.number for card in cards),
        by_code={card.number: number for number, card in enumerate(cards)},
        opposite=find_opposites(options.opposition),
        sides=sides,
        round_sides=sides if options.team_rounds == "together" else tuple(seats),
        firsts=tuple(map(ChooseFirst, seats)),
        draws=tuple(map(DrawCard, range(len(cards)))),
        walks=tuple(Walk(step, seat) for step in range(1, CHOICES + 1) for seat in seats),
        hand_plays=tuple(tuple(PlayFromHand(card, seat) for seat in seats) for card in range(len(cards))),
    )
