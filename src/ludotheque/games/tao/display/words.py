"""Moves, events and caveats of Tao in plain English, for the terminal, its log and the pictures."""

from collections.abc import Sequence

from ludotheque.core.game import Event, Seat
from ludotheque.games.tao import events
from ludotheque.games.tao.cards import ELEMENTS, RECONSTRUCTED_DECK
from ludotheque.games.tao.opposition import OPPOSITIONS
from ludotheque.games.tao.options import TaoOptions
from ludotheque.games.tao.powers import TORTOISE
from ludotheque.games.tao.rules import apply, is_path_closed, next_places
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
    "tiger": "move the stone by one element",
    "dragon": "move the stone by two elements",
    "bird": "swap cards of equal value",
    "unicorn": "cover another of your cards",
    "tortoise": "take another turn",
}
_ASKS_FOR_HAND = "play a card from your hand"
REASONS = {
    "five_rounds": "all five rounds are played",
    "uncatchable": "the lead after four rounds is six or more",
    "anyone_out": "somebody can no longer win",
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


def name_opposite(setup: Setup, element: int) -> str:
    """Give the name of the element that counts against another, or `nothing`."""
    opposite = setup.opposite[element]
    return "nothing" if opposite is None else name_element(opposite)


def format_result(result: int) -> str:
    """Write a result with a real minus sign."""
    return str(result).replace("-", "−")


def note_reconstruction(options: TaoOptions) -> str:
    """Say what of the game on the table is a reconstruction; nothing if deck and opposition are the table's own."""
    if options.opposition not in OPPOSITIONS:
        is_own = options.deck != RECONSTRUCTED_DECK
        return "" if is_own else "The deck is our reconstruction; a deck file (option deck) plays the real cards."
    if options.deck == RECONSTRUCTED_DECK:
        return "The deck and what opposes what are our reconstruction; a deck file (option deck) plays the real cards."
    return "What opposes what is our reconstruction (option opposition)."


def describe_move(setup: Setup, state: State, move: Move) -> str:
    """Say what a legal move is, and what its power asks next."""
    match move:
        case Walk(step, to):
            card = state.path[next_places(setup, state)[step - 1]]
            effect = _describe_effect(setup, state, move, card)
            return f"take {_title(setup, card)} from the path, {_describe_target(setup, state, to)}{effect}"
        case PlayFromHand(card, to):
            effect = _describe_effect(setup, state, move, card)
            return f"play {_title(setup, card)} from your hand, {_describe_target(setup, state, to)}{effect}"
        case MoveStone(element):
            opposite = name_opposite(setup, element)
            return f"move the stone to {name_element(element)}; {opposite} then counts against it"
        case SwapCards(mine, seat, theirs):
            return f"give {_title(setup, mine)} to player {seat + 1} for {_title(setup, theirs)}"
        case CoverCard(card):
            return f"cover {_title(setup, card)}"
        case ChooseFirst(seat):
            return f"player {seat + 1} begins"
        case DrawCard(card):
            return f"deal {_title(setup, card)}"


def _describe_effect(setup: Setup, state: State, move: Walk | PlayFromHand, card: int) -> str:
    """Say what the power of a card does next; empty if it does nothing."""
    power, after = setup.powers[card], apply(setup, state, move)
    if power is None or after.rounds != state.rounds:
        return ""
    if power == TORTOISE and move.to == state.turn:
        return f"; then {_ASKS_FOR_HAND if is_path_closed(setup, after) else _EFFECTS[power]}"
    return f"; then {_EFFECTS[power]}" if after.acting is not None else ""


def _describe_target(setup: Setup, state: State, to: Seat) -> str:
    if to == state.turn:
        return "in front of yourself"
    is_partner = setup.sides[to] == setup.sides[state.turn]
    return f"in front of {'your partner, ' if is_partner else ''}player {to + 1}"


def describe_event(setup: Setup, event: Event, names: Sequence[str]) -> str:  # noqa: C901, PLR0912 - one case each
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
        case events.CardUncovered(seat, card):
            return f"{_title(setup, card)} of {names[seat]} is open again."
        case events.RoundEnded():
            return _describe_round(event, names)
        case events.GameEnded():
            return _describe_end(setup, event, names)
    raise AssertionError(f"{event!r} is no event of Tao")


def _describe_round(event: events.RoundEnded, names: Sequence[str]) -> str:
    if event.teams:
        sums = [(_join(names, team.seats), team.points, team.against, team.result) for team in event.teams]
    else:
        sums = list(zip(names, event.points, event.against, event.results, strict=True))
    results = ", ".join(f"{name} {_describe_sum(*figures)}" for name, *figures in sums)
    elements = name_element(event.element)
    if event.opposite is not None:
        elements += f" less {name_element(event.opposite)}"
    scored = f"Round {event.round} is scored, {elements}: {results}."
    if event.winner is None:
        return f"{scored} It stays a tie, so the stone worth {event.round} is set aside."
    decided = f"the stone worth {event.round}{_TIE_BREAKS[event.decided_by]}"
    for team in event.teams:
        if event.winner in team.seats:
            return f"{scored} {_join(names, team.seats)} take {decided}."
    return f"{scored} {names[event.winner]} takes {decided}."


def _describe_sum(points: int, against: int, result: int) -> str:
    """Write how a result came about, such as `5 − 2 = 3`; only the result where nothing was subtracted."""
    return f"{points} − {against} = {format_result(result)}" if against else format_result(result)


def _join(names: Sequence[str], seats: Sequence[Seat]) -> str:
    return " and ".join(names[seat] for seat in seats)


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
    for seat in dict.fromkeys(setup.round_sides):  # one seat for each owner of stones
        totals[setup.sides[seat]] += event.scores[seat]
    return " to ".join(map(str, totals.values()))


def describe_tally(name: str) -> str:
    """Say what `scoring.tally` counts."""
    return f"the sum of {name}"


def _title(setup: Setup, card: int) -> str:
    return setup.cards[card].title
