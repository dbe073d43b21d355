"""Games without a kernel are environments too: the same, by the rules."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import ludotheque
from ludotheque.core.game import AnyGame
from ludotheque.envs import Numbering, aec_env, parallel_env, single_env, vector_env
from ludotheque.envs.batch import Batch, compile_game
from ludotheque.envs.rules_loops import number_game
from ludotheque.envs.spaces import encode_observation
from tests.nim import Nim, NimOptions
from tests.nim_kernel import FastNim


class NumberedNim(Nim):
    """Nim, which says how its moves and observations are numbers."""

    def numbering(self) -> Numbering:
        return Numbering(
            layout=np.dtype([("stones", "i1"), ("turn", "i1")]),
            actions=2,
            write_observation=lambda observation: np.array(observation, np.int8),
            encode_move=lambda _state, move: move - 1,
            decode_move=lambda _state, number: number + 1,
            bounds={"stones": (0, 9), "turn": (0, 1)},
        )


def number_by_rules(game: AnyGame) -> Any:
    """Take a game's kernel away and leave the numbers."""
    compiled = compile_game(game)
    kernel_free: Any = type("ByRules", (type(game),), {"compiled": None})(game.options)
    numbering = Numbering(
        layout=compiled.layout,
        actions=compiled.kernel.actions,
        write_observation=lambda observation: encode_observation(game, observation, observation.viewer),
        encode_move=compiled.encode_move,
        decode_move=compiled.decode_move,
        bounds=compiled.bounds,
    )
    kernel_free.compiled = lambda: number_game(kernel_free, numbering)
    return kernel_free


def test_a_game_without_a_kernel_passes_the_checkers() -> None:
    game = NumberedNim(NimOptions())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec_env(game), num_cycles=20)
        parallel_api_test(parallel_env(game), num_cycles=20)
        seed_test(lambda: aec_env(game), num_cycles=10)
        check_env(single_env(game, seat=1, opponents="random"), skip_render_check=True)


@pytest.mark.parametrize("restarts", ["SameStep", "Disabled"])
@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("tsuro", {}),
        ("tao", {}),
        ("turris", {}),
        ("tsuro", {"edition": "kosmos", "players": 2}),
        ("tao", {"teams": True}),
    ],
)
def test_rules_and_kernel_give_the_same(game_id: str, options: dict[str, Any], restarts: str) -> None:
    """With the numbers of a kernel, the loops of the rules tell the same as those of the kernel."""
    game = ludotheque.make(game_id, **options)
    fast: Any = vector_env(game, 3, chance="fair", autoreset_mode=restarts, max_episode_steps=25, reward="rank")
    slow: Any = vector_env(number_by_rules(game), 3, autoreset_mode=restarts, max_episode_steps=25, reward="rank")
    told = [env.reset(seed=5) for env in (fast, slow)]
    rng = np.array([1], np.uint64)
    for _ in range(40):
        (seen, infos), (other, other_infos) = told
        assert seen["action_mask"].tolist() == other["action_mask"].tolist()
        assert seen["observation"].tolist() == other["observation"].tolist()
        assert infos["seat"].tolist() == other_infos["seat"].tolist()
        assert fast.batch.seeds.tolist() == slow.batch.seeds.tolist()
        if not seen["action_mask"].any(axis=1).all():
            for env in (fast, slow):
                _, kept = env.restore(env.save())
                assert kept["ranks"].tolist() == infos["ranks"].tolist()
                assert not kept["rewards"].any()
            break
        actions = fast.sample(rng)
        if (actions < 0).any():  # some game was stopped and waits
            assert slow.sample(rng).tolist() == actions.tolist()
            assert fast.batch.lengths.max() == 25
            break
        one, two = fast.step(actions), slow.step(actions)
        for which in (1, 2, 3):
            assert one[which].tolist() == two[which].tolist()
        assert one[4]["ranks"].tolist() == two[4]["ranks"].tolist()
        assert one[4]["rewards"].tolist() == two[4]["rewards"].tolist()
        for index in np.flatnonzero(one[4].get("_final_obs", [])):
            final, other_final = one[4]["final_obs"][index], two[4]["final_obs"][index]
            assert final["observation"].tolist() == other_final["observation"].tolist()
            assert final["action_mask"].tolist() == other_final["action_mask"].tolist()
        told = [(one[0], one[4]), (two[0], two[4])]


class NobodyDecides(NumberedNim):
    """Nim without a stone."""

    def start(self) -> tuple[int, int]:
        return 0, 0


@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_that_is_over_when_it_begins_is_refused(threads: int) -> None:
    """By the rules and by a kernel; by the number of the game, whichever thread finds it."""
    slow = Batch(NobodyDecides(NimOptions()), 4, chance=None, threads=threads)
    fast = Batch(FastNim(NimOptions()), 4, chance=None, threads=threads)
    fast._start["stones"] = 0
    for batch in (slow, fast):
        with pytest.raises(ValueError, match=r"environment [0-3]: the game that begins is over before anybody decides"):
            batch.begin(np.arange(4))
    one_stone = Batch(FastNim(NimOptions(stones=1)), 4, chance=None, threads=threads, restarts=True)
    one_stone.begin(np.arange(4))
    one_stone._start["stones"] = 0
    with pytest.raises(ValueError, match=r"environment [0-3]: the game that begins is over"):
        one_stone.step([0, 0, 0, 0])


def test_a_seat_that_never_has_a_turn_cannot_be_played() -> None:
    env = single_env(NumberedNim(NimOptions(stones=1)), seat=1, opponents="random")
    with pytest.raises(ValueError, match="the others ended 100 games before seat 1 had a turn"):
        env.reset(seed=1)
    with pytest.raises(ValueError, match="before seat 1 had a turn; reset it again"):
        env.step(0)


def test_saved_games_by_rules_go_on_and_become_records() -> None:
    env = vector_env(NumberedNim(NimOptions(stones=3)), 2)
    env.reset(seed=1)
    saved = env.save()
    first = env.step([0, 1])[0]["observation"].tolist()
    env.restore(saved)
    assert env.step([0, 1])[0]["observation"].tolist() == first
    with pytest.raises(ValueError, match="environment 1: action 1 is not legal for seat 1; its mask allows 0"):
        env.step([0, 1])
