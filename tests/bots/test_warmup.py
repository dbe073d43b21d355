"""Compiling before anybody waits for it."""

from typing import Any

import ludotheque
from ludotheque.bots.warmup import warm_up, warm_up_in_background
from ludotheque.compiled.adapter import is_compiled


class Plain:
    """A game that has no kernel."""


def test_a_game_is_warmed_up_in_another_process() -> None:
    process = warm_up_in_background(ludotheque.make("turris"))
    process.join(300)
    assert process.exitcode == 0


def test_a_game_without_a_kernel_needs_nothing() -> None:
    game: Any = Plain()
    assert not is_compiled(game)
    warm_up(game)
