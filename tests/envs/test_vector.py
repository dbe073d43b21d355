"""The vector environment: resets, ends, what it tells, episodes."""

import copy
import pickle
from collections.abc import Callable
from threading import Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from ludotheque.compiled.kernel import Kernel
from ludotheque.envs import GameVectorEnv, describe_action, observation_layout, vector_env
from ludotheque.envs.infos import StepInfos


def test_a_seed_is_counted_up_and_a_list_gives_each_its_own() -> None:
    env = vector_env("tsuro", 3)
    together, _ = env.reset(seed=7)
    assert env.batch.seeds.tolist() == [7, 8, 9]
    apart, _ = env.reset(seed=[9, 7, 8])
    assert apart["observation"][1].tolist() == together["observation"][0].tolist()
    env.reset(seed=[None, 5, None])
    assert env.batch.seeds[1] == 5
    env.reset(seed=2**64 - 1)
    assert env.batch.seeds.tolist() == [2**64 - 1, 0, 1]
    with pytest.raises(ValueError, match="must be 3 seeds"):
        env.reset(seed=[1, 2])
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match=f"a seed is a whole number from 0 to 2\\*\\*64 - 1, not {seed}"):
            env.reset(seed=seed)
    assert env.batch.seeds.tolist() == [2**64 - 1, 0, 1]


def test_without_a_seed_games_differ() -> None:
    env = vector_env("tsuro", 3)
    first, _ = env.reset()
    second, _ = env.reset()
    assert len({row.tobytes() for row in (*first["observation"], *second["observation"])}) == 6


@pytest.mark.parametrize("key", ["mask", "reset_mask"])
def test_some_games_begin_anew_and_the_others_stay(key: str) -> None:
    env = vector_env("turris", 4, autoreset_mode="Disabled")
    env.reset(seed=1)
    observations, *_ = env.step(env.sample(1))
    again, _ = env.reset(seed=50, options={key: np.array([True, False, False, True])})
    assert env.batch.seeds.tolist() == [50, 2, 3, 53]
    assert again["observation"][1:3].tolist() == observations["observation"][1:3].tolist()
    assert env.batch.lengths.tolist() == [0, 1, 1, 0]


@pytest.mark.parametrize(
    "options", [{"mask": [True]}, {"mask": np.ones(4, np.int8)}, {"other": 1}, {"mask": 1, "reset_mask": 1}]
)
def test_bad_reset_options_are_refused(options: Any) -> None:
    env = vector_env("turris", 4)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"the mask must be 4 booleans|the options of reset are"):
        env.reset(options=options)


def test_a_game_that_ends_begins_in_the_same_step_and_shows_its_end() -> None:
    env = vector_env("turris", 6, reward="zero_sum")
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    env.reset(seed=1)
    rng, ends = Kernel.seed_rng(2), 0
    _, infos = env.reset(seed=1)
    layout = observation_layout("turris")
    while ends < 20:
        movers = infos["seat"]
        observations, rewards, terminated, truncated, infos = env.step(env.sample(rng))
        assert not truncated.any()
        assert ("final_obs" in infos) == bool(terminated.any())
        assert observations["action_mask"].any(axis=1).all()
        for index in np.flatnonzero(terminated):
            final = infos["final_obs"][index]
            assert final["observation"].view(layout)["reason"][0] >= 0
            assert not final["action_mask"].any()
            assert infos["final_info"]["seat"][index] == movers[index]
            assert rewards[index] == infos["rewards"][index, movers[index]]
            assert sorted(infos["ranks"][index].tolist()) in ([1, 2], [1, 1])
            ends += 1
        if terminated.any():
            assert [each is None for each in infos["final_obs"]] == (~terminated).tolist()
            assert len(infos["final_obs"][infos["_final_obs"]]) == terminated.sum()
        assert not rewards[~terminated].any()


