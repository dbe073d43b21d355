"""A tile in box characters: routes for its four paths through a small grid of characters.

A route bends at right angles. Two routes may cross, straight over each other, but never share a stretch or a corner;
so every line can be followed by eye. Routes are found by search: the cheapest set of four over all orders of routing.

Trodden paths and colours are added by terminal.py.
"""

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import permutations
from typing import TypeAlias

from ludotheque.games.tsuro.tiles import PORTS, Pairing

WIDTH, HEIGHT = 9, 5

Cell: TypeAlias = tuple[int, int]
"""Column and row, counted from the upper left."""

_PORT_CELLS: tuple[Cell, ...] = ((2, 0), (6, 0), (8, 1), (8, 3), (6, 4), (2, 4), (0, 3), (0, 1))
_INWARD: tuple[Cell, ...] = ((0, 1), (0, 1), (-1, 0), (-1, 0), (0, -1), (0, -1), (1, 0), (1, 0))
"""For each port: the cell where its path begins, and the direction in which it sets off."""

_NAMES = {(0, -1): "n", (1, 0): "e", (0, 1): "s", (-1, 0): "w"}
LINES = {"ns": "│", "ew": "─", "es": "┌", "sw": "┐", "en": "└", "nw": "┘"}
CROSSING = "┼"


def port_cell(port: int) -> Cell:
    """Where on the grid of a square a port is."""
    return _PORT_CELLS[port]


Strokes: TypeAlias = dict[Cell, dict[str, int]]
"""For each cell: the lines through it, as pairs of directions, each with the lower port of its path."""


@cache
def weave(pairing: Pairing) -> Strokes:
    """Route the four paths of a tile."""
    paths = [(port, pairing[port]) for port in range(PORTS) if port < pairing[port]]
    least = sum(_route_alone(start, end) for start, end in paths)
    best: tuple[float, Strokes] | None = None
    for order in permutations(paths):
        woven = _route_all(order)
        if woven is not None and (best is None or woven[0] < best[0]):
            best = woven
            if woven[0] <= least:  # no route is in the way of another: this is optimal
                break
    if best is None:
        raise AssertionError("a grid of this size has room for every tile; a test draws all of them")
    return best[1]


@cache
def _route_alone(start: int, end: int) -> float:
    found = _route(start, end, {})
    return found[0] if found is not None else 0.0


def _route_all(paths: tuple[tuple[int, int], ...]) -> tuple[float, Strokes] | None:
    """Route the paths one after the other, each as cheaply as those before it allow; None if one does not fit."""
    strokes: Strokes = {}
    total = 0.0
    for start, end in paths:
        found = _route(start, end, strokes)
        if found is None:
            return None
        cost, route = found
        total += cost
        for cell, line in route:
            strokes.setdefault(cell, {})[line] = start
    return total, strokes


def _route(start: int, end: int, strokes: Strokes) -> tuple[float, list[tuple[Cell, str]]] | None:
    """Find the cheapest way from port to port: Dijkstra over cells and directions."""
    goal = _PORT_CELLS[end], (-_INWARD[end][0], -_INWARD[end][1])
    queue: list[tuple[float, Cell, Cell, tuple[tuple[Cell, str], ...]]] = []
    heappush(queue, (0.0, _PORT_CELLS[start], _INWARD[start], ()))
    done: set[tuple[Cell, Cell]] = set()
    while queue:
        cost, cell, heading, route = heappop(queue)
        if (cell, heading) in done:
            continue
        done.add((cell, heading))
        for leaving, line, price in _ways_through(cell, heading, strokes):
            step = (*route, (cell, line))
            if (cell, leaving) == goal:
                return cost + price, list(step)
            onward = (cell[0] + leaving[0], cell[1] + leaving[1])
            if 0 <= onward[0] < WIDTH and 0 <= onward[1] < HEIGHT:
                heappush(queue, (cost + price, onward, leaving, step))
    return None


def _ways_through(cell: Cell, heading: Cell, strokes: Strokes) -> Iterator[tuple[Cell, str, float]]:
    """Yield how a route that enters a cell may leave it: the direction, the line and the cost."""
    taken = strokes.get(cell, {})
    entered_from = _NAMES[-heading[0], -heading[1]]
    for leaving, name in _NAMES.items():
        if name == entered_from:
            continue
        line = next(line for line in LINES if set(line) == {entered_from, name})
        is_straight = leaving == heading
        if taken and (not is_straight or line in taken or len(taken) > 1 or not set(taken) <= {"ns", "ew"}):
            continue
        # Along the rim a line would run beside one of the next square; prefer the inside. A column is half as wide
        # as a row is high, so steps to the side are cheaper.
        price = 1.0 if name in "ew" else 2.0
        price += 0.0 if is_straight else 1.0
        price += 1.5 if taken else 0.0
        on_rim = (line == "ns" and cell[0] in (0, WIDTH - 1)) or (line == "ew" and cell[1] in (0, HEIGHT - 1))
        yield leaving, line, price + (4.0 if on_rim else 0.0)
