"""What environments are given: seeds, seats, actions and counts, of Python or of NumPy, and all that is none."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.envs import (
    Episode,
    FunctionalEnv,
    aec_env,
    encode_observation,
    load_open_spiel,
    make_dealer,
    parallel_env,
    single_env,
    vector_env,
)
from ludotheque.envs.arguments import SEEDS
from ludotheque.envs.open_spiel import FairChance, Resampler
from ludotheque.games.turris import Turris
from tests.nim import NimOptions
from tests.nim_kernel import FastNim

SEEDED: dict[str, Callable[[Any], Any]] = {
    "dealer": make_dealer,
    "chance of OpenSpiel": FairChance,
    "episode": lambda seed: Episode(Turris(Turris.Options()), seed, "fast", ()),
    "vector": lambda seed: vector_env("turris", 2).reset(seed=seed),
    "vector, one each": lambda seed: vector_env("turris", 2).reset(seed=[seed, 1]),
    "agents": lambda seed: aec_env("turris").reset(seed=seed),
    "agents at once": lambda seed: parallel_env("turris").reset(seed=seed),
    "one seat": lambda seed: single_env("turris", opponents="random").reset(seed=seed),
    "functions": lambda seed: FunctionalEnv("turris").init([seed, 1]),
}
"""Everything that takes a seed."""


@pytest.mark.parametrize("take", SEEDED.values(), ids=SEEDED)
@pytest.mark.parametrize("seed", [1.5, 7.0, float("inf"), "12", -1, SEEDS, True, np.float64(3)], ids=repr)
def test_what_is_no_seed_is_refused_by_everything_that_takes_one(take: Callable[[Any], Any], seed: Any) -> None:
    with pytest.raises(ValueError, match=r"a seed is a whole number from 0 to 2\*\*64 - 1, not"):
        take(seed)


@pytest.mark.parametrize("take", SEEDED.values(), ids=SEEDED)
@pytest.mark.parametrize("seed", [0, SEEDS - 1, np.uint64(2**63 + 5), np.int64(2**40), np.uint8(3)], ids=repr)
def test_seeds_of_numpy_are_as_good_as_those_of_python(take: Callable[[Any], Any], seed: Any) -> None:
    take(seed)


def test_an_episode_of_a_seed_of_numpy_is_that_of_the_number() -> None:
    game = Turris(Turris.Options())
    seed: Any = np.uint64(2**63 + 5)
    assert Episode(game, seed, "fair", ()).play().state == Episode(game, 2**63 + 5, "fair", ()).play().state
    assert Episode(game, seed, "fast", ()).play().state == Episode(game, 2**63 + 5, "fast", ()).play().state
    envs = vector_env("turris", 2)
    envs.reset(seed=2**63)
    assert make_dealer(envs.batch.seeds[0]).seed == make_dealer(2**63).seed


@pytest.mark.parametrize("seeds", [[1], [1, 2, 3], [[1, 2], [3, 4]], 5, "12", []], ids=repr)
def test_there_must_be_a_seed_for_each_game(seeds: Any) -> None:
    with pytest.raises(ValueError, match=r"there must be 2 seeds, one for each game, not"):
        vector_env("turris", 2).batch.begin(seeds)


NO_SEATS: list[Any] = [-1, 2, 10**6, 10**10, 1.5, None, "0", True]
"""None of them is a seat of a game for two."""


@pytest.mark.parametrize("seat", NO_SEATS, ids=repr)
def test_a_seat_that_the_game_does_not_have_is_refused_by_everything_that_takes_one(seat: Any) -> None:
    game = Turris(Turris.Options())
    observation = game.observe(game.start(), 0)
    functions, state = FunctionalEnv("turris"), load_open_spiel("turris").new_initial_state()
    state.apply_action(FairChance(1)(state))
    takes: list[Callable[[], Any]] = [
        lambda: encode_observation(game, observation, seat),
        lambda: single_env("turris", seat=seat),
        lambda: functions.observe(functions.init([1]), seat),
        lambda: Resampler(1)(state, seat),
    ]
    for take in takes:
        with pytest.raises(ValueError, match=r"there are 2 seats, counted from 0; .* is none of them"):
            take()


def test_the_observation_of_another_seat_is_not_taken_for_ones_own() -> None:
    game = ludotheque.make("tsuro", players=2)
    match = ludotheque.Match(game, make_dealer(1))
    for viewer, seat in ((0, 1), (1, 0), (None, 0)):
        with pytest.raises(ValueError, match=f"this is what seat {viewer} observes; the vector of seat {seat} needs"):
            encode_observation(game, game.observe(match.state, viewer), seat)
    assert encode_observation(game, game.observe(match.state, 1), np.int8(1)).shape == (182,)  # type: ignore[arg-type]


def play_agents(action: Any) -> Any:
    env = aec_env("turris")
    env.reset(seed=1)
    return env, lambda: env.step(action)


def play_agents_at_once(action: Any) -> Any:
    env = parallel_env("turris")
    env.reset(seed=1)
    return env, lambda: env.step(dict.fromkeys(env.agents, action))


def play_one_seat(action: Any) -> Any:
    env = single_env("turris", opponents="random", illegal="raise")
    env.reset(seed=1)
    return env, lambda: env.step(action)


@pytest.mark.parametrize("prepare", [play_agents, play_agents_at_once, play_one_seat])
@pytest.mark.parametrize(
    "action", [np.array([3]), [3], np.array([[3]]), 3.0, "3", None, True, -1, 99, 2**70, np.uint64(2**64 - 1)], ids=repr
)
def test_what_is_no_action_is_refused_and_changes_nothing(prepare: Callable[[Any], Any], action: Any) -> None:
    env, play = prepare(action)
    before = env.episode
    for _ in range(2):
        with pytest.raises(ValueError, match=r"an action is a whole number, not|action -?\d+ is not legal for seat"):
            play()
    assert env.episode == before
    assert not before.actions or prepare is play_one_seat


@pytest.mark.parametrize("prepare", [play_agents, play_agents_at_once, play_one_seat])
@pytest.mark.parametrize("action", [3, np.int64(3), np.uint8(3), np.array(3)], ids=repr)
def test_actions_may_be_numbers_of_numpy(prepare: Callable[[Any], Any], action: Any) -> None:
    env, play = prepare(action)
    play()
    assert 3 in env.episode.actions
    assert {type(each) for each in env.episode.actions} == {int}


@pytest.mark.parametrize("chance", ["fair", "fast"])
@pytest.mark.parametrize("game_id", ludotheque.list_games())
def test_an_episode_with_an_action_that_is_not_legal_is_refused(game_id: str, chance: Any) -> None:
    """Numbers of no legal move, some of which `decode_move` makes a legal move of."""
    game = ludotheque.make(game_id)
    env = vector_env(game, 1, chance=chance)
    legal = set(np.flatnonzero(env.reset(seed=1)[0]["action_mask"][0]).tolist())
    count = env.batch.kernel.actions
    for action in [-count, -2, -1, *(set(range(count)) - legal), count, 10**6]:
        with pytest.raises(
            ludotheque.IllegalMove, match=f"Action {action} is not legal after .* plies; [0-9]+, for one, is"
        ):
            Episode(game, 1, chance, (action,)).play()


def test_an_episode_ends_with_the_game_and_has_a_kind_of_chance_that_there_is() -> None:
    game = FastNim(NimOptions(stones=1))
    assert Episode(game, 1, "fast", (0,)).play().outcome is not None
    with pytest.raises(ludotheque.GameIsOver, match="The game is over after 1 plies; action 0 cannot follow"):
        Episode(game, 1, "fair", (0, 0)).play()
    bogus: Any = "bogus"
    with pytest.raises(ValueError, match="chance must be one of fast, fair, not 'bogus'"):
        Episode(game, 1, bogus, ())


def test_open_spiel_refuses_actions_that_are_not_legal() -> None:
    state = load_open_spiel("turris").new_initial_state()
    for action in (-2, 2):
        with pytest.raises(ValueError, match=f"chance has the outcomes 0 to 1 here; {action} is none of them"):
            state.apply_action(action)
    state.apply_action(FairChance(1)(state))
    for action in (-2, 42, 43):
        with pytest.raises(ValueError, match=f"action {action} is not legal for player [01]"):
            state.apply_action(action)
    state.apply_action(0)


def freeze(array: Any) -> Any:
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    "rng",
    [np.random.default_rng(1), [1], 1.5, None, np.zeros(1), np.zeros(2, np.uint64), freeze(np.zeros(1, np.uint64))],
    ids=lambda rng: type(rng).__name__,
)
def test_random_choices_need_a_generator_of_compiled_code_or_a_seed(rng: Any) -> None:
    env, functions = vector_env("turris", 2), FunctionalEnv("turris")
    env.reset(seed=1)
    for sample in (env.sample, partial(functions.sample, functions.init([1, 2]))):
        with pytest.raises(ValueError, match="rng must be an array of one uint64 that can be written to, not"):
            sample(rng)
    assert env.sample(np.uint8(7)).tolist() == env.sample(7).tolist()  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a seed is a whole number"):
        env.sample(-1)


def test_a_game_of_agents_is_stopped_by_one_limit() -> None:
    with pytest.raises(ValueError, match="max_cycles, for each agent, or by max_steps, for all; give one of them"):
        aec_env("turris", max_cycles=2, max_steps=3)
    for bad in ("3", 1.5, True, 0):
        with pytest.raises(ValueError, match="max_cycles must be a whole number from 1"):
            aec_env("turris", max_cycles=bad)


def test_agents_that_are_not_there_are_asked_for_nothing(caplog: pytest.LogCaptureFixture) -> None:
    env = aec_env(FastNim(NimOptions(stones=1)))
    with pytest.raises(ValueError, match="no agent is there, before the first reset"):
        env.last()
    env.reset()
    env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []
    for action in (None, 0):
        caplog.clear()
        env.step(action)
        assert "step() called after all agents are terminated or truncated" in caplog.text
    with pytest.raises(ValueError, match="after all have left; reset comes first"):
        env.last()
    env.reset()
    assert env.last()[1] == 0
