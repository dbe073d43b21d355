"""MaskablePPO of sb3-contrib on one seat of Tsuro for two, against the bot `greedy`.

`python -m examples.maskable_ppo` trains for some minutes and prints the share of games won. `make examples` installs
what it needs, PyTorch above all.

The environment is that of described_actions.py, which says for every legal action what would come of it; the policy
scores all of them with the same weights.
"""

import argparse
import math
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import nn

from examples.described_actions import FEATURES, MOST_LEGAL, Array, make_env

ENVS = 16
FIRST_TEST = 2**63
"""The seed of the first game to measure by: training draws seeds below it."""


# ── The policy ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Scores(nn.Module):  # type: ignore[misc] # it has no types here
    """A score for every row, by the same network for all of them; and what the best of them are worth."""

    latent_dim_pi = MOST_LEGAL
    latent_dim_vf = 64

    def __init__(self) -> None:
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(FEATURES, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))
        self.critic = nn.Sequential(nn.Linear(FEATURES, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Give the scores, and what the value is worked out from."""
        return self.forward_actor(rows), self.forward_critic(rows)

    def forward_actor(self, rows: torch.Tensor) -> torch.Tensor:
        """Score each row."""
        scores: torch.Tensor = self.actor(rows.view(-1, MOST_LEGAL, FEATURES)).squeeze(-1)
        return scores

    def forward_critic(self, rows: torch.Tensor) -> torch.Tensor:
        """Give the largest of each number over the rows that are there."""
        rows = rows.view(-1, MOST_LEGAL, FEATURES)
        hidden = self.critic(rows)
        largest: torch.Tensor = torch.where(rows[..., :1] > 0, hidden, -1.0).amax(dim=1)
        return largest


class ScoringPolicy(MaskableActorCriticPolicy):  # type: ignore[misc] # it has no types here
    """A policy whose network gives the logits of the actions themselves."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Scores()

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


# ── Training ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def measure(choose: Callable[[Array, Array], int], games: int) -> tuple[float, float]:
    """Play games that are in no training: give the share of wins and half of its 95 % interval.

    Half of them are played from each seat. A draw is half a win.
    """
    envs, won = [make_env(0), make_env(1)], 0.0
    for game in range(games):
        env = envs[game % 2]
        seen, _ = env.reset(seed=FIRST_TEST + game)
        ended = False
        while not ended:
            seen, reward, ended, _, _ = env.step(choose(seen, env.action_masks()))
        won += (float(reward) + 1) / 2
    share = won / games
    return share, 1.96 * math.sqrt(share * (1 - share) / games)


class Curve(BaseCallback):  # type: ignore[misc] # it has no types here
    """Measures the policy now and then, and prints it."""

    def __init__(self, every: int, games: int) -> None:
        super().__init__()
        self.shares: list[float] = []
        self._every, self._games, self._next = every, games, 0
        self._begun = time.process_time()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._next:
            self._next += self._every
            self.look()

    def look(self) -> None:
        """Play games in which the policy always takes the action that it thinks best."""
        begun = time.process_time()
        share, error = measure(partial(choose_best, self.model), self._games)
        self.shares.append(share)
        self._begun += time.process_time() - begun  # only training counts
        taken = time.process_time() - self._begun
        print(f"{self.num_timesteps:9,} moves, {taken:4.0f} s: {share:.1%} ± {error:.1%} of the games won", flush=True)


def choose_best(model: Any, seen: Array, mask: Array) -> int:
    """Take the action with the highest score."""
    return int(model.predict(seen, action_masks=mask, deterministic=True)[0])


def run(steps: int, *, every: int = 20_000, games: int = 400, seed: int = 1) -> list[float]:
    """Train and print the learning curve; give the shares of wins: of random moves, before training, and after."""
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    share, error = measure(lambda _seen, mask: int(rng.integers(mask.sum())), games)
    print(f"Against greedy, random moves: {share:.1%} ± {error:.1%} of the games won", flush=True)
    model = MaskablePPO(
        ScoringPolicy,
        DummyVecEnv([partial(make_env, index % 2) for index in range(ENVS)]),
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,  # a game is short, and won at its end
        learning_rate=1e-3,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
    )
    curve = Curve(every, games)
    model.learn(steps, callback=curve)
    curve.look()
    return [share, *curve.shares]


def main() -> None:
    """Train for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40_000, help="how many moves to learn from (default 40000)")
    parser.add_argument("--games", type=int, default=400, help="how many games to measure by (default 400)")
    given = parser.parse_args()
    run(given.steps, games=given.games)


if __name__ == "__main__":
    main()
