"""Moves and states as text; that parse undoes format is a law."""

import pytest

from ludotheque.core.errors import InvalidMove, InvalidState
from ludotheque.games.tao.state import ChooseFirst, CoverCard, DrawCard, MoveStone, PlayFromHand, SwapCards, Walk
from tests.games.tao.option_sets import DUPLICATES
from tests.games.tao.positions import arrange, make, number


def test_every_form_of_move() -> None:
    game = make()
    state = arrange(game)
    me4, fi2bi, wa2to = (number(game, code) for code in ("me4", "fi2bi", "wa2to"))
    for text, move in {
        "w2:wa3>4": Walk(2, 3),
        "h:me4>1": PlayFromHand(me4, 0),
        "stone:earth": MoveStone(3),
        "fi2bi<>3:wa2to": SwapCards(fi2bi, 2, wa2to),
        "cover:me4": CoverCard(me4),
        "first:2": ChooseFirst(1),
        "+me4": DrawCard(me4),
    }.items():
        assert game.parse_move(state, text) == move
        assert game.format_move(state, move) == text


def test_a_walk_may_leave_out_the_card() -> None:
    game = make()
    assert game.parse_move(arrange(game), "w3>2") == Walk(3, 1)


def test_cards_that_differ_in_power_only_have_different_names() -> None:
    game = make(players=2, deck=DUPLICATES)
    state = arrange(game, path="wa1 wa1ti ea1 ea1 me2 me2ti", hands=["me1to wo1bi"])
    assert game.parse_move(state, "w1:wa1>1") == Walk(1, 0)
    assert game.parse_move(state, "w2:wa1ti>1") == Walk(2, 0)
    assert game.parse_move(state, "+wa1") != game.parse_move(state, "+wa1ti")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'' is not a move of Tao; moves look like w2:fi3>4"),
        ("walk", "is not a move of Tao"),
        ("w0>1", "is not a move of Tao"),
        ("w4>1", "one of the next 3 cards of the path, not to number 4"),
        ("w1:wa3>1", "Card 1 of those next on the path is wa1, not wa3"),
        ("w1>5", "no seat 5; seats are counted from 1 to 4"),
        ("h:xx1>1", "'xx1' is not a card; cards look like wa1"),
        ("h:wa9>1", "There is no card wa9 in this deck"),
        ("h:wa2>1", "There is no card wa2 in this deck"),
        ("stone:ice", "no element 'ice'; there are water, wood"),
        ("first:9", "no seat 9"),
        ("x" * 300, r"'x+\.\.\.' is not a move"),
    ],
)
def test_what_is_no_move_is_refused_with_what_would_be(text: str, says: str) -> None:
    """Bad input: an error says what was wrong and what was expected."""
    game = make()
    with pytest.raises(InvalidMove, match=says) as caught:
        game.parse_move(arrange(game), text)
    assert len(str(caught.value)) < 250


def test_nobody_walks_while_the_path_is_laid() -> None:
    game = make()
    with pytest.raises(InvalidMove, match="still being laid"):
        game.parse_move(game.start(), "w1>1")


def test_a_state_is_one_readable_line() -> None:
    game = make(players=2)
    state = arrange(
        game,
        path="wa1 . wo3",
        marker=1,
        hands=["me1", ""],
        before=["ea2un", "fi4 fi3"],
        covered=["ea1"],
        winners=[1, None],
    )
    assert game.format_state(state) == (
        "round 3; first 1; turn 1; path wa1,.,wo3,.,.,.,.,.,.,.,.,.; marker 1; stone water; hands me1/-; "
        "pile wa2to,wa3,wa4,wo1,wo2dr,wo4,fi1,fi2bi,ea3,ea4,me2ti,me3,me4; deals 0; open ea2un/fi3,fi4; "
        "covered ea1/-; acting -; rounds water:0,0:2:result wood:0,0:-:result; over -"
    )


def test_a_state_names_stacks_only_where_they_matter() -> None:
    game = make(players=2, covered="while_covered")
    state = arrange(game, stacks=["ea2un>me4"])
    text = game.format_state(state)
    assert "; covered me4/-; stacks ea2un>me4/-; acting -;" in text
    assert game.parse_state(text) == state
    with pytest.raises(InvalidState, match="stacks: 'me' is not a card of this deck"):
        game.parse_state(text.replace("stacks ea2un>me4", "stacks ea2un>me"))
    with pytest.raises(InvalidState, match="stacks: there are 2 seats"):
        game.parse_state(text.replace("stacks ea2un>me4/-", "stacks ea2un>me4"))
    with pytest.raises(InvalidState):
        make(players=2).parse_state(text)
