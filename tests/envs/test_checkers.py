"""Every environment passes the checkers of its own project, for every game and many options."""

import warnings
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import ludotheque
from ludotheque.bots.random import RandomBot
from ludotheque.compiled.kernel import Kernel
from ludotheque.core.game import AnyGame
from ludotheque.envs import GameAECEnv, GameParallelEnv, aec_env, parallel_env, single_env, vector_env
from ludotheque.testing.subjects import name_game
from tests.lengths import IS_LONG
from tests.nim import NimOptions
from tests.nim_kernel import FastNim
from tests.strategies import all_games

GAMES = all_games()
CHECKED = GAMES if IS_LONG else GAMES[2::3]
"""Games for the checkers of PettingZoo, which take long: every game, with few and with many players."""
SEATED = GAMES if IS_LONG else GAMES[::2]
"""Games for the checker of Gymnasium."""
SHOWN = GAMES if IS_LONG else [*{game.id: game for game in GAMES}.values()]
"""Games for the checker of pictures: the last option set of each."""
COUNTED = GAMES if IS_LONG else [*{game.id: game for game in reversed(GAMES)}.values()]
"""Games for the checker of limits: the first option set of each."""
REWARDS = ("share", "zero_sum", "rank")


@pytest.mark.parametrize("game", CHECKED, ids=name_game)
def test_pettingzoo_accepts_it(game: AnyGame) -> None:
    reward: Any = REWARDS[CHECKED.index(game) % 3]
    with warnings.catch_warnings():
        # It expects images, and that everybody may act at any time.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        api_test(aec_env(game, reward=reward), num_cycles=40)
        parallel_api_test(parallel_env(game, reward=reward), num_cycles=40)
        seed_test(lambda: aec_env(game), num_cycles=10)
        parallel_seed_test(lambda: parallel_env(game), num_cycles=5)


@pytest.mark.parametrize("game", SHOWN, ids=name_game)
def test_pettingzoo_can_show_it(game: AnyGame, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **settings: aec_env(game, **settings), {"svg": lambda picture: picture.startswith("<svg")})
    assert capsys.readouterr().out


class Fixed(GameAECEnv):
    """An environment that always plays the same game, so that no test depends on luck."""

    fixed_seed = 1

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed=self.fixed_seed, options=options)
        for index, space in enumerate(self.action_spaces.values()):
            space.seed(index)


def has_equal_turns(env: Fixed, rounds: int = 4) -> bool:
    """Whether every agent has so many decisions before anybody has more, and the game goes on."""
    env.reset()
    deciders = list[str]()
    while not any(env.terminations.values()) and len(deciders) < rounds * len(env.possible_agents):
        deciders.append(env.agent_selection)
        env.step(int(env.action_space(env.agent_selection).sample()))
    return not any(env.terminations.values()) and {deciders.count(agent) for agent in env.possible_agents} == {rounds}


@pytest.mark.parametrize("game", COUNTED, ids=name_game)
def test_pettingzoo_counts_cycles_as_it_expects(game: AnyGame) -> None:
    """It expects four rounds in which all agents have their turn, so such a game is looked for."""

    def fix(seed: int, **settings: Any) -> Fixed:
        env = Fixed(game, **settings)
        env.fixed_seed = seed
        return env

    if (seed := next((seed for seed in range(1, 30) if has_equal_turns(fix(seed))), None)) is None:
        pytest.skip("of 29 random games none has four rounds with a turn of everybody")
    max_cycles_test(
        SimpleNamespace(
            parallel_env=lambda max_cycles: GameParallelEnv(fix(seed, max_steps=max_cycles)),
            env=lambda max_cycles: fix(seed, max_cycles=max_cycles),
        )
    )


@pytest.mark.parametrize("game", COUNTED, ids=name_game)
def test_a_game_is_cut_after_so_many_decisions_for_each_agent_on_average(game: AnyGame) -> None:
    for cycles in (1, 2):
        env = Fixed(game, max_cycles=cycles)
        env.reset()
        while not any(env.truncations.values()):
            assert not any(env.terminations.values())
            env.step(int(env.action_space(env.agent_selection).sample()))
        assert len(env.episode.actions) == cycles * game.seats
        assert all(env.truncations.values())
        assert not any(env.rewards.values())


@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_the_games_are_registered(game_id: str) -> None:
    assert isinstance(pettingzoo.make("aec", f"ludotheque/{game_id}-v0"), GameAECEnv)
    assert pettingzoo.make("parallel", f"ludotheque/{game_id}-v0", max_cycles=9).possible_agents[0] == "player_0"
    envs = gymnasium.make_vec(f"ludotheque/{game_id}-v0", num_envs=5, vectorization_mode="vector_entry_point")
    assert envs.num_envs == 5
    env = gymnasium.make(f"ludotheque/{game_id}-v0", opponents="random")
    assert env.reset(seed=1)[1]["action_mask"].any()


