"""A library of three games: exact rules, honest hidden information, records anyone can verify.

>>> import ludotheque
>>> game = ludotheque.make("tsuro", edition="kosmos", players=5)
>>> state = game.start()
"""

from ludotheque.core.registry import games, make

__version__ = "0.1.0"
__all__ = ["__version__", "games", "make"]
