"""Laws about positions: states as text, and states that were put together by hand."""

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.compiled.adapter import is_compiled
from ludotheque.core.errors import ImpossibleState, InvalidState, StateError
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match
from ludotheque.core.playout import pick, play_out
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import make_record, verify
from ludotheque.testing.strategies import characters, patient, positions


@patient
@given(data=st.data())
def test_a_state_is_read_back_from_its_line(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(positions(game)).state
    assert game.parse_state(game.format_state(state)) == state


@settings(patient, max_examples=3)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_state_that_is_played_to_is_possible_and_has_a_line_of_its_own(game: AnyGame, seed: int) -> None:
    rng, state = Random(seed), game.start()
    lines: dict[str, Any] = {}
    while True:
        game.check_state(state)
        line = game.format_state(state)
        assert lines.setdefault(line, state) == state
        assert game.parse_state(line) == state
        if game.actor(state) is None:
            return
        state = game.apply(state, pick(game, state, rng))


@patient
@given(data=st.data())
def test_a_line_with_a_change_is_another_state_or_refused_as_bad_syntax(game: AnyGame, data: st.DataObject) -> None:
    line = game.format_state(data.draw(positions(game)).state)
    rng = Random(data.draw(st.integers(0, 2**32 - 1)))
    for garbage in (*(_change_text(line, rng) for _ in range(20)), data.draw(st.text(characters))):
        _read(game, garbage)


def _change_text(line: str, rng: Random) -> str:
    """Replace a few characters, or a word by another one of the line."""
    if rng.random() < 0.3:
        words = line.split(" ")
        words[rng.randrange(len(words))] = rng.choice(words)
        return " ".join(words)
    where = rng.randrange(len(line) + 1)
    more = "".join(rng.choice(line + "0123456789-,;/ ²é\n") for _ in range(rng.randrange(3)))
    return line[:where] + more + line[where + rng.randrange(3) :]


def _read(game: AnyGame, text: str) -> Any:
    try:
        state = game.parse_state(text)
    except InvalidState as error:
        _check_sentence(error)
        return None
    assert game.format_state(state) == text
    return state


def _check_sentence(error: StateError) -> None:
    said = str(error)
    assert said.endswith("."), f"{type(error).__name__} says {said!r}, which does not end with a full stop"


@patient
@given(data=st.data())
def test_a_changed_state_is_refused_or_can_be_played_to_the_end(game: AnyGame, data: st.DataObject) -> None:
    """Whatever `check_state` lets through, the rules and the kernel can play."""
    state, other = data.draw(positions(game)).state, data.draw(positions(game)).state
    rng = Random(data.draw(st.integers(0, 2**32 - 1)))
    for _ in range(20):
        changed = change_state(state, other, rng)
        try:
            game.check_state(changed)
        except ImpossibleState as error:
            _check_sentence(error)
            continue
        assert game.parse_state(game.format_state(changed)) == changed
        if is_compiled(game):
            play_compiled(game, changed)
        for viewer in (None, *range(game.seats)):
            world = game.determinize(game.observe(changed, viewer), rng)
            assert game.observe(world, viewer) == game.observe(changed, viewer)
        assert game.outcome(play_out(game, changed, rng)[0]) is not None


def play_compiled(game: Any, state: Any) -> None:
    """Pack a state and play a few games from there by the kernel."""
    import numpy as np  # noqa: PLC0415 - only games with a kernel need it

    from ludotheque.compiled.kernel import Kernel  # noqa: PLC0415 - same

    compiled = game.compiled()
    packed = compiled.pack(state)
    assert compiled.unpack(packed) == state
    shares, moves, lengths = np.zeros(game.seats), np.zeros(1, np.int64), np.zeros(3, np.int32)
    compiled.kernel.specialise("playout_loops").playouts(packed, Kernel.seed_rng(1), shares, moves, lengths)
    assert abs(shares.sum() - len(lengths)) < 1e-9
    assert lengths.max() < 5_000


def change_state(state: Any, other: Any, rng: Random) -> Any:
    """Change one or two fields: take that of another state, or change something within."""
    for _ in range(rng.choice([1, 1, 2])):
        if is_dataclass(state) and not isinstance(state, type):
            field = rng.choice(fields(state)).name
            mine, theirs = getattr(state, field), getattr(other, field)
            state = replace(state, **{field: theirs if rng.random() < 0.3 else _change(mine, rng)})
            continue
        if not hasattr(state, "_fields"):
            return _change(state, rng)
        field = rng.choice(state._fields)
        mine, theirs = getattr(state, field), getattr(other, field)
        state = state._replace(**{field: theirs if rng.random() < 0.3 else _change(mine, rng)})
    return state


def _change(value: Any, rng: Random) -> Any:
    if isinstance(value, tuple) and value and rng.random() < 0.9:
        where = rng.randrange(len(value))
        changed: list[Any] = list(value)
        match rng.randrange(8):
            case 0:
                del changed[where]
            case 1:
                changed.insert(where, rng.choice(changed))
            case 2:
                there = rng.randrange(len(value))
                changed[where], changed[there] = changed[there], changed[where]
            case _:
                changed[where] = _change(value[where], rng)
        return type(value)(*changed) if hasattr(value, "_fields") and len(changed) == len(value) else tuple(changed)
    if type(value) is int and rng.random() < 0.7:
        return value + rng.choice([-1, 1, 2, 8])
    return rng.choice([None, 0, 1, 2, -1, -2, 17, 10**9, True, False, 1.0, "", "stuck", (), (0,), (1,), [], object()])


@patient
@given(data=st.data())
def test_a_match_can_start_anywhere(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(positions(game)).state
    match = Match.from_state(game, state, SeededDealer(bytes(32)))
    assert match.start == state
    rng = Random(1)
    while match.actor is not None:
        match.play(pick(game, match.state, rng))
    assert match.outcome is not None
    text = make_record(match, [f"Player {seat + 1}" for seat in range(game.seats)]).format()
    replayed = verify(parse_record(text)).match
    assert (replayed.start, replayed.state) == (match.start, match.state)


@patient
@given(data=st.data())
def test_what_is_no_state_at_all_is_refused(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(positions(game)).state
    plain = [tuple(state)] if isinstance(state, tuple) and type(state) is not tuple else []
    for nothing in (None, (), 0, "state", object(), *plain):
        if nothing != state or type(nothing) is not type(state):
            with pytest.raises(ImpossibleState, match=r"\w"):
                game.check_state(nothing)
