"""Which element counts against which: by name, and tables of one's own as text, values and files."""

from typing import Any

import pytest

from ludotheque.core.errors import OptionError
from ludotheque.games.tao.cards import ELEMENTS
from ludotheque.games.tao.opposition import OPPOSITIONS, parse_opposition, parse_opposition_file
from tests.games.tao.positions import arrange, make, play

FIVE = "me1 me3 me4 wo1 wo3"


@pytest.mark.parametrize("name", OPPOSITIONS)
def test_a_table_that_has_a_name_is_called_by_it(name: str) -> None:
    pairs = OPPOSITIONS[name]
    text = ",".join(f"{element[:2]}:{opposite[:2]}" for element, opposite in reversed(pairs.items()))
    assert parse_opposition(text) == name
    assert make(opposition=pairs).options.opposition == name
    assert make(opposition=list(pairs.items())).options == make(opposition=name).options


def test_a_table_is_written_in_the_order_of_the_ring() -> None:
    game = make(opposition="me:wa,wa:fi")
    assert game.options.opposition == "wa:fi,me:wa"
    assert game.options.format()["opposition"] == "wa:fi,me:wa"
    assert game.setup.opposite == (2, None, None, None, 0)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("", "'' is neither overcomes, overcome_by, compass nor a pair such as wa:fi"),
        ("Compass", "'Compass' is neither"),
        ("wa:fi,", "'' is neither"),
        ("wa:fi, fi:wa", "' fi:wa' is neither"),
        ("wa:xx", "'wa:xx' is neither"),
        ("water:fire", "'water:fire' is neither"),
        ("wa:fi:me", "'wa:fi:me' is neither"),
        ("wa:wa", "water cannot be opposed to itself"),
        ("wa:fi,wa:me", "water is there twice"),
        ("wa:fi," * 20, "is neither"),
        ({}, "the table is empty"),
        ([], "the table is empty"),
        ({"water": "air"}, "the element must be one of water, wood, fire, earth, metal, not 'air'"),
        ({1: "fire"}, "the element must be one of water, wood, fire, earth, metal, not 1"),
        ([("water",)], r"a row is \(element, opposite\), not \('water',\)"),
        ([("water", "fire")] * 6, "there are 5 elements, so at most as many rows, not 6"),
        (7, "opposition must be overcomes, overcome_by, compass or a table of pairs"),
    ],
)
def test_what_is_no_table_is_refused_and_the_reason_given(given: Any, says: str) -> None:
    with pytest.raises(OptionError, match=says) as caught:
        make(opposition=given)
    assert caught.value.option == "opposition"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[opposite", "The opposition is not a TOML file"),
        ('opposite = "fire"', r"must hold one table, \[opposite\]"),
        ('[opposite]\nwater = "fire"\n[other]', r"must hold one table, \[opposite\]"),
        ("[opposite]\nwater = 3", "must be one of water, wood, fire, earth, metal, not 3"),
        ('[opposite]\nwater = "water"', "cannot be opposed to itself"),
    ],
)
def test_a_file_that_is_no_table_is_refused_and_the_reason_given(text: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        parse_opposition_file(text)


def test_a_file_is_read() -> None:
    assert parse_opposition_file('[opposite]\nmetal = "wood"\nwater = "fire"') == "wa:fi,me:wo"


def test_nothing_is_subtracted_while_an_element_without_opposite_is_in_play() -> None:
    """Ruling `no_opposite`: on the compass, Earth has none."""
    game = make(players=2, opposition="compass")
    state = arrange(game, path=FIVE, stone="earth", before=["ea1 wa4 fi4", "ea3"])
    after = play(game, state, "w1>1")
    assert after.rounds[-1] == (3, (1, 3), 1, "result")
    state = arrange(game, path=FIVE, stone="fire", before=["fi1 wa4", "fi3"])
    assert play(game, state, "w1>1").rounds[-1].results == (-3, 3)


def test_opposites_need_not_be_mutual() -> None:
    """Opposites of one's own: Fire counts against Water, and nothing against Fire."""
    game = make(players=2, opposition="wa:fi")
    assert [game.setup.opposite[ELEMENTS.index(element)] for element in ("water", "fire")] == [2, None]
    state = arrange(game, path=FIVE, stone="fire", before=["fi1 wa4", ""])
    assert play(game, state, "w1>1").rounds[-1].results == (1, 0)
