"""A policy gradient in NumPy on the vector environment: Tao for two, learned by playing against random moves.

`python -m examples.policy_gradient` trains for a minute, prints the learning curve, and with `--plot FILE` draws it.

REINFORCE with a linear policy: every action has a weight for every feature of what the player sees. Half of the games
are played from the first seat, half from the second; the opponent chooses at random, in compiled code.
"""

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludotheque.arena.page import write_plot
from ludotheque.arena.plots import render_curve
from ludotheque.envs import GameVectorEnv, observation_layout, vector_env

Array: TypeAlias = NDArray[Any]

GAMES = 512
STEPS = 96
"""How many decisions are made in each game between two updates: about two games."""
ELEMENTS, POWERS = 5, 5


# ── What the policy sees ─────────────────────────────────────────────────────────────────────────────────────────────


def describe(observations: NDArray[np.int8]) -> Array:
    """Turn observations of Tao into features: the cards that can be put down now, the round, the hands.

    A card is its element, counted from the one that the stone stands on, its value, and its power.
    """
    seen = observations.view(observation_layout("tao", players=2))[:, 0]
    rows = np.arange(len(seen))
    places = seen["next"].astype(np.int64)
    ahead = [seen["path"][rows, places[:, index]] for index in range(3)]
    hand = [seen["hand"][:, index] for index in range(2)]
    exists = [*(places[:, index] >= 0 for index in range(3)), *(card[:, 0] >= 0 for card in hand)]
    parts: list[Any] = [np.ones((len(seen), 1))]
    for card, there in zip([*ahead, *hand], exists, strict=True):
        element, value, power = card.astype(np.int64).T
        distance = (element - seen["stone"]) % ELEMENTS
        counts = _one_hot(distance, ELEMENTS) * (value * there)[:, None] / 5
        parts += [counts, _one_hot(power, POWERS) * there[:, None], there[:, None]]
    parts += [_one_hot(seen["round"].astype(np.int64) - 1, 5), _one_hot(seen["stone"].astype(np.int64), ELEMENTS)]
    features: Array = np.concatenate(parts, axis=1, dtype=np.float32)
    return features


def _one_hot(numbers: NDArray[np.int64], count: int) -> Array:
    """Write 1 where a number is; nothing where it is none of 0 to count - 1."""
    hot: Array = np.equal(numbers[:, None], np.arange(count)).astype(np.float32)
    return hot


