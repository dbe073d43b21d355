"""Positions of Turris for tests, reached by playing a line of moves in notation. White begins unless a test says."""

import re
from typing import Any

import pytest

from ludotheque.core.errors import IllegalMove
from ludotheque.games.turris.game import Turris
from ludotheque.games.turris.options import TurrisOptions
from ludotheque.games.turris.state import State

WHITE, BLACK = 0, 1


def make(**options: Any) -> Turris:
    return Turris(TurrisOptions.make({"first": "white"} | options))


def play(line: str, **options: Any) -> State:
    """Give the state after a line of moves."""
    game = make(**options)
    state = game.start()
    for text in line.split():
        state = game.apply(state, game.parse_move(state, text))
    return state


def legal(state: State, **options: Any) -> list[str]:
    """List the legal moves in notation."""
    game = make(**options)
    return [game.format_move(state, move) for move in game.legal_moves(state)]


def refusal(state: State, text: str, **options: Any) -> str:
    """Check that a move is neither listed nor accepted; give the reason that a player is told."""
    game = make(**options)
    assert text not in legal(state, **options)
    with pytest.raises(IllegalMove, match=re.compile(r"\w")) as caught:
        game.apply(state, game.parse_move(state, text))
    return str(caught.value)
