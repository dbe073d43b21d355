"""States of Tao that cannot be, each refused with the sentence that says why; and some that can."""

from collections.abc import Callable
from typing import Any

import pytest

from ludotheque.core.errors import ImpossibleState
from ludotheque.core.tuples import put
from ludotheque.games.tao.state import GONE, RoundResult, State
from tests.games.tao.positions import make, number
from tests.strategies import find_state

GAME = make(players=2)


def has_powers(state: State) -> bool:
    return any(GAME.setup.powers[card] for row in (*state.open, *state.covered) for card in row)


DEALING: State = find_state(GAME, lambda s: s.deals == 2)
ROUND: State = find_state(
    GAME,
    lambda s: not s.deals and s.round == 1 and s.path.count(GONE) == 4 and s.open[0] and not has_powers(s),
)
LATER: State = find_state(GAME, lambda s: not s.deals and s.round == 3 and s.rounds[-1].decided_by == "result")
TIGER = number(GAME, "me2ti")
PLAIN = [card for card, power in enumerate(GAME.setup.powers) if power is None]
ACTING: State = find_state(GAME, lambda s: s.acting == TIGER and any(s.open[s.turn].count(card) for card in PLAIN))
UNICORN: State = find_state(GAME, lambda s: any(s.covered))
OVER: State = find_state(GAME, lambda s: s.reason is not None)


def with_round(state: State, **changes: Any) -> State:
    return state._replace(rounds=put(state.rounds, len(state.rounds) - 1, state.rounds[-1]._replace(**changes)))


def free_place(state: State) -> int:
    return next(place for place, card in enumerate(state.path) if card != GONE)


