"""Hypothesis strategies that every law shares: options, and positions and matches reached by random play."""

from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.core.playout import pick
from ludotheque.testing.subjects import Subject, name_game

MOST_PLIES = 5_000
"""A game that has not ended by then is taken for one that does not end."""

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
"""For laws: a slow game breaks none of them."""

characters = st.characters(exclude_categories=["Cs"])
"""What text is made of: all of Unicode but surrogates. Hypothesis chooses the same by default, but then asks UTF-8 for
every character, which takes two seconds in every process."""


def option_values(subject: Subject) -> st.SearchStrategy[dict[str, Any]]:
    """Give values for all options of a game, each of them allowed if it is asked alone."""
    usual = type(subject.games[0].options)()
    values: dict[str, st.SearchStrategy[Any]] = {}
    for option, spec in subject.specs.items():
        match spec.kind:
            case "choice":
                values[option] = st.sampled_from(spec.choices)
            case "number":
                values[option] = st.integers(spec.least, spec.most)
            case "switch":
                values[option] = st.booleans()
            case "table":
                values[option] = subject.tables.get(option, st.just(getattr(usual, option)))
    return st.fixed_dictionaries(values)


@dataclass(frozen=True)
class Position:
    """A state reached by random play, and a generator for what the test does next."""

    game: AnyGame
    state: Any
    rng: Random

    def __repr__(self) -> str:
        return f"{name_game(self.game)}: {self.game.format_state(self.state)}"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))


@st.composite
def positions(draw: st.DrawFn, game: AnyGame, *, over: bool = True) -> Position:
    """Play a random game and stop somewhere; at the end only if `over`."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))  # noqa: S311 - play, no secrets
    states = [game.start()]
    while game.actor(states[-1]) is not None:
        assert len(states) <= MOST_PLIES, f"A random game has not ended after {MOST_PLIES} plies."
        states.append(game.apply(states[-1], pick(game, states[-1], rng)))
    last = len(states) - 1 if over else len(states) - 2
    return Position(game, states[draw(st.integers(0, last))], rng)


@st.composite
def matches(draw: st.DrawFn, game: AnyGame) -> Match[Any, Any, Any]:
    """Play a random match with a seed, to the end or to somewhere on the way."""
    dealer = SeededDealer(draw(st.binary(min_size=32, max_size=32)))
    match = Match(game, dealer)
    rng = Random(draw(st.integers(0, 2**32 - 1)))  # noqa: S311 - same
    decisions = draw(st.one_of(st.just(MOST_PLIES), st.integers(0, 40)))
    for _ in range(decisions):
        if (actor := match.actor) is None:
            break
        assert actor is not CHANCE
        match.play(pick(game, match.state, rng))
    return match
