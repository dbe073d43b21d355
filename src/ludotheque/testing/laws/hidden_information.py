"""Laws about what leaves a game: observations and events tell a viewer nothing that the viewer may not know.

`determinize` replaces everything that a viewer cannot see. Whatever is sent to the viewer must be the same, byte for
byte, in the real world and in the replaced one. That `determinize` itself replaces enough is tested game by game,
because only the rules of a game say what is hidden.
"""

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.playout import pick
from ludotheque.testing.strategies import Position, patient, positions


def viewers(game: AnyGame) -> Iterator[int | None]:
    yield None
    yield from range(game.seats)


def tell_viewer(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer + 1}"


def sent(value: object) -> bytes:
    """What a viewer is sent, as bytes: the whole content of observations and events is in their repr."""
    return repr(value).encode()


def worlds(position: Position, viewer: int | None, count: int = 3) -> Iterator[Any]:
    observation = position.game.observe(position.state, viewer)
    for _ in range(count):
        yield position.game.determinize(observation, position.rng)


@patient
@given(data=st.data())
def test_observing_a_determinization_gives_the_same_bytes(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    for viewer in viewers(game):
        observation = game.observe(position.state, viewer)
        for world in worlds(position, viewer):
            seen = game.observe(world, viewer)
            assert seen == observation and sent(seen) == sent(observation), (  # noqa: PT018 - one message for both
                f"{tell_viewer(viewer)} sees {observation!r}, from which determinize makes "
                f"{game.format_state(world)!r}, where they would see {seen!r}: observe shows what the viewer cannot "
                "know, or determinize loses what they can see"
            )


@patient
@given(data=st.data())
def test_whoever_decides_can_tell_from_their_observation_what_is_legal(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    actor = game.actor(position.state)
    for viewer in viewers(game):
        for world in worlds(position, viewer):
            assert game.actor(world) == actor
            assert game.outcome(world) == game.outcome(position.state)
            if viewer is not None and viewer == actor:
                assert list(game.legal_moves(world)) == list(game.legal_moves(position.state)), (
                    f"what {tell_viewer(viewer)} may do depends on what they cannot see"
                )
        if viewer is not None and viewer == actor:
            observation = game.observe(position.state, viewer)
            assert list(game.legal_moves_for(observation)) == list(game.legal_moves(position.state)), (
                f"legal_moves_for does not list the moves of {tell_viewer(viewer)} as legal_moves does"
            )


@patient
@given(data=st.data())
def test_events_are_the_same_in_every_world_that_the_viewer_cannot_tell_apart(
    game: AnyGame, data: st.DataObject
) -> None:
    """Leak law for events.

    Take a ply, replace what the viewer cannot see before it, and look at all moves there after which the viewer sees
    what they really see. One of them must be told in the same bytes; if chance moved, all of them must.
    """
    position = data.draw(positions(game, over=False))
    before, move = position.state, pick(game, position.state, position.rng)
    after = game.apply(before, move)
    for viewer in viewers(game):
        seen = game.observe(after, viewer)
        told = sent(game.events(before, move, after, viewer))
        for world in worlds(position, viewer):
            alike = set()
            for other in game.legal_moves(world):
                result = game.apply(world, other)
                if game.observe(result, viewer) == seen:
                    alike.add(sent(game.events(world, other, result, viewer)))
            assert not alike or told in alike, (
                f"{tell_viewer(viewer)} is told {told.decode()}, which says more than they can know: for all they see "
                f"it could have been {min(alike).decode()}"
            )
            if game.actor(before) is CHANCE:
                assert alike <= {told}, (
                    f"{tell_viewer(viewer)} is told {told.decode()} of a draw, and {min(alike).decode()} of "
                    "another one that looks the same to them"
                )
