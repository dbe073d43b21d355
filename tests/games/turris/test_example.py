"""The scoring example of the rulebook: a whole game that comes to its ten numbers."""

import re
from itertools import product
from typing import Any

import pytest

from ludotheque.core.match import Match
from ludotheque.core.records.verify import make_record
from ludotheque.core.teaching.rulebook import LANGUAGES, load_rulebook
from ludotheque.games.turris.scoring import look
from tests.games.turris import literal_rules
from tests.games.turris.positions import make
from tests.games.turris.test_literal_rules import cells_of

FACES = {"south": (12, 10), "east": (9, 10), "north": (20, 7), "west": (10, 15), "roof": (5, 4)}
"""White's and black's points on the faces A, B, C and D, one after the other around the tower, and on the roof."""

READINGS = [
    dict(zip(("bonus_chains", "ground_lying", "free_blocks", "last_bonus"), values, strict=True))
    for values in product((True, False), ("free", "first_only"), (1, 2), ("played", "ends"))
]


@pytest.fixture(scope="module")
def example() -> Match[Any, Any, Any]:
    return make().play_example("scoring").match


def test_the_example_of_the_book_is_a_whole_game_with_its_points(example: Match[Any, Any, Any]) -> None:
    """End: five views, in each the largest connected area of either colour; white wins by 56 to 46."""
    assert {view.name: view.points for view in look(example.state.blocks)} == FACES
    outcome = example.outcome
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.reason) == ((56, 46), (1, 2), "all_placed")
    assert (len(example.state.blocks), example.state.left) == (40, (0, 0))


def test_the_literal_rules_count_the_same_points(example: Match[Any, Any, Any]) -> None:
    tower = [(block.seat, cells_of(block.columns, block.level)) for block in example.state.blocks]
    assert literal_rules.points(tower) == list(FACES.values())


def test_the_example_is_played_by_the_usual_options(example: Match[Any, Any, Any]) -> None:
    assert example.game.options == type(example.game.options)()


@pytest.mark.parametrize("options", READINGS, ids=str)
def test_the_example_is_legal_however_the_rules_are_read(
    example: Match[Any, Any, Any], options: dict[str, Any]
) -> None:  # fmt: skip
    """The rules show it under all options: the same plies by the same players lead to the same tower."""
    match = Match(make(first="random", **options))
    for ply in example.plies:
        match.play(ply.move, actor=ply.actor)
    assert match.state == example.state


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_tell_the_same_points(language: str) -> None:
    """White's points in the order of the views and their sum, then black's."""
    told = load_rulebook("ludotheque.games.turris.display", language).texts["end"]["points"]
    white, black = zip(*FACES.values(), strict=True)
    assert [int(number) for number in re.findall(r"\d+", told)] == [*white, sum(white), *black, sum(black)]


def test_there_is_a_bonus_of_either_kind_in_it(example: Match[Any, Any, Any]) -> None:
    """The bonus: one block at least is placed, and one is taken off."""
    moves = make_record(example, ["White", "Black"]).plies
    assert sum(ply.move.startswith("x") for ply in moves) == 1
    assert sum(ply.before.has_bonus for ply in example.plies) > 1