IMPOSSIBLE: dict[str, tuple[Callable[[], Any], str]] = {
    "no state": (lambda: tuple(ROUND), "A state is a State"),
    "a list": (lambda: ROUND._replace(pile=list(ROUND.pile)), "pile must be tuple"),  # type: ignore[arg-type] # wrong on purpose
    "the turn of a seat that is not there": (lambda: ROUND._replace(turn=2), "turn: there is no seat 2"),
    "a place beyond the path": (lambda: ROUND._replace(marker=12), "The marker is on place 12"),
    "a sixth element": (lambda: ROUND._replace(stone=5), "The stone is on element 5"),
    "a hand too many": (lambda: ROUND._replace(hands=(*ROUND.hands, ())), "hands has 3 rows for 2 seats"),
    "a pile in disorder": (lambda: ROUND._replace(pile=ROUND.pile[::-1]), "pile must be in ascending order"),
    "a round that is not next": (lambda: ROUND._replace(round=2), "This is round 2, but 0 rounds were scored"),
    "a card that the deck does not have": (lambda: ROUND._replace(pile=(*ROUND.pile[1:], 99)), "There is no card 99"),
    "a card twice": (
        lambda: ROUND._replace(pile=(*ROUND.pile[1:], ROUND.pile[-1])),
        "is here [02] times; the deck has",
    ),
    "a card lost": (lambda: ROUND._replace(pile=ROUND.pile[1:]), "is here 0 times; the deck has it 1 times"),
    "a pile that was dealt from too often": (
        lambda: ROUND._replace(
            pile=ROUND.pile[1:], open=put(ROUND.open, 0, tuple(sorted((*ROUND.open[0], ROUND.pile[0]))))
        ),
        "16 cards were dealt, but the pile has 3 of 20",
    ),
    "a hand too large": (
        lambda: ROUND._replace(
            hands=(tuple(sorted((*ROUND.hands[0], *ROUND.open[0], *ROUND.open[1]))), ROUND.hands[1]),
            open=((), ()),
        ),
        "nobody is dealt more than 2",
    ),
    "a first player before one is drawn": (lambda: GAME.start()._replace(turn=1), "nothing can have happened"),
    "nobody drawn to begin, and cards dealt": (lambda: DEALING._replace(first=None), "nothing can have happened"),
    "another first player than who took the stone": (
        lambda: LATER._replace(first=1 - (LATER.first or 0)),
        "took the latest stone",
    ),
    "hands dealt in another order": (lambda: DEALING._replace(hands=DEALING.hands[::-1]), "then seat by seat"),
    "a marker that walks during the deal": (lambda: DEALING._replace(marker=0), "nobody can have taken one"),
    "a stone moved during the deal": (lambda: DEALING._replace(stone=3), "The stone of round 1 starts on water"),
    "a turn during the deal": (lambda: DEALING._replace(turn=1 - (DEALING.first or 0)), "begins this round, not seat"),
    "a power during the deal": (lambda: DEALING._replace(acting=TIGER), "so no power works"),
    "a marker on a card": (
        lambda: ROUND._replace(marker=free_place(ROUND)),
        "No walks of one to 3 cards lead to place",
    ),
    "a marker that never walked": (lambda: ROUND._replace(marker=-1), "No walks of one to 3 cards lead to place -1"),
    "a card taken from too far": (
        lambda: ROUND._replace(path=(*ROUND.path[:4], *ROUND.path[4:])[::-1], marker=11 - ROUND.marker),
        "No walks of one to 3 cards",
    ),
    "a round that is over but goes on": (lambda: OVER._replace(reason=None, rounds=OVER.rounds[:-1]), "cards are left"),
    "a stone where no power can have moved it": (
        lambda: ROUND._replace(stone=1),
        "cannot have moved it to",
    ),
    "a covered card without a Unicorn": (
        lambda: ROUND._replace(open=(ROUND.open[0][1:], ROUND.open[1]), covered=(ROUND.open[0][:1], ())),
        "1 cards are covered, but 0 Unicorns",
    ),
    "the wrong player's turn": (lambda: ROUND._replace(turn=1 - ROUND.turn), "it cannot be the turn of seat"),
    "a power of a card that is not there": (
        lambda: ROUND._replace(acting=ROUND.pile[0]),
        "it cannot be the turn|open before",
    ),
    "a power that is none": (lambda: ACTING._replace(acting=_powerless(ACTING)), "has no power that asks"),
    "a power after the end": (lambda: OVER._replace(acting=OVER.open[OVER.turn][0]), "no power that asks|game is over"),
    "a round for a sixth element": (lambda: with_round(LATER, element=5), "scored for no element"),
    "a round won by a third seat": (lambda: with_round(LATER, winner=2), "won by seat 2, which is not there"),
    "a result that no cards give": (lambda: with_round(LATER, results=(99, 0)), "no cards of this deck score 99, 0"),
    "a stone for the lower result": (
        lambda: with_round(LATER, winner=1 - (LATER.rounds[-1].winner or 0))._replace(first=1 - (LATER.first or 0)),
        "took the stone without the best result",
    ),
    "a tie that was none": (lambda: with_round(LATER, decided_by="cards"), "the result decides exactly if one seat"),
    "a stone without a winner by result": (lambda: with_round(LATER, winner=None), "one without by nothing"),
    "an end after two rounds": (
        lambda: LATER._replace(reason="five_rounds", round=2),
        "is over .five_rounds. after round 2",
    ),
    "a last round not scored as the cards lie": (
        lambda: OVER._replace(open=OVER.open[::-1]),
        "was not scored as the cards lie",
    ),
    "a game that goes on after it was decided": (
        lambda: DEALING._replace(
            round=5,
            stone=4,
            first=0,
            turn=0,
            rounds=tuple(RoundResult(0, (1, 0), 0, "result") for _ in range(4)),
        ),
        "The game goes on after round 4, which ends it .uncatchable.",
    ),
}


def _powerless(state: State) -> int:
    return next(card for card in state.open[state.turn] if card in PLAIN)


@pytest.mark.parametrize("rule", IMPOSSIBLE)
def test_what_cannot_be_is_refused_and_the_reason_given(rule: str) -> None:
    make_state, sentence = IMPOSSIBLE[rule]
    with pytest.raises(ImpossibleState, match=sentence):
        GAME.check_state(make_state())


@pytest.mark.parametrize("state", [GAME.start(), DEALING, ROUND, LATER, ACTING, UNICORN, OVER])
def test_what_was_played_is_possible(state: State) -> None:
    GAME.check_state(state)


# ── Under other options ──────────────────────────────────────────────────────────────────────────────────────────────

