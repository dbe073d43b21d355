"""The games as environments for reinforcement learning. docs/environments.md shows them at work.

    >>> import gymnasium, ludotheque.envs
    >>> envs = gymnasium.make_vec("ludotheque/turris-v0", num_envs=64)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["action_mask"].shape
    (64, 43)
    >>> actions = envs.unwrapped.sample(1)
    >>> observations, rewards, terminated, truncated, infos = envs.step(actions)

Importing this registers them with Gymnasium and PettingZoo. It needs the extra `rl`: `pip install ludotheque[rl]`.
`load_open_spiel` needs the extra `openspiel`, too, which is imported when it is called.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludotheque.envs.aec import GameAECEnv, GameParallelEnv, aec_env, parallel_env
from ludotheque.envs.batch import Chance, Reward, Snapshot
from ludotheque.envs.episodes import Episode, make_dealer
from ludotheque.envs.functional import BatchState, FunctionalEnv
from ludotheque.envs.registration import register_games
from ludotheque.envs.rules_loops import Numbered, Numbering
from ludotheque.envs.single import GameEnv, single_env
from ludotheque.envs.spaces import LegalActions, describe_action, encode_observation, observation_layout
from ludotheque.envs.vector import GameVectorEnv, vector_env

if TYPE_CHECKING:
    from ludotheque.core.game import AnyGame
    from ludotheque.envs.open_spiel import OpenSpielGame

__all__ = [
    "BatchState",
    "Chance",
    "Episode",
    "FunctionalEnv",
    "GameAECEnv",
    "GameEnv",
    "GameParallelEnv",
    "GameVectorEnv",
    "LegalActions",
    "Numbered",
    "Numbering",
    "Reward",
    "Snapshot",
    "aec_env",
    "describe_action",
    "encode_observation",
    "load_open_spiel",
    "make_dealer",
    "observation_layout",
    "parallel_env",
    "single_env",
    "vector_env",
]

register_games()


def load_open_spiel(game: "str | AnyGame", **settings: Any) -> "OpenSpielGame":
    """Give a game of OpenSpiel: see `ludotheque.envs.open_spiel`, which is imported when this is called."""
    loaded: OpenSpielGame = import_module("ludotheque.envs.open_spiel").load_open_spiel(game, **settings)
    return loaded
