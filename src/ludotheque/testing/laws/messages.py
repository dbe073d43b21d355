"""Laws about what is sent: everything that leaves a game is JSON for people, and reaches bots in other processes."""

import json
import pickle
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.game import MOST_WHOLE, AnyGame
from ludotheque.core.playout import pick, play_out
from ludotheque.core.wire import (
    encode_event,
    encode_material,
    encode_move,
    encode_observation,
    encode_scene,
)
from ludotheque.testing.strategies import patient, positions


@patient
@given(data=st.data())
def test_observations_moves_and_events_can_be_sent(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game, over=False))
    before, move = position.state, pick(game, position.state, position.rng)
    after = game.apply(before, move)
    _check_sent("its material", encode_material(game))
    for each in game.legal_moves(before):
        _check_sent(f"the move {each!r}", encode_move(each))
    for viewer in (None, *range(game.seats)):
        for state in (before, after):
            observation = game.observe(state, viewer)
            _check_sent(f"the observation {observation!r}", encode_observation(observation))
            _check_sent("the scene", encode_scene(game, observation))
        for event in game.events(before, move, after, viewer):
            _check_sent(f"the event {event!r}", encode_event(event))


def _check_sent(what: str, value: Any) -> None:
    """Check that plain data is what every reader of JSON reads."""
    try:
        text = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{what} is not JSON when it is sent: {error}") from None
    for number in _list_whole(json.loads(text)):
        assert abs(number) <= MOST_WHOLE, f"{what} holds {number}, which is more than 2**53 - 1: split it"


def _list_whole(value: Any) -> list[int]:
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return [number for part in parts for number in _list_whole(part)]
    return [value] if isinstance(value, int) else []


@patient
@given(seed=st.integers(0, 2**32 - 1))
def test_an_outcome_is_a_reason_and_plain_whole_numbers(game: AnyGame, seed: int) -> None:
    """It is stored before it is sent: a game of which that fails never ends at a server."""
    outcome = game.outcome(play_out(game, game.start(), Random(seed))[0])
    assert outcome is not None
    try:
        outcome.check(game.seats)
    except ValueError as error:
        raise AssertionError(str(error)) from None


@patient
@given(data=st.data())
def test_states_moves_and_observations_are_values(game: AnyGame, data: st.DataObject) -> None:
    """They are hashable, and a copy that was sent to another process is equal to what it was copied from."""
    state = data.draw(positions(game)).state
    for value in (state, *game.legal_moves(state), *(game.observe(state, seat) for seat in (None, *range(game.seats)))):
        copy = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own
        assert copy == value, f"a copy of {value!r} is not equal to it"
        assert hash(copy) == hash(value), f"a copy of {value!r} is equal to it and has another hash"
