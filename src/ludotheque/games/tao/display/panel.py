"""The right side of the picture of Tao: the five stones, the players with what lies before them, the viewer's hand."""

from collections.abc import Iterator

from ludotheque.core.game import CHANCE, Seat
from ludotheque.core.pictures.palette import ACCENT, CARD, FAINT, INK, MUTED
from ludotheque.core.pictures.svg import element, seat_mark, text
from ludotheque.games.tao.cards import ELEMENTS, GUARDIANS
from ludotheque.games.tao.display.figures import (
    ELEMENT_COLOURS,
    LARGE,
    SMALL,
    element_sign,
    place,
    render_back,
    render_card,
    render_cover,
    render_stone,
)
from ludotheque.games.tao.display.words import format_result
from ludotheque.games.tao.observation import Observation
from ludotheque.games.tao.scoring import ROUNDS, list_owners, list_teams, sum_up
from ludotheque.games.tao.setup import Setup

PANEL = 500.0
_TOP = 162.0
_GAP = 8.0
_ROWS = {2: (235.0, 1.6), 3: (154.0, 1.5), 4: (114.0, 1.0)}
"""By number of players: the height of each one's row, and the scale of the cards in it."""

_ASKS = {
    "tiger": "moves the stone by one",
    "dragon": "moves the stone by two",
    "bird": "swaps cards of equal value",
    "unicorn": "covers a card",
}


def render_panel(setup: Setup, observation: Observation, height: float) -> Iterator[str]:
    """Render the panel from its upper left corner; `height` is that of the whole picture."""
    yield text("Tao", 0, 58, 32, font_weight="bold")
    yield text(_describe_moment(observation), PANEL, 56, 15, fill=MUTED, text_anchor="end")
    yield from _render_stones(observation)
    row, _ = _ROWS[setup.seats]
    for seat in range(setup.seats):
        yield place(0, _TOP + seat * (row + _GAP), *_render_player(setup, observation, seat))
    if observation.hand is not None and observation.reason is None:
        yield from _render_hand(observation, height)


def _describe_moment(observation: Observation) -> str:
    if observation.ranks is not None:
        winners = [str(seat + 1) for seat, rank in enumerate(observation.ranks) if rank == 1]
        who = f"Player {winners[0]} wins" if len(winners) == 1 else f"Players {' and '.join(winners)} win"
        return f"{who} after {len(observation.rounds)} rounds"
    moment = f"Round {observation.round} of {ROUNDS}"
    if observation.actor is CHANCE:
        return f"{moment}, dealing"
    if observation.acting is not None:
        power = observation.cards[observation.acting].power or ""
        return f"{GUARDIANS[power]}: player {observation.turn + 1} {_ASKS[power]}"
    return f"{moment}: player {observation.turn + 1} to play"


# ── The stones ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _render_stones(observation: Observation) -> Iterator[str]:
    """The five stones with who took each of them."""
    step = PANEL / ROUNDS
    y = 102.0
    for index, name in enumerate(ELEMENTS):
        x = step * (index + 0.5)
        is_done = index < len(observation.rounds)
        is_now = not is_done and observation.reason is None and index + 1 == observation.round
        if is_now:
            yield element(
                "rect", x=x - 40, y=y - 27, width=80, height=70, rx=12, fill=CARD, stroke=ACCENT, stroke_width=1.5
            )
        yield place(
            x, y, render_stone(ELEMENT_COLOURS[name], str(index + 1), 18), opacity=1 if is_done or is_now else 0.35
        )
        if is_now:
            yield text("in play", x, y + 35, 12, fill=ACCENT, text_anchor="middle", font_weight="bold")
        elif is_done:
            winner = observation.rounds[index].winner
            yield (
                text("set aside", x, y + 35, 12, fill=MUTED, text_anchor="middle")
                if winner is None
                else seat_mark(winner, x, y + 31, 8)
            )


