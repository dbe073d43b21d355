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
from ludotheque.games.tao.opposition import OPPOSITIONS, check_opposition, parse_opposition, parse_opposition_file

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
    opposition: str = table(
        default="overcomes",
        choices=tuple(OPPOSITIONS),
        allowed=f"{', '.join(OPPOSITIONS)} or a table of pairs of elements such as wa:fi,fi:wa",
        accepts=lambda value: isinstance(value, str | dict | tuple | list),
        parse=parse_opposition,
        format=str,
        parse_file=parse_opposition_file,
        help="Which element counts against the one in play: the one it overcomes, the one it is overcome by, the one "
        "across the compass (Earth has none), or a table such as wa:fi,fi:wa, or a TOML file as @FILE; a "
        "reconstruction.",
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
    early_end: str = choice(
        "uncatchable",
        "anyone_out",
        "never",
        default="uncatchable",
        help="When the game ends before round 5: when nobody can catch the leader, as soon as one player can no longer "
        "win, or never.",
        omit_default=True,
    )
    team_rounds: str = choice(
        "each",
        "together",
        default="each",
        help="Teams: rounds are scored player by player, or the cards of partners are added up and the stone is the "
        "team's.",
        needs={"teams": ["on"]},
        omit_default=True,
    )
    last_power: str = choice(
        "no_turn",
        "all",
        "none",
        default="no_turn",
        help="What a guardian taken as the last card of a round does: its power works but the Tortoise gives no turn, "
        "that too (a card from the hand), or nothing.",
        omit_default=True,
    )
    covered: str = choice(
        "stays",
        "while_covered",
        default="stays",
        help="How long a card under a Unicorn is covered: until the round ends, or while the Unicorn lies on it.",
        omit_default=True,
    )

    def check_together(self) -> None:
        """Raise OptionError for values that need others, for a deck that does not fit, and for tables with errors."""
        if self.teams and self.players != 4:
            raise OptionError(f"teams needs 4 players, not {self.players}.", "teams")
        if self.team_rounds == "together" and not self.teams:
            raise OptionError("team_rounds=together needs teams on; without teams leave it out.", "team_rounds")
        with about("opposition"):
            opposition = check_opposition(self.opposition)
        object.__setattr__(self, "opposition", opposition)  # tables are welcome in any form; here is the one to write
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
