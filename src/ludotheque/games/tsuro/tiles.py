"""The path tiles: the 105 ways to pair eight ports, and the 35 tiles that they are up to rotation.

Ports are counted clockwise, as the figure shows; turning a tile clockwise by a quarter adds 2 to each, modulo 8.

          0   1
        ┌─┴───┴─┐
      7 ┤       ├ 2
      6 ┤       ├ 3
        └─┬───┬─┘
          5   4

All of this is computed: tile ids follow from the order of the pairings. Which tiles a game is played with is in
editions.py.
"""

from collections.abc import Iterator
from typing import TypeAlias

PORTS = 8

Pairing: TypeAlias = tuple[int, ...]
"""A tile as it lies: pairing[p] is the port that the path from port p leads to."""


def _pairings(ports: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """Yield every way to pair the ports, the lowest free port first, hence in lexicographic order."""
    if not ports:
        yield {}
        return
    first, rest = ports[0], ports[1:]
    for partner in rest:
        for others in _pairings(tuple(port for port in rest if port != partner)):
            yield {first: partner, partner: first, **others}


def turn(pairing: Pairing, turns: int) -> Pairing:
    """Turn a tile clockwise by quarter turns."""
    shift = 2 * turns
    return tuple((pairing[(port - shift) % PORTS] + shift) % PORTS for port in range(PORTS))


PAIRINGS: tuple[Pairing, ...] = tuple(
    tuple(pairs[port] for port in range(PORTS)) for pairs in _pairings(tuple(range(PORTS)))
)


def _orientations(pairing: Pairing) -> tuple[Pairing, ...]:
    """List the orientations that look different, by quarter turns from the given one: 1, 2 or 4 of them."""
    return tuple(dict.fromkeys(turn(pairing, turns) for turns in range(4)))


ORIENTATIONS: dict[int, tuple[Pairing, ...]] = dict(
    enumerate((_orientations(p) for p in PAIRINGS if p == min(_orientations(p))), start=1)
)
"""For each tile id, 1 to 35: the orientations that look different; index = quarter turns from the smallest one."""

TILE_IDS: tuple[int, ...] = tuple(ORIENTATIONS)

IDENTITY: dict[Pairing, tuple[int, int]] = {
    pairing: (tile, turns) for tile, orientations in ORIENTATIONS.items() for turns, pairing in enumerate(orientations)
}
"""For each pairing: which tile it is, and turned how."""
