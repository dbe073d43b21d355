"""What the words of the rules depend on: the facts that the options of a game come to. The words are in rules/."""

from ludotheque.core.rulebook import Facts, Medium, Rulebook, load_rulebook
from ludotheque.games.turris.options import BLOCKS, PLY_LIMIT, TurrisOptions
from ludotheque.games.turris.tower import SIZE


def write_rulebook(options: TurrisOptions, language: str, medium: Medium) -> Rulebook:
    """Tell the rules under these options. Raises OptionError for a language that there is not."""
    facts: Facts = {**options.format(), "medium": medium, "blocks_each": BLOCKS, "size": SIZE, "ply_limit": PLY_LIMIT}
    return load_rulebook(__package__, language).fill(facts)
