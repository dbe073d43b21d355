"""Registering the games with Gymnasium and PettingZoo. Nothing is compiled before an environment is made."""

import logging

import gymnasium
import pettingzoo

from ludotheque.core.registry import list_games

# Names, since a function cannot be written to a specification in JSON.
_SINGLE = "ludotheque.envs.single:single_env"
_VECTOR = "ludotheque.envs.vector:vector_env"
_AEC = "ludotheque.envs.aec:aec_env"
_PARALLEL = "ludotheque.envs.aec:parallel_env"

_log = logging.getLogger(__name__)


def register_games() -> None:
    """Register every game as `ludotheque/<game>-v0`, those of other packages too.

    `gymnasium.make_vec` makes many games at once, `gymnasium.make` one seat against bots, and `pettingzoo.make` a game
    of agents, "aec" or "parallel".
    """
    for game_id in list_games():
        name, given = f"ludotheque/{game_id}-v0", {"game": game_id}
        if name not in gymnasium.registry:
            try:
                gymnasium.register(name, _SINGLE, vector_entry_point=_VECTOR, kwargs=given)
            except gymnasium.error.Error as error:  # some ids of games are none of environments
                _log.warning("The game %s is not registered: %s", game_id, error)
                continue
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, _AEC, kwargs=given)
            pettingzoo.register("parallel", name, _PARALLEL, kwargs=given)
