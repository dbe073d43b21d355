"""Pictures of games for environments: text, SVG, or pixels. What is shown is what a spectator may see."""

from io import BytesIO
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from resvg_py import svg_to_bytes

from ludotheque.core.game import AnyGame, Presented

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]
Frame: TypeAlias = str | NDArray[np.uint8] | None


def check_render_mode(game: AnyGame, mode: str | None) -> None:
    """Raise ValueError for a mode that there is not, or not for this game."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {mode!r}")
    if mode in ("svg", "rgb_array") and not isinstance(game, Presented):
        raise ValueError(f"{game.title} draws no pictures; render_mode can be 'ansi' or 'human'")


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
        return picture if mode == "svg" else rasterise(picture)
    return None


def rasterise(picture: str, width: int | None = None) -> NDArray[np.uint8]:
    """Draw an SVG document as pixels: height × width × 3."""
    data = svg_to_bytes(svg_string=picture, width=width, background="white")
    with Image.open(BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"))
