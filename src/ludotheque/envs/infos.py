"""The infos of a vector environment, as Gymnasium has them: arrays, each with a mask of the games that it is about."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.envs.batch import Step

Infos: TypeAlias = dict[str, Any]


class StepInfos(Infos):
    """The infos of a step in which games ended. The array of `final_obs` is filled when something first reads it.

    Filling takes a tenth of a step of thousands of games, and most callers look only at the result. To whoever reads
    it, this is a dict like any other; copies and pickles of it are plain ones.
    """

    __slots__ = ("_find_final",)

    def __init__(self, infos: Any = (), find_final: Callable[[], NDArray[Any]] | None = None) -> None:
        super().__init__(infos)
        self._find_final = find_final
        if find_final is not None:
            super().__setitem__("final_obs", None)

    def __getitem__(self, key: str) -> Any:
        if key == "final_obs":
            self._fill()
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[str]:
        self._fill()  # without a method here, dict(infos) would read the values without asking for them
        return super().__iter__()

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.copy(),)

    def _fill(self) -> None:
        find = self._find_final
        if find is not None:
            if super().get("final_obs", self) is None:  # it may have been replaced or deleted
                self["final_obs"] = find()
            self._find_final = None  # last: another thread may read it meanwhile, and an error is not the end of it


def _fill_first(name: str) -> Callable[..., Any]:
    read = getattr(dict, name)

    def method(self: StepInfos, *arguments: Any) -> Any:
        self._fill()
        return read(self, *arguments)

    method.__name__ = name
    return method


_READS = ("get", "items", "values", "copy", "pop", "popitem", "setdefault")
for _name in (*_READS, "__eq__", "__ne__", "__or__", "__ror__", "__repr__"):
    setattr(StepInfos, _name, _fill_first(_name))


LookBack: TypeAlias = Callable[[Step], tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.int8]]]


def tell_step(step: Step, everywhere: NDArray[np.bool_], look_back: LookBack) -> Infos:
    """Tell who decides in each game, and the rewards and ranks of all seats; if games have ended, how they did."""
    infos: Infos = {
        "seat": step.seats,
        "_seat": everywhere,
        "rewards": step.rewards,
        "_rewards": everywhere,
        "ranks": step.ranks,
        "_ranks": step.terminated,
    }
    if not step.final_rows:
        return infos
    ended = step.terminated | step.truncated
    infos["_final_obs"] = infos["_final_info"] = ended
    infos["final_info"] = {
        "seat": step.final_seats,
        "_seat": ended,
        "rewards": step.rewards,
        "_rewards": ended,
        "ranks": step.ranks,
        "_ranks": step.terminated,
    }
    return StepInfos(infos, lambda: _collect_final(step, look_back))


def _collect_final(step: Step, look_back: LookBack) -> NDArray[Any]:
    """Collect what was seen at the end of games that ended in this step; None for the others."""
    seen: NDArray[Any] = np.full(len(step.seats), None, object)
    for game, observation, mask in zip(*look_back(step), strict=True):
        seen[game] = {"observation": observation, "action_mask": mask}
    return seen
