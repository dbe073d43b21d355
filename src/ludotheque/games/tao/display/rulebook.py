"""What the words of the rules depend on: the facts that the options of a game come to. The words are in rules/."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ludotheque.core.teaching.rulebook import Medium, Rulebook, load_rulebook
from ludotheque.games.tao.cards import ELEMENTS, POWERS, RECONSTRUCTED_DECK, Card
from ludotheque.games.tao.opposition import OPPOSITIONS
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.scoring import UNCATCHABLE
from ludotheque.games.tao.setup import CHOICES, Setup


def write_rulebook(setup: Setup, language: str, medium: Medium) -> Rulebook:
    """Tell the rules under these options. Raises OptionError for a language that there is not."""
    source = load_rulebook(__package__, language)
    options, words = setup.options, source.words
    opposed = {
        ELEMENTS[element]: ELEMENTS[opposite] for element, opposite in enumerate(setup.opposite) if opposite is not None
    }
    return source.fill(
        {
            **options.format(),
            "medium": medium,
            "cards": len(setup.deck),
            "places": words[str(PLACES)],
            "hand": words[str(HAND)],
            "choices": words[str(CHOICES)],
            "last": words[str(setup.last)],
            "lead": UNCATCHABLE,
            "sets_cards_aside": len(setup.deck) > setup.deals,
            "has_own_deck": options.deck != RECONSTRUCTED_DECK,
            "own_deck": _list_cards(options.deck, words),
            "opposition_name": options.opposition if options.opposition in OPPOSITIONS else "own",
            "opposed_pairs": ", ".join(
                f"{words[element]} → {words[opposite]}" for element, opposite in opposed.items()
            ),
            "unopposed": ", ".join(words[element] for element in ELEMENTS if element not in opposed),
            "has_unopposed": len(opposed) < len(ELEMENTS),
            "has_unicorn_copies": any(card.power == "unicorn" for card in Counter(options.deck) - Counter(setup.cards)),
            "has_powers": any(setup.powers),
            **{f"has_{power}": power in setup.powers for power in POWERS},
        }
    )


def _list_cards(deck: Sequence[Card], words: Mapping[str, str]) -> str:
    """Name every card of a deck once: `Water 1 ×15, Fire 2 (Vermilion Bird)`."""
    return ", ".join(
        f"{words[card.element]} {card.value}"
        + (f" ({words[card.power]})" if card.power else "")
        + (f" ×{count}" if count > 1 else "")
        for card, count in Counter(deck).items()
    )
