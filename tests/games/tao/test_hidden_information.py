"""What is hidden in Tao: the other hands and the cards set aside. The general laws are in tests/laws."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.tao import Tao
from ludotheque.games.tao.events import CardDealt
from ludotheque.games.tao.observation import unseen
from ludotheque.games.tao.state import GONE, State
from tests.games.tao.option_sets import OPTION_SETS
from tests.games.tao.positions import arrange, cards, make


def random_states(game: Tao, seed: int) -> Iterator[tuple[State, Any, State]]:
    rng = Random(seed)
    state = game.start()
    while game.actor(state) is not None:
        move = pick(game, state, rng)
        after = game.apply(state, move)
        yield state, move, after
        state = after


def hidden_places(state: State, viewer: int | None) -> list[tuple[str, int, int]]:
    """Every place where a card lies that the viewer cannot see: whose hand or the pile, and which card of it."""
    places = [("pile", 0, index) for index in range(len(state.pile))]
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            places += [("hand", seat, index) for index in range(len(hand))]
    return places


def swap_cards(state: State, one: tuple[str, int, int], other: tuple[str, int, int]) -> State:
    """Exchange two cards wherever they lie."""
    rows = {"pile": [list(state.pile)], "hand": [list(hand) for hand in state.hands]}
    (a, i, x), (b, j, y) = one, other
    rows[a][i][x], rows[b][j][y] = rows[b][j][y], rows[a][i][x]
    return state._replace(
        pile=tuple(sorted(rows["pile"][0])), hands=tuple(tuple(sorted(hand)) for hand in rows["hand"])
    )


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda options: "-".join(options) or "usual")
def test_swapping_unseen_cards_changes_nothing_that_a_viewer_sees_or_is_told(options: dict[str, Any]) -> None:
    """Hidden: hands and the cards set aside; whatever lies there, a viewer gets the same bytes."""
    game = make(**options)
    rng = Random(7)
    compared = 0
    for before, move, after in random_states(game, seed=11):
        for viewer in (None, *range(game.seats)):
            places = hidden_places(before, viewer)
            if len(places) < 2:
                continue
            world = swap_cards(before, *rng.sample(places, 2))
            assert repr(game.observe(world, viewer)) == repr(game.observe(before, viewer))
            # The same move, where the swap left it possible: a viewer is told the same of it.
            if game.actor(before) is not CHANCE and move in game.legal_moves(world):
                result = game.apply(world, move)
                told = game.events(before, move, after, viewer)
                assert repr(game.events(world, move, result, viewer)) == repr(told)
                assert repr(game.observe(result, viewer)) == repr(game.observe(after, viewer))
                compared += 1
    assert compared > 50


def test_only_its_player_sees_a_card_that_is_dealt() -> None:
    """Hidden: hands are dealt face down."""
    game = make(players=3)
    for before, move, after in random_states(game, seed=2):
        if game.actor(before) is CHANCE and len(before.path) == 12:
            for viewer in (None, 0, 1, 2):
                dealt = game.events(before, move, after, viewer)[0]
                assert isinstance(dealt, CardDealt)
                assert dealt.card == (move.card if viewer == dealt.seat else None)


def test_nobody_sees_the_cards_set_aside_or_left_in_other_hands() -> None:
    """Hidden: not even at the end of the game."""
    game = make(players=2)
    *_, (_, _, over) = random_states(game, seed=3)
    for viewer in (None, 0, 1):
        observation = game.observe(over, viewer)
        shown = repr(observation)
        assert "pile=" not in shown
        assert "hands=" not in shown
        assert observation.hand == (None if viewer is None else over.hands[viewer])


def test_determinizing_deals_every_unseen_card_somewhere() -> None:
    """Hidden: any unseen card may be anywhere unseen, and cards that are seen stay where they are."""
    game = make(players=2)
    state = arrange(game, hands=["me1 me4", "ea1"], before=["fi4", "ea4"], covered=["", "ea3"])
    observation = game.observe(state, 0)
    rest = cards(game, "wa2to wo2dr fi2bi ea1 ea2un me2ti me3")
    assert unseen(game.setup, observation) == rest
    hands = set()
    for seed in range(200):
        world = game.determinize(observation, Random(seed))
        assert world._replace(hands=state.hands, pile=state.pile) == state
        assert tuple(sorted((*world.hands[1], *world.pile))) == rest
        assert world.hands[0] == state.hands[0]
        hands.add(world.hands[1])
    assert hands == {(card,) for card in rest}


def test_a_determinized_state_holds_the_whole_deck() -> None:
    game = make(players=3)
    for number, (before, _, _) in enumerate(random_states(game, seed=5)):
        world = game.determinize(game.observe(before, number % 3), Random(number))
        on_path = [card for card in world.path if card != GONE]
        everywhere = Counter((*on_path, *world.pile, *sum((*world.hands, *world.open, *world.covered), ())))
        assert everywhere == Counter(game.setup.deck)


def test_partners_do_not_see_each_other() -> None:
    """Teams: partners may not show their hands."""
    game = make(teams=True)
    state = arrange(game, hands=["me1", "me3", "me4", "ea1"])
    other = arrange(game, hands=["me1", "me4", "me3", "ea1"])
    assert state != other
    assert repr(game.observe(state, 0)) == repr(game.observe(other, 0))
