"""Copies and pickles of environments: they go on as the original does, and neither disturbs the other."""

import copy
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

from ludotheque.compiled.kernel import Kernel
from ludotheque.envs import FunctionalEnv, GameVectorEnv, LegalActions, aec_env, parallel_env, single_env, vector_env
from tests.envs.test_rules_loops import NumberedNim
from tests.nim import NimOptions

DUPLICATES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}
either_way = pytest.mark.parametrize("duplicate", DUPLICATES.values(), ids=DUPLICATES)


def step_many(env: GameVectorEnv, steps: int = 30) -> list[Any]:
    """Play at random; give everything that is told."""
    rng, told = Kernel.seed_rng(5), list[Any]()
    for _ in range(steps):
        observations, rewards, terminated, truncated, infos = env.step(env.sample(rng))
        told += [observations["observation"], observations["action_mask"], rewards, terminated, truncated]
        told += [infos["seat"], infos["ranks"]]
    return [each.tolist() for each in told]


@either_way
@pytest.mark.parametrize(
    "make",
    [
        partial(vector_env, "tsuro", 3, players=2, threads=2, record=True),
        partial(vector_env, "tao", 2, chance="fair", max_episode_steps=20, reward="rank"),
        partial(vector_env, NumberedNim(NimOptions()), 2),
    ],
)
def test_a_copy_of_many_games_goes_on_as_they_do(make: Callable[[], GameVectorEnv], duplicate: Any) -> None:
    env = make()
    env.reset(seed=1)
    step_many(env, 10)
    copied = duplicate(env)
    told = step_many(env)
    assert step_many(copied) == told
    with pytest.raises(ValueError, match="read-only"):
        copied.step(copied.sample(Kernel.seed_rng(1)))[4]["_seat"][0] = False
    for each in (env, copied):
        each.close()


@either_way
@pytest.mark.parametrize(
    "make", [aec_env, parallel_env, single_env, vector_env, FunctionalEnv], ids=lambda make: make.__name__
)
def test_what_has_not_begun_can_be_copied(make: Any, duplicate: Any) -> None:
    copied = duplicate(make("turris"))
    if isinstance(copied, FunctionalEnv):
        assert copied.init([1]).observation.tolist() == make("turris").init([1]).observation.tolist()
        return
    with pytest.raises((ValueError, AttributeError)):
        copied.step(0)
    copied.reset(seed=1)


def play_agents(env: Any, rng: np.random.Generator) -> tuple[int, ...]:
    for _ in env.agent_iter():
        observation, _, terminated, *_ = env.last()
        env.step(None if terminated else rng.choice(np.flatnonzero(observation["action_mask"])))
    actions: tuple[int, ...] = env.episode.actions
    return actions


@either_way
def test_a_copy_of_agents_that_take_turns_goes_on_as_they_do(duplicate: Any) -> None:
    env = aec_env("tsuro", players=3)
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(env.action_space(env.agent_selection).sample()))
    copied = duplicate(env)
    told = play_agents(env, np.random.default_rng(1))
    assert play_agents(copied, np.random.default_rng(1)) == told
    copied.reset(seed=2)
    assert env.episode.actions == told
    assert isinstance(copied.action_space("player_0"), LegalActions)
    mask = copied.last()[0]["action_mask"]
    assert all(mask[copied.action_space(copied.agent_selection).sample()] for _ in range(50))


@either_way
@pytest.mark.parametrize(
    ("game_id", "opponents"),
    [("turris", "random"), ("tao", "greedy"), ("tsuro", "search?iterations=30"), ("turris", "easy")],
)
def test_a_copy_of_one_seat_goes_on_as_it_does_and_so_do_the_bots(game_id: str, opponents: str, duplicate: Any) -> None:
    env = single_env(game_id, opponents=opponents)
    env.reset(seed=1)
    env.step(env.action_space.sample())
    copied = duplicate(env)
    for _ in range(5):
        action = env.action_space.sample()
        assert copied.action_space.sample() == action
        told, same = (each.step(action) for each in (env, copied))
        assert copied.episode.actions == env.episode.actions
        assert same[0].tolist() == told[0].tolist()
        if told[2]:
            break


def test_an_environment_of_the_registry_can_be_copied() -> None:
    env = gymnasium.make("ludotheque/turris-v0", opponents="random")
    env.reset(seed=1)
    action = env.action_space.sample()
    assert copy.deepcopy(env).step(action)[0].tolist() == env.step(action)[0].tolist()


@either_way
def test_a_copy_of_functions_does_the_same(duplicate: Any) -> None:
    functions = FunctionalEnv("tao", reward="rank", chance="fair", players=2)
    state = functions.init([1, 2])
    actions = functions.sample(state, Kernel.seed_rng(1))
    after = duplicate(functions).step(duplicate(state), actions)
    assert after.observation.tolist() == functions.step(state, actions).observation.tolist()


def test_what_one_game_hands_out_is_a_copy() -> None:
    """Whoever changes it changes nothing else."""
    agents: Any = aec_env("turris")
    agents.reset(seed=1)
    agent = agents.agent_selection
    seen = agents.observe(agent)
    kept = {name: array.copy() for name, array in seen.items()}
    seen["observation"][:], seen["action_mask"][:] = 7, 0
    again = agents.observe(agent)
    assert all(np.array_equal(again[name], kept[name]) for name in kept)
    agents.step(agents.action_space(agent).sample())
    single: Any = single_env("turris", opponents="random")
    first, info = single.reset(seed=1)
    kept_first, legal = first.copy(), info["action_mask"].copy()
    first[:], info["action_mask"][:] = 7, 0
    assert single.action_masks().tolist() == legal.astype(bool).tolist()
    lost, *_ = single.step(int(np.flatnonzero(legal == 0)[0]))
    assert lost.tolist() == kept_first.tolist()
