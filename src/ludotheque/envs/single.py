"""A game as a Gymnasium environment for one player: bots have the other seats."""

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.bot import Bot, make_bot
from ludotheque.core.game import AnyGame, Seat
from ludotheque.envs.arguments import check_action, check_seat, check_seed
from ludotheque.envs.batch import Batch, Chance, Reward, Step
from ludotheque.envs.episodes import Episode
from ludotheque.envs.rendering import RENDER_FPS, RENDER_MODES, Frame, check_render_mode, render
from ludotheque.envs.spaces import LegalActions, find_game, vector_space

_MOST_BEGINNINGS = 100
_INTERRUPTED = "an error interrupted the last step or reset before the bots had played; reset it"


class GameEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One seat of a game. `action_masks` says what is legal, as MaskablePPO asks for it; `infos` has the same.

    `opponents` is the name of a bot, or a name for each of the other seats in their order. Bots whose budget is a time,
    such as `hard`, do not play the same twice. `chance` is fair, unless the game has a kernel that cannot draw so. An
    illegal action loses the game, for learners that know no masks, and `info["illegal"]` says so; with
    `illegal="raise"` it is a ValueError and changes nothing.
    """

    def __init__(
        self,
        game: str | AnyGame,
        seat: Seat = 0,
        opponents: str | Sequence[str] = "hard",
        *,
        reward: Reward = "share",
        chance: Chance | None = None,
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = find_game(game, options)
        check_render_mode(self.game, render_mode)
        seats = self.game.seats
        seat = check_seat(self.game, seat)
        names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != seats - 1:
            raise ValueError(f"there are {seats - 1} other seats; {len(names)} opponents were given")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal must be 'lose' or 'raise', not {illegal!r}")
        self.illegal = illegal
        self._obstacle: str | None = "reset comes before the first step"  # why there can be no step until a reset
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}
        self.render_mode = render_mode
        self.seat = seat
        self.opponents = dict(zip([other for other in range(seats) if other != seat], names, strict=True))
        self._batch = Batch(self.game, 1, chance=chance, reward=reward, reuses=True)
        self._bots: dict[Seat, Bot[Any, Any]] = {}
        self._actions: list[int] = []
        self._step: Step | None = None
        self.observation_space: Any = vector_space(self.game)
        self.action_space = LegalActions(self._batch.kernel.actions, self._mask)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game, and let the others play until it is this seat's turn.

        If they end it before, it is the game that follows from its seed, or the next.
        """
        seed = None if seed is None else check_seed(seed)
        super().reset(seed=seed, options=options)
        self._begin([seed if seed is not None else int(self.np_random.integers(2**63))])
        for _ in range(_MOST_BEGINNINGS):
            if not self._begun.terminated[0]:
                self._show()
                return self._look()
            self._begin(None)  # the others ended it before this seat had a turn: the game that follows
        self._obstacle = f"the others ended {_MOST_BEGINNINGS} games before seat {self.seat} had a turn; reset it again"
        raise ValueError(self._obstacle)

    def _begin(self, seeds: list[int] | None) -> None:
        """Begin a game of some seed, or of the one that follows, and let the others play."""
        self._obstacle = _INTERRUPTED
        self._step = self._batch.begin(seeds)
        self._actions = []
        episode = int(self._batch.seeds[0])
        self._bots = {
            seat: make_bot(name, self.game, seed=f"{episode} {seat}") for seat, name in self.opponents.items()
        }
        self._let_others_play()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play an action, then the others until it is this seat's turn again or the game is over.

        Raises ValueError for what is no action, or once the game is over, and changes nothing. After an error of a bot
        there is no step until the next reset, since the others are still to play.
        """
        if self._obstacle is not None:
            raise ValueError(self._obstacle)
        number = check_action(action)
        if self.illegal == "lose" and not self._begun.terminated[0] and self._is_illegal(number):
            return self._lose()
        self._play(number)
        self._let_others_play()
        self._show()
        seen, info = self._look()
        step = self._begun
        if is_over := bool(step.terminated[0]):
            info["ranks"] = step.ranks[0].copy()
            info["rewards"] = step.rewards[0].copy()
        return seen, float(step.rewards[0, self.seat]), is_over, False, info

    def _is_illegal(self, action: int) -> bool:
        return action in range(self._batch.kernel.actions) and not self._begun.masks[0, action]

    def _lose(self) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        self._obstacle = "the game was lost by an illegal action; reset it"
        self._show()
        seen, info = self._look()
        return seen, -1.0 if self._batch.reward == "zero_sum" else 0.0, True, False, {**info, "illegal": True}

    def action_masks(self) -> NDArray[np.bool_]:
        """Say which actions are legal now."""
        return self._mask().astype(np.bool_)

    @property
    def episode(self) -> Episode:
        """What has been played since the last reset, by all seats."""
        self._batch.check_game(0)
        return Episode(self.game, int(self._batch.seeds[0]), self._batch.chance, tuple(self._actions))

    def render(self) -> Frame:
        """Show the game as a spectator sees it."""
        return None if self._step is None else render(self.game, self._batch.state(0), self.render_mode)

    def _show(self) -> None:
        """In the mode `human`, show the game unasked, as Gymnasium has it."""
        if self.render_mode == "human":
            self.render()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Become a copy, whose action space, a plain one until here, looks at its own game."""
        self.__dict__.update(state)
        self.action_space = LegalActions.like(state["action_space"], self._mask)

    @property
    def _begun(self) -> Step:
        if self._step is None:
            raise ValueError("reset comes before the first step")
        return self._step

    def _play(self, action: int) -> None:
        self._step = self._batch.step_one(action)
        self._actions.append(action)

    def _let_others_play(self) -> None:
        game, batch = self.game, self._batch
        self._obstacle = _INTERRUPTED
        while not (step := self._begun).terminated[0] and (seat := int(step.seats[0])) != self.seat:
            state = batch.state(0)
            move = self._bots[seat].choose(game.observe(state, seat))
            self._play(batch.compiled.encode_move(state, move))
        self._obstacle = None

    def _look(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        step = self._begun
        is_seen = step.seats[0] == self.seat
        seen = step.observations[0].copy() if is_seen else self._batch.observe(0, self.seat)
        return seen, {"action_mask": self._mask()}

    def _mask(self) -> NDArray[np.int8]:
        if self._step is None:
            return np.zeros(self._batch.kernel.actions, np.int8)
        mask: NDArray[np.int8] = self._step.masks[0].copy()
        return mask


def single_env(
    game: str | AnyGame, seat: Seat = 0, opponents: str | Sequence[str] = "hard", **settings: Any
) -> GameEnv:
    """Make a Gymnasium environment for one seat; the settings are those of `GameEnv` and the options of the game."""
    return GameEnv(game, seat, opponents, **settings)
