"""What random play thinks twice about, compared with the moves of the rules."""

from random import Random

from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.turris.compiled.policy import doubts
from ludotheque.games.turris.state import PlaceBlock
from ludotheque.games.turris.tower import MIDDLE
from tests.games.turris.positions import make


def test_second_thoughts_are_about_bonus_blocks_and_an_early_middle() -> None:
    game, rng = make(), Random(9)
    compiled = game.compiled()
    seen = set()
    for _ in range(20):
        state = game.start()
        while (actor := game.actor(state)) is not None:
            if actor is not CHANCE:
                packed = compiled.pack(state)
                for move in game.legal_moves(state):
                    early_middle = isinstance(move, PlaceBlock) and MIDDLE in move.columns and len(state.blocks) < 14
                    expected = isinstance(move, PlaceBlock) if state.has_bonus else early_middle
                    assert bool(doubts(packed[0], compiled.encode_move(state, move))) == expected
                    seen.add((state.has_bonus, expected))
            state = game.apply(state, pick(game, state, rng))
    assert len(seen) == 4
