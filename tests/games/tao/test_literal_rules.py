"""The real rules beside the literal ones: whole games at random, and ends of rounds with every continuation."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.tao import Tao
from ludotheque.games.tao.cards import ELEMENTS
from ludotheque.games.tao.state import (
    GONE,
    ChooseFirst,
    CoverCard,
    DrawCard,
    Move,
    MoveStone,
    PlayFromHand,
    State,
    SwapCards,
    Walk,
)
from tests.games.tao.kernel_runner import MANY_UNICORNS
from tests.games.tao.literal_rules import Card, LiteralTao
from tests.games.tao.option_sets import OPTION_SETS
from tests.lengths import length

pytestmark = pytest.mark.no_cover  # tens of thousands of plies take twice as long when their lines are counted

ALL_POWERS = [
    (element, value, power)
    for element in ELEMENTS
    for value, power in ((1, "bird"), (1, "unicorn"), (2, "tiger"), (2, "dragon"), (2, "tortoise"))
]
"""A deck in which every card has a power."""
CONTINUATIONS = length(1_000, 100_000)
"""How many moves are tried at the ends of rounds, for each kind of ending; what was begun is tried to the end."""


def name_options(value: object) -> str | None:
    """Name an option set in the reports of pytest, which leave out decks."""
    if not isinstance(value, dict):
        return None
    return "-".join(f"{key}={'own' if key == 'deck' else text}" for key, text in value.items()) or "usual"


def make_both(options: dict[str, Any]) -> tuple[Tao, LiteralTao]:
    game = ludotheque.make("tao", **options)
    assert isinstance(game, Tao)
    deck = [(card.element, card.value, card.power) for card in game.options.deck]
    given = game.options
    literal = LiteralTao(
        game.seats,
        deck,
        teams=given.teams,
        opposition=given.opposition,
        early_end=given.early_end,
        team_rounds=given.team_rounds,
        last_power=given.last_power,
        covered=given.covered,
    )
    return game, literal


def card_of(game: Tao, number: int) -> Card:
    card = game.setup.cards[number]
    return card.element, card.value, card.power


def translate(game: Tao, move: Move) -> list[Any]:
    """Say a move in the words of the literal rules."""
    match move:
        case ChooseFirst(seat):
            return ["first", seat]
        case DrawCard(card):
            return ["draw", card_of(game, card)]
        case Walk(step, to):
            return ["walk", step, to]
        case PlayFromHand(card, to):
            return ["hand", card_of(game, card), to]
        case MoveStone(element):
            return ["stone", ELEMENTS[element]]
        case SwapCards(mine, seat, theirs):
            return ["swap", card_of(game, mine), seat, card_of(game, theirs)]
        case CoverCard(card):
            return ["cover", card_of(game, card)]


def assert_same(game: Tao, state: State, literal: LiteralTao) -> None:
    """Both see the same legal moves, the same table and the same result."""
    mine = [repr(translate(game, move)) for move in game.legal_moves(state)]
    assert len(set(mine)) == len(mine)
    assert set(mine) == {repr(move) for move in literal.moves()}
    actor = game.actor(state)
    assert (actor is None) == bool(literal.over)
    if actor is not None and actor is not CHANCE:
        assert actor == literal.player
        assert ELEMENTS[state.stone] == literal.stone_on
        path = [None if card == GONE else card_of(game, card) for card in state.path]
        assert path == literal.path
        for seat in range(game.seats):
            for covered, lying in ((False, state.open[seat]), (True, state.covered[seat])):
                theirs = [thing["card"] for thing in literal.table[seat] if thing["covered"] == covered]
                assert sorted(map(repr, theirs)) == sorted(repr(card_of(game, card)) for card in lying)
            if game.options.covered == "while_covered":
                stacks = [
                    [thing["card"], *literal.pile_below(thing)]
                    for thing in literal.table[seat]
                    if thing["on"] is not None and not thing["covered"]
                ]
                mine = [repr([card_of(game, card) for card in stack]) for stack in state.stacks[seat]]
                assert sorted(map(repr, stacks)) == sorted(mine)
    assert [list(result.results) for result in state.rounds] == literal.results
    assert [result.winner for result in state.rounds] == list(literal.stone_owner.values())
    if (outcome := game.outcome(state)) is not None:
        assert outcome.reason == literal.over
        assert list(outcome.ranks) == literal.ranks()
        assert outcome.scores == tuple(map(literal.owned_by, range(game.seats)))


def play_both(game: Tao, literal: LiteralTao, rng: Random, until: Callable[[State], bool]) -> tuple[State, int]:
    """Play both at random, comparing at every ply, until the game is over or as told."""
    state, plies = game.start(), 0
    assert_same(game, state, literal)
    while game.actor(state) is not None and not until(state):
        move = pick(game, state, rng)
        literal.play(translate(game, move))
        state = game.apply(state, move)
        plies += 1
        assert_same(game, state, literal)
    return state, plies


WHOLE_GAMES: list[dict[str, Any]] = [
    *OPTION_SETS,
    {"players": 4, "deck": ALL_POWERS},
    {"players": 4, "deck": MANY_UNICORNS, "covered": "while_covered", "last_power": "all"},
]


@pytest.mark.parametrize("options", WHOLE_GAMES, ids=name_options)
def test_whole_games_in_lockstep(options: dict[str, Any]) -> None:
    plies = 0
    for seed in range(25):
        game, literal = make_both(options)
        plies += play_both(game, literal, Random(seed), lambda state: False)[1]
    assert plies > 2_500


ENDINGS: list[tuple[dict[str, Any], int, int]] = [
    # options, cards on the path to start from, at most so many cards in all hands together
    ({"players": 2}, 6, 4),
    ({"players": 2, "deck": ALL_POWERS}, 6, 1),
    ({"players": 3}, 5, 3),
    ({"players": 3, "deck": ALL_POWERS}, 5, 1),
    ({"players": 4, "teams": True}, 6, 2),
    ({"players": 4, "opposition": "overcome_by", "deck": ALL_POWERS}, 6, 1),
    ({"players": 2, "last_power": "all", "covered": "while_covered", "deck": ALL_POWERS}, 6, 2),
    ({"players": 3, "last_power": "none", "covered": "while_covered", "deck": MANY_UNICORNS}, 5, 1),
    ({"teams": True, "team_rounds": "together", "last_power": "all", "deck": MANY_UNICORNS}, 6, 1),
]


@pytest.mark.parametrize(("options", "left", "in_hand"), ENDINGS, ids=name_options)
def test_every_continuation_to_the_end_of_a_round(options: dict[str, Any], left: int, in_hand: int) -> None:
    """Perft with a second opinion: from some random late positions, all ways in which the round can end."""

    def is_late(state: State) -> bool:
        on_path = len(state.path) - state.path.count(GONE)
        return not state.deals and on_path == left and sum(map(len, state.hands)) <= in_hand

    explored = seed = 0
    while explored < CONTINUATIONS:
        game, literal = make_both(options)
        state, _ = play_both(game, literal, Random(seed), is_late)
        seed += 1
        if is_late(state):
            explored += explore(game, state, literal, set())


def explore(game: Tao, state: State, literal: LiteralTao, done: set[State]) -> int:
    """Compare what every move leads to, in all positions that can still be reached in this round; give how many."""
    done.add(state)
    if game.actor(state) in (None, CHANCE):
        return 0
    count = 0
    for move in game.legal_moves(state):
        branch = literal.copy()
        branch.play(translate(game, move))
        after = game.apply(state, move)
        assert_same(game, after, branch)
        count += 1 if after in done else 1 + explore(game, after, branch, done)
    return count