# ── A player ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _render_player(setup: Setup, observation: Observation, seat: Seat) -> Iterator[str]:
    has_won = observation.ranks is not None and observation.ranks[seat] == 1
    is_lit = observation.actor == seat or has_won
    yield element(
        "rect",
        width=PANEL,
        height=_ROWS[setup.seats][0],
        rx=12,
        fill=CARD,
        stroke=ACCENT if is_lit else FAINT,
        stroke_width=2.5 if is_lit else 1.2,
    )
    yield seat_mark(seat, 24, 25, 9)
    yield from _render_name(setup, observation, seat)
    yield from _render_result(setup, observation, seat)
    yield from _render_lying(observation, seat, *_ROWS[setup.seats])


def _render_name(setup: Setup, observation: Observation, seat: Seat) -> Iterator[str]:
    label = f"Player {seat + 1}"
    if observation.viewer == seat:
        label += " (you)"
    yield text(label, 42, 30, 15, font_weight="bold")
    x = 42 + 8.6 * len(label) + 10
    if setup.options.teams:
        partner = (seat + 2) % setup.seats
        yield text("with", x, 30, 12, fill=MUTED)
        yield seat_mark(partner, x + 37, 25.5, 6)
        x += 56
    for index in range(observation.hand_sizes[seat]):
        yield place(x + 7 + index * 17, 25, render_back(13, 18))
    x += 17 * observation.hand_sizes[seat] + 14
    for index, result in enumerate(observation.rounds):
        if seat in list_owners(setup, result):
            yield place(x + 6, 25, render_stone(ELEMENT_COLOURS[ELEMENTS[index]], str(index + 1), 10))
            x += 25
    total = f"= {observation.stones[seat]}" if observation.stones[seat] else ""
    if setup.options.teams and not list_teams(setup):
        partners = observation.stones[seat] + observation.stones[(seat + 2) % 4]
        total += f"   team {partners}" if partners else ""
    if total:
        yield text(total.strip(), x - 2, 30, 14, fill=INK, font_weight="bold")


def _render_result(setup: Setup, observation: Observation, seat: Seat) -> Iterator[str]:
    """The running result in the element in play, at the right, of a team the own one too; bold where it is the best."""
    if not observation.path:
        return
    name = ELEMENTS[observation.stone]
    results = observation.results
    compared = sum_up(setup, results)
    is_best = compared[seat] == max(compared)
    shown = format_result(results[seat])
    if list_teams(setup):
        shown += f"   team {format_result(compared[seat])}"
    yield place(PANEL - 24, 25, element_sign(name, ELEMENT_COLOURS[name]), scale=0.8)
    yield text(
        shown,
        PANEL - 42,
        32,
        22,
        fill=ELEMENT_COLOURS[name] if is_best else MUTED,
        font_weight="bold" if is_best else "normal",
        text_anchor="end",
    )


def _render_lying(observation: Observation, seat: Seat, row: float, scale: float) -> Iterator[str]:
    """The cards before a player, those that count first; they overlap when there are many."""
    shown = [(card, False) for card in observation.open[seat]] + [(card, True) for card in observation.covered[seat]]
    width = SMALL[0] * scale
    room = PANEL - 36 - width
    step = min(width + 6, room / max(1, len(shown) - 1))
    for index, (card, is_covered) in enumerate(shown):
        is_acting = card == observation.acting and seat == observation.turn and not is_covered
        look = (ACCENT, 2.4) if is_acting else (MUTED, 0.9)
        rendered = render_card(observation.cards[card], SMALL, stroke=look[0], stroke_width=look[1])
        cover = render_cover() if is_covered else ""
        yield place(18 + width / 2 + index * step, (row + 40) / 2, rendered, cover, scale=scale)


# ── The hand ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _render_hand(observation: Observation, height: float) -> Iterator[str]:
    middle = height - 22 - LARGE[1] / 2
    for index, card in enumerate(observation.hand or ()):
        yield place(150 + LARGE[0] / 2 + index * (LARGE[0] + 16), middle, render_card(observation.cards[card], LARGE))
    yield text("Your hand", 0, middle + 5, 15, fill=MUTED)
    if not observation.hand:
        yield text("empty", 150, middle + 5, 15, fill=MUTED)
