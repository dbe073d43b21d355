"""Walking the path and playing from the hand."""

import pytest

from ludotheque.core.errors import GameIsOver, IllegalMove
from ludotheque.games.tao.state import ChooseFirst, CoverCard, DrawCard, MoveStone, PlayFromHand, SwapCards, Walk
from tests.games.tao.positions import arrange, cards, codes, legal, make, number, play


def test_a_walk_takes_one_of_the_next_three_cards_for_anybody() -> None:
    """Walk: one of the next three cards, before yourself or before another player."""
    game = make(players=2)
    state = arrange(game)
    assert legal(game, state) == ["w1:wa1>1", "w1:wa1>2", "w2:wa3>1", "w2:wa3>2", "w3:wa4>1", "w3:wa4>2"]
    after = play(game, state, "w2:wa3>2")
    assert codes(game, after.open[1]) == "wa3"
    assert after.open[0] == ()
    assert after.turn == 1


def test_the_marker_takes_the_place_of_the_card() -> None:
    """Walk: the marker moves to the place of the card that was taken, and the cards passed over stay."""
    game = make(players=2)
    after = play(game, arrange(game), "w3:wa4>1")
    assert after.marker == 2
    assert codes(game, after.path[:2]) == "wa1 wa3"
    assert legal(game, after)[::2] == ["w1:wo1>1", "w2:wo3>1", "w3:wo4>1"]


def test_gaps_on_the_path_are_skipped() -> None:
    """Walk: only cards still on the path are counted."""
    game = make(players=2)
    state = arrange(game, path="wa1 . . wa3 . wa4 wo1 . wo3", marker=0)
    assert legal(game, state)[::2] == ["w1:wa3>1", "w2:wa4>1", "w3:wo1>1"]


def test_the_path_is_a_ring() -> None:
    """Walk: after the last place comes the first, so that cards passed over come round again."""
    game = make(players=2)
    path = "wa1 . wa3 . . . . . wo1 wo3 . wo4"
    assert legal(game, arrange(game, path=path, marker=9))[::2] == ["w1:wo4>1", "w2:wa1>1", "w3:wa3>1"]
    assert legal(game, arrange(game, path=path, marker=11))[::2] == ["w1:wa1>1", "w2:wa3>1", "w3:wo1>1"]


def test_a_card_from_the_hand_leaves_the_marker_where_it_is() -> None:
    """Play from hand: before anybody; the marker does not move."""
    game = make(players=2)
    state = arrange(game, marker=4, hands=["me1 me3", "ea1"])
    assert legal(game, state)[6:] == ["h:me1>1", "h:me1>2", "h:me3>1", "h:me3>2"]
    after = play(game, state, "h:me3>2")
    assert (after.marker, after.path, after.turn) == (4, state.path, 1)
    assert (codes(game, after.hands[0]), codes(game, after.open[1])) == ("me1", "me3")


def test_two_copies_in_the_hand_are_one_choice() -> None:
    """Play from hand: copies are the same card."""
    game = make(players=2, deck=[("water", 1)] * 16)
    state = arrange(game, path="wa1 wa1 wa1 wa1 wa1 wa1", hands=["wa1 wa1"])
    assert [text for text in legal(game, state) if text.startswith("h")] == ["h:wa1>1", "h:wa1>2"]
    assert codes(game, play(game, state, "h:wa1>1").hands[0]) == "wa1"


def test_turns_go_round_the_table() -> None:
    """Turn: clockwise, seat after seat."""
    game = make(players=3)
    state = arrange(game, turn=1)
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state = play(game, state, "w1>1")
    assert turns == [1, 2, 0, 1]


def test_who_has_no_card_in_hand_walks() -> None:
    """Turn: one of the two things always; without a hand that is a walk."""
    game = make(players=4)
    assert len(game.legal_moves(arrange(game))) == 12


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (Walk(0, 0), "step must be from 1 to 3, not 0"),
        (Walk(4, 0), "step must be from 1 to 3, not 4"),
        (Walk(1.0, 0), "step must be"),  # type: ignore[arg-type] # wrong on purpose
        (Walk(True, 0), "step must be"),
        (Walk("1", 0), "step must be"),  # type: ignore[arg-type] # wrong on purpose
        (Walk(1, 2), "no seat 2; seats are counted from 0 to 1"),
        (Walk(1, -1), "no seat -1"),
        (Walk(1, None), "no seat None"),  # type: ignore[arg-type] # wrong on purpose
        (PlayFromHand(0, 0), "Water 1 is not in the hand; it holds Metal 1"),
        (PlayFromHand(99, 0), "Card 99 is not in the hand"),
        (PlayFromHand(16.0, 0), "Card 16.0 is not in the hand"),  # type: ignore[arg-type] # wrong on purpose
        (PlayFromHand([], 0), "is not in the hand"),  # type: ignore[arg-type] # wrong on purpose
        (PlayFromHand(16, True), "no seat True"),
        (MoveStone(1), "a card of the path or of the hand is to be put"),
        (SwapCards(0, 1, 1), "is something else"),
        (CoverCard(0), "is something else"),
        (DrawCard(0), "is something else"),
        (ChooseFirst(0), "is something else"),
        (None, "is something else"),
    ],
)
def test_what_is_not_a_turn_is_refused_and_told_why(move: object, says: str) -> None:
    """Bad input: an error names what was wrong, and the game is unchanged."""
    game = make(players=2)
    state = arrange(game, hands=["me1"])
    line = game.format_state(state)
    with pytest.raises(IllegalMove, match=says):
        game.apply(state, move)  # type: ignore[arg-type] # wrong on purpose
    assert game.format_state(state) == line


@pytest.mark.parametrize("move", [DrawCard(99), DrawCard(True), DrawCard("wa1"), DrawCard(0)])  # type: ignore[arg-type] # wrong on purpose
def test_chance_cannot_deal_what_is_not_there(move: DrawCard) -> None:
    """Bad input: chance is held to the deck too."""
    game = make(players=2)
    state = play(game, game.start(), "first:1", "+wa1")
    with pytest.raises(IllegalMove, match="is not among the cards to be dealt"):
        game.apply(state, move)


def test_chance_cannot_choose_a_seat_that_is_not_there() -> None:
    """Bad input: the first player is one of those who play."""
    game = make(players=3)
    with pytest.raises(IllegalMove, match="no seat 3; seats are counted from 0 to 2"):
        game.apply(game.start(), ChooseFirst(3))


def test_nothing_is_played_after_the_end() -> None:
    """Bad input: a game that is over takes no move."""
    game = make(players=2)
    state = arrange(game, path="wa1 wa3 wa4 wo1 wo3", winners=[0, 1, 0, 1])
    over = play(game, state, "w1>1")
    with pytest.raises(GameIsOver, match="over"):
        game.apply(over, Walk(1, 0))
    assert game.legal_moves(over) == ()


def test_cards_and_numbers_agree() -> None:
    game = make()
    assert cards(game, "me4 wa1") == (0, 19)
    assert number(game, "wo2dr") == 5
