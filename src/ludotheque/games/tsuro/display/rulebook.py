"""What the words of the rules depend on: the facts that the options of a game come to. The words are in rules/."""

from ludotheque.core.teaching.rulebook import Medium, Rulebook, load_rulebook
from ludotheque.games.tsuro.editions import HAND
from ludotheque.games.tsuro.setup import Setup


def write_rulebook(setup: Setup, language: str, medium: Medium) -> Rulebook:
    """Tell the rules under these options. Raises OptionError for a language that there is not."""
    source = load_rulebook(__package__, language)
    options = setup.options
    return source.fill(
        {
            **options.format(),
            "medium": medium,
            "edition_title": options.rules.title,
            "size": setup.board.size,
            "tile_count": len(setup.tiles),
            "hand": source.words[str(HAND)],
            "has_own_tiles": bool(options.tiles),
            "has_different_tiles": len(set(setup.tiles)) == len(setup.tiles),
            "has_two_markers": setup.markers > setup.seats,
            "has_dragon": setup.has_dragon,
            "starts_on_sides": setup.starts_on_sides,
            "bans_edge": setup.bans_edge,
            "returns_hands": setup.returns_hands,
        }
    )
