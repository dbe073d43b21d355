"""The referee of one game in progress: whose turn, is it legal, then chance until a seat must decide. No I/O."""

from dataclasses import dataclass
from typing import Generic

from ludotheque.core.errors import GameIsOver, OutOfTurn
from ludotheque.core.fairness import Dealer
from ludotheque.core.game import CHANCE, Actor, Game, M, O, Outcome, S


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

    With a dealer, chance plies happen by themselves, at the start and after each move. Without one they wait for
    `play(CHANCE, move)`: so a test forces any draw it wants, and a record is replayed as it was.
    """

    def __init__(self, game: Game[S, M, O], dealer: Dealer | None = None) -> None:
        self.game = game
        self.dealer = dealer
        self.plies: list[Ply[S, M]] = []
        self._start = game.start()
        self._deal()

    @property
    def state(self) -> S:
        """The state now."""
        return self.plies[-1].after if self.plies else self._start

    @property
    def actor(self) -> Actor | None:
        """Who decides now; None when the game is over."""
        return self.game.actor(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.game.outcome(self.state)

    def play(self, actor: Actor, move: M) -> list[Ply[S, M]]:
        """Apply a move of `actor` and the chance plies that follow from it; give all of them.

        Raises GameIsOver, OutOfTurn or another IllegalMove and changes nothing.
        """
        if (expected := self.actor) is None:
            raise GameIsOver("The game is over; no move can be played any more.")
        if actor != expected:
            raise OutOfTurn(f"It is not the turn of {name_actor(actor)}: {name_actor(expected)} is to decide.")
        done = len(self.plies)
        self._append(expected, move)
        self._deal()
        return self.plies[done:]

    def take_back(self, ply: int) -> None:
        """Undo plies until only the first `ply` are left. If that leaves CHANCE to act, the dealer deals again."""
        if not 0 <= ply <= len(self.plies):
            raise ValueError(f"there are {len(self.plies)} plies; cannot go back to ply {ply}")
        del self.plies[ply:]
        self._deal()

    def _append(self, actor: Actor, move: M) -> None:
        before = self.state
        after = self.game.apply(before, move)
        self.plies.append(Ply(len(self.plies) + 1, actor, move, before, after))

    def _deal(self) -> None:
        while self.dealer is not None and self.actor is CHANCE:
            index = self.dealer.choose(len(self.plies) + 1, self.game.weights(self.state))
            self._append(CHANCE, self.game.legal_moves(self.state)[index])


def name_actor(actor: Actor) -> str:
    """Name an actor for people, who count seats from 1."""
    return "chance" if actor is CHANCE else f"seat {actor + 1}"
