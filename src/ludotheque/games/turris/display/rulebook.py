"""What the rules depend on as they are told: the facts that the options of a game come to, and the examples.

The words are in rules/.
"""

from ludotheque.core.teaching.examples import Example, replay_example
from ludotheque.core.teaching.rulebook import Facts, Medium, Rulebook, load_rulebook
from ludotheque.games.turris.options import BLOCKS, PLY_LIMIT, TurrisOptions
from ludotheque.games.turris.tower import SIZE

EXAMPLES = ("scoring",)
"""A whole game that comes to the points of the rulebook's example. It is legal under all options."""


def write_rulebook(options: TurrisOptions, language: str, medium: Medium) -> Rulebook:
    """Tell the rules under these options. Raises OptionError for a language that there is not."""
    facts: Facts = {**options.format(), "medium": medium, "blocks_each": BLOCKS, "size": SIZE, "ply_limit": PLY_LIMIT}
    return load_rulebook(__package__, language).fill(facts)


def play_example(name: str) -> Example:
    """Replay one of the examples."""
    return replay_example(__package__, name)
