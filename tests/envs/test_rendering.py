"""Pictures of games for environments."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from ludotheque.core import registry
from ludotheque.envs import aec_env, parallel_env, single_env
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


@pytest.mark.parametrize(
    "make", [partial(single_env, opponents="random"), aec_env, parallel_env], ids=["one seat", "agents", "at once"]
)
def test_in_the_mode_for_people_the_game_is_shown_unasked(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    env = make("turris", render_mode="human")
    env.reset(seed=1)
    shown = capsys.readouterr().out
    assert shown.strip()
    env.step(dict.fromkeys(env.agents, 0) if make is parallel_env else 0)
    assert capsys.readouterr().out.strip() not in ("", shown.strip())
    assert env.render() is None
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("make", [partial(single_env, opponents="random"), aec_env], ids=["one seat", "agents"])
def test_in_other_modes_nothing_is_printed(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for mode in (None, "ansi", "svg"):
        env = make("turris", render_mode=mode)
        env.reset(seed=1)
        env.step(0)
        env.render()
    assert not capsys.readouterr().out
