"""The kernel plays the same game as the rules: actors, legal actions and states compared over whole random games."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque.compiled.kernel import CHANCE_ACTS, OVER, Kernel
from ludotheque.core.errors import InvalidMove
from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick, play_out
from ludotheque.games.tsuro import Tsuro
from ludotheque.games.tsuro.compiled.encoding import (
    ACTIONS,
    KINDS,
    LOOKS,
    MOST_LEGAL,
    MOST_POOL,
    OBSERVATION,
    OPTIONS,
    SQUARES,
)
from ludotheque.games.tsuro.compiled.encoding import OVER as OVER_NOW
from ludotheque.games.tsuro.compiled.kernel import KERNEL
from ludotheque.games.tsuro.editions import MOST_TILES
from ludotheque.games.tsuro.legality import due
from ludotheque.games.tsuro.observation import unseen
from ludotheque.games.tsuro.state import ChoosePort, DrawTile, Move, PlaceMarker, PlayTile, State, SwapTiles
from tests.games.tsuro.kernel_runner import count_draws, deal_at_once, deal_one_by_one, loops, ply, rank, redeal, see
from tests.games.tsuro.option_sets import OPTION_SETS, TINY
from tests.games.tsuro.positions import tsuro
from tests.lengths import length

pytestmark = pytest.mark.no_cover  # tens of thousands of plies take twice as long when their lines are counted

PLIES = length(2_000, 200_000)
"""How many plies are compared for each option set."""

every_option_set = pytest.mark.parametrize("options", OPTION_SETS, ids=lambda o: "-".join(map(str, o.values()))[:60])


def walk(game: Tsuro, rng: Random, plies: int) -> Iterator[tuple[State, Any]]:
    """Play random games by the rules and, with the same moves, by the kernel; give every state and its packed twin."""
    compiled = game.compiled()
    while plies > 0:
        state, packed = game.start(), compiled.pack_start()
        while game.actor(state) is not None:
            yield state, packed
            move = pick(game, state, rng)
            ply(packed, compiled.encode_move(state, move))
            state = game.apply(state, move)
            plies -= 1
        yield state, packed


def settle(packed: Any) -> bytes:
    """Give a packed game with all leftovers blotted out and the pile in order."""
    tidy = packed.copy()
    s = tidy[0]
    s["pile"][: s["pile_size"]].sort()
    s["pile"][s["pile_size"] :] = -1
    s["pool"][s["pool_size"] :] = -1
    s["beyond"][:-1].reshape(-1, 8)[(s["squares"] >= 0) & (np.arange(SQUARES) != s["laid"])] = 0
    s["beyond"][-1] = 0
    return bytes(tidy.tobytes())


@every_option_set
def test_kernel_and_rules_play_the_same_game(options: dict[str, Any]) -> None:
    game, rng = tsuro(**options), Random(str(options))
    compiled = game.compiled()
    number = cache(lambda move: compiled.encode_move(state, move))
    plies = 0
    while plies < PLIES:
        state, packed, action = game.start(), compiled.pack_start(), -1
        while True:
            who, actions = ply(packed, action)
            actor, moves = game.actor(state), game.legal_moves(state)
            assert who == (OVER if actor is None else CHANCE_ACTS if actor is CHANCE else actor)
            assert actions == [compiled.encode_move(state, m) if type(m) is SwapTiles else number(m) for m in moves]
            assert compiled.unpack(packed) == state
            # What is kept besides the state, such as the ends of paths, is right as well.
            if plies % 50 == 0 or state.choosers or state.pool:
                assert settle(compiled.pack(state)) == settle(packed)
            if actor is None:
                break
            move = pick(game, state, rng)
            action = actions[moves.index(move)]
            state = game.apply(state, move)
            plies += 1
        outcome = game.outcome(state)
        assert outcome is not None
        assert rank(packed, game.seats) == outcome.ranks


@every_option_set
def test_tiles_drawn_at_once_are_drawn_as_one_by_one(options: dict[str, Any]) -> None:
    """With the same random numbers, from wherever chance acts."""
    game = tsuro(**options)
    for index, (_, packed) in enumerate(walk(game, Random(5), plies=300)):
        one, other = packed.copy(), packed.copy()
        one_rng, other_rng = Kernel.seed_rng(index), Kernel.seed_rng(index)
        assert deal_at_once(one, one_rng) == deal_one_by_one(other, other_rng)
        assert one.tobytes() == other.tobytes()
        assert one_rng == other_rng


@every_option_set
def test_moves_and_numbers_name_each_other(options: dict[str, Any]) -> None:
    game = tsuro(**options)
    compiled = game.compiled()
    for state, packed in walk(game, Random(1), 1_000):
        moves = game.legal_moves(state)
        numbers = [compiled.encode_move(state, move) for move in moves]
        assert [compiled.decode_move(state, number) for number in numbers] == list(moves)
        assert numbers == sorted(set(numbers))  # ascending, as documented
        assert all(0 <= number < (ACTIONS if game.actor(state) is not CHANCE else KINDS) for number in numbers)
        assert compiled.unpack(compiled.pack(state)) == state
        assert compiled.unpack(packed) == state


def test_a_number_that_is_nothing_is_refused() -> None:
    game = tsuro(players=2)
    compiled = game.compiled()
    dealt = next(state for state, _ in walk(game, Random(1), 50) if not state.draws)
    for state, number in ((game.start(), KINDS), (dealt, ACTIONS), (dealt, ACTIONS - 1), (dealt, 469)):
        with pytest.raises(InvalidMove, match=f"No move has the number {number}"):
            compiled.decode_move(state, number)


@pytest.mark.parametrize("copies", [1, 2, 3, 5])
def test_the_largest_pool_has_a_number_for_every_swap(copies: int) -> None:
    """Six hands of three, more than random play comes across; with equal tiles there are fewer swaps."""
    game = tsuro(players=8, elimination_bonus=True, tiles=tuple(range(1, 36)) * 2)
    compiled = game.compiled()
    pool = tuple(sorted(1 + index // copies for index in range(MOST_POOL)))
    for hand in ((30, 31), (1, 31), (30, 30), (1, 2), (3,)):
        hands = (hand, (32,), *[()] * 6)
        state = game.start()._replace(spots=(40, 41, *[-1] * 6), hands=hands, pool=pool, draws=(), pile=(33,), parts=())
        packed = compiled.pack(state)
        who, actions = ply(packed)
        moves = game.legal_moves(state)
        assert (who, actions) == (0, [compiled.encode_move(state, move) for move in moves])
        assert [compiled.decode_move(state, action) for action in actions] == moves
        assert len(moves) <= MOST_LEGAL
        assert len(moves) == MOST_LEGAL or copies > 1 or hand != (30, 31)
        for move in moves:
            after = packed.copy()
            ply(after, compiled.encode_move(state, move))
            assert compiled.unpack(after) == game.apply(state, move)


def test_as_many_tiles_as_a_game_may_have_can_be_packed() -> None:
    assert tsuro(tiles=(1,) * MOST_TILES).compiled().pack_start()["pile_size"] == MOST_TILES


@every_option_set
def test_a_packed_observation_follows_from_the_observation_alone(options: dict[str, Any]) -> None:
    game, rng = tsuro(**options), Random(2)
    compiled = game.compiled()
    for state, _ in walk(game, rng, 200):
        for viewer in (None, *range(game.seats)):
            seen = game.observe(state, viewer)
            packed = compiled.pack_observation(seen)
            assert game.observe(compiled.unpack(packed), viewer) == seen
            other = game.observe(game.determinize(seen, rng), viewer)
            assert compiled.pack_observation(other).tobytes() == packed.tobytes()


@every_option_set
def test_determinize_changes_nothing_that_the_seat_sees(options: dict[str, Any]) -> None:
    """And observe tells nothing that it could change. A viewer of -1 is a spectator, who has no compact observation."""
    game, rng = tsuro(**options), Kernel.seed_rng(3)
    compiled = game.compiled()
    moved = 0
    for state, packed in walk(game, Random(3), 300):
        for viewer in range(-1, game.seats):
            world = packed.copy()
            redeal(world, viewer, rng)
            other = compiled.unpack(world)
            assert game.observe(other, viewer if viewer >= 0 else None) == game.observe(
                state, viewer if viewer >= 0 else None
            )
            assert tiles_of(other) == tiles_of(state)
            assert viewer < 0 or see(world, viewer).tobytes() == see(packed, viewer).tobytes()
            moved += other != state
    assert moved > 100


def tiles_of(state: State) -> Counter[int]:
    return Counter([*state.pile, *state.pool, *(tile for hand in state.hands for tile in hand)])


def test_determinize_reaches_every_way_to_deal_the_hidden_tiles() -> None:
    """Evenly: four worlds, 4,000 deals, so 1,000 of each with a standard deviation of 27."""
    game = tsuro(players=2, tiles=(1, 2, 3, 4, 5, 6, 7))
    compiled = game.compiled()
    packed, rng = compiled.pack_start(), Kernel.seed_rng(4)
    for kind in range(6):
        ply(packed, kind)
    worlds: Counter[tuple[int, ...]] = Counter()
    for _ in range(4_000):
        redeal(packed, 0, rng)
        worlds[compiled.unpack(packed).hands[1]] += 1
    assert set(worlds) == {(4, 5, 6), (4, 5, 7), (4, 6, 7), (5, 6, 7)}
    assert all(abs(count - 1_000) < 4 * 27 for count in worlds.values())


@every_option_set
def test_the_compact_observation_says_what_the_observation_says(options: dict[str, Any]) -> None:
    """Everything visible is in it, hence it changes whenever something visible does."""
    game = tsuro(**options)
    for state, packed in walk(game, Random(5), 400):
        for viewer in range(game.seats):
            seen = see(packed, viewer).view(OBSERVATION)[0]
            for name, value in expect(game, state, viewer).items():
                assert seen[name].tolist() == value, name


DUTIES = (PlaceMarker, PlayTile, ChoosePort, SwapTiles, DrawTile)


def expect(game: Tsuro, state: State, viewer: int) -> dict[str, Any]:
    """Say the same from the rules' observation, slowly."""
    setup, seen = game.setup, game.observe(state, viewer)

    def relative(number: Any) -> Any:
        """Of a seat or a marker."""
        return -1 if type(number) is not int else (number - viewer) % game.seats + number // game.seats * game.seats

    def pad(values: Any, length: int, rest: int = -1) -> list[int]:
        return [*values, *[rest] * (length - len(values))]

    markers = sorted(range(setup.markers), key=relative)
    spots, starts = [seen.spots[m] for m in markers], [seen.starts[m] for m in markers]
    hidden = Counter(unseen(setup, seen))
    return {
        "size": setup.board.size,
        **{name: int(getattr(setup, name)) for name in OPTIONS},
        "due": OVER_NOW if seen.reason else DUTIES.index(due(state)),
        "decider": relative(seen.actor),
        "turn": relative(seen.turn),
        "parts": sum(1 << marker // game.seats for marker in seen.parts),
        "laid": -1 if seen.laid is None else seen.laid,
        "chooser": relative(seen.choosers[0] if seen.choosers else None),
        "drawer": relative(seen.draws[0] if seen.draws else None),
        "draws_left": len(seen.draws),
        "dragon": relative(seen.dragon),
        "reason": -1 if seen.reason is None else ("last_marker", "all_out", "no_tiles").index(seen.reason),
        "pile_size": seen.pile_size,
        "pool_size": seen.pool_size,
        "hand": pad([tile - 1 for tile in seen.hand or ()], 3),
        "pool": pad([tile - 1 for tile in seen.pool or ()], 18),
        "held": pad([seen.hand_sizes[seat] for seat in setup.clockwise[viewer]], 8, 0),
        "unseen": [hidden[tile] for tile in range(1, KINDS + 1)],
        "spot_squares": pad([spot if spot < 0 else spot // 8 for spot in spots], 8),
        "spot_ports": pad([-1 if spot < 0 else spot % 8 for spot in spots], 8),
        "start_squares": pad([spot if spot < 0 else spot // 8 for spot in starts], 8),
        "start_ports": pad([-1 if spot < 0 else spot % 8 for spot in starts], 8),
        "undecided": pad([int(marker in seen.undecided) for marker in markers], 8, 0),
        "out_at": pad([seen.out_at[marker] for marker in markers], 8, 0),
        "squares": pad([LOOKS.index(tile) if tile else -1 for tile in state.squares], SQUARES),
    }


def test_tiles_are_drawn_as_likely_as_they_are() -> None:
    """Chi-square with seven degrees of freedom: above 24.3 once in a thousand. The seed is fixed."""
    game = tsuro(players=3, tiles=TINY)
    compiled = game.compiled()
    counts, times = np.zeros(KINDS, np.int64), 22_000
    count_draws(compiled.pack_start(), Kernel.seed_rng(6), counts, times)
    moves, weights = game.legal_moves(game.start()), game.weights(game.start())
    expected = {
        move.tile - 1: times * weight / sum(weights)
        for move, weight in zip(moves, weights, strict=True)
        if isinstance(move, DrawTile)
    }
    assert sum(counts[kind] for kind in expected) == times
    assert sum((counts[kind] - mean) ** 2 / mean for kind, mean in expected.items()) < 24.3


@pytest.mark.parametrize(
    "options", [{"players": 3, "elimination_bonus": True}, {"edition": "kosmos", "players": 2}, {"players": 5}], ids=str
)
def test_random_games_by_kernel_and_rules_are_alike(options: dict[str, Any]) -> None:
    """Mean length and shares of the win within four standard errors of the difference. The seeds are fixed."""
    game, rng, games = tsuro(**options), Random(7), 1_200
    compiled = game.compiled()
    ends = [play_out(game, game.start(), rng) for _ in range(games)]
    lengths, moves, shares = np.zeros(50 * games, np.int32), np.zeros(1, np.int64), np.zeros(game.seats)
    loops.playouts(compiled.pack_start(), Kernel.seed_rng(7), shares, moves, lengths)
    slow = np.array([plies for _, plies in ends])
    assert abs(slow.mean() - lengths.mean()) < 4 * slow.std() * (1 / games + 1 / len(lengths)) ** 0.5
    assert moves[0] < lengths.sum()
    outcomes = [game.outcome(state) for state, _ in ends]
    won = np.array([[(rank == 1) / o.ranks.count(1) for rank in o.ranks] for o in outcomes if o is not None])
    error = won.std(axis=0) * (1 / games + 1 / len(lengths)) ** 0.5
    assert (abs(won.mean(axis=0) - shares / len(lengths)) < 4 * error).all()


def test_many_games_step_by_step() -> None:
    """The masks are the legal moves of the rules, a finished game pays one win and starts anew."""
    game, games = tsuro(players=3, elimination_bonus=True), 8
    compiled = game.compiled()
    start, rng, chance = compiled.pack_start(), Random(8), Kernel.seed_rng(8)
    states, chosen = np.repeat(start, games), np.full(games, -1, np.int32)
    masks, seen = np.empty((games, ACTIONS), np.bool_), np.empty((games, KERNEL.observation), np.int8)
    seats, rewards, ended = np.empty(games, np.int8), np.empty((games, 3)), np.empty(games, np.bool_)
    finished = 0
    for _ in range(200):
        loops.step_batch(start, states, chosen, chance, masks, seen, seats, rewards, ended)
        for index in range(games):
            state = compiled.unpack(states[index : index + 1])
            moves: list[Move] = list(game.legal_moves(state))
            assert seats[index] == game.actor(state)
            assert [compiled.encode_move(state, move) for move in moves] == np.flatnonzero(masks[index]).tolist()
            assert seen[index].tobytes() == see(states[index : index + 1], int(seats[index])).tobytes()
            assert rewards[index].sum() == pytest.approx(float(ended[index]))
            chosen[index] = compiled.encode_move(state, rng.choice(moves))
        finished += ended.sum()
    assert finished > 20
