"""The games in OpenSpiel: its own test, what players know and do not know, its search, its parameters."""

import pickle
import sys
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import ludotheque
from ludotheque.compiled.adapter import Extent
from ludotheque.core.errors import ImpossibleState, OptionError
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.envs import Numbering, load_open_spiel
from ludotheque.envs.batch import REWARDS
from ludotheque.envs.open_spiel import FairChance, Resampler
from ludotheque.testing.subjects import name_game
from tests.envs.test_rules_loops import NumberedNim
from tests.games.tao.option_sets import DUPLICATES
from tests.nim import NimOptions
from tests.strategies import all_games

GAMES = all_games()
HIDING = [
    ludotheque.make("tsuro", players=2),
    ludotheque.make("tsuro", edition="kosmos", players=3),
    ludotheque.make("tsuro", players=3, elimination_bonus=True),
    ludotheque.make("tao", players=2),
    ludotheque.make("tao", players=2, deck=DUPLICATES),
]
"""Games in which something is hidden."""


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_open_spiel_accepts_it(game: AnyGame) -> None:
    """Its own test plays a game and checks everything at every node, with copies and pickles of it."""
    reward: Any = [*REWARDS][GAMES.index(game) // 3 % 3]
    pyspiel.random_sim_test(load_open_spiel(game, reward=reward), num_sims=1, serialize=True, verbose=False)


# ── What players know ────────────────────────────────────────────────────────────────────────────────────────────────


def play_variants(game: AnyGame, seed: int, variants: int) -> Iterator[Any]:
    """Play the beginning of a game, then the same once more with one other draw, again and again. Gives every state.

    After the other draw the same is played and drawn as before, as far as it is possible.
    """
    spiel, rng = load_open_spiel(game), Random(seed)
    base: list[str] = []
    hidden: list[int] = []
    for variant in range(variants):
        state = spiel.new_initial_state()
        other = hidden[-variant] if variant else -1
        for ply in range(32):
            if state.is_terminal():
                break
            legal = {state.action_to_string(action): action for action in state.legal_actions()}
            text = base[ply] if ply < len(base) else ""
            if ply == other:
                del legal[text]
            if variant == 0 and state.is_chance_node() and len(legal) > 1 and hides(state):
                hidden.append(ply)
            text = text if text in legal else rng.choice([*legal])
            if variant == 0:
                base.append(text)
            state.apply_action(legal[text])
            if other <= ply < max(other, 8) + 8:
                yield state.clone()


def hides(state: Any) -> bool:
    """Whether what is drawn here is hidden from one of the first two seats."""
    observed = [[state.child(action).observation_string(seat) for action in (0, 1)] for seat in (0, 1)]
    return any(first == second for first, second in observed)


class Knowledge:
    """What seats have seen by the rules, as numbers: the same number for the same own moves, events, observations."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def number(self, node: Any, seat: int) -> int:
        seen: int = 0
        for each in node.list_path()[1:]:
            game, before = node.tree.rules, each.parent.state
            own = each.move if each.actor == seat else None
            events = tuple(game.events(before, each.move, each.state, seat))
            key = seen, seat, own, events, game.observe(each.state, seat)
            seen = self._numbers.setdefault(key, len(self._numbers) + 1)
        return seen


@pytest.mark.parametrize("game", HIDING, ids=name_game)
def test_information_states_tell_apart_what_a_player_can_and_nothing_else(game: AnyGame) -> None:
    """Two histories have the same string, and the same tensor, exactly if the player has seen the same."""
    knowledge = Knowledge()
    strings, tensors, histories = defaultdict(set), defaultdict(set), defaultdict(set)
    for state in play_variants(game, 3, 4):
        for seat in range(2):
            seen = seat, knowledge.number(state.node, seat)
            strings[seen].add(state.information_state_string(seat))
            tensors[seen].add(np.array(state.information_state_tensor(seat), np.int16).tobytes())
            histories[seen].add(tuple(state.history()))
    assert any(len(same) > 1 for same in histories.values()), "nothing was hidden; the test shows nothing"
    assert all(len(same) == 1 for same in [*strings.values(), *tensors.values()])
    assert len({text for (text,) in strings.values()}) == len(strings)
    assert len({(seat, tensor) for (seat, _), (tensor,) in tensors.items()}) == len(tensors)


@pytest.mark.parametrize("game", HIDING[::2], ids=name_game)
def test_a_search_of_open_spiel_knows_what_its_player_knows(game: AnyGame) -> None:
    """Where a player cannot tell two states apart, its search decides the same, and so do its sampled states."""
    groups = defaultdict(list)
    for state in play_variants(game, 4, 4):
        if not state.is_terminal() and not state.is_chance_node() and len(state.legal_actions()) > 1:
            groups[state.current_player(), state.information_state_string()].append(state)
    twins = [group for group in groups.values() if len({str(state) for state in group}) > 1][:2]
    assert twins, "nothing was hidden; the test shows nothing"
    for group in twins:
        policies = []
        different = {str(state): state for state in group}
        for state in [*different.values()][:2]:
            evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
            bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 1.4, 4, random_state=np.random.RandomState(2))
            bot.set_resampler(Resampler(5))
            policies.append(bot.get_policy(state))
            assert {action for action, _ in policies[-1]} == set(state.legal_actions())
        assert policies[0] == policies[1]


def test_a_sampled_state_tells_every_player_something_that_fits() -> None:
    game = load_open_spiel("tao", players=3)
    state, chance, rng = game.new_initial_state(), FairChance(1), Random(1)
    for _ in range(30):
        state.apply_action(chance(state) if state.is_chance_node() else rng.choice(state.legal_actions()))
    player = state.current_player()
    other = (player + 1) % 3
    sampled = Resampler(1)(state, player)
    assert sampled.information_state_string(player) == state.information_state_string(player)
    assert sampled.information_state_tensor(player) == state.information_state_tensor(player)
    assert str(sampled) != str(state)
    hand = sampled.node.state.hands[other]
    assert f'"hand":{[*hand]}'.replace(" ", "") in sampled.information_state_string(other).splitlines()[-1]
    copied = pickle.loads(pickle.dumps(sampled.node))
    assert copied.tell(other) == sampled.node.tell(other)
    sampled.apply_action(sampled.legal_actions()[0])
    assert len(sampled.information_state_string(player).splitlines()) == sampled.node.length + 2
    assert np.count_nonzero(sampled.information_state_tensor(other)) > 0
    with pytest.raises(ValueError, match="nobody played it"):
        sampled.make_record()


# ── Chance, returns, records ─────────────────────────────────────────────────────────────────────────────────────────


def test_chance_is_as_likely_as_its_weights() -> None:
    state = load_open_spiel("tsuro", players=2, tiles=(1, 2, 2, 3, 3, 3, 4, 5)).new_initial_state()
    rules = state.node.tree.rules
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert rules.actor(state.node.state) is CHANCE
    likely = {state.action_to_string(action): round(8 * chance) for action, chance in state.chance_outcomes()}
    assert likely == {"+1": 1, "+2": 2, "+3": 3, "+4": 1, "+5": 1}


@pytest.mark.parametrize(("reward", "utility", "total"), [("zero_sum", "ZERO_SUM", 0), ("share", "CONSTANT_SUM", 1)])
def test_returns_are_what_the_type_says(reward: Any, utility: str, total: float) -> None:
    game = load_open_spiel("tsuro", players=4, reward=reward)
    assert game.get_type().utility == getattr(pyspiel.GameType.Utility, utility)
    assert game.utility_sum() == total
    state, rng = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(total)
    assert max(state.returns()) > total / 4


def test_a_game_that_open_spiel_dealt_becomes_a_record_without_a_seed() -> None:
    state, rng = load_open_spiel("turris").new_initial_state(), Random(2)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    verification = ludotheque.verify(ludotheque.parse_record(state.make_record(["a", "b"]).format()))
    assert verification.is_fair is None
    seeds = range(8)
    fair = [
        seed for seed in seeds if FairChance(seed)(load_open_spiel("turris").new_initial_state()) != state.history()[0]
    ]
    with pytest.raises(ValueError, match=f"draw 1 was not made by the seed {fair[0]}"):
        state.make_record(seed=fair[0])


def test_chance_is_asked_only_where_it_acts() -> None:
    state = load_open_spiel("turris", first="white").new_initial_state()
    with pytest.raises(ValueError, match="chance does not act here"):
        FairChance(1)(state)
    assert state.get_game().get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert state.get_game().get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION


# ── Parameters and positions ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES, ids=name_game)
def test_a_game_is_named_by_its_parameters(game: AnyGame) -> None:
    loaded = load_open_spiel(game)
    again = pyspiel.load_game(str(loaded))
    assert again.rules.options == game.options
    assert str(again) == str(loaded)


def test_parameters_are_checked() -> None:
    load_open_spiel("tao")
    assert pyspiel.load_game("ludotheque_tao(players=2)").num_players() == 2
    with pytest.raises(OptionError, match="players must be a whole number from 2 to 4"):
        load_open_spiel("tao", players=7)
    with pytest.raises(ValueError, match="reward must be one of share, zero_sum, rank"):
        load_open_spiel("tao", reward="money")
    with pytest.raises(ValueError, match="observers of Ludothèque give what one player knows"):
        load_open_spiel("tao").make_py_observer(pyspiel.IIGObservationType(public_info=False, perfect_recall=False))


def test_a_game_can_begin_at_positions() -> None:
    rules = ludotheque.make("turris")
    first, second = (rules.apply(rules.start(), move) for move in rules.legal_moves(rules.start()))
    game = load_open_spiel("turris", positions=[first, first, rules.format_state(second)])
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 2 / 3), (1, 1 / 3)]
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    with pytest.raises(ValueError, match="no position has been chosen yet"):
        Resampler(1)(state, 0)
    state.apply_action(FairChance(3)(state))
    assert state.node.state in (first, second)
    while not state.is_terminal():
        state.apply_action(FairChance(3)(state) if state.is_chance_node() else state.legal_actions()[0])
    verification = ludotheque.verify(ludotheque.parse_record(state.make_record(seed=3).format()))
    assert verification.is_fair
    assert verification.match.start in (first, second)
    assert load_open_spiel("turris", positions=[second]).new_initial_state().node.state == second
    tao = ludotheque.make("tao", players=2)
    begun = [tao.apply(tao.start(), move) for move in tao.legal_moves(tao.start())]
    dealt = load_open_spiel(tao, positions=begun).new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(FairChance(5)(dealt))
    assert ludotheque.verify(dealt.make_record(seed=5)).is_fair
    with pytest.raises(ImpossibleState):
        load_open_spiel(tao, positions=[tao.start()._replace(round=3)])


class SpielNim(NumberedNim):
    """Nim, which says how long it can get."""

    def numbering(self) -> Numbering:
        numbering = vars(super().numbering())
        return Numbering(**{**numbering, "extent": Extent(decisions=9)})


def test_games_of_others_work_if_they_say_how_long_they_can_get() -> None:
    pyspiel.random_sim_test(load_open_spiel(SpielNim(NimOptions())), num_sims=1, serialize=True, verbose=False)
    with pytest.raises(ValueError, match="does not say how long it can get"):
        load_open_spiel(NumberedNim(NimOptions()))


def test_without_open_spiel_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ludotheque.envs.open_spiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"pip install ludotheque\[rl,openspiel\]$"):
        import_module("ludotheque.envs").load_open_spiel("tao")
    names: dict[str, Any] = {}
    exec("from ludotheque.envs import *", names)  # which must not need OpenSpiel
    assert "vector_env" in names
