"""What observations and actions are: spaces for Gymnasium, the names of the numbers, and actions in words."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from numpy.typing import NDArray

import ludotheque
from ludotheque.core.game import AnyGame, Seat
from ludotheque.envs.arguments import check_seat
from ludotheque.envs.batch import compile_game


def find_game(game: str | AnyGame, options: dict[str, Any]) -> AnyGame:
    """Make a game by its id and options; a game that is made already has its options."""
    if isinstance(game, str):
        return ludotheque.make(game, **options)
    if options:
        raise TypeError(f"{game.title} is made already; its options cannot be given here: {', '.join(options)}")
    return game


def observation_layout(game: str | AnyGame, **options: Any) -> np.dtype[Any]:
    """Name the numbers of an observation: `vector.view(observation_layout(game))[0]["hand"]`."""
    compiled = compile_game(find_game(game, options))
    if compiled.layout is None:
        return np.dtype([("numbers", "i1", (compiled.kernel.observation,))])
    layout: np.dtype[Any] = compiled.layout
    return layout


def describe_action(game: str | AnyGame, action: int, **options: Any) -> str:
    """Say in a few words what an action is, whatever the state. Raises ValueError for what is no action of the game."""
    compiled = compile_game(find_game(game, options))
    if action not in range(compiled.kernel.actions):
        raise ValueError(f"actions are 0 to {compiled.kernel.actions - 1}; {action} is none of them")
    return compiled.describe_action(int(action)) if compiled.describe_action else f"action {action}"


def encode_observation(game: AnyGame, observation: Any, seat: Seat) -> NDArray[np.int8]:
    """Write an observation of a seat, as `game.observe` gives it, as the vector that environments give.

    Raises ValueError for a seat that the game does not have, and for an observation that says it is another's.
    """
    compiled, seat = compile_game(game), check_seat(game, seat)
    if (viewer := getattr(observation, "viewer", seat)) != seat:
        raise ValueError(f"this is what seat {viewer} observes; the vector of seat {seat} needs its own observation")
    seen = np.empty(compiled.kernel.observation, np.int8)
    packed = compiled.pack_observation(observation)
    compiled.kernel.specialise("batch_loops").observe_one(packed, 0, seat, seen)
    return seen


def vector_space(game: AnyGame) -> Box:
    """Make the space of the vector of an observation, with the bounds of each number."""
    compiled = compile_game(game)
    bounds = np.empty((2, compiled.kernel.observation), np.int8)
    info = np.iinfo(np.int8)
    layout = observation_layout(game)
    for name in layout.names or ():
        low, high = compiled.bounds.get(name, (int(info.min), int(info.max)))
        bounds[0].view(layout)[name] = low
        bounds[1].view(layout)[name] = high
    return Box(bounds[0], bounds[1], dtype=np.int8)


def observation_space(game: AnyGame) -> Dict:
    """Make the space of `{"observation", "action_mask"}`."""
    actions = compile_game(game).kernel.actions
    return Dict({"observation": vector_space(game), "action_mask": MultiBinary(actions)})


class LegalActions(Discrete):
    """The actions of a game. A sample without a mask is one that is legal now, if any is; copies are plain."""

    def __init__(self, count: int, find_mask: Callable[[], NDArray[np.int8]]) -> None:
        super().__init__(count)
        self._find_mask = find_mask

    @classmethod
    def like(cls, space: Discrete, find_mask: Callable[[], NDArray[np.int8]]) -> "LegalActions":
        """Make this space of a plain copy of one, with the same luck, for another environment."""
        made = cls(int(space.n), find_mask)
        made.__setstate__(vars(space))
        return made

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Draw an action, as `Discrete` does."""
        if mask is None and probability is None:
            legal = self._find_mask()
            mask = legal if legal.any() else None
        return super().sample(mask=mask, probability=probability)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)

    __hash__ = None  # type: ignore[assignment] # as for every space

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle it as the plain space, since the environment does not come along."""
        state = {name: value for name, value in vars(self).items() if name != "_find_mask"}
        return Discrete, (int(self.n),), state
