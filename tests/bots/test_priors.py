"""What games tell a search at a glance: it must fit what the rules say about the same moves."""

from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.bots.budget import Budget
from ludotheque.bots.search import SearchBot
from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick


def score_moves(game: Any, state: Any) -> list[float]:
    """Give the prior of every legal move, in their order."""
    compiled = game.compiled()
    kernel = compiled.kernel
    moves = game.legal_moves(state)
    actions = np.zeros(kernel.most_legal, np.int32)
    actions[: len(moves)] = [compiled.encode_move(state, move) for move in moves]
    scores = np.full(kernel.most_legal, np.nan)
    kernel.prior(compiled.pack(state)[0], actions, len(moves), scores)
    return [float(score) for score in scores[: len(moves)]]


def list_decisions(game: Any, seed: int) -> list[Any]:
    """Play at random and give the states in which a seat decides."""
    state, rng, decisions = game.start(), Random(seed), []
    while (actor := game.actor(state)) is not None:
        if actor is not CHANCE:
            decisions.append(state)
        state = game.apply(state, pick(game, state, rng))
    return decisions


@pytest.mark.parametrize("options", [{"players": 8}, {"edition": "kosmos", "players": 2}], ids=str)
def test_in_tsuro_a_move_that_only_puts_oneself_out_looks_worst(options: dict[str, Any]) -> None:
    game: Any = ludotheque.make("tsuro", **options)
    seen = set()
    for seed in range(5):
        for state in list_decisions(game, seed):
            for move, score in zip(game.legal_moves(state), score_moves(game, state), strict=True):
                out = [spot < 0 for spot in game.apply(state, move).spots]
                before = [spot < 0 for spot in state.spots]
                if type(move).__name__ != "PlayTile" or sum(out) - sum(before) > 1:
                    continue
                mine = state.turn if move.marker is None else move.marker
                if out != before and not out[mine]:
                    assert score > 0.3
                else:
                    assert (score == 0) == out[mine]
                seen.add((out != before, out[mine]))
    assert seen == {(False, False), (True, False), (True, True)}


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}])
def test_between_rounds_tao_is_foreseen_as_it_is_evaluated(options: dict[str, Any]) -> None:
    game: Any = ludotheque.make("tao", **options)
    compiled = game.compiled()
    kernel, shares, rounds = compiled.kernel, np.zeros(game.seats), set()
    for seed in range(3):
        state, rng = game.start(), Random(seed)
        while game.actor(state) is not None:
            if kernel.foresee(compiled.pack(state)[0], shares):
                rounds.add(state.round)
                assert shares == pytest.approx([game.evaluate(state, seat) for seat in range(game.seats)], abs=1e-6)
            else:
                assert state.deals == 0
            state = game.apply(state, pick(game, state, rng))
    assert rounds >= {1, 2, 3, 4}


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "teams": True}], ids=str)
def test_in_tao_a_good_card_looks_better_before_oneself(options: dict[str, Any]) -> None:
    """A card without a power in the element of the stone; and a card that counts against it is for the others."""
    game: Any = ludotheque.make("tao", **options)
    setup, seen = game.setup, set()
    for state in (state for seed in range(5) for state in list_decisions(game, seed) if state.acting is None):
        scores = dict(zip(game.legal_moves(state), score_moves(game, state), strict=True))
        others = [seat for seat in range(game.seats) if setup.sides[seat] != setup.sides[state.turn]]
        for move, score in scores.items():
            if type(move).__name__ != "PlayFromHand" or move.to != state.turn or setup.powers[move.card]:
                continue
            given = [scores[type(move)(move.card, other)] for other in others]
            if setup.elements[move.card] == state.stone:
                assert score >= max(given)
                seen.add("good")
            elif setup.elements[move.card] == setup.opposite[state.stone]:
                assert score <= max(given)
                seen.add("bad")
    assert seen == {"good", "bad"}


def test_partners_expect_the_same() -> None:
    """14. A team wins together: what a search expects is the same for both, and everything together is one win."""
    game: Any = ludotheque.make("tao", teams=True)
    for state in list_decisions(game, 1)[::9]:
        shares = (
            SearchBot(game, Random(1), Budget(iterations=200)).analyse(game.observe(state, game.actor(state))).shares
        )
        assert shares[0] == pytest.approx(shares[2])
        assert shares[1] == pytest.approx(shares[3])
        assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "options"), [("tsuro", {"players": 2}), ("tsuro", {"edition": "kosmos", "players": 4}), ("tao", {})]
)
def test_what_looks_bad_is_held_back_but_not_forgotten(name: str, options: dict[str, Any]) -> None:
    """Not every move is tried before one is tried again; but in the long run each is tried, however it looks."""
    game: Any = ludotheque.make(name, **options)

    def disagree(state: Any) -> float:
        scores = score_moves(game, state)
        return (max(scores) - min(scores)) * (len(scores) >= 6)

    state = max(list_decisions(game, 2), key=disagree)
    moves, observation = game.legal_moves(state), game.observe(state, game.actor(state))
    bot = SearchBot(game, Random(1), Budget(iterations=len(moves)))
    few, many = bot.analyse(observation), bot.analyse(observation, Budget(iterations=1000 * len(moves)))
    assert max(ranked.visits for ranked in few.moves) > 1
    assert min(ranked.visits for ranked in few.moves) == 0
    assert min(ranked.visits for ranked in many.moves) > 0
