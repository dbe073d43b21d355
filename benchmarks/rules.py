"""How fast the pure-Python rules play random games, single-threaded, against a yardstick measured in the same run.

The yardstick is a random walk through the same protocol with no rules in it: one list of twelve moves, one random
choice, one NamedTuple `_replace` a ply. It costs what any immutable implementation in Python must pay, so the ratio
says what the rules themselves cost, whatever machine this is and however busy. Figures of other people's engines are
in README.md of this folder.
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import ludotheque
from ludotheque.core.playout import play_out

SECONDS = 2.0

ROWS: list[tuple[str, dict[str, Any]]] = [
    *[
        ("tsuro", {"edition": edition, "players": players})
        for edition in ("calliope", "kosmos")
        for players in (2, 4, 8)
    ],
    *[("tao", {"players": players}) for players in (2, 3, 4)],
    ("turris", {}),
]


class _Walk(NamedTuple):
    """A state as wide as one of Tsuro."""

    plies: int = 0
    fields: tuple[int, ...] = tuple(range(14))


class Walk:
    """The yardstick: a game of fifty plies in which nothing happens."""

    _moves: Sequence[int] = list(range(12))

    def start(self) -> _Walk:
        """Give the state before the first ply."""
        return _Walk()

    def actor(self, state: _Walk) -> int | None:
        """Say who decides."""
        return 0 if state.plies < 50 else None

    def legal_moves(self, _state: _Walk) -> Sequence[int]:
        """List twelve moves."""
        return self._moves[:]

    def apply(self, state: _Walk, move: int) -> _Walk:
        """Count one ply."""
        return state._replace(plies=state.plies + 1, fields=(*state.fields[:move], move, *state.fields[move + 1 :]))


def plies_per_second(game: Any, seconds: float = SECONDS) -> tuple[float, int]:
    """Play random games for a while; give plies a second and how many games it were."""
    rng = Random(1)
    plies = games = 0
    begun = time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        plies += play_out(game, game.start(), rng)[1]
        games += 1
    return plies / taken, games


def main(show: Callable[[Table], None] | None = None) -> None:
    """Measure and print the table."""
    table = Table(title="Random play by the pure-Python rules, one thread", title_justify="left")
    table.add_column("game")
    for column in ("plies/s", "µs a ply", "share of yardstick", "games"):
        table.add_column(column, justify="right")
    yardstick, _ = plies_per_second(Walk())
    table.add_row("yardstick: no rules at all", f"{yardstick:,.0f}", f"{1e6 / yardstick:.1f}", "1.00", "")
    for game_id, options in ROWS:
        game = ludotheque.make(game_id, **options)
        speed, games = plies_per_second(game)
        name = " ".join([game_id, *(f"{key} {value}" for key, value in options.items())])
        table.add_row(name, f"{speed:,.0f}", f"{1e6 / speed:.1f}", f"{speed / yardstick:.2f}", f"{games:,}")
    (show or Console(width=100).print)(table)
