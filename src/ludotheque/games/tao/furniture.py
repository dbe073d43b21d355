"""What a client needs to draw Tao without knowing its rules: the cards, the elements, who plays with whom."""

from typing import Any

from ludotheque.games.tao.cards import ELEMENTS, RECONSTRUCTED_DECK
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.setup import Setup


def material(setup: Setup) -> dict[str, Any]:
    """Give what never changes."""
    return {
        "cards": setup.cards,
        "elements": ELEMENTS,
        "opposite": setup.opposite,
        "sides": setup.sides,
        "places": PLACES,
        "hand": HAND,
        "deck_is_reconstructed": setup.options.deck == RECONSTRUCTED_DECK,
    }
