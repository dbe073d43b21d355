"""The rules of Tao, for reading: this is the authority on what is legal and what follows from it.

A round, and the decisions of a turn, each its own ply:

    ChooseFirst ─→ DrawCard* ─→ Walk or PlayFromHand ─→ MoveStone, SwapCards or CoverCard? ─→ the next turn
    (CHANCE,       (CHANCE)     (whose turn it is)      (the same player, if a power asks)
    round 1)

A power works before the end of the round is checked, and that before the Tortoise's extra turn, unless the option
`last_power` says otherwise. Numbers in comments are those of the rules in docs/rules/tao.md. What each power does is in
powers.py; scoring, stones and the end of the game are in scoring.py.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ludotheque.core.errors import GameIsOver, IllegalMove
from ludotheque.core.game import CHANCE, Actor, Seat
from ludotheque.core.inputs import is_whole
from ludotheque.core.tuples import add, put, remove
from ludotheque.games.tao import powers
from ludotheque.games.tao.options import HAND, PLACES
from ludotheque.games.tao.powers import check_seat, list_cards, name_card
from ludotheque.games.tao.scoring import decide_round, find_end, list_winners
from ludotheque.games.tao.setup import CHOICES, Setup
from ludotheque.games.tao.state import (
    AT_START,
    GONE,
    ChooseFirst,
    CoverCard,
    DrawCard,
    Move,
    MoveStone,
    PlayFromHand,
    RoundResult,
    State,
    SwapCards,
    Walk,
)


def start(setup: Setup) -> State:
    """The state before the first ply."""
    return _begin_round(setup, first=None, rounds=())


def _begin_round(setup: Setup, first: Seat | None, rounds: tuple[RoundResult, ...]) -> State:
    """1. All cards are collected and dealt again; the stone stands on the element of the round."""
    return State(
        round=len(rounds) + 1,
        first=first,
        turn=0 if first is None else first,
        path=(),
        marker=AT_START,
        stone=len(rounds),
        hands=((),) * setup.seats,
        pile=setup.deck,
        deals=setup.deals,
        open=((),) * setup.seats,
        covered=((),) * setup.seats,
        stacks=((),) * setup.seats,
        acting=None,
        rounds=rounds,
        reason=None,
    )


def actor(state: State) -> Actor | None:
    """Who decides now."""
    if state.reason is not None:
        return None
    return CHANCE if state.deals else state.turn


def is_path_closed(setup: Setup, state: State) -> bool:
    """10. Whether so few cards are left on the path that nobody may take one any more."""
    return not state.deals and len(state.path) - state.path.count(GONE) <= setup.last


def next_places(setup: Setup, state: State) -> list[int]:
    """2. The places of the next three cards on the path after the marker; none while it is laid, none when closed."""
    path, marker = state.path, state.marker
    if state.deals or is_path_closed(setup, state):
        return []
    places = []
    for step in range(1, PLACES + 1):
        place = (marker + step) % PLACES
        if path[place] != GONE:
            places.append(place)
            if len(places) == CHOICES:
                break
    return places


# ── What is legal ────────────────────────────────────────────────────────────────────────────────────────────────────


def legal_moves(setup: Setup, state: State) -> Sequence[Move]:
    """List the legal moves in a fixed order.

    First players by seat; draws by card. A turn: walks by step, then by the seat they go to, then plays from the hand
    by card, then by seat. The stone clockwise, then the other way; swaps by one's own card, the seat, that seat's card;
    cards to cover by card. Cards are in the order of the deck: element, value, power.
    """
    if state.reason is not None:
        return ()
    if state.deals:
        return setup.firsts if state.first is None else [setup.draws[card] for card in dict.fromkeys(state.pile)]
    if state.acting is not None:
        return powers.LEGAL[_due(setup, state)[0]](setup, state)
    moves: list[Move] = list(setup.walks[: len(next_places(setup, state)) * setup.seats])
    for card in dict.fromkeys(state.hands[state.turn]):
        moves += setup.hand_plays[card]
    return moves


def weights(setup: Setup, state: State) -> list[int]:
    """How likely each outcome of chance is: every seat the same, every card as often as it is in the pile."""
    return [1] * setup.seats if state.first is None else list(Counter(state.pile).values())


def _due(setup: Setup, state: State) -> tuple[type[Move], ...]:
    """Return the types of move that may be made now."""
    if state.deals:
        return (ChooseFirst,) if state.first is None else (DrawCard,)
    if state.acting is None:
        return (PlayFromHand,) if is_path_closed(setup, state) else (Walk, PlayFromHand)
    return (powers.ASKS[setup.powers[state.acting] or ""],)


# ── What follows ─────────────────────────────────────────────────────────────────────────────────────────────────────


def apply(setup: Setup, state: State, move: Move) -> State:
    """Return the state after the actor's move. Raises IllegalMove, saying why."""
    if state.reason is not None:
        raise GameIsOver("The game is over; no move can be played any more.")
    due = _due(setup, state)
    if type(move) not in due:
        raise IllegalMove(f"Now {_DUTIES[due[0]]}; {move!r} is something else.")
    return _APPLY[type(move)](setup, state, move)