def test_without_autoreset_a_game_stays_over() -> None:
    env = vector_env("turris", 2, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    rng = Kernel.seed_rng(2)
    terminated = np.zeros(2, np.bool_)
    while not terminated.any():
        observations, _, terminated, _, infos = env.step(env.sample(rng))
    index = int(np.flatnonzero(terminated)[0])
    assert not observations["action_mask"][index].any()
    assert "final_obs" not in infos
    with pytest.raises(ValueError, match=f"environment {index}: .* its game is over; reset it"):
        env.step(np.maximum(env.sample(rng), 0))
    env.reset(options={"reset_mask": terminated})
    env.step(env.sample(rng))
    with pytest.raises(ValueError, match="SAME_STEP or DISABLED"):
        vector_env("turris", 2, autoreset_mode="NextStep")


def test_a_game_that_is_over_keeps_its_ranks_and_gives_no_reward_twice() -> None:
    env = vector_env("turris", 2, autoreset_mode="Disabled", reward="zero_sum")
    env.reset(seed=1)
    rng = Kernel.seed_rng(2)
    terminated = np.zeros(2, np.bool_)
    while not terminated.any():
        *_, terminated, _, infos = env.step(env.sample(rng))
    ranks = infos["ranks"].tolist()
    over = int(np.flatnonzero(terminated)[0])
    assert sorted(ranks[over]) in ([1, 2], [1, 1])
    for _, told in (env.restore(env.save()), env.reset(options={"reset_mask": ~terminated})):
        assert told["_ranks"].tolist() == terminated.tolist()
        assert told["ranks"].tolist() == ranks
        assert not told["rewards"].any()
    _, told = env.reset()
    assert not told["_ranks"].any()
    assert not told["ranks"].any()


def test_truncation_is_told_and_the_game_begins_anew() -> None:
    env = vector_env("turris", 2, max_episode_steps=2)
    env.reset(seed=1)
    env.step(env.sample(1))
    _, _, terminated, truncated, infos = env.step(env.sample(2))
    assert not terminated.any()
    assert truncated.all()
    assert infos["final_obs"][0]["action_mask"].any()
    assert not infos["final_info"]["_ranks"].any()


def play_to_an_end(env: GameVectorEnv) -> dict[str, Any]:
    """Give the infos of the first step in which a game ends."""
    env.reset(seed=1)
    rng = Kernel.seed_rng(1)
    while True:
        *_, terminated, _, infos = env.step(env.sample(rng))
        if terminated.any():
            return infos


READINGS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "by key": lambda infos: infos["final_obs"],
    "get": lambda infos: infos.get("final_obs"),
    "items": lambda infos: next(value for key, value in infos.items() if key == "final_obs"),
    "values": lambda infos: next(value for value in infos.values() if getattr(value, "dtype", "") == "O"),
    "keys": lambda infos: next(infos[key] for key in infos.keys() if key == "final_obs"),  # noqa: SIM118 - not the same here
    "iterating": lambda infos: next(infos[key] for key in infos if key == "final_obs"),
    "pop": lambda infos: infos.pop("final_obs"),
    "popitem": lambda infos: dict(infos.popitem() for _ in range(len(infos)))["final_obs"],
    "setdefault": lambda infos: infos.setdefault("final_obs", None),
    "copying": lambda infos: infos.copy()["final_obs"],
    "copy.copy": lambda infos: copy.copy(infos)["final_obs"],
    "copy.deepcopy": lambda infos: copy.deepcopy(infos)["final_obs"],
    "pickling": lambda infos: pickle.loads(pickle.dumps(infos))["final_obs"],
    "dict": lambda infos: dict(infos)["final_obs"],
    "unpacking": lambda infos: {**infos}["final_obs"],
    "arguments": lambda infos: SimpleNamespace(**infos).final_obs,
    "updating": lambda infos: ({} | infos)["final_obs"],
    "updated": lambda infos: (infos | {"more": 1})["final_obs"],
}


@pytest.mark.parametrize("reading", READINGS)
def test_final_observations_are_there_however_infos_are_read(reading: str) -> None:
    env = vector_env("turris", 6)
    infos = play_to_an_end(env)
    assert isinstance(infos, dict)
    assert {"final_obs", "_final_obs", "final_info", "_final_info"} <= infos.keys()
    ended = infos["_final_obs"]
    final = READINGS[reading](infos)
    assert isinstance(final, np.ndarray)
    assert (final.dtype, final.shape) == (object, (6,))
    assert [each is None for each in final] == (~ended).tolist()
    assert all(env.single_observation_space.contains(each) for each in final[ended])


def test_final_observations_do_not_depend_on_what_the_caller_does_with_other_arrays() -> None:
    env = vector_env("turris", 6, max_episode_steps=3)
    _, infos = env.reset(seed=1)
    while "final_obs" not in infos:
        _, _, terminated, truncated, infos = env.step(env.sample(1))
    assert truncated.all()
    terminated |= truncated
    infos["_final_obs"][:] = False
    assert all(each["action_mask"].any() for each in infos["final_obs"])


def test_final_observations_can_be_replaced_and_shown() -> None:
    env = vector_env("turris", 6)
    assert "'action_mask': array" in repr(play_to_an_end(env))
    infos = play_to_an_end(env)
    infos["final_obs"] = "other"
    assert [value for key, value in infos.items() if key == "final_obs"] == ["other"]
    infos = play_to_an_end(env)
    del infos["final_obs"]
    assert "final_obs" not in dict(infos)
    infos = play_to_an_end(env)
    infos["final_obs"][0] = "changed"  # as wrappers do that transform observations
    assert infos["final_obs"][0] == "changed"


