"""Positions that look alike: turned by quarters, or in a mirror."""

from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import State
from ludotheque.games.tsuro.tiles import IDENTITY, ORIENTATIONS, PORTS, Pairing, turn


def puzzle_key(setup: Setup, state: State) -> str:
    """Write what the player to move sees, turned and mirrored to what comes first in the order of texts."""
    return min(
        repr(_look(setup, state, quarters, is_mirrored=is_mirrored))
        for quarters in range(4)
        for is_mirrored in (False, True)
    )


def _look(setup: Setup, state: State, quarters: int, *, is_mirrored: bool) -> tuple[object, ...]:
    size = setup.board.size

    def move_square(square: int) -> int:
        row, column = divmod(square, size)
        if is_mirrored:
            column = size - 1 - column
        for _ in range(quarters):  # clockwise: what was at the left is at the top
            row, column = size - 1 - column, row
        return row * size + column

    def move_spot(spot: int) -> int:
        port = spot % PORTS
        if is_mirrored:
            port = _mirror(port)
        return move_square(spot // PORTS) * PORTS + (port + 2 * quarters) % PORTS

    def move_tile(pairing: Pairing) -> tuple[int, int]:
        if is_mirrored:
            pairing = _mirror_tile(pairing)
        return IDENTITY[turn(pairing, quarters)]

    tiles = sorted((move_square(square), move_tile(tile)) for square, tile in enumerate(state.squares) if tile)
    hand = sorted(move_tile(ORIENTATIONS[tile][0])[0] for tile in state.hands[state.turn])
    others = sorted(move_spot(spot) for spot in state.spots if spot >= 0)
    return tiles, hand, move_spot(state.spots[state.turn]), others


def _mirror(port: int) -> int:
    """Left and right change places: ports 0 and 1, 7 and 2, 6 and 3, 5 and 4."""
    return (1 - port) % PORTS


def _mirror_tile(pairing: Pairing) -> Pairing:
    return tuple(_mirror(pairing[_mirror(port)]) for port in range(PORTS))
