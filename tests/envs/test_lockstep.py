"""Every environment plays what the rules play: the same seats, observations, legal moves, draws and ends."""

from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.compiled.kernel import Kernel
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match
from ludotheque.envs import (
    Chance,
    Episode,
    FunctionalEnv,
    GameAECEnv,
    GameVectorEnv,
    encode_observation,
    load_open_spiel,
    make_dealer,
    parallel_env,
    single_env,
    vector_env,
)
from ludotheque.envs.batch import Batch, compile_game
from ludotheque.envs.open_spiel import FairChance
from ludotheque.testing.subjects import name_game
from tests.strategies import all_games

GAMES = all_games()


def assert_like(match: Match[Any, Any, Any], seat: int, seen: Any, mask: Any) -> None:
    """The match is at the same place: who decides, what is seen, what is legal."""
    game: Any = match.game
    encode = game.compiled().encode_move
    assert match.actor == seat
    assert set(np.flatnonzero(mask)) == {encode(match.state, move) for move in match.legal_moves}
    assert seen.tolist() == encode_observation(game, match.observe(seat), seat).tolist()


def let_chance_act(state: Any, chance: FairChance) -> None:
    while state.is_chance_node():
        state.apply_action(chance(state))


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_the_same_seed_gives_the_same_game_in_vector_aec_open_spiel_and_match(game: AnyGame) -> None:
    seeds = [11, 2**63 + 5]
    env: Any = vector_env(game, 2, chance="fair", autoreset_mode="Disabled", reward="zero_sum")
    matches = [Match(game, make_dealer(seed)) for seed in seeds]
    agents = [GameAECEnv(game, reward="zero_sum") for _ in seeds]
    for seed, each in zip(seeds, agents, strict=True):
        each.reset(seed=seed)
    spiels = [load_open_spiel(game).new_initial_state() for _ in seeds]
    chances = [FairChance(seed) for seed in seeds]
    decode = env.batch.compiled.decode_move
    rng = Kernel.seed_rng(3)
    observations, infos = env.reset(seed=seeds)
    running = {0, 1}
    while running:
        actions = env.sample(rng)
        for index in running:
            seat = int(infos["seat"][index])
            seen, mask = observations["observation"][index], observations["action_mask"][index]
            assert_like(matches[index], seat, seen, mask)
            told, *_ = agents[index].last()
            assert agents[index].agent_selection == f"player_{seat}"
            assert told["observation"].tolist() == seen.tolist()
            assert told["action_mask"].tolist() == mask.tolist()
            let_chance_act(spiels[index], chances[index])
            assert spiels[index].current_player() == seat
            assert spiels[index].legal_actions() == np.flatnonzero(mask).tolist()
            assert spiels[index].observation_tensor(seat) == seen.tolist()
            spiels[index].apply_action(int(actions[index]))
            agents[index].step(int(actions[index]))
            matches[index].play(decode(matches[index].state, int(actions[index])))
        if len(running) < 2:  # the other is over: start it again, to have something to step
            mask = np.array([index not in running for index in range(2)])
            env.reset(options={"reset_mask": mask})
            actions = np.where(mask, env.sample(rng), actions)
        observations, _, terminated, _, infos = env.step(actions)
        for index in [*running]:
            outcome = matches[index].outcome
            assert terminated[index] == (outcome is not None)
            if outcome is not None:
                assert infos["ranks"][index].tolist() == [*outcome.ranks]
                expected = [share * game.seats - 1 for share in outcome.shares]
                assert infos["rewards"][index].tolist() == pytest.approx(expected)
                assert [*agents[index].rewards.values()] == pytest.approx(expected)
                assert spiels[index].returns() == pytest.approx(expected)
                running.remove(index)
                record = agents[index].episode.make_record()
                verification = ludotheque.verify(record)
                assert verification.is_fair
                assert [ply.move for ply in verification.match.plies] == [ply.move for ply in matches[index].plies]
                assert spiels[index].make_record(seed=seeds[index]) == record


