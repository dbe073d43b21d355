"""An observation in box characters, for terminals. Nothing is conveyed by colour alone.

┏━━━━━ 1 ━┓     The path runs clockwise round the elements from the top left corner. Cards that a walk may take have
┃ Fire 3  ┃     a heavy frame with their number; ◐ is the marker, dots are places whose card is gone.
┃         ┃
┗━━━━━━━━━┛
"""

from collections.abc import Sequence

from ludotheque.core.pictures.palette import paint, paint_seat
from ludotheque.games.tao.cards import ELEMENTS, Card
from ludotheque.games.tao.display.words import format_result, name_element, name_opposite, note_reconstruction
from ludotheque.games.tao.observation import Observation
from ludotheque.games.tao.scoring import list_owners, list_teams, team_results
from ludotheque.games.tao.setup import Setup, make_setup
from ludotheque.games.tao.state import AT_START, GONE

WIDTH, HEIGHT = 11, 4
COLUMNS, ROWS = 4, 4
MARKER = "◐"

_CELLS = (
    *((column, 0) for column in range(COLUMNS)),
    *((COLUMNS - 1, row) for row in range(1, ROWS)),
    *((column, ROWS - 1) for column in reversed(range(COLUMNS - 1))),
    *((0, row) for row in reversed(range(1, ROWS - 1))),
)
"""For each place of the path: column and row in the grid."""

_ANSI_ELEMENTS = dict(zip(ELEMENTS, (39, 71, 203, 179, 246), strict=True))

_ASKED = {
    "tiger": "moves the stone by one element (White Tiger)",
    "dragon": "moves the stone by two elements (Azure Dragon)",
    "bird": "swaps cards of equal value (Vermilion Bird)",
    "unicorn": "covers a card (Yellow Unicorn)",
}


def render_terminal(observation: Observation, *, colour: bool) -> str:
    """Render the path round the elements, what lies before the players, and what the viewer holds."""
    parts = [_render_table(observation, colour), _render_players(observation, colour)]
    if observation.hand is not None and observation.reason is None:
        parts.append(f"Your hand: {_list_cards(observation, observation.hand, colour) or 'no cards'}")
    if note := note_reconstruction(observation.options):
        parts.append(paint(note, "faint", colour=colour))
    return "\n\n".join(parts)


# ── The path and the elements ────────────────────────────────────────────────────────────────────────────────────────


def _render_table(observation: Observation, colour: bool) -> str:
    blocks = {_CELLS[place]: _render_place(observation, place, colour) for place in range(len(_CELLS))}
    middle = _render_middle(observation, colour)
    lines = [_render_start(observation, colour)] if observation.marker == AT_START else []
    for row in range(ROWS):
        for y in range(HEIGHT):
            if row in (0, ROWS - 1):
                lines.append(" ".join(blocks[column, row][y] for column in range(COLUMNS)))
            else:
                inner = middle[(row - 1) * HEIGHT + y]
                lines.append(f"{blocks[0, row][y]} {inner} {blocks[COLUMNS - 1, row][y]}")
    return "\n".join(line.rstrip() for line in lines)


def _render_start(observation: Observation, colour: bool) -> str:
    return f"{paint(MARKER, 'accent', colour=colour)} →" if observation.path else ""