def test_every_thread_that_reads_final_observations_finds_them() -> None:
    """Also one that reads while another one collects them."""
    found: list[Any] = []

    def find() -> Any:
        if not found:
            found.append(None)
            reader = Thread(target=lambda: found.append(infos["final_obs"]))
            reader.start()
            reader.join()
        return np.ones(3)

    infos = StepInfos({}, find)
    assert infos["final_obs"].tolist() == found[1].tolist() == [1, 1, 1]


def test_final_observations_that_could_not_be_collected_are_collected_again() -> None:
    outcomes = iter([KeyboardInterrupt(), np.ones(3)])

    def find() -> Any:
        if isinstance(outcome := next(outcomes), BaseException):
            raise outcome
        return outcome

    infos = StepInfos({}, find)
    with pytest.raises(KeyboardInterrupt):
        infos.get("final_obs")
    assert infos["final_obs"].tolist() == [1, 1, 1]


def test_infos_are_made_like_any_dict() -> None:
    infos = play_to_an_end(vector_env("turris", 6))
    assert type(infos)(dict(infos)).keys() == infos.keys()
    assert type(infos).fromkeys(["seat"]) == {"seat": None}


def test_where_no_game_has_ended_the_infos_about_the_end_are_zero() -> None:
    env = vector_env("turris", 6)
    infos = play_to_an_end(env)
    infos["final_info"]["seat"][:] = 77
    infos = {}  # so that the array is used again
    infos = play_to_an_end(env)
    assert not infos["final_info"]["seat"][~infos["_final_info"]].any()


def test_statistics_of_episodes_are_kept_by_the_wrapper_of_gymnasium() -> None:
    games = vector_env("turris", 4)
    env = RecordEpisodeStatistics(games)
    env.reset(seed=1)
    rng, lengths = Kernel.seed_rng(1), list[int]()
    while len(lengths) < 5:
        *_, infos = env.step(games.sample(rng))
        lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert min(lengths) > 20


def test_infos_become_a_list_by_the_wrapper_of_gymnasium() -> None:
    games = vector_env("turris", 4)
    env: Any = DictInfoToList(RecordEpisodeStatistics(games))
    assert [*env.reset(seed=1)[1][0]] == ["seat", "rewards"]
    rng, ends = Kernel.seed_rng(1), 0
    while ends < 5:
        _, _, terminated, _, told = env.step(games.sample(rng))
        for index, infos in enumerate(told):
            assert ("final_obs" in infos) == ("final_info" in infos) == ("episode" in infos) == terminated[index]
            if terminated[index]:
                assert games.single_observation_space.contains(infos["final_obs"])
                assert infos["final_info"]["ranks"].tolist() == infos["ranks"].tolist() != [0, 0]
                ends += 1


def test_saving_restoring_rendering_and_closing() -> None:
    env = vector_env("turris", 2, render_mode="ansi", threads=2)
    env.reset(seed=1)
    saved = env.save()
    observations, *_ = env.step(env.sample(1))
    env.restore(saved)
    again, *_ = env.step(env.sample(1))
    assert again["observation"].tolist() == observations["observation"].tolist()
    frames = env.render()
    assert frames is not None
    assert all(isinstance(frame, str) for frame in frames)
    assert vector_env("turris", 2).render() is None
    env.close()
    env.step(env.sample(1))  # by one thread
    for other in ({"max_episode_steps": 2}, {"autoreset_mode": "Disabled"}):
        with pytest.raises(ValueError, match="saved by another batch"):
            vector_env("turris", 2, **other).restore(saved)
    assert env.metadata["render_fps"] > 0
    with pytest.raises(ValueError, match="render_mode must be one of ansi, svg, rgb_array or None, not 'human'"):
        vector_env("turris", 2, render_mode="human")


def test_episodes_are_kept_only_if_that_is_wanted() -> None:
    env = vector_env("turris", 2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="record=True"):
        env.episode(0)
    env = vector_env("turris", 2, record=True)
    with pytest.raises(ValueError, match="reset comes first"):
        env.episode(0)
    env.reset(seed=1)
    assert env.episode(1).actions == ()
    for index in (2, -1, 0.5):
        with pytest.raises(ValueError, match=f"there are 2 games, counted from 0; {index} is none of them"):
            env.episode(index)  # type: ignore[arg-type] # that is the point
    with pytest.raises(ValueError, match="has finished no game"):
        env.episode(0, finished=True)
    with pytest.raises(ValueError, match="cannot go back"):
        env.restore(env.save())


def test_actions_in_words() -> None:
    assert describe_action("turris", 0) == "place a block, standing, on a1^"
    assert describe_action("turris", 42) == "decline the bonus"
    assert describe_action("tao", 5) == "walk to card 2 ahead and put it before the next player"
    assert describe_action("tsuro", 470) == "keep the hand"
    for game, count in (("turris", 43), ("tao", 294), ("tsuro", 660)):
        assert len({describe_action(game, action) for action in range(count)}) >= count - 2
        with pytest.raises(ValueError, match=f"0 to {count - 1}"):
            describe_action(game, count)