_DUTIES: dict[type[Move], str] = {
    ChooseFirst: "chance draws who begins",
    DrawCard: "chance deals a card",
    Walk: "a card of the path or of the hand is to be put before somebody",
    PlayFromHand: "a card of the hand is to be put before somebody, since the path is closed",
    MoveStone: "the stone is to be moved",
    SwapCards: "the Bird is to swap two cards",
    CoverCard: "the Unicorn is to cover a card",
}


def _choose_first(setup: Setup, state: State, move: ChooseFirst) -> State:
    check_seat(setup, move.seat)
    return state._replace(first=move.seat, turn=move.seat)


def _draw_card(setup: Setup, state: State, move: DrawCard) -> State:
    """1. First the path, face up, place by place; then the hands, two cards each in seat order."""
    card, deals = move.card, state.deals - 1
    if not is_whole(card) or card not in state.pile:
        raise IllegalMove(f"{name_card(setup, card)} is not among the cards to be dealt.")
    pile = remove(state.pile, card)
    if len(state.path) < PLACES:
        return state._replace(path=(*state.path, card), pile=pile, deals=deals)
    seat = setup.seats - 1 - deals // HAND
    return state._replace(hands=put(state.hands, seat, add(state.hands[seat], card)), pile=pile, deals=deals)


def _walk(setup: Setup, state: State, move: Walk) -> State:
    """2. The marker takes the place of the card."""
    places = next_places(setup, state)
    if not is_whole(move.step) or not 1 <= move.step <= len(places):
        raise IllegalMove(
            f"A walk takes one of the next {len(places)} cards on the path: step must be from 1 to {len(places)}, "
            f"not {move.step!r}."
        )
    check_seat(setup, move.to)
    place = places[move.step - 1]
    card = state.path[place]
    return _put_down(setup, state._replace(path=put(state.path, place, GONE), marker=place), card, move.to)


def _play_from_hand(setup: Setup, state: State, move: PlayFromHand) -> State:
    """3. The marker stays where it is."""
    card, hand = move.card, state.hands[state.turn]
    if not is_whole(card) or card not in hand:
        raise IllegalMove(f"{name_card(setup, card)} is not in the hand; it holds {list_cards(setup, hand)}.")
    check_seat(setup, move.to)
    return _put_down(setup, state._replace(hands=put(state.hands, state.turn, remove(hand, card))), card, move.to)


def _put_down(setup: Setup, state: State, card: int, to: Seat) -> State:
    """4. Put before oneself, a power works at once and must be used; `no_target`: without a target it is skipped.

    `power_before_end`: that of the last card too, unless the option `last_power` is `none`.
    """
    state = state._replace(open=put(state.open, to, add(state.open[to], card)))
    power = setup.powers[card]
    if power is None or to != state.turn or (setup.options.last_power == "none" and is_path_closed(setup, state)):
        return _advance(setup, state)
    if power == powers.TORTOISE:
        return _advance(setup, state, again=True)
    asking = state._replace(acting=card)
    return asking if powers.is_useful(setup, asking) else _advance(setup, state)


def _use_power(setup: Setup, state: State, move: MoveStone | SwapCards | CoverCard) -> State:
    return _advance(setup, powers.WORK[type(move)](setup, state, move)._replace(acting=None))


def _advance(setup: Setup, state: State, *, again: bool = False) -> State:
    """9, 10. Score the round if few enough cards are left; otherwise pass the turn or, by the Tortoise, keep it.

    `end_before_tortoise`, unless the option `last_power` is `all`; `last_turn_from_hand`: that turn takes a card.
    """
    if not is_path_closed(setup, state):
        return state if again else state._replace(turn=(state.turn + 1) % setup.seats)
    if again and setup.options.last_power == "all" and state.hands[state.turn]:
        return state
    result = decide_round(setup, state.stone, state.open, state.turn)
    rounds = (*state.rounds, result)
    if (reason := find_end(setup.sides, list_winners(rounds), setup.options.early_end)) is not None:
        return state._replace(rounds=rounds, reason=reason)
    return _begin_round(setup, state.first if result.winner is None else result.winner, rounds)


_APPLY: dict[type[Move], Callable[[Setup, State, Any], State]] = {
    ChooseFirst: _choose_first,
    DrawCard: _draw_card,
    Walk: _walk,
    PlayFromHand: _play_from_hand,
    MoveStone: _use_power,
    SwapCards: _use_power,
    CoverCard: _use_power,
}
