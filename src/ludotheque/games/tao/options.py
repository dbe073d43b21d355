"""The options of Tao. Their consequences are in setup.py."""

from dataclasses import dataclass

from ludotheque.core.errors import OptionError
from ludotheque.core.options import Options, about, choice, number, switch, table
from ludotheque.games.tao.cards import (
    MOST_CARDS,
    RECONSTRUCTED_DECK,
    Card,
    check_deck,
    format_deck,
    parse_deck,
    parse_deck_file,
)

PLACES = 12
"""How many cards the path has at the start of a round."""
HAND = 2
"""How many cards each player is dealt."""


@dataclass(frozen=True, kw_only=True)
class TaoOptions(Options):
    """The options of Tao."""

    players: int = number(2, 4, default=4, help="How many play.")
    teams: bool = switch(
        default=False,
        help="4 players: seats 1 and 3 play together against seats 2 and 4.",
        needs={"players": ["4"]},
    )
    opposition: str = choice(
        "overcomes",
        "overcome_by",
        default="overcomes",
        help="Which element counts against the one in play: the one it overcomes, or is overcome by; a reconstruction.",
    )
    deck: tuple[Card, ...] = table(
        default=RECONSTRUCTED_DECK,
        allowed=f"a list of cards (element, value, power), at most {MOST_CARDS}",
        accepts=lambda value: isinstance(value, tuple | list),
        parse=parse_deck,
        format=format_deck,
        parse_file=parse_deck_file,
        help=f"The cards, at least 12 and two a player, at most {MOST_CARDS}, such as wa1,wa2to,wo3*2, or a TOML file "
        "as @FILE; the usual deck is a reconstruction.",
    )

    def check_together(self) -> None:
        """Raise OptionError for a team game of two or three, and for a deck that does not fit the number of players."""
        if self.teams and self.players != 4:
            raise OptionError(f"teams needs 4 players, not {self.players}.", "teams")
        least = PLACES + HAND * self.players
        if not least <= len(self.deck) <= MOST_CARDS:
            raise OptionError(
                f"deck must have {least} to {MOST_CARDS} cards for {self.players} players "
                f"({PLACES} for the path, {HAND} a player), not {len(self.deck)}.",
                "deck",
            )
        with about("deck"):
            deck = check_deck(self.deck)
        object.__setattr__(self, "deck", deck)  # rows and lists are welcome, the order does not matter
