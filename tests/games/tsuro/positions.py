"""Positions of Tsuro set up by hand, so that a rule test shows what matters and nothing else."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludotheque.core.game import CHANCE
from ludotheque.games.tsuro import Tsuro
from ludotheque.games.tsuro.board import SIDES
from ludotheque.games.tsuro.editions import TsuroOptions
from ludotheque.games.tsuro.state import OUT, DrawTile, PlayTile, State
from ludotheque.games.tsuro.tiles import IDENTITY, PORTS, Pairing

STRAIGHT = "05 14 27 36"
"""All four paths go straight across."""
HAIRPINS = "01 23 45 67"
"""Every path turns back beside where it came in."""


def tsuro(**options: Any) -> Tsuro:
    return Tsuro(TsuroOptions(**options))


def pairing(pairs: str) -> Pairing:
    """Read a pairing such as `05 14 27 36`."""
    partner = {}
    for pair in pairs.split():
        one, other = int(pair[0]), int(pair[1])
        partner[one], partner[other] = other, one
    return tuple(partner[port] for port in range(PORTS))


def tile(pairs: str) -> int:
    """Which tile has these paths, however turned."""
    return IDENTITY[pairing(pairs)][0]


def play(pairs: str, **more: int) -> PlayTile:
    """The move that lays a tile so that its paths are these."""
    number, turns = IDENTITY[pairing(pairs)]
    return PlayTile(number, turns, **more)


def spot(game: Tsuro, name: str) -> int:
    """Read `a1.5` or `a1s`."""
    square = game.setup.board.parse_square(name[:2])
    assert square is not None
    return square * PORTS + (int(name[3]) if name[2] == "." else 2 * SIDES.index(name[2]))


def stand(
    game: Tsuro,
    at: Sequence[str | None],
    hands: Sequence[Sequence[int]],
    *,
    squares: Mapping[str, str] | None = None,
    pile: Sequence[int] = (),
    dragon: int | None = None,
    turn: int = 0,
) -> State:
    """Set up a position after all markers were placed. `at` says for each marker where; None is out.

    Kosmos markers at a side have not moved yet; a dot names a port, as of one that has.
    """
    laid: list[Pairing | None] = [None] * game.setup.board.squares
    for name, pairs in (squares or {}).items():
        square = game.setup.board.parse_square(name)
        assert square is not None
        laid[square] = pairing(pairs)
    spots = tuple(OUT if name is None else spot(game, name) for name in at)
    return game.start()._replace(
        squares=tuple(laid),
        spots=spots,
        starts=tuple(max(where, 0) for where in spots),
        undecided=tuple(m for m, name in enumerate(at) if name is not None and "." not in name),
        out_at=tuple(int(name is None) for name in at),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        pile=tuple(sorted(pile)),
        dragon=dragon,
        turn=turn,
        parts=tuple(marker for marker in game.setup.markers_of[turn] if spots[marker] >= 0),
        draws=(),
    )


def draw_all(game: Tsuro, state: State, *tiles: int) -> State:
    """Let chance draw: the given tiles first, then always the lowest."""
    forced = list(tiles)
    while game.actor(state) is CHANCE:
        state = game.apply(state, DrawTile(forced.pop(0)) if forced else game.legal_moves(state)[0])
    return state


def where(game: Tsuro, state: State, marker: int) -> str:
    """Name the spot of a marker, or `out`."""
    return "out" if state.spots[marker] == OUT else game.setup.board.format_spot(state.spots[marker])