FREES = make(players=2, covered="while_covered", last_power="all")
STACKED: State = find_state(
    FREES,
    lambda s: not s.deals and any(row and set(PLAIN) & set(lying) for row, lying in zip(s.stacks, s.open, strict=True)),
)
LAST_TURN: State = find_state(
    FREES, lambda s: not s.deals and s.acting is None and s.reason is None and s.path.count(GONE) == 8
)
TEAMS = make(teams=True, team_rounds="together")
TEAM_ROUND: State = find_state(
    TEAMS,
    lambda s: s.round == 2 and s.rounds[0].winner is not None and len({*s.rounds[0].results}) == 4 and s.deals == 1,
)


def stacked() -> tuple[int, tuple[int, ...]]:
    """The seat that has a stack, and that stack."""
    return next((seat, row[0]) for seat, row in enumerate(STACKED.stacks) if row)


def plain_beside_a_stack() -> int:
    return next(card for card in STACKED.open[stacked()[0]] if card in PLAIN)


def with_stacks(*stacks: tuple[int, ...]) -> State:
    return STACKED._replace(stacks=put(STACKED.stacks, stacked()[0], stacks))


def partner_of_the_winner() -> int:
    winner = TEAM_ROUND.rounds[0].winner
    assert winner is not None
    return (winner + 2) % 4


IMPOSSIBLE_ELSEWHERE: dict[str, tuple[Any, Callable[[], State], str]] = {
    "stacks where they are not kept": (GAME, lambda: STACKED, "Stacks are kept only with the option"),
    "a covered card under nothing": (FREES, with_stacks, "are not those under its Unicorns"),
    "a stack of one card": (
        FREES,
        lambda: with_stacks(*sorted([(STACKED.open[stacked()[0]][0],), stacked()[1]])),
        "is not Unicorns on top of another card|does not lie open",
    ),
    "a Unicorn that covers from below": (
        FREES,
        lambda: with_stacks(stacked()[1][::-1]),
        "are not those under its Unicorns",
    ),
    "a card that covers without being a Unicorn": (
        FREES,
        lambda: with_stacks((plain_beside_a_stack(), stacked()[1][1])),
        "is not Unicorns on top of another card",
    ),
    "a Unicorn that covers from afar": (
        FREES,
        lambda: with_stacks((PLAIN[-1] + 1, stacked()[1][1])),
        "does not lie open before seat",
    ),
    "stacks of too few seats": (FREES, lambda: STACKED._replace(stacks=()), "stacks has 0 rows for 2 seats"),
    "stacks during the deal": (
        FREES,
        lambda: DEALING._replace(stacks=STACKED.stacks),
        "nobody can have taken one",
    ),
    "a last turn without the option": (GAME, lambda: LAST_TURN, "4 cards are left on the path"),
    "a last turn without a Tortoise": (
        FREES,
        lambda: LAST_TURN._replace(turn=1 - LAST_TURN.turn),
        "4 cards are left on the path|it cannot be the turn",
    ),
    "a stone for the team with the lower result": (
        TEAMS,
        lambda: TEAM_ROUND._replace(
            rounds=(TEAM_ROUND.rounds[0]._replace(winner=(partner_of_the_winner() + 1) % 4),),
        ),
        "took the stone without the best result",
    ),
    "a stone for the weaker partner": (
        TEAMS,
        lambda: TEAM_ROUND._replace(rounds=(TEAM_ROUND.rounds[0]._replace(winner=partner_of_the_winner()),)),
        "took the stone, but its partner did better",
    ),
}


@pytest.mark.parametrize("rule", IMPOSSIBLE_ELSEWHERE)
def test_what_cannot_be_under_other_options_is_refused_and_the_reason_given(rule: str) -> None:
    game, make_state, sentence = IMPOSSIBLE_ELSEWHERE[rule]
    with pytest.raises(ImpossibleState, match=sentence):
        game.check_state(make_state())


def test_what_was_played_under_other_options_is_possible() -> None:
    FREES.check_state(STACKED)
    FREES.check_state(LAST_TURN)
    TEAMS.check_state(TEAM_ROUND)
