"""An observation of Tsuro as an SVG picture: the board with its paths and markers, the players, the viewer's hand.

Paths cross over and under: each has a border in the colour of the tile, so that the later one passes above.
"""

from collections.abc import Callable, Iterator, Sequence

from ludotheque.core.pictures.palette import ACCENT, CARD, FAINT, INK, MUTED, SEAT_COLOURS
from ludotheque.core.pictures.svg import document, element, seat_mark, text
from ludotheque.games.tsuro.board import OFF, Board
from ludotheque.games.tsuro.observation import Observation
from ludotheque.games.tsuro.paths import path, trails
from ludotheque.games.tsuro.setup import Setup, make_setup
from ludotheque.games.tsuro.state import OUT
from ludotheque.games.tsuro.tiles import ORIENTATIONS, PORTS, Pairing

SQUARE = 84
MARGIN = 44
PANEL = 268
GAP = 26

GROUND = "#ece2cb"
PATH = "#a8977a"

Point = tuple[float, float]

_PORTS: tuple[Point, ...] = tuple(
    (x / 3, y / 3) for x, y in ((1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 2), (0, 1))
)
"""Where the ports are on a square of side 1, and in which direction their paths set off."""
_INWARD: tuple[Point, ...] = ((0, 1), (0, 1), (-1, 0), (-1, 0), (0, -1), (0, -1), (1, 0), (1, 0))


def render_picture(observation: Observation) -> str:
    """Render everything that the viewer knows."""
    setup = make_setup(observation.options)
    side = setup.board.size * SQUARE
    width, height = 2 * MARGIN + side + GAP + PANEL, 2 * MARGIN + side
    return document(
        width,
        height,
        _render_board(setup, observation),
        element(
            "g",
            *_render_panel(setup, observation, height - 2 * MARGIN),
            transform=f"translate({MARGIN + side + GAP + 14} {MARGIN})",
        ),
        title=f"Tsuro, {setup.options.rules.title} edition, {setup.seats} players",
    )


# ── The board ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _corner(board: Board, square: int) -> Point:
    row, column = divmod(square, board.size)
    return MARGIN + column * SQUARE, MARGIN + (board.size - 1 - row) * SQUARE


