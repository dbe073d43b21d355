"""Laws about what a game offers to save work: it changes nothing of what is written, told or previewed.

All of these are optional, and hold of themselves for a game that offers none: `FormatsMoves`, `TellsAlike`, `Foresees`.
"""

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.game import CHANCE, AnyGame, foresee, format_moves, tells_alike
from ludotheque.core.playout import pick
from ludotheque.testing.strategies import patient, positions


@patient
@given(data=st.data())
def test_moves_are_written_together_as_one_by_one(game: AnyGame, data: st.DataObject) -> None:
    state = data.draw(positions(game)).state
    moves = game.legal_moves(state)
    assert format_moves(game, state, moves) == [game.format_move(state, move) for move in moves], (
        "format_moves writes moves in another way than format_move"
    )


@patient
@given(data=st.data())
def test_a_ply_that_is_told_alike_is_told_alike(game: AnyGame, data: st.DataObject) -> None:
    """A leak law: what the first viewer is told of such a ply is sent to all others."""
    position = data.draw(positions(game, over=False))
    before = position.state
    moves = game.legal_moves(before)
    for move in (pick(game, before, position.rng), *position.rng.sample(list(moves), min(3, len(moves)))):
        after = game.apply(before, move)
        if tells_alike(game, before, move, after):
            told = {viewer: list(game.events(before, move, after, viewer)) for viewer in (None, *range(game.seats))}
            assert all(events == told[None] for events in told.values()), (
                f"tells_alike says that everybody is told the same of {game.format_move(before, move)!r}, but they are "
                f"told {told!r}"
            )


@patient
@given(data=st.data())
def test_what_is_foreseen_of_a_move_is_what_it_does(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game, over=False))
    state, seat = position.state, game.actor(position.state)
    if seat is CHANCE or seat is None:
        return
    moves = game.legal_moves(state)
    foreseen = foresee(game, game.observe(state, seat), moves)
    assert len(foreseen) == len(moves), "foresee gives something else than one answer for each move"
    for move, events in zip(moves, foreseen, strict=True):
        if events is not None:
            told = list(game.events(state, move, game.apply(state, move), seat))
            assert list(events) == told, (
                f"foresee tells {list(events)!r} of {game.format_move(state, move)!r}, which does {told!r}"
            )
