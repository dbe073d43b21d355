"""Examples for the rules are played by the rules, and show what a spectator sees."""

import pytest

from ludotheque.core.errors import IllegalMove, InvalidMove
from ludotheque.core.teaching.examples import encode_example, play_lines
from tests.nim import Nim, NimOptions

NIM = Nim(NimOptions(stones=5))


def test_a_step_is_a_line_of_moves_and_shows_where_they_led() -> None:
    example = play_lines(NIM, ["", "1 2", "2"])
    assert example.steps == (0, 2, 3)
    taken = [[], [1, 2], [2]]
    assert encode_example(example) == {
        "material": {},
        "positions": [
            {
                "ply": ply,
                "events": [{"type": "Taken", "count": count} for count in counts],
                "observation": {"value": state},
                "scene": {},
            }
            for ply, counts, state in zip((0, 2, 3), taken, ((5, 0), (2, 0), (0, 1)), strict=True)
        ],
    }


def test_an_example_is_held_to_the_rules() -> None:
    with pytest.raises(InvalidMove):
        play_lines(NIM, ["one"])
    with pytest.raises(IllegalMove):
        play_lines(NIM, ["2 2 2"])
