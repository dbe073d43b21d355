"""The kernel of Turris against its rules: the same legal moves, the same states, the same outcomes, ply by ply."""

from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque.compiled.adapter import is_compiled
from ludotheque.compiled.kernel import CHANCE_ACTS, OVER, Kernel
from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick, play_out
from ludotheque.games.turris.compiled import encoding
from ludotheque.games.turris.compiled.encoding import ACTIONS, BITS, OBSERVATION, OBSERVATION_LENGTH, PARTS, REASONS
from ludotheque.games.turris.compiled.kernel import KERNEL
from ludotheque.games.turris.compiled.views import count_points
from ludotheque.games.turris.game import Turris
from ludotheque.games.turris.options import COLOURS, TurrisOptions
from ludotheque.games.turris.scoring import score
from ludotheque.games.turris.state import State, TakeBlockOff
from ludotheque.games.turris.tower import FOOTPRINTS
from tests.games.turris.positions import make, play
from tests.games.turris.rare_play import pick_rare, starts, with_options
from tests.lengths import length

pytestmark = pytest.mark.no_cover  # tens of thousands of plies take twice as long when their lines are counted

PLIES = length(2_000, 200_000)
"""How many plies are compared for each set of options."""
DERIVED = 5
"""Every so many plies, what the packed game holds beside the rules' state is compared, points and observations too."""


def expect_observation(game: Turris, state: State, seat: int) -> Any:
    """Write an observation the slow way, from the rules' state and the documented layout."""
    out = np.full(OBSERVATION_LENGTH, -99)

    def write(part: str, *values: int) -> None:
        at, length = OBSERVATION[part]
        assert len(values) == length
        out[at : at + length] = values

    cells = dict.fromkeys(((column, level) for column in range(9) for level in range(1, 12)), 0)
    for block in state.blocks:
        for cell, part in zip(block.cells, PARTS[block.columns[-1] - block.columns[0]], strict=True):
            cells[cell] = part if block.seat == seat else -part
    numbers = {footprint.columns: bit for footprint, bit in zip(FOOTPRINTS, BITS, strict=True)}
    last = [next((numbers[b.columns] for b in reversed(state.blocks) if b.seat == who), -1) for who in (seat, 1 - seat)]
    barred = sorted({column for column, _ in state.barred})
    actor = game.actor(state)
    first = game.options.first
    write("cells", *cells.values())
    write("left", state.left[seat], state.left[1 - seat])
    write("last", *last)
    write("barred", *[*barred, -1, -1][:2])
    write("actor", OVER if actor is None else CHANCE_ACTS if actor is CHANCE else int(actor != seat))
    write("turn", -1 if state.turn is None else int(state.turn != seat))
    write("has_bonus", state.has_bonus)
    write("placements", *divmod(state.placements, 100))
    write("reason", -1 if state.reason is None else REASONS.index(state.reason))
    write("chains", game.options.bonus_chains)
    write("first", -1 if first == "random" else int(COLOURS.index(first) != seat))
    write("only_free_lie", game.options.ground_lying == "first_only")
    write("free_blocks", game.options.free_blocks)
    write("last_ends", game.options.last_bonus == "ends")
    return out


def observe(packed: Any, seat: int) -> Any:
    out = np.full(OBSERVATION_LENGTH, -99, np.int8)
    KERNEL.observe(packed[0], seat, out)
    return out


def list_legal(packed: Any) -> list[int]:
    actions = np.empty(KERNEL.most_legal, np.int32)
    count = KERNEL.legal(packed[0], actions)
    legal: list[int] = actions[:count].tolist()
    return legal


def check_derived(game: Turris, state: State, packed: Any) -> None:
    compiled = game.compiled()
    assert compiled.pack(state).tobytes() == packed.tobytes()
    assert count_points(packed[0]) == score(state.blocks)
    for seat in (0, 1):
        assert (observe(packed, seat) == expect_observation(game, state, seat)).all()


def play_both(game: Turris, state: State, rng: Random, *, prefers_rare: bool) -> int:
    """Play a game by the rules and by the kernel, comparing at every ply; give how many plies it took."""
    compiled = game.compiled()
    packed = compiled.pack(state)
    plies = 0
    while (actor := game.actor(state)) is not None:
        assert KERNEL.actor(packed[0]) == (CHANCE_ACTS if actor is CHANCE else actor)
        assert compiled.unpack(packed) == state
        if plies % DERIVED == 0:
            check_derived(game, state, packed)
        moves = game.legal_moves(state)
        numbers = [compiled.encode_move(state, move) for move in moves]
        if actor is not CHANCE:
            assert list_legal(packed) == numbers
        move = pick_rare(game, state, rng) if prefers_rare else pick(game, state, rng)
        (KERNEL.force if actor is CHANCE else KERNEL.step)(packed[0], compiled.encode_move(state, move))
        state = game.apply(state, move)
        plies += 1
    assert KERNEL.actor(packed[0]) == OVER
    assert compiled.unpack(packed) == state
    check_derived(game, state, packed)
    placed = np.empty(2, np.int8)
    KERNEL.ranks(packed[0], placed)
    outcome = game.outcome(state)
    assert outcome is not None
    assert tuple(placed) == outcome.ranks
    return plies


@with_options
def test_kernel_and_rules_agree_at_every_ply(options: dict[str, Any]) -> None:
    game, rng = Turris(TurrisOptions(**options)), Random(2026)
    begins = starts(game)
    plies = games = 0
    while plies < PLIES:
        plies += play_both(game, begins[games % len(begins)], rng, prefers_rare=games % 3 == 0)
        games += 1