@pytest.mark.parametrize("game", GAMES[::3], ids=name_game)
def test_agents_that_step_at_once_play_the_match_too(game: AnyGame) -> None:
    env, match, rng = parallel_env(game, reward="zero_sum"), Match(game, make_dealer(12)), Random(5)
    decode = compile_game(game).decode_move
    told, _ = env.reset(seed=12)
    rewards, terminations = dict.fromkeys(env.possible_agents, 0.0), dict.fromkeys(env.possible_agents, False)
    while match.outcome is None:
        assert not any(rewards.values())
        assert not any(terminations.values())
        for seat, agent in enumerate(env.possible_agents):
            seen, mask = told[agent]["observation"], told[agent]["action_mask"]
            if seat == match.actor:
                assert_like(match, seat, seen, mask)
            else:
                assert seen.tolist() == encode_observation(game, match.observe(seat), seat).tolist()
                assert not mask.any()
        action = rng.choice(np.flatnonzero(told[f"player_{match.actor}"]["action_mask"]).tolist())
        told, rewards, terminations, *_ = env.step(dict.fromkeys(env.agents, action))  # only whose turn it is counts
        match.play(decode(match.state, action))
    assert all(terminations.values())
    assert env.agents == []
    assert [*rewards.values()] == pytest.approx([share * game.seats - 1 for share in match.outcome.shares])
    assert ludotheque.verify(env.episode.make_record()).match.state == match.state


@pytest.mark.parametrize("game", GAMES[1::3], ids=name_game)
def test_one_seat_against_bots_sees_and_gets_what_the_match_says(game: AnyGame) -> None:
    for seat, reward in zip((0, game.seats - 1), ("share", "zero_sum"), strict=True):
        env = single_env(game, seat=seat, opponents="random", reward=reward)
        match = Match(game, make_dealer(21))
        decode = compile_game(game).decode_move
        seen, infos = env.reset(seed=21)
        earned, over, rng, played = 0.0, False, Random(seat), 0
        while True:
            for action in env.episode.actions[played:]:
                match.play(decode(match.state, action))
            played = len(env.episode.actions)
            if over:
                break
            assert earned == 0
            assert_like(match, seat, seen, infos["action_mask"])
            seen, earned, over, _, infos = env.step(rng.choice(np.flatnonzero(infos["action_mask"]).tolist()))
        assert match.outcome is not None
        assert seen.tolist() == encode_observation(game, match.observe(seat), seat).tolist()
        assert infos["ranks"].tolist() == [*match.outcome.ranks]
        scale, less = (1, 0) if reward == "share" else (game.seats, 1)
        expected = [share * scale - less for share in match.outcome.shares]
        assert infos["rewards"].tolist() == pytest.approx(expected)
        assert earned == pytest.approx(expected[seat])


@pytest.mark.parametrize("chance", ["fast", "fair"])
@pytest.mark.parametrize("game", GAMES[::3], ids=name_game)
def test_games_as_values_go_as_those_of_a_batch(game: AnyGame, chance: Chance) -> None:
    seeds = [3, 2**64 - 1, 8]
    functions = FunctionalEnv(game, chance=chance)
    batch = Batch(game, 3, chance=chance, reward="zero_sum")
    state, step = functions.init(seeds), batch.begin(seeds)
    actions_of: list[list[int]] = [[], [], []]
    rewards = np.zeros((3, game.seats), np.float32)
    rng = Kernel.seed_rng(4)
    for steps in count():
        assert state.current_player.tolist() == step.seats.tolist()
        assert state.observation.tolist() == step.observations.tolist()
        assert state.legal_action_mask.tolist() == step.masks.astype(bool).tolist()
        assert state.terminated.tolist() == step.terminated.tolist()
        assert state.rewards.tolist() == step.rewards.tolist()
        for seat in range(game.seats):
            seen = [batch.observe(index, seat).tolist() for index in range(3)]
            assert functions.observe(state, seat).tolist() == seen
        if state.terminated.all():
            break
        index = steps % 7
        if index < 3 and not state.terminated[index]:  # not always, since it takes long
            match = Episode(game, seeds[index], chance, tuple(actions_of[index])).play()
            seat, mask = int(state.current_player[index]), state.legal_action_mask[index]
            assert_like(match, seat, state.observation[index], mask)
        actions = functions.sample(state, rng)
        for running in np.flatnonzero(~state.terminated):
            actions_of[running].append(int(actions[running]))
        state, step = functions.step(state, actions), batch.step(actions, skip_ended=True)
        rewards += state.rewards
    for index, played in enumerate(actions_of):
        outcome = Episode(game, seeds[index], chance, tuple(played)).play().outcome
        assert outcome is not None
        assert step.ranks[index].tolist() == [*outcome.ranks]
        assert rewards[index].tolist() == pytest.approx([share * game.seats - 1 for share in outcome.shares])


