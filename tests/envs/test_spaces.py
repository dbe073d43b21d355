"""Spaces of actions: samples are legal, copies are plain."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete

from ludotheque.envs import LegalActions, aec_env, single_env


def test_a_sample_without_a_mask_is_legal() -> None:
    env = single_env("turris", opponents="random")
    env.reset(seed=1)
    assert all(env.action_masks()[env.action_space.sample()] for _ in range(50))
    agents = aec_env("turris")
    agents.reset(seed=1)
    mask = agents.last()[0]["action_mask"]
    assert all(mask[agents.action_space(agents.agent_selection).sample()] for _ in range(50))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda space: pickle.loads(pickle.dumps(space))])
def test_a_copy_of_a_space_is_a_plain_one_with_the_same_luck(duplicate: Callable[[LegalActions], Discrete]) -> None:
    space = LegalActions(9, lambda: np.ones(9, np.int8))
    space.seed(5)
    space.sample()
    copied = duplicate(space)
    assert type(copied) is Discrete
    assert copied == space
    assert copied.np_random.bit_generator.state == space.np_random.bit_generator.state
    assert copied.sample() in range(9)
    assert not hasattr(copied, "_find_mask")


def test_the_space_of_an_environment_can_be_copied_and_sampled() -> None:
    space: Any = single_env("turris", opponents="random").action_space
    for copied in (copy.deepcopy(space), pickle.loads(pickle.dumps(space))):
        assert copied.sample() in range(space.n)