@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_what_is_registered_can_be_written_down_and_made_again(game_id: str) -> None:
    spec = gymnasium.spec(f"ludotheque/{game_id}-v0")
    assert EnvSpec.from_json(spec.to_json()).kwargs == {"game": game_id}
    env = gymnasium.make(f"ludotheque/{game_id}-v0", opponents="random", seat=1)
    assert env.spec is not None
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert (again.unwrapped.game.id, again.unwrapped.seat) == (game_id, 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", SEATED, ids=name_game)
def test_gymnasium_accepts_one_seat(game: AnyGame) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*A Box observation space")
        check_env(single_env(game, seat=game.seats - 1, opponents="random"), skip_render_check=True)


@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_one_seat_plays_whole_games_and_says_how_they_ended(game_id: str) -> None:
    env = single_env(game_id, seat=1, opponents="greedy", reward="zero_sum", render_mode="ansi")
    for seed in range(2):
        seen, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            assert env.observation_space.contains(seen)
            assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
            seen, reward, over, cut, info = env.step(np.flatnonzero(env.action_masks())[0])
            assert not cut
        assert reward == info["rewards"][1]
        match = env.episode.play()
        assert match.outcome is not None
        assert info["ranks"].tolist() == [*match.outcome.ranks]
        assert isinstance(env.render(), str)


def test_one_seat_refuses_what_there_is_not() -> None:
    with pytest.raises(ValueError, match="there are 2 seats"):
        single_env("turris", seat=2)
    with pytest.raises(ValueError, match="1 other seats; 2 opponents"):
        single_env("turris", opponents=["easy", "easy"])
    with pytest.raises(ludotheque.UnknownBot):
        single_env("turris", opponents="nobody").reset()
    with pytest.raises(ValueError, match="reset comes before the first step"):
        single_env("turris", opponents="random").step(0)
    env = single_env("turris", opponents="random", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="environment 0: action 42 is not legal"):
        env.step(42)
    with pytest.raises(ValueError, match="illegal must be 'lose' or 'raise'"):
        single_env("turris", illegal="ignore")
    with pytest.raises(ValueError, match="render_mode must be one of"):
        single_env("turris", render_mode="film")
    with pytest.raises(ValueError, match="draws no pictures"):
        aec_env(FastNim(NimOptions()), "svg")
    with pytest.raises(TypeError, match="is made already"):
        aec_env(FastNim(NimOptions()), stones=3)


@pytest.mark.parametrize(("reward", "worst"), [("share", 0.0), ("zero_sum", -1.0), ("rank", 0.0)])
def test_an_illegal_action_of_one_seat_loses(reward: Any, worst: float) -> None:
    env = single_env("turris", opponents="random", reward=reward)
    env.reset(seed=1)
    _, given, over, cut, info = env.step(42)
    assert (given, over, cut, info["illegal"]) == (worst, True, False, True)
    with pytest.raises(ValueError, match="lost by an illegal action; reset it"):
        env.step(0)
    env.reset(seed=1)
    for nothing in (99, -1, 1.5):
        with pytest.raises(ValueError, match=r"not legal|a whole number, not 1.5"):
            env.step(nothing)


class Moody(RandomBot[Any, Any]):
    """A bot that raises an error once it is told to."""

    is_angry = False

    def choose(self, observation: Any, budget: Any = None) -> Any:
        if self.is_angry:
            raise ZeroDivisionError
        return super().choose(observation, budget)


def test_after_an_error_of_a_bot_there_is_no_step_until_the_next_reset(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be the caller who plays for the bot."""
    env = single_env("turris", opponents=f"{__name__}:Moody", first="white")
    env.reset(seed=1)
    monkeypatch.setattr(Moody, "is_angry", True)
    with pytest.raises(ZeroDivisionError):
        env.step(env.action_space.sample())
    decisions = env.episode.actions
    for _ in range(2):
        with pytest.raises(ValueError, match=r"an error interrupted the last step or reset .*; reset it"):
            env.step(np.flatnonzero(env.action_masks())[0])
    assert env.episode.actions == decisions
    monkeypatch.setattr(Moody, "is_angry", False)
    env.reset(seed=1)
    env.step(env.action_space.sample())


def test_the_smallest_kernel_makes_every_environment() -> None:
    """It has no `outcomes`, since nothing is drawn; nobody has to say so."""
    game = FastNim(NimOptions())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec_env(game), num_cycles=20)
        parallel_api_test(parallel_env(game), num_cycles=20)
        check_env(single_env(game, seat=1, opponents="random"), skip_render_check=True)
    env = single_env(game, opponents="random")
    seen, _ = env.reset(seed=1)
    assert seen.tolist() == [5]
    while not env.step(0)[2]:
        pass
    assert env.episode.chance == "fast"
    assert env.episode.play().outcome is not None
    for make_env in (aec_env, parallel_env, single_env, vector_env):
        with pytest.raises(ValueError, match="chance must be 'fast'"):
            make_env(game, chance="fair")


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_everything_seen_is_in_the_spaces(game: AnyGame) -> None:
    env = vector_env(game, 16, autoreset_mode=AutoresetMode.SAME_STEP)
    observations, _ = env.reset(seed=3)
    rng = Kernel.seed_rng(1)
    for _ in range(120):
        assert env.observation_space.contains(observations)
        actions = env.sample(rng)
        assert env.action_space.contains(actions)
        observations, *_, infos = env.step(actions)
        for index in np.flatnonzero(infos.get("_final_obs", [])):
            assert env.single_observation_space.contains(infos["final_obs"][index])
