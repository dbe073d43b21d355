"""Examples for the rules: a game is played by its own rules, and what a spectator sees is kept step by step."""

from collections.abc import Sequence
from typing import Any

from ludotheque.core.game import AnyGame
from ludotheque.core.rulebook import RulebookExample, RulebookPosition
from ludotheque.core.wire import encode_event, encode_material, encode_observation, encode_scene


def play_example(game: AnyGame, steps: Sequence[str]) -> RulebookExample:
    """Play moves from the start, those of chance included: for each step a line of them, as the notation writes them.

    Raises InvalidMove or IllegalMove, as the game does.
    """
    state = game.start()
    positions = []
    for line in steps:
        events: list[dict[str, Any]] = []
        for text in line.split():
            move = game.parse_move(state, text)
            before, state = state, game.apply(state, move)
            events += map(encode_event, game.events(before, move, state, None))
        seen = game.observe(state, None)
        positions.append(RulebookPosition(encode_observation(seen), encode_scene(game, seen), tuple(events)))
    return RulebookExample(encode_material(game), tuple(positions))