def _render_place(observation: Observation, place: int, colour: bool) -> list[str]:
    if place >= len(observation.path) or observation.path[place] == GONE:
        sign = paint(MARKER, "accent", colour=colour) if observation.marker == place else "·"
        empty = " " * WIDTH
        half = " " * (WIDTH // 2)
        return [empty, f"{half}{sign}{half}", empty, empty]
    card = observation.cards[observation.path[place]]
    inner = WIDTH - 2
    texts = [f" {card.element.capitalize()} {card.value}".ljust(inner), f" {card.power or ''}".ljust(inner)]
    texts = [_paint_element(text, card.element, colour) for text in texts]
    if place in observation.next_places:
        label = f" {observation.next_places.index(place) + 1} "
        return [f"┏{label.rjust(inner - 1, '━')}━┓", *(f"┃{text}┃" for text in texts), f"┗{'━' * inner}┛"]
    return [f"┌{'─' * inner}┐", *(f"│{text}│" for text in texts), f"└{'─' * inner}┘"]


def _render_middle(observation: Observation, colour: bool) -> list[str]:
    """Write the ring of the elements, the one with the stone in brackets, in the space within the path."""
    setup = make_setup(observation.options)
    width = WIDTH * (COLUMNS - 2) + (COLUMNS - 3)
    names = []
    for element, name in enumerate(ELEMENTS):
        label = f"[{name.capitalize()}]" if element == observation.stone else f" {name.capitalize()} "
        names.append(label.upper() if element == observation.stone else label)
    rows: list[tuple[str, ...]] = [
        (f"round {observation.round} of 5",),
        (),
        (names[0],),
        (names[4], names[1]),
        (names[3], names[2]),
        (),
        (f"{name_opposite(setup, observation.stone)} counts against",),
        (),
    ]
    return [_centre(row, width, observation, colour) for row in rows]


def _centre(texts: Sequence[str], width: int, observation: Observation, colour: bool) -> str:
    share = width // max(1, len(texts))
    line = "".join(text.center(share) for text in texts).ljust(width)
    stone = f"[{name_element(observation.stone)}]".upper()
    return line.replace(stone, _paint_element(stone, ELEMENTS[observation.stone], colour))


# ── The players ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _render_players(observation: Observation, colour: bool) -> str:
    setup = make_setup(observation.options)
    lines = []
    for seat in range(len(observation.hand_sizes)):
        arrow = "→" if observation.actor == seat else " "
        sign = paint_seat(str(seat + 1), seat, colour=colour)
        lines.append(f" {arrow} {sign}  {', '.join(_list_notes(setup, observation, seat))}")
        lying = _list_cards(observation, observation.open[seat], colour)
        covered = _list_covered(observation, seat, colour)
        lines.append(f"      {lying or '—'}{f'   (covered: {covered})' if covered else ''}")
    lost = [str(value) for value, result in enumerate(observation.rounds, start=1) if result.winner is None]
    if lost:
        lines.append(f"      set aside: stone {' and '.join(lost)}")
    if observation.acting is not None:
        power = observation.cards[observation.acting].power
        lines.append(f"      player {observation.turn + 1} {_ASKED[power or '']}")
    return "\n".join(lines)


def _list_notes(setup: Setup, observation: Observation, seat: int) -> list[str]:
    rounds = enumerate(observation.rounds, start=1)
    stones = [str(value) for value, result in rounds if seat in list_owners(setup, result)]
    hand = observation.hand_sizes[seat]
    results = dict(zip(list_teams(setup), team_results(setup, observation.results), strict=True))
    together = [f"as a team {format_result(result)}" for seats, result in results.items() if seat in seats]
    notes = [
        f"{format_result(observation.results[seat])} in {name_element(observation.stone)}",
        *together,
        f"stones {' + '.join(stones)} = {observation.stones[seat]}" if stones else "no stone",
        f"{hand} card{'' if hand == 1 else 's'} in hand",
    ]
    if observation.options.teams:
        notes.append(f"with player {(seat + 2) % 4 + 1}")
    if observation.ranks is not None:
        notes.append(f"rank {observation.ranks[seat]}")
    if seat == observation.viewer:
        notes.append("you")
    return notes


def _list_covered(observation: Observation, seat: int, colour: bool) -> str:
    """Name the covered cards and, where it matters, what lies on them: `Earth 1 under Fire 1 unicorn`."""
    if not observation.stacks[seat]:
        return _list_cards(observation, observation.covered[seat], colour)
    names = [
        [_name_card(observation.cards[card], colour) for card in reversed(stack)] for stack in observation.stacks[seat]
    ]
    return ", ".join(" under ".join(stack) for stack in names)


def _list_cards(observation: Observation, cards: Sequence[int], colour: bool) -> str:
    return ", ".join(_name_card(observation.cards[card], colour) for card in cards)


def _name_card(card: Card, colour: bool) -> str:
    name = f"{card.element.capitalize()} {card.value}{f' {card.power}' if card.power else ''}"
    return _paint_element(name, card.element, colour)


def _paint_element(text: str, element: str, colour: bool) -> str:
    return f"\x1b[38;5;{_ANSI_ELEMENTS[element]}m{text}\x1b[0m" if colour else text
