"""A library of three games: exact rules, honest hidden information, records anyone can verify.

    >>> import ludotheque
    >>> game = ludotheque.make("tsuro", edition="kosmos", players=5)
    >>> match = ludotheque.Match(game, ludotheque.SeededDealer(bytes(32)))
    >>> match.actor
    0

What is named here is for everybody; the rest is found in its modules, see ARCHITECTURE.md.
"""

from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE
from ludotheque.core.match import Match
from ludotheque.core.registry import games, make

__version__ = "0.1.0"
__all__ = ["CHANCE", "Match", "SeededDealer", "__version__", "games", "make"]