def test_a_bar_that_leaves_no_place_makes_the_kernel_pass() -> None:
    """`barred_pass` is rare: bold play finds it, and the test says that it did."""
    game, rng = make(), Random(1)
    compiled = game.compiled()
    passes = 0
    for _ in range(400):
        state = game.start()
        while state.reason is None:
            move = pick_rare(game, state, rng)
            after = game.apply(state, move)
            if isinstance(move, TakeBlockOff):
                packed = compiled.pack(state)
                KERNEL.step(packed[0], compiled.encode_move(state, move))
                assert compiled.unpack(packed) == after
                passes += after.turn == state.turn
            state = after
    assert passes


@with_options
def test_nothing_is_hidden_so_nothing_is_dealt_anew(options: dict[str, Any]) -> None:
    game, rng = Turris(TurrisOptions(**options)), Random(4)
    compiled = game.compiled()
    state = game.start()
    while game.actor(state) is not None:
        packed = compiled.pack(state)
        for seat in (0, 1):
            before, seen = packed.tobytes(), observe(packed, seat)
            KERNEL.determinize(packed[0], seat, Kernel.seed_rng(rng.getrandbits(64)))
            assert packed.tobytes() == before
            assert (observe(packed, seat) == seen).all()
        state = game.apply(state, pick(game, state, rng))


def test_an_observation_changes_with_every_ply() -> None:
    """Each ply changes something visible; nothing of it may be missing from the compact form."""
    game, rng = Turris(TurrisOptions()), Random(5)
    compiled = game.compiled()
    for _ in range(50):
        state = game.start()
        seen = set()
        plies = 0
        while True:
            seen.add(observe(compiled.pack(state), 0).tobytes())
            if game.actor(state) is None:
                break
            state = game.apply(state, pick_rare(game, state, rng))
            plies += 1
        assert len(seen) == plies + 1


def test_observations_are_the_same_for_both_colours() -> None:
    """The viewer comes first: black sees after black's opening what white sees after white's."""
    white, black = play("a1b1 c1^ b2b3"), play("a1b1 c1^ b2b3", first="black")
    one, other = make().compiled().pack(white), make(first="black").compiled().pack(black)
    assert (observe(one, 0) == observe(other, 1)).all()
    assert (observe(one, 1) == observe(other, 0)).all()


def test_each_player_is_as_likely_to_begin() -> None:
    game, rng, draws = Turris(TurrisOptions()), Kernel.seed_rng(11), 20_000
    compiled = game.compiled()
    packed, counts = compiled.pack_start(), [0, 0]
    for _ in range(draws):
        packed[0]["turn"] = -1
        KERNEL.draw(packed[0], rng)
        counts[packed[0]["turn"]] += 1
    assert abs(counts[0] - draws / 2) < 4 * sqrt(draws) / 2


@pytest.mark.parametrize("options", [{}, {"bonus_chains": False, "first": "white"}], ids=str)
def test_playouts_are_like_those_of_the_rules(options: dict[str, Any]) -> None:
    """The same mean length and the same shares of the win, within four standard errors."""
    game, rng, games = Turris(TurrisOptions(**options)), Random(12), 2000
    compiled = game.compiled()
    loops = KERNEL.specialise("playout_loops")
    ends = [play_out(game, game.start(), rng) for _ in range(games)]
    slow_lengths = np.array([plies for _, plies in ends])
    slow_shares = np.array([end.shares[0] for state, _ in ends if (end := game.outcome(state)) is not None])
    shares, moves, lengths = np.zeros(2), np.zeros(1, np.int64), np.zeros(50_000, np.int32)
    loops.playouts(compiled.pack_start(), Kernel.seed_rng(12), shares, moves, lengths)
    assert shares.sum() == pytest.approx(len(lengths))
    assert moves[0] == lengths.sum() - len(lengths) * (game.options.first == "random")
    assert abs(lengths.mean() - slow_lengths.mean()) < 4 * slow_lengths.std() / sqrt(games)
    assert abs(shares[0] / len(lengths) - slow_shares.mean()) < 4 * slow_shares.std() / sqrt(games)


def test_a_batch_says_who_decides_what_they_see_and_what_they_may_do() -> None:
    game, rng, size = Turris(TurrisOptions()), Random(13), 16
    compiled = game.compiled()
    loops, start = KERNEL.specialise("playout_loops"), compiled.pack_start()
    states, chosen = np.repeat(start, size), np.full(size, -1, np.int32)
    masks, observations = np.zeros((size, ACTIONS), np.bool_), np.zeros((size, OBSERVATION_LENGTH), np.int8)
    seats, rewards, ended = np.zeros(size, np.int8), np.zeros((size, 2)), np.zeros(size, np.bool_)
    batch_rng, ends = Kernel.seed_rng(13), 0
    for _ in range(120):
        loops.step_batch(start, states, chosen, batch_rng, masks, observations, seats, rewards, ended)
        for index in range(size):
            packed = states[index : index + 1]
            state = compiled.unpack(packed)
            assert seats[index] == game.actor(state)
            assert np.flatnonzero(masks[index]).tolist() == sorted(list_legal(packed))
            assert (observations[index] == observe(packed, seats[index])).all()
            assert rewards[index].sum() == ended[index]
            chosen[index] = rng.choice(list_legal(packed))
        ends += int(ended.sum())
    assert ends > size


def test_turris_says_that_it_has_a_kernel() -> None:
    assert is_compiled(make())


def test_the_compiled_side_of_turris_is_its_kernel_and_its_encoding() -> None:
    game = make()
    compiled = game.compiled()
    assert compiled.kernel is KERNEL
    assert compiled.pack_start().tobytes() == encoding.pack(game.options, game.start()).tobytes()
