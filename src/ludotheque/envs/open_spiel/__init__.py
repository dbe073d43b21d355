"""The games for OpenSpiel: chance nodes, information states, and what its algorithms need to play them.

    >>> from ludotheque.envs import load_open_spiel
    >>> game = load_open_spiel("tao", players=2)
    >>> state = game.new_initial_state()
    >>> state.is_chance_node()
    True

It needs the extra `openspiel`: `pip install ludotheque[rl,openspiel]`. docs/environments.md shows it at work.
"""

try:
    import pyspiel  # noqa: F401 - only to say what to do where it is missing
except ModuleNotFoundError as error:
    raise ImportError("OpenSpiel is not installed; install it with: pip install ludotheque[rl,openspiel]") from error

from ludotheque.envs.open_spiel.chance import FairChance, Resampler
from ludotheque.envs.open_spiel.game import OpenSpielGame, OpenSpielState, load_open_spiel

__all__ = ["FairChance", "OpenSpielGame", "OpenSpielState", "Resampler", "load_open_spiel"]
