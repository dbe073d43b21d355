"""Moves, events and caveats of Tao in plain English, for the terminal, its log and the pictures."""

from collections.abc import Sequence

from ludotheque.core.game import Event, Seat
from ludotheque.games.tao import events
from ludotheque.games.tao.cards import ELEMENTS, RECONSTRUCTED_DECK
from ludotheque.games.tao.options import TaoOptions
from ludotheque.games.tao.rules import next_places
from ludotheque.games.tao.setup import Setup
from ludotheque.games.tao.state import (
    ChooseFirst,
    CoverCard,
    DrawCard,
    Move,
    MoveStone,
    PlayFromHand,
    State,
    SwapCards,
    Walk,
)

_EFFECTS = {
    "tiger": "then move the stone by one element",
    "dragon": "then move the stone by two elements",
    "bird": "then swap cards of equal value",
    "unicorn": "then cover another of your cards",
    "tortoise": "then take another turn",
}
REASONS = {
    "five_rounds": "all five rounds are played",
    "uncatchable": "the lead after four rounds is six or more",
}
"""Why a game ended."""
_TIE_BREAKS = {
    "result": "",
    "points": ", by most points in the element",
    "cards": ", by most cards of the element",
}


def name_element(element: int) -> str:
    """Give the name of an element, such as `Water`."""
    return ELEMENTS[element].capitalize()


def format_result(result: int) -> str:
    """Write a result with a real minus sign."""
    return str(result).replace("-", "−")


def note_reconstruction(options: TaoOptions) -> str:
    """Say what of the game on the table is a reconstruction."""
    if options.deck == RECONSTRUCTED_DECK:
        return "The deck and what opposes what are our reconstruction; a deck file (option deck) plays the real cards."
    return "What opposes what is our reconstruction (option opposition)."


def describe_move(setup: Setup, state: State, move: Move) -> str:
    """Say what a legal move is, and what its power asks next."""
    match move:
        case Walk(step, to):
            card = state.path[next_places(state)[step - 1]]
            return f"take {_title(setup, card)} from the path, {_describe_target(setup, state, card, to)}"
        case PlayFromHand(card, to):
            return f"play {_title(setup, card)} from your hand, {_describe_target(setup, state, card, to)}"
        case MoveStone(element):
            opposite = name_element(setup.opposite[element])
            return f"move the stone to {name_element(element)}; {opposite} then counts against it"
        case SwapCards(mine, seat, theirs):
            return f"give {_title(setup, mine)} to player {seat + 1} for {_title(setup, theirs)}"
        case CoverCard(card):
            return f"cover {_title(setup, card)}"
        case ChooseFirst(seat):
            return f"player {seat + 1} begins"
        case DrawCard(card):
            return f"deal {_title(setup, card)}"


def _describe_target(setup: Setup, state: State, card: int, to: Seat) -> str:
    if to == state.turn:
        power = setup.powers[card]
        return "in front of yourself" + (f"; {_EFFECTS[power]}" if power else "")
    is_partner = setup.sides[to] == setup.sides[state.turn]
    return f"in front of {'your partner, ' if is_partner else ''}player {to + 1}"


def describe_event(setup: Setup, event: Event, names: Sequence[str]) -> str:  # noqa: C901 - one case an event
    """Say what happened, in one sentence; empty for what is not worth a line."""
    match event:
        case events.FirstPlayerDrawn(seat):
            return f"{names[seat]} is drawn to begin."
        case events.CardLaid() | events.CardDealt(card=None) | events.MarkerMoved() | events.ResultsChanged():
            return ""
        case events.CardDealt(seat, int(card)):
            return f"{names[seat]} is dealt {_title(setup, card)}."
        case events.RoundBegan(number, seat, stone):
            return f"Round {number}: the stone, worth {number}, stands on {name_element(stone)}. {names[seat]} begins."
        case events.CardPut(seat, card, to, place):
            source = "from hand" if place is None else "from the path"
            does = "keeps" if to == seat else f"gives {names[to]}"
            return f"{names[seat]} {does} {_title(setup, card)} {source}."
        case events.PowerSkipped(seat, card):
            return f"{_title(setup, card)} has no effect here."
        case events.TurnRepeated(seat):
            return f"{names[seat]} takes another turn."
        case events.StoneMoved(seat, start, end):
            return f"{names[seat]} moves the stone from {name_element(start)} to {name_element(end)}."
        case events.CardsSwapped(seat, mine, other, theirs):
            return f"{names[seat]} gives {names[other]} {_title(setup, mine)} for {_title(setup, theirs)}."
        case events.CardCovered(seat, card):
            return f"{names[seat]} covers {_title(setup, card)}."
        case events.RoundEnded():
            return _describe_round(event, names)
        case events.GameEnded():
            return _describe_end(setup, event, names)
    raise AssertionError(f"{event!r} is no event of Tao")


def _describe_round(event: events.RoundEnded, names: Sequence[str]) -> str:
    results = ", ".join(f"{name} {_describe_sum(event, seat)}" for seat, name in enumerate(names))
    elements = f"{name_element(event.element)} less {name_element(event.opposite)}"
    scored = f"Round {event.round} is scored, {elements}: {results}."
    if event.winner is None:
        return f"{scored} It stays a tie, so the stone worth {event.round} is set aside."
    return f"{scored} {names[event.winner]} takes the stone worth {event.round}{_TIE_BREAKS[event.decided_by]}."


def _describe_sum(event: events.RoundEnded, seat: Seat) -> str:
    """Write how a result came about, such as `5 − 2 = 3`; only the result where nothing was subtracted."""
    result = format_result(event.results[seat])
    return f"{event.points[seat]} − {event.against[seat]} = {result}" if event.against[seat] else result


def _describe_end(setup: Setup, event: events.GameEnded, names: Sequence[str]) -> str:
    winners = [name for name, rank in zip(names, event.ranks, strict=True) if rank == 1]
    is_team = setup.options.teams and len(winners) < len(names)
    verb = "wins" if len(winners) == 1 else "win together" if is_team else "share the win"
    totals = f", {_describe_totals(setup, event)}" if is_team else ""
    return f"The game is over: {REASONS[event.reason]}. {' and '.join(winners)} {verb}{totals}."


def _describe_totals(setup: Setup, event: events.GameEnded) -> str:
    """Say what the stones of each team add up to, the winners first: `9 to 6`."""
    sides = dict.fromkeys(side for _, side in sorted(zip(event.ranks, setup.sides, strict=True)))
    totals = dict.fromkeys(sides, 0)
    for side, score in zip(setup.sides, event.scores, strict=True):
        totals[side] += score
    return " to ".join(map(str, totals.values()))


def _title(setup: Setup, card: int) -> str:
    return setup.cards[card].title
