"""How a round is set up, and what chance has to do with it."""

from collections import Counter
from random import Random

import pytest

from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.tao import Tao
from ludotheque.games.tao.cards import ELEMENTS, RECONSTRUCTED_DECK
from ludotheque.games.tao.state import AT_START, DrawCard, State
from tests.games.tao.option_sets import DUPLICATES
from tests.games.tao.positions import arrange, codes, legal, make, play


def deal(game: Tao, state: State, seed: int = 1) -> State:
    rng = Random(seed)
    while game.actor(state) is CHANCE:
        state = game.apply(state, pick(game, state, rng))
    return state


def test_the_deck_is_four_cards_an_element_worth_one_to_four() -> None:
    """Reconstruction: twenty cards, 1 to 4 in every element."""
    assert len(RECONSTRUCTED_DECK) == 20
    assert Counter(card.element for card in RECONSTRUCTED_DECK) == dict.fromkeys(ELEMENTS, 4)
    assert Counter(card.value for card in RECONSTRUCTED_DECK) == dict.fromkeys((1, 2, 3, 4), 5)


def test_the_card_worth_two_is_the_guardian_of_its_element() -> None:
    """Reconstruction: five guardians, one an element, each worth 2."""
    assert {card.element: card.power for card in RECONSTRUCTED_DECK if card.value == 2} == {
        "water": "tortoise",
        "wood": "dragon",
        "fire": "bird",
        "earth": "unicorn",
        "metal": "tiger",
    }
    assert all(card.power is None for card in RECONSTRUCTED_DECK if card.value != 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_of_round_one_is_drawn_with_equal_chances(players: int) -> None:
    """Setup: who begins the first round is drawn at random."""
    game = make(players=players)
    assert legal(game, game.start()) == [f"first:{seat + 1}" for seat in range(players)]
    assert game.weights(game.start()) == [1] * players
    assert game.actor(deal(game, play(game, game.start(), "first:2"))) == 1


@pytest.mark.parametrize(("players", "aside"), [(2, 4), (3, 2), (4, 0)])
def test_twelve_cards_are_laid_two_dealt_to_each_and_the_rest_set_aside(players: int, aside: int) -> None:
    """Setup: the path of twelve, two cards a hand, and with two or three players cards that nobody sees."""
    game = make(players=players)
    state = deal(game, game.start())
    assert len(state.path) == 12
    assert [len(hand) for hand in state.hands] == [2] * players
    assert len(state.pile) == aside
    assert Counter((*state.path, *state.pile, *sum(state.hands, ()))) == Counter(game.setup.deck)


def test_the_path_is_laid_before_the_hands_are_dealt_in_seat_order() -> None:
    """Setup: chance lays the path place by place, then gives each seat its two cards."""
    game = make(players=2)
    state = play(game, game.start(), "first:2")
    path = "wa1 wa2to wa3 wa4 wo1 wo2dr wo3 wo4 fi1 fi2bi fi3 fi4"
    for number, code in enumerate(path.split()):
        assert len(state.path) == number
        state = play(game, state, f"+{code}")
    assert codes(game, state.path) == path
    state = play(game, state, "+me4", "+me1")
    assert [codes(game, hand) for hand in state.hands] == ["me1 me4", ""]
    state = play(game, state, "+ea1", "+ea2un")
    assert [codes(game, hand) for hand in state.hands] == ["me1 me4", "ea1 ea2un"]
    assert codes(game, state.pile) == "ea3 ea4 me2ti me3"
    assert game.actor(state) == 1


def test_copies_of_a_card_are_one_outcome_with_a_weight() -> None:
    """Setup: chance does not tell copies apart; there is one outcome, more likely."""
    game = make(players=2, deck=DUPLICATES)
    state = play(game, game.start(), "first:1")
    assert len(game.legal_moves(state)) == len(game.weights(state)) == len(set(DUPLICATES))
    chances = dict(zip(legal(game, state), game.weights(state), strict=True))
    assert (chances["+wa1"], chances["+wa1ti"], chances["+wo1bi"]) == (2, 1, 2)
    after = game.apply(state, DrawCard(0))
    assert dict(zip(legal(game, after), game.weights(after), strict=True))["+wa1"] == 1


@pytest.mark.parametrize(("round_number", "element"), list(enumerate(ELEMENTS, start=1)))
def test_the_stone_starts_on_the_element_of_the_round(round_number: int, element: str) -> None:
    """Setup: round 1 Water, 2 Wood, 3 Fire, 4 Earth, 5 Metal."""
    game = make(players=2)
    if round_number == 1:
        state = game.start()
    else:
        # Seat 2 takes this stone, so that the totals stay close enough for a fifth round.
        winners = [0, 0, 0][: round_number - 2]
        before = arrange(game, path="wo1 wo3 wo4 fi1 fi3", before=["wa1", "wa3"], winners=winners)
        state = play(game, before, "w1>1")
    assert (state.round, ELEMENTS[state.stone]) == (round_number, element)


def test_a_new_round_is_dealt_afresh_from_all_cards() -> None:
    """Setup: all cards are gathered again, the table is bare and the marker is back at the start."""
    game = make(players=3)
    late = arrange(game, path="wa1 fi1 fi3 fi4", marker=7, hands=["ea1", "", "me1"], before=["wa4", "wo1", "wo3"])
    state = play(game, late, "w1>1")
    assert state.pile == game.setup.deck
    assert (state.path, state.marker, state.deals) == ((), AT_START, 18)
    assert state.hands == state.open == state.covered == ((), (), ())
    assert game.actor(state) is CHANCE


def test_the_winner_of_the_stone_begins_the_next_round() -> None:
    """Setup: later rounds are begun by who took the last stone, without a draw."""
    game = make(players=3)
    state = play(game, arrange(game, path="wo1 fi1 fi3 fi4", before=["", "", "wa4"], first=1), "w1>1")
    assert (state.first, state.turn) == (2, 2)
    assert game.actor(deal(game, state)) == 2
