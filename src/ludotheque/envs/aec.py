"""A game as a PettingZoo environment: agents take turns (AEC), or by PettingZoo's conversion all step at once."""

from functools import partial
from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.env_logger import EnvLogger

from ludotheque.core.game import AnyGame
from ludotheque.envs.arguments import check_action, check_count, check_seed
from ludotheque.envs.batch import Batch, Chance, Reward, Step
from ludotheque.envs.episodes import Episode
from ludotheque.envs.rendering import RENDER_FPS, RENDER_MODES, Frame, check_render_mode, render
from ludotheque.envs.spaces import LegalActions, find_game, observation_space

SeatView: TypeAlias = dict[str, NDArray[np.int8]]


class GameAECEnv(AECEnv[str, SeatView, int]):  # type: ignore[misc] # PettingZoo has no types
    """One game; the agent `player_0` has the first seat.

    All agents stay until the game is over, those that are out of it too. `max_cycles` stops a game after so many
    decisions for each agent on average, `max_steps` after so many of all. `chance` is fair, unless the game has a
    kernel that cannot draw so.
    """

    def __init__(
        self,
        game: str | AnyGame,
        render_mode: str | None = None,
        *,
        reward: Reward = "share",
        chance: Chance | None = None,
        max_cycles: int | None = None,
        max_steps: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = find_game(game, options)
        check_render_mode(self.game, render_mode)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"ludotheque/{self.game.id}-v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": True,  # by the conversion for games in turns
        }
        if max_cycles is not None and max_steps is not None:
            raise ValueError(
                "a game is stopped by max_cycles, for each agent, or by max_steps, for all; give one of them"
            )
        cycles = None if max_cycles is None else check_count("max_cycles", max_cycles)
        limit = max_steps if cycles is None else cycles * self.game.seats
        self._batch = Batch(self.game, 1, chance=chance, reward=reward, limit=limit, reuses=True)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        count = self._batch.kernel.actions
        space = observation_space(self.game)
        self.observation_spaces: dict[str, Dict] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, Discrete] = {
            agent: LegalActions(count, partial(self._mask, agent)) for agent in self.possible_agents
        }
        self._none_legal = np.zeros(count, np.int8)
        self._none_legal.flags.writeable = False
        self._actions: list[int] = []
        self._step: Step | None = None
        self._decider = ""  # whose turn it is or, when the game is over, was
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        """Give the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Give the space of an agent's actions; samples without a mask are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - there are none
        """Begin a game. Without a seed, one that follows from that of the game before."""
        self._step = self._batch.begin(None if seed is None else [check_seed(seed)])
        self._actions = []
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._decider = self.possible_agents[self._step.seats[0]]
        if self.render_mode == "human":  # unasked, as PettingZoo's own environments do
            self.render()

    def observe(self, agent: str) -> SeatView:
        """Give what an agent sees and may do; nothing, if it is not its turn."""
        step = self._step or self._begun  # in this order, since a property takes longer
        if agent == self._decider:
            return {"observation": step.observations[0].copy(), "action_mask": step.masks[0].copy()}
        return {"observation": self._batch.observe(0, self._seat_of[agent]), "action_mask": self._none_legal.copy()}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Give what the agent whose turn it is sees, what it has earned, whether it is over, and more about that."""
        if not self.agents:
            raise ValueError("no agent is there, before the first reset and after all have left; reset comes first")
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        earned = self._cumulative_rewards[agent]
        return seen, earned, self.terminations[agent], self.truncations[agent], self.infos[agent]

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is: a whole number of Python or NumPy, in no array.

        Raises ValueError for what is none, and for an illegal one, and changes nothing.
        """
        if not self.agents:
            self._step_nobody()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(action)
            return
        number = check_action(action)
        self._step = step = self._batch.step_one(number)
        self._actions.append(number)
        self.agent_selection = self._decider = self.possible_agents[step.seats[0]]
        if step.terminated[0] or step.truncated[0]:
            self._end(step)
        if self.render_mode == "human":
            self.render()

    def _end(self, step: Step) -> None:
        """Give the rewards, and let the agents leave in the order of their seats."""
        agents, is_over = self.agents, bool(step.terminated[0])
        self.rewards = dict(zip(agents, step.rewards[0].tolist(), strict=True))
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(agents, is_over)
        self.truncations = dict.fromkeys(agents, not is_over)
        if is_over:
            self.infos = {agent: {"rank": rank} for agent, rank in zip(agents, step.ranks[0].tolist(), strict=True)}
        self.agent_selection = agents[0]

    def _leave(self, action: int | None) -> None:
        """Take out the agent whose turn it is, as `_was_dead_step` does; here all of them leave one after the other."""
        if action is not None:
            raise ValueError("the game is over for this agent: the only action is None")
        agent = self.agent_selection
        if len(self.agents) == len(self.possible_agents):
            self._clear_rewards()
        self.agents.remove(agent)
        for told in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del told[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def _step_nobody(self) -> None:
        """Warn if all agents have left, as PettingZoo's own wrapper does. Raises ValueError before the first reset."""
        if self._begun:
            EnvLogger.warn_step_after_terminated_truncated()

    @property
    def _begun(self) -> Step:
        if self._step is None:
            raise ValueError("reset comes first")
        return self._step

    def _mask(self, agent: str) -> NDArray[np.int8]:
        if self._step is None or agent != self._decider:
            return self._none_legal.copy()
        mask: NDArray[np.int8] = self._step.masks[0]
        return mask

    @property
    def episode(self) -> Episode:
        """What has been played since the last reset."""
        self._batch.check_game(0)
        return Episode(self.game, int(self._batch.seeds[0]), self._batch.chance, tuple(self._actions))

    def render(self) -> Frame:
        """Show the game as a spectator sees it."""
        return None if self._step is None else render(self.game, self._batch.state(0), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Become a copy, whose action spaces, plain ones until here, look at its own game."""
        self.__dict__.update(state)
        self.action_spaces = {
            agent: LegalActions.like(space, partial(self._mask, agent)) for agent, space in self.action_spaces.items()
        }

    def __str__(self) -> str:
        return str(self.metadata["name"])


def aec_env(game: str | AnyGame, render_mode: str | None = None, **settings: Any) -> GameAECEnv:
    """Make a PettingZoo environment in which agents take turns; settings as in `GameAECEnv`, and the game's options."""
    return GameAECEnv(game, render_mode, **settings)


class GameParallelEnv(turn_based_aec_to_parallel_wrapper[str, SeatView, int]):  # type: ignore[misc] # as above
    """The same by PettingZoo's conversion for games in turns: a cycle is one decision."""

    aec_env: GameAECEnv

    @property
    def episode(self) -> Episode:
        """What has been played since the last reset."""
        return self.aec_env.episode


def parallel_env(
    game: str | AnyGame, render_mode: str | None = None, max_cycles: int | None = None, **settings: Any
) -> GameParallelEnv:
    """Make a PettingZoo environment in which all agents step at once; settings as in `GameAECEnv`."""
    return GameParallelEnv(GameAECEnv(game, render_mode, max_steps=max_cycles, **settings))
