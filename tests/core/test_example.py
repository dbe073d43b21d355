"""Examples for the rules are played by the rules, and show what a spectator sees."""

import pytest

from ludotheque.core.errors import IllegalMove, InvalidMove
from ludotheque.core.example import play_example
from ludotheque.core.rulebook import RulebookExample, RulebookPosition
from tests.nim import Nim, NimOptions

NIM = Nim(NimOptions(stones=5))


def test_a_step_is_a_line_of_moves_and_shows_where_they_led() -> None:
    assert play_example(NIM, ["1 2", "2"]) == RulebookExample(
        {},
        (
            RulebookPosition({"value": (2, 0)}, {}, ({"type": "Taken", "count": 1}, {"type": "Taken", "count": 2})),
            RulebookPosition({"value": (0, 1)}, {}, ({"type": "Taken", "count": 2},)),
        ),
    )


def test_an_example_is_held_to_the_rules() -> None:
    with pytest.raises(InvalidMove):
        play_example(NIM, ["one"])
    with pytest.raises(IllegalMove):
        play_example(NIM, ["2 2 2"])
