"""Registering the games with Gymnasium and PettingZoo. Nothing is compiled before an environment is made."""

import logging
from functools import partial

import gymnasium
import pettingzoo

from ludotheque.core.registry import list_games
from ludotheque.envs.aec import aec_env, parallel_env
from ludotheque.envs.single import single_env
from ludotheque.envs.vector import vector_env

_log = logging.getLogger(__name__)


def register_games() -> None:
    """Register every game as `ludotheque/<game>-v0`, those of other packages too.

    `gymnasium.make_vec` makes many games at once, `gymnasium.make` one seat against bots, and `pettingzoo.make` a game
    of agents, "aec" or "parallel".
    """
    for game_id in list_games():
        name = f"ludotheque/{game_id}-v0"
        if name not in gymnasium.registry:
            try:
                gymnasium.register(
                    name,
                    entry_point=partial(single_env, game_id),
                    vector_entry_point=partial(vector_env, game_id),
                )
            except gymnasium.error.Error as error:  # some ids of games are none of environments
                _log.warning("The game %s is not registered: %s", game_id, error)
                continue
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, partial(aec_env, game_id))
            pettingzoo.register("parallel", name, partial(parallel_env, game_id))
