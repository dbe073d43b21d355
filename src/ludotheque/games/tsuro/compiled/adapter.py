"""The compiled side of Tsuro, assembled for these options."""

from functools import partial

from ludotheque.compiled.adapter import CompiledGame
from ludotheque.games.tsuro import rules
from ludotheque.games.tsuro.compiled import encoding, layout
from ludotheque.games.tsuro.compiled.kernel import KERNEL
from ludotheque.games.tsuro.observation import Observation
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import Move, State


def adapt(setup: Setup) -> CompiledGame[State, Move, Observation]:
    """Bind kernel and encoding to the options of one game."""
    return CompiledGame(
        kernel=KERNEL,
        start=partial(rules.start, setup),
        pack=partial(encoding.pack, setup),
        unpack=partial(encoding.unpack, setup),
        pack_observation=partial(encoding.pack_observation, setup),
        encode_move=partial(encoding.encode_move, setup),
        decode_move=partial(encoding.decode_move, setup),
        layout=encoding.OBSERVATION,
        bounds=layout.BOUNDS,
        describe_action=partial(layout.describe_action, setup),
        extent=layout.find_extent(setup),
    )
