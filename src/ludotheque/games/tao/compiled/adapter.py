"""The compiled side of Tao, assembled for these options."""

from functools import partial

from ludotheque.compiled.adapter import CompiledGame
from ludotheque.games.tao import rules
from ludotheque.games.tao.compiled import actions, encoding, layout
from ludotheque.games.tao.compiled.kernel import KERNEL
from ludotheque.games.tao.observation import Observation
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import Move, State


def adapt(setup: Setup) -> CompiledGame[State, Move, Observation]:
    """Bind kernel, encoding and actions to the options of one game."""
    return CompiledGame(
        kernel=KERNEL,
        start=partial(rules.start, setup),
        pack=partial(encoding.pack, setup),
        unpack=partial(encoding.unpack, setup),
        pack_observation=partial(encoding.pack_observation, setup),
        encode_move=partial(actions.encode_move, setup),
        decode_move=partial(actions.decode_move, setup),
        layout=layout.LAYOUT,
        bounds=layout.BOUNDS,
        describe_action=layout.describe_action,
        extent=layout.find_extent(setup),
    )
