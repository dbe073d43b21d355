"""Turris as numbers: actions, packed games, and what is packed of an observation."""

from random import Random
from typing import Any

from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.turris.compiled.encoding import ACTIONS
from ludotheque.games.turris.game import Turris
from ludotheque.games.turris.options import TurrisOptions
from tests.games.turris.positions import make, play
from tests.games.turris.rare_play import pick_rare, with_options


@with_options
def test_every_legal_move_has_a_number_and_every_number_its_move(options: dict[str, Any]) -> None:
    game, rng = Turris(TurrisOptions(**options)), Random(7)
    compiled = game.compiled()
    seen = set()
    for _ in range(30):
        state = game.start()
        while game.actor(state) is not None:
            moves = game.legal_moves(state)
            numbers = [compiled.encode_move(state, move) for move in moves]
            assert [compiled.decode_move(state, number) for number in numbers] == list(moves)
            if game.actor(state) is CHANCE:
                assert numbers == [0, 1]
            else:
                assert numbers == sorted(set(numbers))
                assert set(numbers) <= set(range(ACTIONS))
                seen |= set(numbers)
            state = game.apply(state, pick_rare(game, state, rng))
    assert len(seen) > ACTIONS - 6


def test_numbers_of_actions_are_fixed() -> None:
    """Recorded training data and trained networks rely on them."""
    state = play("a1b1 c1^ c2c3 a2b2")
    game = make()
    compiled = game.compiled()
    numbers = {game.format_move(state, compiled.decode_move(state, action)): action for action in range(ACTIONS)}
    assert len(numbers) == ACTIONS == 43
    wanted = {"a1^": 0, "a1b1": 1, "a1a2": 2, "b1^": 3, "b2^": 11, "b2c2": 12, "b3c3": 19, "c3^": 20}
    assert wanted.items() <= numbers.items()
    assert {"xa1^": 21, "xb3c3": 40, "xc3^": 41, "keep": 42}.items() <= numbers.items()


@with_options
def test_an_observation_is_packed_from_itself_alone_and_seen_the_same(options: dict[str, Any]) -> None:
    game, rng = Turris(TurrisOptions(**options)), Random(3)
    compiled = game.compiled()
    for _ in range(5):
        state = game.start()
        while game.actor(state) is not None:
            for viewer in (0, 1, None):
                observation = game.observe(state, viewer)
                packed = compiled.pack_observation(observation)
                assert packed.tobytes() == compiled.pack_observation(game.observe(state, viewer)).tobytes()
                assert game.observe(compiled.unpack(packed), viewer) == observation
            state = game.apply(state, pick(game, state, rng))
