"""An observation in box characters, for terminals. Trodden paths are heavy lines, so colour is not needed.

╔══╤═══╤══      Ports show as notches in the frame; a digit is a marker, standing before the empty square that
╟─┐└───┘┌─      its owner plays next. weave.py routes the paths of a tile.
"""

from collections.abc import Callable, Sequence

from ludotheque.core.pictures.palette import paint, paint_seat
from ludotheque.games.tsuro.board import make_board
from ludotheque.games.tsuro.display.weave import CROSSING, HEIGHT, LINES, WIDTH, port_cell, weave
from ludotheque.games.tsuro.notation import format_tile
from ludotheque.games.tsuro.observation import Observation
from ludotheque.games.tsuro.paths import trails
from ludotheque.games.tsuro.setup import make_setup
from ludotheque.games.tsuro.state import UNPLACED
from ludotheque.games.tsuro.tiles import ORIENTATIONS, PORTS, Pairing

_HEAVY = dict(zip("│─┌┐└┘", "┃━┏┓┗┛", strict=True))
_CROSSINGS = {(False, False): CROSSING, (False, True): "┿", (True, False): "╂", (True, True): "╋"}
"""By whether the vertical and the horizontal line are trodden."""

_MIDDLES = ((4, 0), (8, 2), (4, 4), (0, 2))
"""The middle of each side, where a marker waits that has not chosen its port."""

Grid = list[list[str]]


def render_terminal(observation: Observation, *, colour: bool) -> str:
    """Render the board, the players, and what the viewer holds."""
    parts = [_render_board(observation, colour), _render_players(observation, colour)]
    if observation.hand is not None and observation.reason is None:
        parts.append(_render_tiles("Your tiles", observation.hand))
    if observation.pool is not None:
        parts.append(_render_tiles("Tiles of those you put out", observation.pool))
    return "\n\n".join(parts)


def render_tile(
    pairing: Pairing, owner: Callable[[int], int | None] = lambda _port: None, *, colour: bool = False
) -> Grid:
    """Render one tile; `owner` says for a port which seat has trodden its path."""
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    for (x, y), lines in weave(pairing).items():
        seats = {line: owner(port) for line, port in lines.items()}
        if len(lines) > 1:
            character = _CROSSINGS[seats["ns"] is not None, seats["ew"] is not None]
        else:
            line = next(iter(lines))
            character = LINES[line] if seats[line] is None else _HEAVY[LINES[line]]
        trodden = [seat for seat in seats.values() if seat is not None]
        grid[y][x] = paint_seat(character, trodden[0], colour=colour) if trodden else character
    return grid


def _render_board(observation: Observation, colour: bool) -> str:
    board = make_board(observation.options.board_size)
    size = board.size
    squares = [None if laid is None else ORIENTATIONS[laid[0]][laid[1]] for laid in observation.squares]
    trodden = trails(board, squares, observation.starts)
    seats = len(observation.hand_sizes)

    grids: list[Grid] = []
    for square, pairing in enumerate(squares):
        if pairing is None:
            grids.append(_render_empty(board.format_square(square), colour))
            continue

        def owner(port: int, first: int = square * PORTS) -> int | None:
            marker = trodden.get(first + port)
            return None if marker is None else marker % seats

        grids.append(render_tile(pairing, owner, colour=colour))
    for marker, spot in enumerate(observation.spots):
        if spot >= 0:
            is_waiting = marker in observation.undecided
            x, y = _MIDDLES[spot % PORTS // 2] if is_waiting else port_cell(spot % PORTS)
            sign = _marker_sign(observation, marker)
            grid, x = grids[spot // PORTS], min(x, WIDTH - len(sign))
            grid[y][x : x + len(sign)] = [paint_seat(character, marker % seats, colour=colour) for character in sign]

    letters = " " * 4 + "".join(f"{board.format_square(column)[0]:^{WIDTH}}" for column in range(size))
    lines = ["   ╔" + "══╤═══╤══" * size + "╗"]
    for row in reversed(range(size)):
        for y in range(HEIGHT):
            notch = y in (1, 3)
            label = f"{row + 1:>2} " if y == HEIGHT // 2 else "   "
            cells = "".join("".join(grids[row * size + column][y]) for column in range(size))
            lines.append(f"{label}{'╟' if notch else '║'}{cells}{'╢' if notch else '║'}")
    lines += ["   ╚" + "══╧═══╧══" * size + "╝", letters.rstrip()]
    return "\n".join(lines)


def _render_empty(name: str, colour: bool) -> Grid:
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    for offset, character in enumerate(name):
        grid[HEIGHT // 2][3 + offset] = paint(character, "faint", colour=colour)
    return grid


def _marker_sign(observation: Observation, marker: int) -> str:
    seats = len(observation.hand_sizes)
    letter = "AB"[marker // seats] if len(observation.spots) > seats else ""
    return f"{marker % seats + 1}{letter}"


def _render_players(observation: Observation, colour: bool) -> str:
    setup = make_setup(observation.options)
    lines = []
    for seat, tiles in enumerate(observation.hand_sizes):
        markers = [observation.spots[marker] for marker in setup.markers_of[seat]]
        is_in = any(spot >= 0 or spot == UNPLACED for spot in markers)
        notes = [f"{tiles} tile{'' if tiles == 1 else 's'}" if is_in else "out"]
        if observation.dragon == seat:
            notes.append("holds the dragon")
        if seat == observation.viewer:
            notes.append("you")
        arrow = "→" if observation.actor == seat else " "
        sign = paint_seat(str(seat + 1), seat, colour=colour)
        lines.append(f" {arrow} {sign}  {', '.join(notes)}")
    return "\n".join([*lines, "     " + ", ".join(_table_notes(observation))])


def _table_notes(observation: Observation) -> list[str]:
    setup = make_setup(observation.options)
    notes = [f"{observation.pile_size} tile{'' if observation.pile_size == 1 else 's'} in the pile"]
    if observation.options.pass_the_pile:
        notes.append(f"which lies before player {observation.turn + 1}")
    if setup.has_dragon and observation.dragon is None:
        notes.append("dragon under the pile" if observation.options.pass_the_pile else "dragon beside the board")
    return notes


def _render_tiles(title: str, tiles: Sequence[int]) -> str:
    """Render tiles side by side, unturned, at most six in a row."""
    lines = [f"{title}:" if tiles else f"{title}: none"]
    for first in range(0, len(tiles), 6):
        row = tiles[first : first + 6]
        grids = [render_tile(ORIENTATIONS[tile][0]) for tile in row]
        lines.append("".join(f"   {format_tile(tile, 0):^{WIDTH}}" for tile in row).rstrip())
        lines += ["".join("   " + "".join(grid[y]) for grid in grids).rstrip() for y in range(HEIGHT)]
    return "\n".join(lines)
