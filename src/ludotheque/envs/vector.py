"""Many games at once as a Gymnasium `VectorEnv`."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ludotheque.compiled.kernel import Kernel
from ludotheque.core.game import AnyGame
from ludotheque.envs.arguments import SEEDS, check_seed, read_whole
from ludotheque.envs.batch import Batch, Chance, Reward, Snapshot, Step
from ludotheque.envs.episodes import Episode
from ludotheque.envs.history import History
from ludotheque.envs.infos import Infos, tell_step
from ludotheque.envs.rendering import RENDER_FPS, RENDER_MODES, Frame, check_render_mode, render
from ludotheque.envs.spaces import find_game, observation_space

Observations: TypeAlias = dict[str, NDArray[np.int8]]

_RENDER_MODES = tuple(mode for mode in RENDER_MODES if mode != "human")
"""Games side by side are not printed."""


class GameVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Games of the same kind, side by side. All seats of a game are played by whoever calls `step`.

    The observation and the mask are those of the seat that decides, `infos["seat"]`. The reward of a step is that of
    the seat that made the decision; `infos["rewards"]` and `infos["ranks"]` have everybody's.
    """

    metadata = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": list(_RENDER_MODES),
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int = 1,
        *,
        reward: Reward = "share",
        chance: Chance = "fast",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        max_episode_steps: int | None = None,
        threads: int = 1,
        check: bool = True,
        record: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = find_game(game, options)
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.NEXT_STEP:
            raise ValueError("autoreset_mode can be SAME_STEP or DISABLED; a game begins at once or when it is told to")
        check_render_mode(self.game, render_mode, _RENDER_MODES)
        self.batch = Batch(
            self.game,
            num_envs,
            chance=chance,
            reward=reward,
            restarts=mode is AutoresetMode.SAME_STEP,
            limit=max_episode_steps,
            threads=threads,
        )
        self.num_envs = self.batch.size
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.render_mode = render_mode
        self.check = check
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = Discrete(self.batch.kernel.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._all = np.ones(self.num_envs, np.bool_)
        self._all.flags.writeable = False
        self._history = History(self.num_envs) if record else None

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, Infos]:
        """Begin new games: all of them or, with `options={"reset_mask": mask}`, some.

        A seed gives game i the seed + i; a list gives each its own. Without one they follow from those of the games
        before. `options={"mask": mask}` is the same as `reset_mask`.
        """
        mask = _find_mask(options or {})
        step = self.batch.begin(self._spread_seed(seed), mask)
        if self._history is not None:
            self._history.begin(self._all if mask is None else np.asarray(mask), self.batch.seeds)
        return self._tell(step)

    def step(self, actions: ArrayLike) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Play an action in each game. Raises ValueError for wrong shapes and illegal actions, and changes nothing."""
        step = self.batch.step(actions, check=self.check)
        if self._history is not None:
            ended = (step.terminated | step.truncated) if self.batch.restarts else ~self._all
            self._history.add(np.array(actions), ended, self.batch.seeds)
        observations, infos = self._tell(step)
        return observations, step.earned, step.terminated, step.truncated, infos

    def sample(self, rng: NDArray[np.uint64] | int) -> NDArray[np.int64]:
        """Choose a random legal action for each game, in compiled code.

        `rng` is an array of one uint64, changed with every call, or a seed to begin with.
        """
        generator: Any = rng if read_whole(rng) is None else Kernel.seed_rng(check_seed(rng))
        return self.batch.sample(generator)

    def choose_best(self, scores: ArrayLike) -> NDArray[np.int64]:
        """Choose the legal action with the highest score for each game, in compiled code."""
        return self.batch.choose_best(scores)

    def save(self) -> Snapshot:
        """Save all games as they are."""
        return self.batch.save()

    def restore(self, snapshot: Snapshot) -> tuple[Observations, Infos]:
        """Go back to games that were saved by an environment like this one. Raises ValueError for others."""
        if self._history is not None:
            raise ValueError("an environment that records cannot go back: its episodes would not be those played")
        step = self.batch.restore(snapshot)
        return self._tell(step)

    def episode(self, index: int, *, finished: bool = False) -> Episode:
        """Give what has been played of a game or, with `finished`, the game before. Needs `record=True`."""
        if self._history is None:
            raise ValueError("episodes are kept by environments made with record=True")
        number = self.batch.check_game(index)
        seed, actions = self._history.finished(number) if finished else self._history.current(number)
        return Episode(self.game, seed, self.batch.chance, actions)

    def render(self) -> tuple[Frame, ...] | None:  # type: ignore[override] # theirs says Any
        """Show every game as a spectator sees it."""
        if self.render_mode is None:
            return None
        return tuple(render(self.game, self.batch.state(index), self.render_mode) for index in range(self.num_envs))

    def close_extras(self, **_kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Become a copy; that nobody may write to an array is not copied with it."""
        self.__dict__.update(state)
        self._all.flags.writeable = False

    def _tell(self, step: Step) -> tuple[Observations, Infos]:
        observations: Observations = {"observation": step.observations, "action_mask": step.masks}
        return observations, tell_step(step, self._all, self.batch.look_back)

    def _spread_seed(self, seed: Any) -> ArrayLike | None:
        if seed is None:
            return None
        if not isinstance(seed, Sequence | np.ndarray) or np.ndim(seed) == 0:
            first = check_seed(seed)
            return np.array([(first + index) % SEEDS for index in range(self.num_envs)], object)
        if len(seed) != self.num_envs:
            raise ValueError(f"there must be {self.num_envs} seeds, one for each environment, not {len(seed)}")
        follow = self.batch.follow_seeds().tolist()
        return np.array([follow[index] if each is None else each for index, each in enumerate(seed)], object)


def _find_mask(options: dict[str, Any]) -> Any:
    unknown = options.keys() - {"mask", "reset_mask"}
    if unknown or len(options) > 1:
        raise ValueError(f"the options of reset are reset_mask or mask, and not {', '.join(sorted(options))}")
    return next(iter(options.values()), None)


def vector_env(game: str | AnyGame, num_envs: int = 1, **settings: Any) -> GameVectorEnv:
    """Make a Gymnasium `VectorEnv`; the settings are those of `GameVectorEnv` and the options of the game."""
    return GameVectorEnv(game, num_envs, **settings)
