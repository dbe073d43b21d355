"""Every environment plays what the rules play: the same seats, observations, legal moves, draws and ends."""

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
    GameAECEnv,
    GameVectorEnv,
    encode_observation,
    load_open_spiel,
    make_dealer,
    vector_env,
)
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
