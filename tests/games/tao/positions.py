"""Positions of Tao written by hand for rule tests, with the cards named by their codes."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import ludotheque
from ludotheque.games.tao import Tao
from ludotheque.games.tao.cards import ELEMENTS, parse_card
from ludotheque.games.tao.state import AT_START, GONE, RoundResult, State

EIGHT = "wa1 wa3 wa4 wo1 wo3 wo4 fi1 fi3"
"""A path of eight cards without a power: no round ends by one walk."""


def make(**options: Any) -> Tao:
    """Make a game of Tao."""
    game = ludotheque.make("tao", **options)
    assert isinstance(game, Tao)
    return game


def number(game: Tao, code: str) -> int:
    """Find a card by its code."""
    card = parse_card(code)
    assert card is not None
    return game.setup.numbers[card]


def cards(game: Tao, codes: str) -> tuple[int, ...]:
    """Find cards by their codes, in ascending order."""
    return tuple(sorted(number(game, code) for code in codes.split()))


def codes(game: Tao, numbers: Sequence[int]) -> str:
    """Name cards by their codes."""
    return " ".join(game.setup.cards[card].code for card in numbers)


def arrange(
    game: Tao,
    *,
    path: str = EIGHT,
    marker: int = AT_START,
    hands: Sequence[str] = (),
    before: Sequence[str] = (),
    covered: Sequence[str] = (),
    stacks: Sequence[str] = (),
    turn: int = 0,
    first: int = 0,
    stone: str = "water",
    winners: Sequence[int | None] = (),
) -> State:
    """Lay out a position in which a turn begins.

    `path` names the cards from the first place on, a dot for each that is gone; places not named are gone too. What
    lies nowhere is set aside. `stacks` name Unicorns with what is under them, from the top down, as `ea2un>wa1`; these
    cards are added to the others. `winners` are those of the rounds before this one.
    """

    def rows(texts: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        return tuple(cards(game, texts[seat]) if seat < len(texts) else () for seat in range(game.seats))

    piles = [[stack.split(">") for stack in row.split()] for row in (*stacks, *[""] * (game.seats - len(stacks)))]

    def add(texts: Sequence[str], more: list[list[str]]) -> list[str]:
        return [" ".join([*texts[seat : seat + 1], *more[seat]]) for seat in range(game.seats)]

    before = add(before, [[stack[0] for stack in row] for row in piles])
    covered = add(covered, [[code for stack in row for code in stack[1:]] for row in piles])
    places = [GONE if code == "." else number(game, code) for code in path.split()]
    places += [GONE] * (12 - len(places))
    state = game.start()._replace(
        round=len(winners) + 1,
        first=first,
        turn=turn,
        path=tuple(places),
        marker=marker,
        stone=ELEMENTS.index(stone),
        hands=rows(hands),
        deals=0,
        open=rows(before),
        covered=rows(covered),
        stacks=tuple(tuple(sorted(tuple(number(game, code) for code in stack) for stack in row)) for row in piles),
        rounds=tuple(RoundResult(value, (0,) * game.seats, who, "result") for value, who in enumerate(winners)),
    )
    rest = Counter(game.setup.deck)
    rest.subtract(card for card in places if card != GONE)
    for row in (*state.hands, *state.open, *state.covered):
        rest.subtract(row)
    assert min(rest.values()) >= 0, "a card is in two places"
    return state._replace(pile=tuple(sorted(rest.elements())))


def play(game: Tao, state: State, *moves: str) -> State:
    """Play moves given in notation."""
    for text in moves:
        state = game.apply(state, game.parse_move(state, text))
    return state


def legal(game: Tao, state: State) -> list[str]:
    """List the legal moves in notation."""
    return [game.format_move(state, move) for move in game.legal_moves(state)]