def _spot_point(board: Board, spot: int) -> Point:
    (x, y), (px, py) = _corner(board, spot // PORTS), _PORTS[spot % PORTS]
    return x + px * SQUARE, y + py * SQUARE


def _render_board(setup: Setup, observation: Observation) -> str:
    board = setup.board
    side = board.size * SQUARE
    squares = [None if laid is None else ORIENTATIONS[laid[0]][laid[1]] for laid in observation.squares]
    trodden = trails(board, squares, observation.starts)
    rendered = [
        element("rect", x=MARGIN, y=MARGIN, width=side, height=side, fill=GROUND),
        *_render_lattice(board),
        *_render_notches(board),
    ]
    for square, pairing in enumerate(squares):
        if pairing is None:
            continue

        def owner(port: int, first: int = square * PORTS) -> int | None:
            marker = trodden.get(first + port)
            return None if marker is None else marker % setup.seats

        x, y = _corner(board, square)
        rendered.append(render_tile(pairing, x, y, SQUARE, owner))
    rendered.append(
        element("rect", x=MARGIN, y=MARGIN, width=side, height=side, fill="none", stroke=INK, stroke_width=2.5)
    )
    rendered += _render_targets(board, observation)
    rendered += _render_markers(setup, observation, squares)
    return element("g", *rendered)


def _render_lattice(board: Board) -> Iterator[str]:
    """Thin lines between the squares, and their names along the rim."""
    side = board.size * SQUARE
    look = {"stroke": FAINT, "stroke_width": 1}
    for i in range(1, board.size):
        at = MARGIN + i * SQUARE
        yield element("line", x1=at, y1=MARGIN, x2=at, y2=MARGIN + side, **look)
        yield element("line", x1=MARGIN, y1=at, x2=MARGIN + side, y2=at, **look)
    for i in range(board.size):
        middle = MARGIN + (i + 0.5) * SQUARE
        name = board.format_square(i * board.size + i)
        yield text(name[0], middle, MARGIN + side + 30, 13, fill=MUTED, text_anchor="middle")
        yield text(name[1], MARGIN - 26, 2 * MARGIN + side - middle + 4.5, 13, fill=MUTED, text_anchor="middle")


def _render_notches(board: Board) -> Iterator[str]:
    """A tick at every port on the rim."""
    for spot in board.notches:
        x, y = _spot_point(board, spot)
        dx, dy = _INWARD[spot % PORTS]
        yield element(
            "line", x1=x, y1=y, x2=x - 9 * dx, y2=y - 9 * dy, stroke=INK, stroke_width=2.5, stroke_linecap="round"
        )


def render_tile(
    pairing: Pairing, x: float, y: float, size: float, owner: Callable[[int], int | None] = lambda _port: None
) -> str:
    """Render a tile with its corner at a point; `owner` says for a port which seat has trodden its path."""
    inset = size * 0.015
    rendered = [
        element(
            "rect",
            x=x + inset,
            y=y + inset,
            width=size - 2 * inset,
            height=size - 2 * inset,
            rx=size * 0.06,
            fill=CARD,
            stroke=FAINT,
            stroke_width=1,
        )
    ]
    ports = sorted((port for port in range(PORTS) if port < pairing[port]), key=lambda port: owner(port) is not None)
    for port in ports:
        seat = owner(port)
        curve = _curve(port, pairing[port], x, y, size)
        look = {"d": curve, "fill": "none"}
        rendered.append(element("path", **look, stroke=CARD, stroke_width=size * 0.115))
        if seat is None:
            rendered.append(element("path", **look, stroke=PATH, stroke_width=size * 0.062))
        else:
            rendered.append(element("path", **look, stroke=INK, stroke_width=size * 0.1))
            rendered.append(element("path", **look, stroke=SEAT_COLOURS[seat], stroke_width=size * 0.066))
    return element("g", *rendered)


def _curve(start: int, end: int, x: float, y: float, size: float) -> str:
    """A curve that leaves both ports at a right angle; the farther apart they are, the straighter."""
    (x1, y1), (x2, y2) = _PORTS[start], _PORTS[end]
    distance = ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5
    pull = 0.36 if distance < 0.4 else 0.2 + 0.2 * distance
    (dx1, dy1), (dx2, dy2) = _INWARD[start], _INWARD[end]
    points = [(x1, y1), (x1 + pull * dx1, y1 + pull * dy1), (x2 + pull * dx2, y2 + pull * dy2), (x2, y2)]
    a, b, c, d = (f"{x + px * size:.1f} {y + py * size:.1f}" for px, py in points)
    return f"M {a} C {b}, {c}, {d}"


def _render_targets(board: Board, observation: Observation) -> Iterator[str]:
    """A dashed frame round the square, or squares, that the player to move may fill."""
    if not isinstance(observation.actor, int) or observation.choosers or observation.pool_size:
        return
    for marker in observation.parts:
        x, y = _corner(board, observation.spots[marker] // PORTS)
        yield element(
            "rect",
            x=x + 5,
            y=y + 5,
            width=SQUARE - 10,
            height=SQUARE - 10,
            rx=8,
            fill="none",
            stroke=ACCENT,
            stroke_width=2,
            stroke_dasharray="7 5",
            stroke_opacity=0.8,
        )


def _render_markers(setup: Setup, observation: Observation, squares: Sequence[Pairing | None]) -> Iterator[str]:
    for marker, spot in enumerate(observation.spots):
        seat = marker % setup.seats
        if spot >= 0:
            x, y = _spot_point(setup.board, spot)
            if marker in observation.undecided:  # it waits between this port and the next
                x2, y2 = _spot_point(setup.board, spot + 1)
                x, y = (x + x2) / 2, (y + y2) / 2
            yield seat_mark(seat, x, y, 11)
            if setup.markers > setup.seats:
                yield text(
                    "AB"[marker // setup.seats], x, y + 4, 11, text_anchor="middle", font_weight="bold", fill=CARD
                )
        elif spot == OUT:
            x, y = _last_point(setup.board, squares, observation.starts, marker)
            yield element(
                "g",
                seat_mark(seat, x, y, 9),
                element(
                    "path",
                    d=f"M {x - 11:.1f} {y - 11:.1f} l 22 22 m 0 -22 l -22 22",
                    stroke=INK,
                    stroke_width=3,
                    stroke_linecap="round",
                ),
                opacity=0.75,
            )


def _last_point(board: Board, squares: Sequence[Pairing | None], starts: Sequence[int], marker: int) -> Point:
    """Where a marker that is out met its end: on the rim, or in the middle of the line of a collision."""
    way = [spot for spot in path(board, squares, starts[marker]) if spot != OFF]
    last = way[-1]
    tile = squares[last // PORTS]
    leaving = last if tile is None else last & ~7 | tile[last & 7]
    if leaving in starts and leaving != starts[marker]:
        x, y = _corner(board, way[len(way) // 2] // PORTS)
        shift = SQUARE * (0.4 if marker < starts.index(leaving) else 0.6)
        return x + shift, y + shift
    return _spot_point(board, leaving)


# ── The panel ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _render_panel(setup: Setup, observation: Observation, height: float) -> Iterator[str]:
    yield text("Tsuro", 0, 22, 26, font_weight="bold")
    yield text(f"{setup.options.rules.title} edition", PANEL - 28, 22, 14, fill=MUTED, text_anchor="end")
    row = 34
    for seat in range(setup.seats):
        yield from _render_player(setup, observation, seat, 54 + seat * row)
    yield from _render_stock(setup, observation, 54 + setup.seats * row + 4)
    if observation.hand:
        size = 78
        top = height - size
        yield text("Your tiles", 0, top - 30, 14, fill=MUTED)
        for index, tile in enumerate(observation.hand):
            x = index * (size + 14)
            yield render_tile(ORIENTATIONS[tile][0], x, top, size)
            yield text(str(tile), x + size / 2, top - 8, 12, text_anchor="middle", fill=MUTED)
    if observation.pool:
        yield from _render_pool(observation.pool, height - 78 - 62)


def _render_player(setup: Setup, observation: Observation, seat: int, y: float) -> Iterator[str]:
    is_out = all(observation.spots[marker] == OUT for marker in setup.markers_of[seat])
    if observation.actor == seat:
        yield element(
            "rect", x=-12, y=y - 3, width=PANEL - 16, height=32, rx=9, fill=CARD, stroke=ACCENT, stroke_width=1.5
        )
    label = f"Player {seat + 1}" + (" (you)" if observation.viewer == seat else "")
    group = [seat_mark(seat, 6, y + 13, 9), text(label, 26, y + 18, 15)]
    if is_out:
        group.append(text("out", PANEL - 60, y + 18, 14, fill=MUTED))
    else:
        group += [
            element(
                "rect",
                x=PANEL - 92 + index * 17,
                y=y + 6,
                width=13,
                height=13,
                rx=2.5,
                fill=CARD,
                stroke=INK,
                stroke_width=1.3,
            )
            for index in range(observation.hand_sizes[seat])
        ]
    yield element("g", *group, opacity=0.45 if is_out else 1)
    if observation.dragon == seat:
        yield _render_dragon(PANEL - 122, y + 1, 24)


def _render_stock(setup: Setup, observation: Observation, y: float) -> Iterator[str]:
    """The pile (three stacks in Kosmos) and the dragon, if it lies beside the board."""
    stacks = 3 if setup.starts_on_sides else 1
    for stack in range(stacks):
        tiles = (observation.pile_size + stacks - 1 - stack) // stacks
        for layer in range(min(3, tiles)):
            yield element(
                "rect",
                x=stack * 44 + layer * 2.5,
                y=y + 8 - layer * 2.5,
                width=32,
                height=32,
                rx=4,
                fill=CARD,
                stroke=INK,
                stroke_width=1.2,
            )
    note = f"{observation.pile_size} in the pile"
    if setup.options.pass_the_pile:
        note += f", before player {observation.turn + 1}"
    yield text(note, stacks * 44 + 4, y + 30, 14, fill=MUTED)
    if setup.has_dragon and observation.dragon is None:
        yield _render_dragon(0, y + 50, 32)
        where = "under the pile" if setup.options.pass_the_pile else "beside the board"
        yield text(f"dragon {where}", 48, y + 71, 14, fill=MUTED)


def _render_dragon(x: float, y: float, size: float) -> str:
    """The dragon tile: a coiled body with a head, on a card of its own colour."""
    unit = size / 32
    body = "M 7 25 C 2 12, 16 4, 22 10 C 27 15, 22 22, 17 20 C 12 18, 15 12, 18 13"
    return element(
        "g",
        element("rect", width=32, height=32, rx=5, fill=ACCENT, stroke=INK, stroke_width=1.2),
        element("path", d=body, fill="none", stroke=CARD, stroke_width=3.4, stroke_linecap="round"),
        element("path", d="M 4 27 l 6 -1 l -2.5 -5 z", fill=CARD),
        element("circle", cx=18.5, cy=13.2, r=2.6, fill=CARD),
        transform=f"translate({x:.1f} {y:.1f}) scale({unit:.3f})",
    )


def _render_pool(pool: Sequence[int], bottom: float) -> Iterator[str]:
    size = 50 if len(pool) <= 4 else 32
    a_row = 4 if len(pool) <= 4 else 7
    rows = (len(pool) + a_row - 1) // a_row
    top = bottom - rows * (size + 16)
    yield text("Tiles of those you put out", 0, top - 24, 14, fill=MUTED)
    for index, tile in enumerate(pool):
        x, y = index % a_row * (size + 5), top + index // a_row * (size + 16)
        yield render_tile(ORIENTATIONS[tile][0], x, y, size)
        yield text(str(tile), x + size / 2, y - 3, 10, text_anchor="middle", fill=MUTED)