@pytest.mark.parametrize("game", GAMES[::3], ids=name_game)
def test_what_is_seen_at_the_end_of_a_game_is_what_the_match_shows(game: AnyGame) -> None:
    """Games begin anew in the step in which they end."""
    env = vector_env(game, 2, chance="fair", reward="zero_sum", record=True)
    _, infos = env.reset(seed=31)
    rng, ends = Kernel.seed_rng(6), 0
    while ends < 3:
        deciders = infos["seat"]
        observations, earned, terminated, _, infos = env.step(env.sample(rng))
        for index in np.flatnonzero(terminated):
            match = env.episode(int(index), finished=True).play()
            outcome, seat = match.outcome, int(infos["final_info"]["seat"][index])
            assert outcome is not None
            assert seat == deciders[index]
            final = infos["final_obs"][index]
            assert final["observation"].tolist() == encode_observation(game, match.observe(seat), seat).tolist()
            assert not final["action_mask"].any()
            assert infos["final_info"]["ranks"][index].tolist() == [*outcome.ranks]
            expected = [share * game.seats - 1 for share in outcome.shares]
            assert infos["final_info"]["rewards"][index].tolist() == pytest.approx(expected)
            assert earned[index] == pytest.approx(expected[seat])
            next_match = env.episode(int(index)).play()
            seen, mask = observations["observation"][index], observations["action_mask"][index]
            assert_like(next_match, int(infos["seat"][index]), seen, mask)
            ends += 1


@pytest.mark.parametrize("chance", ["fast", "fair"])
@pytest.mark.parametrize("game", GAMES[::3], ids=name_game)
def test_episodes_become_records_that_verify(game: AnyGame, chance: Chance) -> None:
    env = GameVectorEnv(game, 3, chance=chance, record=True)
    env.reset(seed=5)
    rng = Kernel.seed_rng(9)
    ended = np.zeros(3, np.bool_)
    while not ended.all():
        _, _, terminated, _, infos = env.step(env.sample(rng))
        for index in np.flatnonzero(terminated):
            if not ended[index]:
                record = env.episode(int(index), finished=True).make_record(tags={"Event": "training"})
                verification = ludotheque.verify(ludotheque.parse_record(record.format()))
                assert verification.match.outcome is not None
                assert [*verification.match.outcome.ranks] == infos["final_info"]["ranks"][index].tolist()
                assert verification.is_fair is (True if chance == "fair" else None)
        ended |= terminated
    for place in range(3):
        assert env.episode(place).play().state == env.batch.state(place)


@pytest.mark.parametrize("game", GAMES[::4], ids=name_game)
def test_an_observation_holds_nothing_that_the_seat_cannot_know(game: AnyGame) -> None:
    """All states that a player cannot tell apart give the same vector."""
    match = Match(game, make_dealer(4))
    rng = Random(2)
    while match.actor is not None:
        for seat in range(game.seats):
            observation = match.observe(seat)
            vector = encode_observation(game, observation, seat).tolist()
            for _ in range(2):
                world = game.determinize(observation, rng)
                assert encode_observation(game, game.observe(world, seat), seat).tolist() == vector
        match.play(rng.choice(match.legal_moves))


def test_an_episode_by_the_wrong_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="2\\*\\*64"):
        Episode(ludotheque.make("turris"), -1, "fair", ()).play()
