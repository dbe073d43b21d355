"""Pictures of games for environments."""

import numpy as np
import pytest

from ludotheque.core import registry
from ludotheque.envs.rendering import check_render_mode, render


def test_a_state_is_shown_in_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    game = registry.make_from_text("turris", {})
    state = game.start()
    pixels, svg, text = (render(game, state, mode) for mode in ("rgb_array", "svg", "ansi"))
    assert isinstance(pixels, np.ndarray)
    height, width, channels = pixels.shape
    assert width > height > 100
    assert (channels, str(pixels.dtype)) == (3, "uint8")
    assert pixels[0, 0].tolist() == [255, 255, 255]  # beside the round corners of the paper
    assert isinstance(svg, str)
    assert svg.startswith("<svg")
    assert render(game, state, "human") is None
    assert capsys.readouterr().out == f"{text}\n"
    assert render(game, state, None) is None
    with pytest.raises(ValueError, match="render_mode must be one of"):
        check_render_mode(game, "pixels")
