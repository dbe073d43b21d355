"""What is impossible about a state of Tao that was not reached by playing. Reading one is in notation.py.

The checks go from the outside in: every number in its range, the rounds that are over, the cards and where they are,
then what only holds while a round is dealt, played or over. Each relies on those before it.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from ludotheque.core.errors import ImpossibleState
from ludotheque.core.game import Seat
from ludotheque.core.states import check_ascending, check_types, find_surplus
from ludotheque.games.tao import powers
from ludotheque.games.tao.cards import ELEMENTS
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.powers import name_card
from ludotheque.games.tao.scoring import ROUNDS, decide_round, find_end, list_owners, list_winners, sum_up
from ludotheque.games.tao.setup import CHOICES, Setup
from ludotheque.games.tao.state import AT_START, GONE, RoundResult, State

_DECIDED_BY = ("result", "points", "cards", "nothing")


def check_state(setup: Setup, state: State) -> None:
    """Raise ImpossibleState, saying why, for a state that the rules cannot lead to."""
    check_types(state, State)
    _check_ranges(setup, state)
    _check_rounds(setup, state)
    _check_first(setup, state)
    _check_cards(setup, state)
    if state.deals:
        _check_deal(setup, state)
        return
    _check_path(setup, state)
    _check_stone(setup, state)
    _check_covered(setup, state)
    _check_turn(setup, state)
    if state.acting is not None:
        _check_acting(setup, state)
    _check_end(setup, state)


def _check_ranges(setup: Setup, state: State) -> None:
    for name, seat in (("turn", state.turn), ("first", state.first)):
        if seat is not None and seat not in range(setup.seats):
            raise ImpossibleState(f"{name}: there is no seat {seat}; seats are counted from 0 to {setup.seats - 1}.")
    if not 0 <= state.deals <= setup.deals:
        raise ImpossibleState(f"{state.deals} cards are still to be dealt; there are at most {setup.deals}.")
    if not AT_START <= state.marker < PLACES:
        raise ImpossibleState(f"The marker is on place {state.marker}; places are counted from 0 to {PLACES - 1}.")
    if state.stone not in range(len(ELEMENTS)):
        raise ImpossibleState(f"The stone is on element {state.stone}; elements are counted from 0 to 4.")
    for name, rows in (("hands", state.hands), ("open", state.open), ("covered", state.covered)):
        _check_rows(setup, name, rows)
        for row in rows:
            check_ascending(name, row)
    _check_rows(setup, "stacks", state.stacks)
    check_ascending("pile", state.pile)


def _check_rows(setup: Setup, name: str, rows: Sequence[object]) -> None:
    if len(rows) != setup.seats:
        raise ImpossibleState(f"{name} has {len(rows)} rows for {setup.seats} seats.")


def _check_rounds(setup: Setup, state: State) -> None:
    """11 to 13. The finished rounds, one by one, and that none of them but the last could end the game."""
    finished = len(state.rounds)
    if state.round != finished + (state.reason is None) or not 1 <= state.round <= ROUNDS:
        raise ImpossibleState(f"This is round {state.round}, but {finished} rounds were scored.")
    for number, result in enumerate(state.rounds, start=1):
        _check_round(setup, number, result)
        end = find_end(setup.sides, list_winners(state.rounds[:number]), setup.options.early_end)
        expected = state.reason if number == finished else None
        if end != expected:
            told = "goes on" if expected is None else f"is over ({expected})"
            ends = "does not end the game" if end is None else f"ends it ({end})"
            raise ImpossibleState(f"The game {told} after round {number}, which {ends}.")


def _check_round(setup: Setup, number: int, result: RoundResult) -> None:
    where = f"Round {number}"
    if result.element not in range(len(ELEMENTS)) or len(result.results) != setup.seats:
        raise ImpossibleState(f"{where} was scored for no element, or not for {setup.seats} seats.")
    if result.winner is not None and result.winner not in range(setup.seats):
        raise ImpossibleState(f"{where} was won by seat {result.winner}, which is not there.")
    values = [0] * len(ELEMENTS)
    for card in setup.deck:
        values[setup.elements[card]] += setup.values[card]
    opposite = setup.opposite[result.element]
    least = 0 if opposite is None else -values[opposite]
    if any(not least <= points <= values[result.element] for points in result.results):
        raise ImpossibleState(f"{where}: no cards of this deck score {', '.join(map(str, result.results))}.")
    compared = sum_up(setup, result.results)
    best = [seat for seat, points in enumerate(compared) if points == max(compared)]
    sides = {setup.round_sides[seat] for seat in best}
    if result.decided_by not in _DECIDED_BY or (result.decided_by == "nothing") != (result.winner is None):
        raise ImpossibleState(
            f"{where}: a stone with a winner was decided by result, points or cards, one without by nothing."
        )
    if (result.decided_by == "result") != (len(sides) == 1):
        one = "seat" if len(set(setup.round_sides)) == setup.seats else "team"
        raise ImpossibleState(f"{where}: the result decides exactly if one {one} has the best one; {len(sides)} have.")
    if result.winner is None:
        return
    if result.winner not in best:
        raise ImpossibleState(f"{where}: seat {result.winner} took the stone without the best result.")
    own = {seat: result.results[seat] for seat in list_owners(setup, result)}
    if own[result.winner] < max(own.values()):
        raise ImpossibleState(f"{where}: seat {result.winner} took the stone, but its partner did better.")


def _check_first(setup: Setup, state: State) -> None:
    """1. Chance draws who begins; later it is who took the latest stone."""
    if state.first is None:
        if state.round > 1 or state.deals != setup.deals or state.turn:
            raise ImpossibleState("It is not drawn yet who begins, so nothing can have happened.")
        return
    winners = [winner for winner in list_winners(state.rounds[: state.round - 1]) if winner is not None]
    if winners and winners[-1] != state.first:
        raise ImpossibleState(f"Seat {state.first} began this round, but seat {winners[-1]} took the latest stone.")


def _check_cards(setup: Setup, state: State) -> None:
    """Every card is in one place: on the path, in a hand, before a player or in the pile."""
    cards = [card for card in state.path if card != GONE]
    for row in (*state.hands, *state.open, *state.covered, state.pile):
        cards += row
    for card in cards:
        if card not in range(len(setup.cards)):
            raise ImpossibleState(f"There is no card {card}; cards are counted from 0 to {len(setup.cards) - 1}.")
    if surplus := find_surplus(cards, setup.deck):
        card, here, there = surplus
        raise ImpossibleState(f"{name_card(setup, card)} is here {here} times; the deck has it {there} times.")
    dealt = setup.deals - state.deals
    if len(state.pile) != len(setup.deck) - dealt:
        raise ImpossibleState(f"{dealt} cards were dealt, but the pile has {len(state.pile)} of {len(setup.deck)}.")
    if len(state.path) != min(dealt, PLACES):
        raise ImpossibleState(
            f"{dealt} cards were dealt, so the path has {min(dealt, PLACES)} places, not {len(state.path)}."
        )
    for seat, hand in enumerate(state.hands):
        if len(hand) > HAND:
            raise ImpossibleState(f"Seat {seat} holds {len(hand)} cards; nobody is dealt more than {HAND}.")


def _check_deal(setup: Setup, state: State) -> None:
    dealt = setup.deals - state.deals
    sizes = tuple(min(HAND, max(0, dealt - PLACES - HAND * seat)) for seat in range(setup.seats))
    if tuple(map(len, state.hands)) != sizes:
        raise ImpossibleState(f"After {dealt} cards the hands have {sizes} cards: the path first, then seat by seat.")
    if any(state.open) or any(state.covered) or any(state.stacks) or GONE in state.path or state.marker != AT_START:
        raise ImpossibleState("The cards are still being dealt, so nobody can have taken one.")
    if state.stone != state.round - 1:
        raise ImpossibleState(f"The stone of round {state.round} starts on {ELEMENTS[state.round - 1]}.")
    if state.acting is not None or state.reason is not None:
        raise ImpossibleState("The cards are still being dealt, so no power works and the game is not over.")
    if state.first is not None and state.turn != state.first:
        raise ImpossibleState(f"Seat {state.first} begins this round, not seat {state.turn}.")


def _check_path(setup: Setup, state: State) -> None:
    """2, 10. The marker stands where the last card was taken, and each was one of the next three."""
    gone = frozenset(place for place, card in enumerate(state.path) if card == GONE)
    if not _may_walk(gone, state.marker):
        taken = ", ".join(map(str, sorted(gone))) or "none"
        raise ImpossibleState(
            f"No walks of one to {CHOICES} cards lead to place {state.marker} with these places taken: {taken}."
        )
    left = PLACES - len(gone)
    least = setup.last if _may_be_last(setup, state) else setup.last + 1
    if left < least or (state.reason is not None and left > least):
        raise ImpossibleState(f"{left} cards are left on the path; the round ends with {setup.last}.")


def _may_be_last(setup: Setup, state: State) -> bool:
    """10. Whether the last card may have been taken: the game is over, a power works, or a Tortoise gave a turn."""
    if state.reason is not None:
        return True
    if state.acting is not None:
        return setup.options.last_power != "none"
    is_repeated = any(setup.powers[card] == powers.TORTOISE for card in state.open[state.turn])
    return setup.options.last_power == "all" and is_repeated and bool(state.hands[state.turn])


@cache
def _may_walk(gone: frozenset[int], marker: int) -> bool:
    """Whether walks can have taken the cards from these places, the one at the marker last."""
    if not gone:
        return marker == AT_START
    if marker not in gone:
        return False
    before = gone - {marker}
    return any(
        _may_walk(before, place) and marker in _list_next(before, place) for place in (*sorted(before), AT_START)
    )


def _list_next(gone: frozenset[int], marker: int) -> list[int]:
    places = [(marker + step) % PLACES for step in range(1, PLACES + 1)]
    return [place for place in places if place not in gone][:CHOICES]


def _check_stone(setup: Setup, state: State) -> None:
    """5, 6. The stone moves by Tigers and Dragons that lie before players."""
    reached = {state.round - 1}
    for power, steps in powers.REACH.items():
        for _ in range(_count_used(setup, state, power)):
            reached |= {(stone + step) % len(ELEMENTS) for stone in reached for step in (steps, -steps)}
    if state.stone not in reached:
        raise ImpossibleState(
            f"The stone of round {state.round} starts on {ELEMENTS[state.round - 1]}; the Tigers and Dragons that lie "
            f"before players cannot have moved it to {ELEMENTS[state.stone]}."
        )


def _check_covered(setup: Setup, state: State) -> None:
    """8. Each covered card took a Unicorn, which lies before somebody; `while_covered`: on top of that card."""
    covered, unicorns = sum(map(len, state.covered)), _count_used(setup, state, "unicorn")
    if covered > unicorns:
        raise ImpossibleState(f"{covered} cards are covered, but {unicorns} Unicorns can have covered one.")
    if setup.options.covered != "while_covered":
        if any(state.stacks):
            raise ImpossibleState("Stacks are kept only with the option covered=while_covered.")
        return
    for seat in range(setup.seats):
        _check_stacks(setup, state, seat)


def _check_stacks(setup: Setup, state: State, seat: Seat) -> None:
    stacks = state.stacks[seat]
    if tuple(sorted(stacks)) != stacks:
        raise ImpossibleState(f"The stacks of seat {seat} must be in ascending order.")
    if sorted(card for stack in stacks for card in stack[1:]) != list(state.covered[seat]):
        raise ImpossibleState(f"The covered cards of seat {seat} are not those under its Unicorns.")
    loose = Counter(state.open[seat])
    loose.subtract(stack[0] for stack in stacks if stack)
    if seat == state.turn and state.acting in state.open[seat] and setup.powers[state.acting] == "unicorn":
        loose[state.acting] -= 1  # it covers nothing yet
    if min(loose.values(), default=0) < 0:
        raise ImpossibleState(f"A Unicorn that covers a card does not lie open before seat {seat}.")
    if any(len(stack) < 2 or any(setup.powers[card] != "unicorn" for card in stack[:-1]) for stack in stacks):
        raise ImpossibleState(f"A stack of seat {seat} is not Unicorns on top of another card.")


def _count_used(setup: Setup, state: State, power: str) -> int:
    """Count the cards before players that can have used a power: all that have it but the one that works now."""
    cards = [card for row in (*state.open, *state.covered) for card in row]
    count = sum(setup.powers[card] == power for card in cards)
    return count - (state.acting is not None and state.acting in cards and setup.powers[state.acting] == power)


def _check_turn(setup: Setup, state: State) -> None:
    """2, 3, 9. Every card put down is a turn; a Tortoise may have given its player another one."""
    taken = sum(len(row) for row in (*state.open, *state.covered))
    is_midway = state.acting is not None or state.reason is not None  # the last card's turn is not over
    turns = taken - is_midway
    again = _count_used(setup, state, powers.TORTOISE)
    seats = {((state.first or 0) + turns - extra) % setup.seats for extra in range(min(again, turns) + 1)}
    if state.turn not in seats:
        raise ImpossibleState(
            f"After {taken} cards put down since seat {state.first} began it cannot be the turn of seat {state.turn}."
        )


def _check_acting(setup: Setup, state: State) -> None:
    """4. The card that works lies before its player, asks for a decision, and has a target."""
    card = state.acting
    if card is None or card not in state.open[state.turn]:
        raise ImpossibleState("The card whose power works does not lie open before the player whose turn it is.")
    if setup.powers[card] not in powers.ASKS:
        raise ImpossibleState(f"{name_card(setup, card)} has no power that asks for a decision.")
    if state.reason is not None:
        raise ImpossibleState("A power works, but the game is over.")
    if not powers.is_useful(setup, state):
        raise ImpossibleState(f"{name_card(setup, card)} has nothing to work on, so its power was skipped.")


def _check_end(setup: Setup, state: State) -> None:
    if state.reason is not None and state.rounds[-1] != decide_round(setup, state.stone, state.open, state.turn):
        raise ImpossibleState("The last round was not scored as the cards lie.")
