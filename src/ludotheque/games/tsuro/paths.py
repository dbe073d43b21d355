"""Following paths over the tiles on a board. Which tiles may be laid is in legality.py."""

from collections.abc import Collection, Sequence

from ludotheque.games.tsuro.board import OFF, Board
from ludotheque.games.tsuro.tiles import PORTS, Pairing

Squares = Sequence[Pairing | None]


def follow(board: Board, squares: Squares, spot: int, met: Collection[int] = ()) -> int:
    """Find where a marker on `spot` comes to rest: a spot before an empty square, or OFF.

    `met` are the spots of other markers before the tile that was just laid. If the path runs into one of them, the
    two lines have become one; the answer is then that spot. It cannot be mistaken for a place of rest, because the
    square before it is no longer empty.
    """
    across = board.across
    while (tile := squares[spot >> 3]) is not None:
        leaving = spot & ~7 | tile[spot & 7]
        if leaving in met:
            return leaving
        spot = across[leaving]
        if spot == OFF:
            return OFF
    return spot


def move_markers(board: Board, squares: Squares, spots: Sequence[int], square: int | None) -> dict[int, int]:
    """Find where the markers before a tile that was just laid come to rest, all at once: a spot, or OFF for those out.

    5, 6. Out is who leaves the board, and who collides: two whose lines have become one.
    """
    moving = {marker: spot for marker, spot in enumerate(spots) if spot >> 3 == square}
    moved = {}
    for marker, spot in moving.items():
        met = [other for other in moving.values() if other != spot]
        end = follow(board, squares, spot, met)
        moved[marker] = OFF if end in met else end
    return moved


def path(board: Board, squares: Squares, spot: int, met: Collection[int] = ()) -> tuple[int, ...]:
    """List every spot that a marker passes, the first and the last included; OFF or one of `met` may end it."""
    spots = [spot]
    while spots[-1] != OFF and (tile := squares[spots[-1] >> 3]) is not None:
        leaving = spots[-1] & ~7 | tile[spots[-1] & 7]
        if leaving in met:
            return (*spots, leaving)
        spots.append(board.across[leaving])
    return tuple(spots)


def trails(board: Board, squares: Squares, starts: Sequence[int]) -> dict[int, int]:
    """Find which markers went where: for each spot at which a tile was entered or left by a marker, that marker.

    Where two markers collided their lines have become one; each keeps the half that begins at its own start.
    """
    trodden: dict[int, int] = {}
    for marker, start in enumerate(starts):
        if start >= 0:
            for entered, left in _crossings(board, squares, starts, marker):
                trodden[entered] = trodden[left] = marker
    return trodden


def find_end(board: Board, squares: Squares, starts: Sequence[int], marker: int) -> int:
    """Find where the path of a marker that is out ends: where it leaves its last tile, or at its start if it has none.

    Of a line that two markers collided on, each has the half that begins at its own start.
    """
    crossings = _crossings(board, squares, starts, marker)
    return crossings[-1][1] if crossings else starts[marker]


def find_exits(board: Board, squares: Squares) -> dict[int, int]:
    """Find where paths lead that leave an empty square: for each spot that is on a tile's or the board's edge, the end.

    These are the ways on from the square: who plans where a tile may lead needs no picture of the tiles around it.
    """
    across = board.across
    exits = {spot: OFF for spot in board.notches if squares[spot >> 3] is None}
    for square, tile in enumerate(squares):
        if tile is not None:
            for spot in range(square * PORTS, (square + 1) * PORTS):
                before = across[spot]  # from where one enters the tile here
                if before != OFF and before not in exits and squares[before >> 3] is None:
                    end = exits[before] = follow(board, squares, spot)
                    if end != OFF:
                        exits[end] = before  # the same way back
    return dict(sorted(exits.items()))


def _crossings(board: Board, squares: Squares, starts: Sequence[int], marker: int) -> list[tuple[int, int]]:
    """List where a marker entered and left each tile of its own path."""
    crossed = [
        (spot, spot & ~7 | tile[spot & 7])
        for spot in path(board, squares, starts[marker])
        if spot != OFF and (tile := squares[spot >> 3]) is not None
    ]
    if crossed and crossed[-1][1] in starts:
        is_second = marker > starts.index(crossed[-1][1])
        crossed = crossed[: (len(crossed) + is_second) // 2]
    return crossed
