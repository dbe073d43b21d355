"""The compiled side of Turris, assembled for these options."""

from functools import partial

from ludotheque.compiled.adapter import CompiledGame
from ludotheque.games.turris import rules
from ludotheque.games.turris.compiled import encoding, layout
from ludotheque.games.turris.compiled.kernel import KERNEL
from ludotheque.games.turris.observation import Observation
from ludotheque.games.turris.options import TurrisOptions
from ludotheque.games.turris.state import Move, State


def adapt(options: TurrisOptions) -> CompiledGame[State, Move, Observation]:
    """Bind kernel and encoding to the options of one game."""
    return CompiledGame(
        kernel=KERNEL,
        start=partial(rules.start, options),
        pack=partial(encoding.pack, options),
        unpack=encoding.unpack,
        pack_observation=encoding.pack_observation,
        encode_move=lambda _state, move: encoding.encode_move(move),
        decode_move=encoding.decode_move,
        layout=layout.LAYOUT,
        bounds=layout.BOUNDS,
        describe_action=layout.describe_action,
        extent=layout.find_extent(options),
    )
