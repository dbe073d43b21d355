"""Batches of games: bad input, seeds, rewards, choices, saving, threads."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.compiled.choices import RANK, RESTART, SHARE, STAY, ZERO_SUM, choose_best, write_rewards
from ludotheque.compiled.kernel import Kernel
from ludotheque.core.game import AnyGame
from ludotheque.envs import FunctionalEnv, vector_env
from ludotheque.envs.array_pool import KEPT, ArrayPool
from ludotheque.envs.batch import Batch
from tests.envs.test_rules_loops import NumberedNim
from tests.nim import Nim, NimOptions
from tests.nim_kernel import FastNim
from tests.patience import PATIENCE


def make_batch(size: int = 8, **settings: Any) -> Batch:
    return Batch(ludotheque.make("turris"), size, **settings)


@pytest.mark.parametrize(
    ("actions", "complaint"),
    [
        (np.zeros(10, np.int64), r"shape \(8,\), one for each environment, not \(10,\)"),
        (np.zeros((8, 1), np.int64), r"not \(8, 1\)"),
        (np.zeros(8), "whole numbers, not float64"),
        (np.zeros(8, np.bool_), "whole numbers, not bool"),
        ([0] * 7 + ["a"], "whole numbers"),
        ([0, 0, 0, 42, 0, 0, 0, 0], "environment 3: action 42 is not legal for seat"),
        ([0, 0, 0, 0, 0, -1, 0, 0], "environment 5: action -1 is not legal"),
        ([0, 2**40, 0, 0, 0, 0, 0, 0], "environment 1: action 1099511627776 is not legal"),
        ([0, 0, STAY, 0, 0, 0, 0, 0], "environment 2: action -2 is not legal"),
        (np.array([0] * 6 + [2**64 - 2, 0], np.uint64), "environment 6: action 18446744073709551614 is not legal"),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_bad_actions_are_refused_and_change_nothing(threads: int, actions: Any, complaint: str) -> None:
    batch = make_batch(threads=threads)
    batch.begin(np.arange(8))
    before = batch.save()
    with pytest.raises(ValueError, match=complaint):
        batch.step(actions)
    after = batch.save()
    assert all(np.array_equal(getattr(before, field), getattr(after, field)) for field in ("states", "lengths", "rngs"))
    batch.close()


def test_a_step_before_the_first_reset_and_after_the_end_is_refused() -> None:
    batch = Batch(FastNim(NimOptions(stones=1)), 2)
    with pytest.raises(ValueError, match="reset comes before"):
        batch.step([0, 0])
    with pytest.raises(ValueError, match="the first games must all begin"):
        batch.begin([1, 2], [True, False])
    batch.begin([1, 2])
    assert batch.step([0, 0]).terminated.all()
    with pytest.raises(ValueError, match="environment 0: action 0 is not legal, since its game is over"):
        batch.step([0, 0])


@pytest.mark.parametrize(
    "settings",
    [{"size": 0}, {"size": True}, {"threads": 0}, {"chance": "slow"}, {"reward": "money"}, {"limit": 0}],
)
def test_bad_settings_are_refused(settings: Any) -> None:
    with pytest.raises(ValueError, match="must be"):
        make_batch(**settings)


def test_games_without_a_kernel_or_without_outcomes_say_so() -> None:
    with pytest.raises(ValueError, match="Nim has no kernel and does not number its moves"):
        Batch(Nim(NimOptions()), 1)
    with pytest.raises(ValueError, match="chance must be 'fast'"):
        Batch(FastNim(NimOptions()), 1, chance="fair")
    assert Batch(FastNim(NimOptions()), 1, chance=None).chance == "fast"
    assert make_batch(chance=None).chance == "fair"


def test_unchecked_legal_actions_do_the_same() -> None:
    one, other = make_batch(), make_batch()
    one.begin(np.arange(8))
    other.begin(np.arange(8))
    rng = Kernel.seed_rng(1)
    for _ in range(20):
        actions = one.sample(rng)
        assert np.array_equal(one.step(actions).observations, other.step(actions, check=False).observations)


def test_games_depend_on_their_own_seed_only() -> None:
    game = ludotheque.make("tsuro", players=3)
    large, small = Batch(game, 5), Batch(game, 1)
    first = large.begin([4, 5, 6, 7, 2**64 - 1])
    assert small.begin([2**64 - 1]).observations[0].tolist() == first.observations[4].tolist()
    assert len({row.tobytes() for row in first.observations}) == 5


@pytest.mark.parametrize("chance", ["fast", "fair"])
def test_a_game_that_restarts_follows_from_its_seed(chance: Any) -> None:
    game = ludotheque.make("turris")
    restarting, single = Batch(game, 2, restarts=True, chance=chance), Batch(game, 2, chance=chance)
    restarting.begin([1, 2])
    rng = Kernel.seed_rng(1)
    while not (step := restarting.step(restarting.sample(rng))).terminated.any():
        pass
    index = int(np.flatnonzero(step.terminated)[0])
    seed = int(restarting.seeds[index])
    assert seed not in (1, 2)
    assert restarting.lengths[index] == 0
    assert single.begin([seed, seed]).observations[0].tolist() == step.observations[index].tolist()
    assert step.masks[index].any()
    games, _, masks = restarting.look_back(step)
    assert games.tolist() == np.flatnonzero(step.terminated).tolist()
    assert not masks.any()


def test_saved_games_go_on_as_they_did() -> None:
    batch = make_batch(chance="fair")
    batch.begin(np.arange(8))
    rng = Kernel.seed_rng(1)
    for _ in range(5):
        batch.step(batch.sample(rng))
    saved = pickle.loads(pickle.dumps(batch.save()))
    actions = [batch.sample(Kernel.seed_rng(7))]
    first = batch.step(actions[0])
    other = make_batch(chance="fair")
    assert other.restore(saved).masks.any()
    second = other.step(actions[0])
    assert np.array_equal(first.observations, second.observations)
    with pytest.raises(ValueError, match="saved by another batch"):
        make_batch(9, chance="fair").restore(saved)
    with pytest.raises(ValueError, match="another shape or type"):
        other.restore(replace(saved, states=saved.states[:3]))


def test_what_has_not_begun_cannot_be_saved() -> None:
    """It would be games that no seed gives."""
    with pytest.raises(ValueError, match="reset comes before save"):
        make_batch().save()


def test_games_that_are_over_keep_their_ranks_while_others_go_on() -> None:
    batch = make_batch(reward="zero_sum")
    batch.begin(np.arange(8))
    rng = Kernel.seed_rng(1)
    known = np.zeros((8, 2), np.int8)
    was_over = np.zeros(8, np.bool_)
    given = np.zeros((8, 2), np.float32)
    while not was_over.all():
        step = batch.step(batch.sample(rng), skip_ended=True)
        assert not step.rewards[was_over].any()
        assert not step.earned[was_over].any()
        assert step.ranks[was_over].tolist() == known[was_over].tolist()
        assert not step.ranks[~step.terminated].any()
        known, was_over, given = step.ranks, step.terminated, given + step.rewards
    assert ((given[:, 0] > given[:, 1]) == (known[:, 0] < known[:, 1])).all()
    assert batch.restore(batch.save()).ranks.tolist() == known.tolist()


@pytest.mark.parametrize("threads", [2, 3, 100])
def test_threads_do_not_change_what_happens(threads: int) -> None:
    alone, together = make_batch(restarts=True), make_batch(restarts=True, threads=threads)
    alone.begin(np.arange(8))
    together.begin(np.arange(8))
    rng = Kernel.seed_rng(1)
    for _ in range(150):
        actions = alone.sample(rng)
        one, other = alone.step(actions), together.step(actions)
        for name in ("seats", "observations", "masks", "earned", "rewards", "ranks", "terminated"):
            assert np.array_equal(getattr(one, name), getattr(other, name))
        seen, also_seen = alone.look_back(one), together.look_back(other)
        for which in range(3):
            assert seen[which].tolist() == also_seen[which].tolist()
        assert seen[0].tolist() == np.flatnonzero(one.terminated).tolist()
    together.close()


def test_a_game_is_stopped_at_its_limit() -> None:
    batch = make_batch(limit=3, restarts=True)
    batch.begin(np.arange(8))
    rng = Kernel.seed_rng(1)
    cut = [batch.step(batch.sample(rng)).truncated.tolist() for _ in range(6)]
    assert cut == [[False] * 8, [False] * 8, [True] * 8] * 2
    step = [batch.step(batch.sample(rng)) for _ in range(3)][-1]
    assert not step.terminated.any()
    games, _, masks = batch.look_back(step)
    assert games.tolist() == [*range(8)]
    assert masks.any(axis=1).all()
    assert not step.rewards.any()


def test_an_illegal_action_stops_no_game() -> None:
    """Nothing is written to the arrays of such a step: what an earlier one wrote says nothing about it."""
    batch = make_batch(limit=1)
    batch.begin(np.arange(8))
    stopped = batch.step(batch.sample(Kernel.seed_rng(1)))
    batch.begin(np.arange(8))  # writes to other arrays
    assert stopped.truncated.all()
    del stopped  # so that its arrays are used again
    with pytest.raises(ValueError, match="environment 0: action 42 is not legal"):
        batch.step([42] * 8)
    assert (batch.sample(Kernel.seed_rng(1)) >= 0).all()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", [ludotheque.make("turris"), NumberedNim(NimOptions())], ids=lambda game: game.title)
def test_a_game_that_was_stopped_waits_for_its_reset(game: AnyGame, threads: int) -> None:
    batch = Batch(game, 4, limit=2, threads=threads, chance=None)
    batch.begin(np.arange(4))
    rng = Kernel.seed_rng(1)
    batch.step(batch.sample(rng))
    actions = batch.sample(rng)
    stopped = batch.step(actions)
    assert stopped.truncated.all()
    assert stopped.masks.any(axis=1).all()
    assert batch.sample(rng).tolist() == [-1] * 4
    for _ in range(2):
        with pytest.raises(
            ValueError, match=r"environment 0: .* since its game was stopped after 2 decisions; reset it"
        ):
            batch.step(np.argmax(stopped.masks, axis=1))
        assert batch.restore(batch.save()).truncated.all()
    some = batch.begin(np.arange(4), [True, False, False, True])
    assert some.truncated.tolist() == [False, True, True, False]
    with pytest.raises(ValueError, match=r"environment 1: .* was stopped"):
        batch.step(np.argmax(some.masks, axis=1))
    assert batch.lengths.tolist() == [0, 2, 2, 0]
    batch.close()


def test_a_game_that_ends_at_its_limit_is_over_and_was_not_stopped() -> None:
    batch = Batch(FastNim(NimOptions(stones=1)), 1, limit=1)
    batch.begin([1])
    step = batch.step([0])
    assert (step.terminated.tolist(), step.truncated.tolist()) == ([True], [False])
    with pytest.raises(ValueError, match="since its game is over"):
        batch.step([0])


@pytest.mark.parametrize(
    ("kind", "ranks", "rewards"),
    [
        (SHARE, [1, 2, 3], [1, 0, 0]),
        (SHARE, [1, 1, 3], [0.5, 0.5, 0]),
        (ZERO_SUM, [1, 2, 3], [2, -1, -1]),
        (ZERO_SUM, [1, 1, 1], [0, 0, 0]),
        (RANK, [3, 1, 2], [0, 1, 0.5]),
        (RANK, [1, 2, 2, 4], [1, 0.5, 0.5, 0]),
    ],
)
def test_rewards(kind: int, ranks: list[int], rewards: list[float]) -> None:
    out = np.empty(len(ranks), np.float32)
    write_rewards(kind, np.array(ranks, np.int8), out, len(ranks))
    assert out.tolist() == rewards


def test_random_choices_are_legal_and_evenly_spread() -> None:
    batch = make_batch(2_000)
    step = batch.begin(np.arange(2_000))
    chosen = batch.sample(Kernel.seed_rng(1))
    assert step.masks[np.arange(2_000), chosen].all()
    counts = np.bincount(chosen, minlength=43)[np.flatnonzero(step.masks[0])]
    assert counts.min() > 2_000 / len(counts) / 2
    with pytest.raises(ValueError, match="one uint64"):
        batch.sample(np.zeros(2, np.uint64))


def test_the_best_choice_is_the_best_legal_one() -> None:
    batch = make_batch()
    masks = batch.begin(np.arange(8)).masks
    scores = np.random.default_rng(1).normal(size=masks.shape)
    expected = np.where(masks, scores, -np.inf).argmax(axis=1)
    assert batch.choose_best(scores).tolist() == expected.tolist()
    assert batch.choose_best(scores.astype(np.float32)).tolist() == expected.tolist()
    assert masks[np.arange(8), batch.choose_best(np.full(masks.shape, np.nan))].all()
    for bad in (scores[:, :5], scores[0], scores.astype(np.int64)):
        with pytest.raises(ValueError, match="scores must be float32 or float64"):
            batch.choose_best(bad)


def test_where_nothing_is_legal_nothing_is_chosen() -> None:
    chosen = np.empty(1, np.int64)
    choose_best(np.zeros(1, np.int64), np.zeros(1, np.int32), np.zeros(3, np.int32), np.zeros((1, 3)), chosen)
    assert chosen.tolist() == [-1]


def test_arrays_are_used_again_only_when_nobody_has_them() -> None:
    pool = ArrayPool(((3, 2), np.int8), ((4,), np.float32))
    held = [(*pool.take(),) for _ in range(KEPT + 2)]
    assert [(array.shape, str(array.dtype)) for array in held[0]] == [((3, 2), "int8"), ((4,), "float32")]
    assert len({array.ctypes.data for arrays in held for array in arrays}) == 2 * (KEPT + 2)
    view = held[0][1][1:]
    addresses = [array.ctypes.data for array in held[1]]
    del held
    assert [array.ctypes.data for array in pool.take()] == addresses  # the first set is still seen by the view
    assert view.base is not None


def test_what_a_step_gave_stays_as_it_was() -> None:
    batch = make_batch(400)
    steps = [batch.begin(np.arange(400))]
    copies = [steps[0].observations.copy()]
    rng = Kernel.seed_rng(1)
    for _ in range(12):
        steps.append(batch.step(batch.sample(rng)))
        copies.append(steps[-1].observations.copy())
    assert all(np.array_equal(step.observations, copy) for step, copy in zip(steps, copies, strict=True))


def test_the_functional_way_leaves_states_as_they_were() -> None:
    functions = FunctionalEnv("turris")
    start = functions.init([1, 2, 3])
    seen = start.observation.copy()
    rng = Kernel.seed_rng(1)
    actions = functions.sample(start, rng)
    one, other = functions.step(start, actions), functions.step(start, actions)
    assert np.array_equal(one.observation, other.observation)
    assert np.array_equal(start.observation, seen)
    assert start.legal_action_mask[np.arange(3), actions].all()
    state = one
    while not state.terminated.all():
        state = functions.step(state, np.maximum(functions.sample(state, rng), 0))
    assert functions.step(state, [0, 0, 0]).terminated.all()
    assert functions.step(state, [0, 0, 0]).rewards.tolist() == [[0, 0]] * 3
    with pytest.raises(ValueError, match="environment 1: action 99"):
        functions.step(start, [int(actions[0]), 99, int(actions[2])])
    assert functions.observe(start, int(start.current_player[0]))[0].tolist() == start.observation[0].tolist()
    env = vector_env("turris", 3)
    assert env.reset(seed=1)[0]["observation"].tolist() == start.observation.tolist()


@pytest.mark.parametrize("game", [ludotheque.make("turris"), NumberedNim(NimOptions())], ids=lambda game: game.title)
@pytest.mark.parametrize("action", [STAY, RESTART, np.uint64(2**64 - 2), np.uint64(2**63)], ids=repr)
def test_the_functional_way_refuses_what_batches_tell_compiled_code(game: AnyGame, action: Any) -> None:
    """To leave a game as it is has a number, too, which is no action."""
    functions = FunctionalEnv(game, chance="fair")
    start = functions.init([1, 2])
    with pytest.raises(ValueError, match=f"environment 1: action {action} is not legal for seat"):
        functions.step(
            start, np.array([functions.sample(start, Kernel.seed_rng(1))[0], action], np.array(action).dtype)
        )


def test_games_that_are_over_stay_as_they_are_whatever_is_played_there() -> None:
    functions = FunctionalEnv(NumberedNim(NimOptions(stones=1)), chance="fair")
    over = functions.step(functions.init([1, 2]), [0, 0])
    for actions in ([-2, -1], [99, 0], np.array([2**64 - 2, 0], np.uint64)):
        again = functions.step(over, actions)
        assert again.terminated.all()
        assert again.observation.tolist() == over.observation.tolist()


def test_the_functional_way_is_the_same_in_several_threads() -> None:
    """Compiled code runs without the lock of the interpreter, so what two of them work on must be two things."""
    functions, barrier = FunctionalEnv("tsuro", players=2), Barrier(4)

    def play(first_seed: int) -> bytes:
        state, rng = functions.init(np.arange(256) + first_seed), Kernel.seed_rng(1)
        for _ in range(20):
            state = functions.step(state, functions.sample(state, rng).clip(0))
        return state.observation.tobytes() + functions.observe(state, state.current_player).tobytes()

    def play_with_others(first_seed: int) -> bytes:
        barrier.wait(PATIENCE)
        return play(first_seed)

    alone = [play(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(play_with_others, range(4))] == alone


def test_each_game_can_be_seen_by_another_seat() -> None:
    functions = FunctionalEnv("tsuro", players=3)
    state = functions.init([1, 2, 3])
    assert functions.observe(state, state.current_player).tolist() == state.observation.tolist()
    seen = functions.observe(state, [0, 2, 1])
    assert [row.tolist() for row in seen] == [
        functions.observe(state, seat)[index].tolist() for index, seat in enumerate([0, 2, 1])
    ]
    for seats in ([0, 1], [[0, 1, 2]]):
        with pytest.raises(ValueError, match="there must be one seat, or 3, one for each game"):
            functions.observe(state, seats)
    with pytest.raises(ValueError, match="there are 3 seats"):
        functions.observe(state, [0, 1, 3])
