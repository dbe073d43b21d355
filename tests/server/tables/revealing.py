"""Positions where previews matter: what a move does there is different in worlds that its player cannot tell apart."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, TypeAlias

import msgspec

import ludotheque
from ludotheque.core.game import CHANCE, AnyGame, Seat
from ludotheque.core.playout import pick
from ludotheque.core.wire import encode_event
from ludotheque.server.table.feed import views
from ludotheque.testing.subjects import name_game
from tests.strategies import all_games

GAMES, MORE_GAMES = 4, 10
"""How many games are looked through for each option set in which something is uncovered; and with few tiles."""
WORLDS = 8
"""How many worlds at random are compared at each position."""

SampleWorlds: TypeAlias = Callable[[AnyGame, Any, Seat], list[Any]]

REAL_SAMPLE_WORLDS: SampleWorlds = views._sample_worlds

FEW_TILES = [
    ludotheque.make("tsuro", players=players, elimination_bonus=True, tiles=tiles)
    for players, tiles in (
        (5, tuple(range(1, 36, 2))),
        (6, (2, 9, 12, 17, 24, 30) * 4),
        (8, (2, 9, 12, 17, 24, 30) * 5),
    )
]
"""Few tiles are unseen here, and of some there are many: what is hidden is often the same by accident."""


@dataclass(frozen=True)
class Position:
    """Where somebody decides, and worlds that they cannot tell apart."""

    game: AnyGame
    state: Any
    seat: Seat
    worlds: tuple[Any, ...]

    @property
    def reveals(self) -> bool:
        """Whether a move does something else in one of the worlds than in another; the first few will show it."""
        return any(
            len({msgspec.json.encode(play(self, world, move)) for world in self.worlds[:4]}) > 1
            for move in self.game.legal_moves(self.state)
        )

    def leaks(self) -> bool:
        """Whether what is told depends on what the player cannot know."""
        told = {
            msgspec.json.encode(views.view_moves(self.game, world, self.seat, previews=True)) for world in self.worlds
        }
        return len(told) > 1

    def lies(self) -> bool:
        """Whether a preview tells what does not happen in one of the worlds."""
        told = views.view_moves(self.game, self.state, self.seat, previews=True)
        return any(
            event not in play(self, world, move)
            for entry, move in zip(told, self.game.legal_moves(self.state), strict=True)
            for world in self.worlds
            for event in entry["events"]
        )


def play(position: Position, world: Any, move: Any) -> list[dict[str, Any]]:
    """Tell what a move does in a world."""
    game = position.game
    return [encode_event(event) for event in game.events(world, move, game.apply(world, move), position.seat)]


def make_position(game: AnyGame, state: Any, seat: Seat) -> Position:
    """Look at where a seat decides."""
    observation = game.observe(state, seat)
    # The worlds of the previews are among them: whoever mixes these with the real one is caught when they meet.
    worlds = [state, *REAL_SAMPLE_WORLDS(game, state, seat)]
    worlds += [game.determinize(observation, Random(number)) for number in range(1, WORLDS + 1)]
    return Position(game, state, seat, tuple(dict.fromkeys(worlds)))


def decisions(game: AnyGame, games: int) -> Iterator[Position]:
    """Play random games; give every position where a seat decides."""
    rng = Random(name_game(game))
    for _ in range(games):
        state = game.start()
        while (actor := game.actor(state)) is not None:
            if actor is not CHANCE:
                yield make_position(game, state, actor)
            state = game.apply(state, pick(game, state, rng))


@cache
def find_revealing() -> tuple[Position, ...]:
    """Give all positions that matter, over all games and option sets."""
    may_reveal = [game for game in all_games() if any(position.reveals for position in decisions(game, 1))]
    games = [*[(game, GAMES) for game in may_reveal], *[(game, MORE_GAMES) for game in FEW_TILES]]
    return tuple(position for game, count in games for position in decisions(game, count) if position.reveals)
