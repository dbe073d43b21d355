"""What reviews of many games add up to: whether luck is luck, and skill is skill.

`python -m tests.review.soundness tsuro medium,easy 200 4` makes a row of the table in docs/review.md: 200 games, every
position judged by 4 samples. Bots and reviews have fixed seeds and iterations, so it is always the same row.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any

import ludotheque
from ludotheque.bots.budget import Budget
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Match
from ludotheque.core.playout import pick
from ludotheque.review.result import Account
from ludotheque.review.reviewer import review_match

Player = Callable[[Any, Random], Any]
"""Chooses a move, given an observation."""


@dataclass(frozen=True)
class Mean:
    """A mean, and its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        return cls(fmean(values), stdev(values) / len(values) ** 0.5)

    def __str__(self) -> str:
        return f"{self.value:+.3f} ± {1.96 * self.error:.3f}"


@dataclass(frozen=True)
class Summary:
    """What the accounts of one player, who changes seats from game to game, come to on the average."""

    margin: Mean
    """The final share less the initial one."""
    luck: Mean
    decisions: Mean
    """Own and others'."""
    unseen: Mean
    remainder: Mean
    slope: Mean
    """How much more is won where luck is more by 1: 1 if all else is independent of luck; noise in it makes it less."""
    part: float
    """How much of the variance of the margin goes with the luck, from 0 to 1."""


def review_games(
    game: AnyGame, players: Sequence[Player], games: int, iterations: int, *, with_seed: int = 0
) -> list[Account]:
    """Review games in which the first player sits at each seat in turn; give its accounts."""
    accounts = []
    for number in range(games):
        rng = Random(with_seed * 1_000_003 + number)
        seat = number % game.seats
        match: Match[Any, Any, Any] = Match(game)
        while (actor := match.actor) is not None:
            if actor is CHANCE:
                match.play(pick(game, match.state, rng))
            else:
                match.play(players[(actor - seat) % game.seats](match.observe(actor), rng))
        review = review_match(match, budget=Budget(iterations=iterations), seed=str(number))
        accounts.append(review.accounts[seat])
    return accounts


def sum_up(accounts: Sequence[Account]) -> Summary:
    """Sum up accounts."""
    luck = [account.luck for account in accounts]
    margins = [account.final - account.initial for account in accounts]
    slope, part = _regress(margins, luck)
    return Summary(
        margin=Mean.of(margins),
        luck=Mean.of(luck),
        decisions=Mean.of([account.own + account.others for account in accounts]),
        unseen=Mean.of([account.unseen for account in accounts]),
        remainder=Mean.of([account.remainder for account in accounts]),
        slope=slope,
        part=part,
    )


def _regress(margins: Sequence[float], luck: Sequence[float]) -> tuple[Mean, float]:
    """Fit margins as a line over luck by least squares: its slope, and the part of the variance that it explains."""
    mean, centre = fmean(luck), fmean(margins)
    spread = sum((each - mean) ** 2 for each in luck)
    total = sum((margin - centre) ** 2 for margin in margins)
    if not spread or not total:
        return Mean(0.0, 0.0), 0.0
    together = sum((each - mean) * (margin - centre) for each, margin in zip(luck, margins, strict=True))
    slope = together / spread
    left = total - slope * together
    return Mean(slope, (left / (len(luck) - 2) / spread) ** 0.5), slope * together / total


def make_player(name: str, game: AnyGame) -> Player:
    """Make a player of a bot."""
    bot = ludotheque.make_bot(name, game, seed=1)
    return lambda observation, _rng: bot.choose(observation)


def write_row(game: AnyGame, names: Sequence[str], games: int, found: Summary) -> str:
    """Write a row of the table."""
    return (
        f"| {game.title}, {game.seats} | {', '.join(names)} | {games} | {found.margin} | {found.luck} | "
        f"{found.decisions} | {found.unseen} | {found.remainder} | {found.slope} | {found.part:.0%} |\n"
    )


def main(game_id: str, bots: str, games: str, iterations: str) -> None:
    """Print a row of the table."""
    names = bots.split(",")
    options = {} if game_id == "turris" else {"players": len(names)}
    game = ludotheque.make(game_id, **options)
    found = sum_up(review_games(game, [make_player(name, game) for name in names], int(games), int(iterations)))
    sys.stdout.write(write_row(game, names, int(games), found))


if __name__ == "__main__":
    main(*sys.argv[1:])