# ── The policy ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Policy:
    """A linear policy, the value that it expects, and what Adam remembers of the gradients."""

    weights: Array
    value: Array
    moments: dict[str, list[Array]] = field(default_factory=dict)
    updates: int = 0

    @classmethod
    def make(cls, env: GameVectorEnv) -> "Policy":
        """Make one that plays all legal actions with the same probability."""
        features = describe(env.reset(seed=0)[0]["observation"]).shape[1]
        actions = env.batch.kernel.actions
        return cls(np.zeros((features, actions), np.float32), np.zeros(features, np.float32))

    def choose(self, features: Array, masks: NDArray[np.int8], rng: np.random.Generator) -> tuple[Any, Array]:
        """Draw a legal action for each game, and give the probabilities of all."""
        logits = np.where(masks == 1, features @ self.weights, -np.inf)
        logits -= logits.max(axis=1, keepdims=True)
        likely = np.exp(logits)
        likely /= likely.sum(axis=1, keepdims=True)
        ends = np.cumsum(likely, axis=1)
        actions = (ends < rng.random((len(ends), 1), np.float32) * ends[:, -1:]).sum(axis=1)
        return actions, likely

    def learn(self, features: Array, actions: Any, likely: Array, returns: Array, rate: float) -> None:
        """Make what ended better than expected more likely."""
        advantages = returns - features @ self.value
        errors = likely * -advantages[:, None]
        errors[np.arange(len(actions)), actions] += advantages
        self.updates += 1
        self._climb("weights", features.T @ errors / len(actions), rate)
        self._climb("value", features.T @ advantages / len(actions), rate)

    def _climb(self, name: str, gradient: Array, rate: float) -> None:
        mean, square = self.moments.setdefault(name, [np.zeros_like(gradient), np.zeros_like(gradient)])
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        step = mean / (1 - 0.9**self.updates) / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)
        setattr(self, name, getattr(self, name) + rate * step)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Play:
    """Games against random moves, going on from one call to the next."""

    def __init__(self, seed: int) -> None:
        self.env = vector_env("tao", GAMES, players=2, reward="zero_sum")
        self.own_seats = np.arange(GAMES) % 2
        self._observations, self._infos = self.env.reset(seed=seed)
        self._rng, self._opponent = np.random.default_rng(seed), np.array([seed], np.uint64)

    def run(self, policy: Policy, steps: int) -> Iterator[tuple[Any, Any, Any, Any, Any, Any]]:
        """Make steps; give features, actions, probabilities, who decided, which games ended, and the rewards."""
        for _ in range(steps):
            own = self._infos["seat"] == self.own_seats
            features = describe(self._observations["observation"])
            actions, likely = policy.choose(features, self._observations["action_mask"], self._rng)
            actions = np.where(own, actions, self.env.sample(self._opponent))
            self._observations, _, ended, _, self._infos = self.env.step(actions)
            rewards = self._infos["rewards"][np.arange(GAMES), self.own_seats]
            yield features, actions, likely, own, ended, rewards


def train(policy: Policy, play: Play, rate: float) -> int:
    """Play and learn once; give how many games ended."""
    steps = [*play.run(policy, STEPS)]
    returns = np.zeros(GAMES, np.float32)
    known = np.zeros(GAMES, np.bool_)
    batch = []
    for features, actions, likely, own, ended, rewards in reversed(steps):
        returns = np.where(ended, rewards, returns)
        known |= ended  # what belongs to a game that has not ended teaches nothing
        used = own & known
        batch.append((features[used], actions[used], likely[used], returns[used]))
    features, actions, likely, returns = (np.concatenate(part) for part in zip(*batch, strict=True))
    policy.learn(features, actions, likely, returns, rate)
    return sum(int(step[4].sum()) for step in steps)


def measure(policy: Policy, games: int, seed: int) -> tuple[float, float]:
    """Play games with this policy: give the share of wins and half of its 95 % interval. A draw is half a win."""
    results: list[float] = []
    play = Play(seed)
    while len(results) < games:
        for *_, ended, rewards in play.run(policy, 8):
            results += ((rewards[ended] + 1) / 2).tolist()
    share = sum(results) / len(results)
    return share, 1.96 * math.sqrt(share * (1 - share) / len(results))


def run(updates: int, *, rate: float = 0.05, seed: int = 1, every: int = 5, games: int = 2000) -> list[float]:
    """Train and print the learning curve; give the shares of wins, the first before any training."""
    play = Play(seed)
    policy = Policy.make(vector_env("tao", 1, players=2))
    curve, played, begun = [], 0, time.process_time()
    for update in range(updates + 1):
        if update % every == 0:
            share, error = measure(policy, games, seed=2**32 + update)
            curve.append(share)
            taken = time.process_time() - begun
            print(f"{played:9,} games, {taken:4.0f} s: {share:.1%} ± {error:.1%} of the games won", flush=True)
        if update < updates:
            played += train(policy, play, rate)
    return curve


def main() -> None:
    """Train for a minute."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=60, help="how often to learn (default 60)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the learning curve as SVG")
    given = parser.parse_args()
    curve = run(given.updates)
    if given.plot is not None:
        plot = render_curve([100 * share for share in curve], "Games won against random moves, per cent")
        given.plot.write_text(write_plot(plot), encoding="utf-8")


if __name__ == "__main__":
    main()
