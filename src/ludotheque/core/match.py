"""The referee of one game in progress: checks turn and legality, then lets chance act until a seat decides. No I/O."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self

from ludotheque.core.errors import GameIsOver, OutOfTurn
from ludotheque.core.fairness import Dealer
from ludotheque.core.game import CHANCE, Actor, AnyGame, Game, M, O, Outcome, Presented, S, Seat


@dataclass(frozen=True, slots=True)
class Ply(Generic[S, M]):
    """One applied move, with the states around it."""

    number: int
    """Counted from 1."""
    actor: Actor
    move: M
    before: S
    after: S


class Match(Generic[S, M, O]):
    """A game in progress: the plies so far, and the state that they lead to.

    With a dealer, chance plies happen by themselves, at the start and after each move. Without one CHANCE has its turn
    like any seat and waits for `play`: so tests can force any draw, and records are replayed as they were.
    """

    def __init__(self, game: Game[S, M, O], dealer: Dealer | None = None) -> None:
        self.game = game
        self.dealer = dealer
        self.plies: list[Ply[S, M]] = []
        self.forgotten = 0
        """How many plies came before `plies`; 0 unless `forget` was called."""
        self.draws = 0
        """How many of all plies were made by CHANCE."""
        self.start: S = game.start()
        """The state before the first of `plies`."""
        self._deal()

    @classmethod
    def from_state(cls, game: Game[S, M, O], state: S, dealer: Dealer | None = None) -> Self:
        """Set up a position: a match that starts there, its plies counted from 1. Raises ImpossibleState."""
        game.check_state(state)
        match = cls(game)
        match.start = state
        match.dealer = dealer
        match._deal()
        return match

    @property
    def state(self) -> S:
        """The state now."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def ply(self) -> int:
        """How many plies there have been."""
        return self.forgotten + len(self.plies)

    @property
    def actor(self) -> Actor | None:
        """Who decides now; None when the game is over."""
        return self.game.actor(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has. Raises ValueError for what no game may end with."""
        if (outcome := self.game.outcome(self.state)) is not None:
            outcome.check(self.game.seats)
        return outcome

    @property
    def legal_moves(self) -> Sequence[M]:
        """What the actor may do, in the game's fixed order; empty when the game is over."""
        return self.game.legal_moves(self.state)

    def observe(self, viewer: Seat | None = None) -> O:
        """Return what a seat may know of the state now; without one, what a spectator may."""
        if viewer is not None and viewer not in range(self.game.seats):
            raise ValueError(f"there are {self.game.seats} seats, counted from 0; {viewer} is none of them")
        return self.game.observe(self.state, viewer)

    def parse_move(self, text: str) -> M:
        """Read the notation of a move. Raises InvalidMove for bad syntax; legality is checked by `play`."""
        return self.game.parse_move(self.state, text)

    def format_move(self, move: M) -> str:
        """Write a legal move in the game's notation."""
        return self.game.format_move(self.state, move)

    def play(self, move: M, *, actor: Actor | None = None) -> list[Ply[S, M]]:
        """Apply a move and the chance plies that follow from it; return all of them.

        `actor` is who makes the move, where that might not be the one whose turn it is; by default it is.
        Raises GameIsOver, OutOfTurn or another IllegalMove and changes nothing.
        """
        state = self.state
        if (expected := self.game.actor(state)) is None:
            raise GameIsOver("The game is over; no move can be played any more.")
        if actor is not None and actor != expected:
            raise OutOfTurn(f"It is not the turn of {name_actor(actor)}: {name_actor(expected)} is to decide.")
        done = len(self.plies)
        self._append(expected, move, state)
        self._deal()
        return self.plies[done:]

    def take_back(self, ply: int) -> None:
        """Undo plies until only the first `ply` are left. If that leaves CHANCE to act, the dealer deals again."""
        if not self.forgotten <= ply <= self.ply:
            forgotten = f", the first {self.forgotten} forgotten" if self.forgotten else ""
            raise ValueError(f"there are {self.ply} plies{forgotten}; cannot go back to ply {ply}")
        undone = self.plies[ply - self.forgotten :]
        del self.plies[ply - self.forgotten :]
        self.draws -= sum(each.actor is CHANCE for each in undone)
        self._deal()

    def forget(self, ply: int) -> None:
        """Drop the first `ply` plies and their states, which are most of what a match takes in memory."""
        if ply > self.ply:
            raise ValueError(f"there are {self.ply} plies; cannot forget {ply}")
        if ply > self.forgotten:
            self.start = self.plies[ply - self.forgotten - 1].after
            del self.plies[: ply - self.forgotten]
            self.forgotten = ply

    def _repr_svg_(self) -> str | None:
        """Show the state in a notebook, as a spectator sees it; None for a game without pictures."""
        return self.game.picture(self.observe()) if isinstance(self.game, Presented) else None

    def _append(self, actor: Actor, move: M, before: S) -> None:
        after = self.game.apply(before, move)
        self.plies.append(Ply(self.ply + 1, actor, move, before, after))
        self.draws += actor is CHANCE

    def _deal(self) -> None:
        game, dealer = self.game, self.dealer
        while dealer is not None and game.actor(state := self.state) is CHANCE:
            self._append(CHANCE, dealer.draw(game, state, self.ply + 1, self.draws + 1), state)


def set_up(game: AnyGame, position: str | None, dealer: Dealer | None = None) -> Match[Any, Any, Any]:
    """Begin a match as a record or a table says: at a position written as text, or at the usual start for None.

    Raises StateError.
    """
    return Match(game, dealer) if position is None else Match.from_state(game, game.parse_state(position), dealer)


def list_stops(actors: Sequence[Actor]) -> list[int]:
    """List after which plies of a game a position is worth to be shown: where a seat decides next, or nobody any more.

    `actors` are those of all plies. What chance does is folded into the decision before it.
    """
    is_chance = [actor is CHANCE for actor in actors]
    return [ply for ply in range(len(actors)) if not is_chance[ply]] + [len(actors)]


def name_actor(actor: Actor) -> str:
    """Name an actor for people, who count seats from 1."""
    return "chance" if actor is CHANCE else f"seat {actor + 1}"
