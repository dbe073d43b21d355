"""The kernel of Tao beside the rules: whole games in lockstep at every ply, then what only the kernel has."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from ludotheque.compiled.adapter import is_compiled
from ludotheque.compiled.kernel import CHANCE_ACTS, Kernel
from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.tao import Tao
from ludotheque.games.tao.compiled.actions import ACTIONS, OUTCOMES
from ludotheque.games.tao.compiled.encoding import OBSERVATION
from ludotheque.games.tao.state import State
from tests.games.tao.kernel_runner import KERNEL_SETS, Runner, number_actor, random_game
from tests.games.tao.positions import arrange, make
from tests.games.tao.test_literal_rules import name_options
from tests.lengths import length

pytestmark = pytest.mark.no_cover  # tens of thousands of plies take twice as long when their lines are counted

PLIES = length(2_000, 200_000)
"""How many plies are compared for each option set."""

every_option_set = pytest.mark.parametrize("options", KERNEL_SETS, ids=name_options)


def compare_game(game: Tao, rng: Random) -> int:
    """Play one game by rules and kernel, comparing at every ply; give how many plies it had."""
    compiled = game.compiled()
    state, plies = game.start(), 0
    runner = Runner(compiled.pack_start())
    said = runner.show()
    while (actor := game.actor(state)) is not None:
        assert said.actor == number_actor(actor)
        assert compiled.unpack(runner.packed) == state
        if plies % 20 == 0:  # what is kept besides the state is right as well
            assert compiled.pack(state)["tally"].tolist() == runner.packed["tally"].tolist()
        moves = game.legal_moves(state)
        move = pick(game, state, rng)
        if actor is CHANCE:
            said = runner.force(compiled.encode_move(state, move))
        else:
            assert said.actions == [compiled.encode_move(state, move) for move in moves]
            said = runner.step(said.actions[moves.index(move)])
        state = game.apply(state, move)
        plies += 1
    assert said.actor == number_actor(None)
    assert compiled.unpack(runner.packed) == state
    outcome = game.outcome(state)
    assert outcome is not None
    assert runner.ranks(game.seats) == outcome.ranks
    return plies


@every_option_set
def test_kernel_and_rules_in_lockstep(options: dict[str, Any]) -> None:
    game, rng, plies = make(**options), Random(0), 0
    while plies < PLIES:
        plies += compare_game(game, rng)


@every_option_set
def test_a_round_dealt_at_once_is_dealt_as_card_by_card(options: dict[str, Any]) -> None:
    """With the same random numbers, from the start and from the middle of a deal."""
    for before in (0, 1, 5, 14):
        one_by_one, at_once = (Runner(make(**options).compiled().pack_start(), seed=3) for _ in range(2))
        for runner in (one_by_one, at_once):
            for _ in range(before):
                runner.draw()
        plies = 0
        while one_by_one.show().actor == CHANCE_ACTS:
            one_by_one.draw()
            plies += 1
        assert at_once.draw_all() == plies
        assert at_once.draw_all() == 0
        assert at_once.packed.tobytes() == one_by_one.packed.tobytes()


# ── Packing and numbering ────────────────────────────────────────────────────────────────────────────────────────────


def random_states(options: dict[str, Any], games: int) -> Iterator[tuple[Tao, State]]:
    game, rng = make(**options), Random(1)
    for _ in range(games):
        for state in random_game(game, rng):
            yield game, state


@every_option_set
def test_packing_and_numbering_are_exact(options: dict[str, Any]) -> None:
    for game, state in random_states(options, games=3):
        compiled = game.compiled()
        packed = compiled.pack(state)
        assert packed.shape == (1,)
        assert compiled.unpack(packed) == state
        numbers = [compiled.encode_move(state, move) for move in game.legal_moves(state)]
        assert len(set(numbers)) == len(numbers)
        assert [compiled.decode_move(state, number) for number in numbers] == list(game.legal_moves(state))
        assert all(0 <= number < (OUTCOMES if game.actor(state) is CHANCE else ACTIONS) for number in numbers)
        said = Runner(packed).show()
        assert said.actor == number_actor(game.actor(state))
        assert game.actor(state) in (None, CHANCE) or said.actions == numbers


def test_codes_of_cards_ascend_as_cards_do() -> None:
    for options in KERNEL_SETS:
        codes = make(**options).setup.codes
        assert list(codes) == sorted(set(codes))


def test_the_numbers_of_actions_never_change() -> None:
    """Whoever stored actions can read them for ever."""
    game = make(players=4)
    compiled = game.compiled()
    state = arrange(game, turn=2, hands=["", "", "fi4 wo2dr"], before=["ea1", "", "fi2bi wa2to", "me2ti"])
    named = {
        "walk": compiled.encode_move(state, game.parse_move(state, "w2>1")),
        "hand": compiled.encode_move(state, game.parse_move(state, "h:fi4>3")),
    }
    assert named == {"walk": 4 + 2, "hand": 12 + 4}
    assert ACTIONS == 294
    bird = state._replace(acting=game.setup.numbers[game.setup.cards[9]])
    assert [compiled.encode_move(bird, move) for move in game.legal_moves(bird)] == [38 + 2, 38 + 16 + 2]


def test_a_game_of_tao_has_a_kernel() -> None:
    game = make()
    assert is_compiled(game)
    assert game.compiled().kernel.actions == ACTIONS


# ── What one seat knows ──────────────────────────────────────────────────────────────────────────────────────────────


@every_option_set
def test_a_packed_observation_follows_from_the_observation_alone(options: dict[str, Any]) -> None:
    rng = Random(2)
    for game, state in random_states(options, games=1):
        compiled = game.compiled()
        for viewer in (None, *range(game.seats)):
            observation = game.observe(state, viewer)
            packed = compiled.pack_observation(observation)
            assert game.observe(compiled.unpack(packed), viewer) == observation
            other = game.observe(game.determinize(observation, rng), viewer)
            assert compiled.pack_observation(other).tobytes() == packed.tobytes()


@every_option_set
def test_compact_observations_tell_what_observations_tell(options: dict[str, Any]) -> None:
    """Equal if the observations are, whatever is hidden; different if they are not."""
    known: dict[tuple[int, bytes], Any] = {}
    for count, (game, state) in enumerate(random_states(options, games=length(1, 20))):
        compiled = game.compiled()
        runner = Runner(compiled.pack(state), seed=count)
        for seat in range(game.seats):
            observation = game.observe(state, seat)
            vector = runner.observe(seat)
            assert known.setdefault((seat, vector), observation) == observation
            redealt = Runner(compiled.pack(state), seed=count)
            redealt.determinize(seat)
            assert redealt.observe(seat) == vector
            assert Runner(compiled.pack_observation(observation)).observe(seat) == vector
            assert game.observe(compiled.unpack(redealt.packed), seat) == observation


@every_option_set
def test_observing_does_not_depend_on_how_the_kernel_came_there(options: dict[str, Any]) -> None:
    """The kernel keeps some cards in no order; nobody can see that."""
    game, rng = make(**options), Random(3)
    compiled = game.compiled()
    state, runner = game.start(), Runner(compiled.pack_start())
    while (actor := game.actor(state)) is not None:
        move = pick(game, state, rng)
        number = compiled.encode_move(state, move)
        runner.force(number) if actor is CHANCE else runner.step(number)
        state = game.apply(state, move)
        for seat in range(game.seats):
            assert runner.observe(seat) == Runner(compiled.pack(state)).observe(seat)


def test_seats_in_observations_are_counted_from_the_viewer() -> None:
    game = make(players=3)
    compiled = game.compiled()
    state = arrange(game, turn=2, first=1, hands=["fi4", "", "me4"], before=["ea1", "", "wa2to"], winners=[2])
    out = np.frombuffer(Runner(compiled.pack(state)).observe(2), np.int8)
    shown = {name: out[where].tolist() for name, where in OBSERVATION.items()}
    assert (shown["turn"], shown["first"]) == ([0], [2])
    assert shown["hand"] == [4, 4, 0, -1, -1, -1]
    assert shown["hand_sizes"] == [1, 1, 0, -1]
    assert shown["table"][:12] == [0, 0, 2, 5, 1, 3, 1, 0, -1, -1, -1, -1]
    assert shown["rounds"][:3] == [0, 0, 0]


@pytest.mark.parametrize("viewer", [0, 1])
def test_determinizing_reaches_every_possibility_as_often_as_it_should(viewer: int) -> None:
    """Four cards are unseen, two of them in a hand: six possibilities, all as likely."""
    game = make(players=2)
    compiled = game.compiled()
    state = arrange(
        game,
        path="wa1 wa3 wa4 wo1 wo3 wo4 fi1",
        hands=["ea1 ea4", "me1 me4"],
        before=["fi3 fi4 ea2un", "wa2to wo2dr fi2bi ea3"],
    )
    assert len(state.pile) == 2
    hidden = sorted((*state.hands[1 - viewer], *state.pile))
    runner, seen, samples = Runner(compiled.pack(state), seed=5), Counter[tuple[int, ...]](), 6_000
    for _ in range(samples):
        runner.determinize(viewer)
        world = compiled.unpack(runner.packed)
        assert game.observe(world, viewer) == game.observe(state, viewer)
        assert sorted((*world.hands[1 - viewer], *world.pile)) == hidden
        seen[world.hands[1 - viewer]] += 1
    assert len(seen) == 6
    assert chi_square(list(seen.values()), [1] * 6) < 20.5  # one run in a thousand exceeds it; the seed is fixed


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def chi_square(counts: list[int], weights: list[int]) -> float:
    scale = sum(counts) / sum(weights)
    return sum((count - scale * weight) ** 2 / (scale * weight) for count, weight in zip(counts, weights, strict=True))


def test_chance_draws_as_likely_as_the_rules_say() -> None:
    """Copies count: a card that is there twice is drawn twice as often."""
    game = make(players=2, deck=[("water", 1), ("water", 1), ("water", 1), ("wood", 2), ("wood", 2), ("fire", 1)] * 4)
    compiled = game.compiled()
    begun = game.apply(game.start(), game.legal_moves(game.start())[1])
    for state in (game.start(), begun):
        moves, weights = game.legal_moves(state), list(game.weights(state))
        counts, packed = Counter[int](), compiled.pack(state)
        runner = Runner(packed.copy(), seed=6)
        results = [game.apply(state, move) for move in moves]
        for _ in range(6_000):
            runner.packed[:] = packed
            runner.draw()
            counts[results.index(compiled.unpack(runner.packed))] += 1
        assert chi_square([counts[index] for index in range(len(moves))], weights) < 13.8


@pytest.mark.parametrize("players", [2, 3, 4])
def test_compiled_playouts_are_like_those_of_the_rules(players: int) -> None:
    """Mean length and shares of the win, within four standard errors."""
    game, games = make(players=players), 20_000
    compiled = game.compiled()
    loops = compiled.kernel.specialise("playout_loops")
    shares, moves, lengths = np.zeros(players), np.zeros(1, np.int64), np.zeros(games, np.int32)
    loops.playouts(compiled.pack_start(), Kernel.seed_rng(7), shares, moves, lengths)
    rng, by_rules, wins = Random(7), [], np.zeros(players)
    for _ in range(400):
        states = random_game(game, rng)
        outcome = game.outcome(states[-1])
        assert outcome is not None
        by_rules.append(len(states) - 1)
        wins += outcome.shares
    error = sqrt(np.var(by_rules) / len(by_rules) + np.var(lengths) / games)
    assert abs(np.mean(by_rules) - np.mean(lengths)) < 4 * error
    share = 1 / players
    error = sqrt(share * (1 - share) * (1 / len(by_rules) + 1 / games))
    assert np.all(np.abs(wins / len(by_rules) - shares / games) < 4 * error)
    assert abs(shares.sum() - games) < 1e-6
