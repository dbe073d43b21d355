"""Laws about states, moves and ends."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.errors import IllegalMove, InvalidMove
from ludotheque.core.game import CHANCE, AnyGame, Presented
from ludotheque.core.playout import play_out
from ludotheque.testing.strategies import MOST_PLIES, Position, characters, patient, positions


def each(strategy_data: st.DataObject, game: AnyGame, *, over: bool = True) -> Position:
    return strategy_data.draw(positions(game, over=over))


@patient
@given(data=st.data())
def test_exactly_one_of_actor_and_outcome(game: AnyGame, data: st.DataObject) -> None:
    position = each(data, game)
    actor, outcome = game.actor(position.state), game.outcome(position.state)
    assert (actor is None) != (outcome is None), f"the actor is {actor!r} and the outcome {outcome!r}"
    is_seat = type(actor) is int and actor in range(game.seats)
    assert is_seat or actor is None or actor is CHANCE, f"the actor is {actor!r}; there are {game.seats} seats"


@patient
@given(data=st.data())
def test_an_actor_has_a_move_and_no_move_is_listed_twice(game: AnyGame, data: st.DataObject) -> None:
    state = each(data, game).state
    moves = game.legal_moves(state)
    assert bool(moves) == (game.actor(state) is not None), f"the actor is {game.actor(state)!r}, the moves {moves!r}"
    assert len(set(moves)) == len(moves), f"a move is listed twice: {moves!r}"


@patient
@given(data=st.data())
def test_the_same_arguments_give_the_same_answer(game: AnyGame, data: st.DataObject) -> None:
    """No clock, no random generator, no memory: only so a record replays."""
    state = each(data, game).state
    for ask in (game.actor, game.legal_moves, game.outcome, game.format_state):
        assert ask(state) == ask(state), f"{ask.__name__} answers differently when it is asked again"
    for viewer in (None, *range(game.seats)):
        assert game.observe(state, viewer) == game.observe(state, viewer), (
            "observe answers differently when asked again"
        )
    for move in game.legal_moves(state):
        one, other = game.apply(state, move), game.apply(state, move)
        assert one == other, f"apply leads from {game.format_state(state)!r} by {move!r} to different states"
        assert list(game.events(state, move, one, None)) == list(game.events(state, move, one, None))


@patient
@given(data=st.data())
def test_chance_has_a_positive_whole_weight_for_every_outcome(game: AnyGame, data: st.DataObject) -> None:
    state = each(data, game).state
    if game.actor(state) is CHANCE:
        weights = game.weights(state)
        assert len(weights) == len(game.legal_moves(state))
        assert all(type(weight) is int and weight > 0 for weight in weights)


@patient
@given(seed=st.integers(0, 2**32 - 1))
def test_the_notation_of_a_draw_says_what_is_drawn_and_nothing_else(game: AnyGame, seed: int) -> None:
    """Draws follow from it (docs/fairness.md): not from who draws, nor from when."""
    written: dict[Any, str] = {}
    state, rng = game.start(), Random(seed)
    while (actor := game.actor(state)) is not None:
        moves = game.legal_moves(state)
        if actor is CHANCE:
            texts = {move: game.format_move(state, move) for move in moves}
            assert len(set(texts.values())) == len(moves)
            assert all(written.setdefault(move, text) == text for move, text in texts.items())
        state = game.apply(state, rng.choice(moves))


@patient
@given(data=st.data())
def test_parse_after_format_is_the_identity(game: AnyGame, data: st.DataObject) -> None:
    state = each(data, game).state
    texts = set()
    for move in game.legal_moves(state):
        text = game.format_move(state, move)
        assert text, f"the notation of {move!r} is empty"
        assert not any(character.isspace() for character in text), f"the notation {text!r} of {move!r} has a space"
        try:
            parsed = game.parse_move(state, text)
        except InvalidMove as error:
            raise AssertionError(f"the notation {text!r} of {move!r} is not read back: {error}") from None
        assert parsed == move, f"the notation {text!r} of {move!r} is read back as {parsed!r}"
        texts.add(text)
    assert len(texts) == len(game.legal_moves(state)), "two moves have the same notation"


@patient
@given(data=st.data())
def test_applying_a_legal_move_leaves_the_state_unchanged_and_gives_another(game: AnyGame, data: st.DataObject) -> None:
    rng, state = Random(data.draw(st.integers(0, 2**32 - 1))), game.start()
    while game.actor(state) is not None:
        line, key = game.format_state(state), hash(state)
        assert "\n" not in line
        results = [_apply(game, state, move) for move in game.legal_moves(state)]
        now = game.format_state(state)
        assert (now, hash(state)) == (line, key), f"apply has changed the state it was given, from {line!r} to {now!r}"
        for after in results:
            assert after != state, f"a move leads from {line!r} to the same state"
            assert game.format_state(after) != line, f"two states are both written {line!r}"
        state = rng.choice(results)


def _apply(game: AnyGame, state: Any, move: Any) -> Any:
    try:
        return game.apply(state, move)
    except IllegalMove as error:
        raise AssertionError(f"legal_moves lists {move!r}, which apply refuses: {error}") from None


@patient
@given(data=st.data())
def test_a_move_that_is_not_legal_is_refused_and_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    state, elsewhere = each(data, game).state, each(data, game).state
    line = game.format_state(state)
    legal = set(game.legal_moves(state))
    for move in [*game.legal_moves(elsewhere), None, 0, "a1", object()]:
        if move not in legal:
            with pytest.raises(IllegalMove, match=r"\w"):
                game.apply(state, move)
    assert game.format_state(state) == line


@patient
@given(data=st.data())
def test_text_that_is_no_move_is_refused_as_such(game: AnyGame, data: st.DataObject) -> None:
    """Garbage, and real moves with a character changed: either a move, or InvalidMove."""
    state = each(data, game, over=False).state
    text = game.format_move(state, data.draw(st.sampled_from(game.legal_moves(state))))
    where = data.draw(st.integers(0, len(text)))
    mutated = text[:where] + data.draw(st.text(characters, max_size=2)) + text[where + data.draw(st.integers(0, 1)) :]
    for garbage in (mutated, data.draw(st.text(characters))):
        try:
            move = game.parse_move(state, garbage)
        except InvalidMove as error:
            assert str(error)  # noqa: PT017 - both branches are right
        else:
            assert move in game.legal_moves(state) or _is_refused(game, state, move)


def _is_refused(game: AnyGame, state: object, move: object) -> bool:
    with pytest.raises(IllegalMove):
        game.apply(state, move)
    return True


@patient
@given(seed=st.integers(0, 2**32 - 1))
def test_games_end_with_ranks_that_add_up(game: AnyGame, seed: int) -> None:
    state, plies = play_out(game, game.start(), Random(seed))
    assert plies < MOST_PLIES
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.reason, "the outcome has no reason"
    assert len(outcome.ranks) == game.seats, f"{game.seats} seats have the ranks {outcome.ranks}"
    expected = tuple(1 + sum(other < mine for other in outcome.ranks) for mine in outcome.ranks)
    assert outcome.ranks == expected, f"the ranks {outcome.ranks} do not add up; in this order they are {expected}"
    assert abs(sum(outcome.shares) - 1) < 1e-9
    if outcome.scores is not None:
        assert len(outcome.scores) == game.seats, f"{game.seats} seats have the scores {outcome.scores}"


@patient
@given(seed=st.integers())
def test_a_reason_has_words_where_a_game_has_words(game: AnyGame, seed: int) -> None:
    outcome = game.outcome(play_out(game, game.start(), Random(seed))[0])
    assert outcome is not None
    assert not isinstance(game, Presented) or " " in game.describe_reason(outcome.reason)
