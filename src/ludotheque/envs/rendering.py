"""Pictures of games for environments: text, SVG, or pixels. What is shown is what a spectator may see."""

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.game import AnyGame, Presented
from ludotheque.core.pictures.raster import rasterise

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
RENDER_FPS = 2
"""How many pictures a second are pleasant to watch; Gymnasium and PettingZoo want to know."""
_PICTURES = ("svg", "rgb_array")
RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]
Frame: TypeAlias = str | NDArray[np.uint8] | None


def check_render_mode(game: AnyGame, mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> None:
    """Raise ValueError for a mode that is none of an environment's modes, or that this game does not have."""
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode must be one of {', '.join(modes)} or None, not {mode!r}")
    if mode in _PICTURES and not isinstance(game, Presented):
        others = " or ".join(repr(each) for each in modes if each not in _PICTURES)
        raise ValueError(f"{game.title} draws no pictures; render_mode can be {others}")


def render(game: AnyGame, state: Any, mode: str | None) -> Frame:
    """Show a state. `human` prints it."""
    observation = game.observe(state, None)
    if mode in ("ansi", "human"):
        text = game.text(observation, colour=False) if isinstance(game, Presented) else repr(observation)
        if mode == "ansi":
            return text
        print(text)  # noqa: T201 - that is what the mode is for
    elif mode is not None and isinstance(game, Presented):
        picture = game.picture(observation)
        return picture if mode == "svg" else np.asarray(rasterise(picture, background="white"))
    return None
