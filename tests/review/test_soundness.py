"""That luck is luck and skill is skill: over many games of fixed seeds, within the errors that these games show."""

from random import Random
from typing import Any

import pytest

import ludotheque
from tests.high_card import HighCard, HighCardOptions
from tests.lengths import IS_LONG, length
from tests.review.soundness import Player, make_player, review_games, sum_up

GAME = HighCard(HighCardOptions())
SURE = 3.0
"""How many standard errors a mean may be off. The seeds are fixed: it either is, or it is not."""


def keep_high_cards(observation: Any, _rng: Random) -> str:
    """Play as well as one can."""
    return "keep" if observation.cards[0] >= 3 else "swap"


def keep_low_cards(observation: Any, _rng: Random) -> str:
    """Play as badly as one can."""
    return "swap" if observation.cards[0] >= 3 else "keep"


@pytest.mark.parametrize("players", [[keep_high_cards] * 2, [keep_low_cards] * 2], ids=["good", "bad"])
def test_luck_averages_to_zero_however_everybody_plays(players: list[Player]) -> None:
    found = sum_up(review_games(GAME, players, length(150, 2000), 40))
    assert abs(found.luck.value) < SURE * found.luck.error
    assert found.luck.error < 0.05  # so that the line before says something


def test_the_margin_of_a_better_player_appears_as_decisions() -> None:
    """One who plays well, against one who plays badly: what the first seat decides differs, what is dealt does not."""
    found = sum_up(review_games(GAME, [keep_high_cards, keep_low_cards], length(150, 2000), 40))
    assert abs(found.luck.value) < SURE * found.luck.error
    assert found.decisions.value > 5 * found.decisions.error
    assert found.decisions.value > 2 * abs(found.luck.value)


if IS_LONG:  # hundreds of games by kernels

    @pytest.mark.parametrize(("game_id", "players"), [("tsuro", 2), ("tsuro", 4), ("tao", 2)])
    def test_the_same_holds_for_our_games(game_id: str, players: int) -> None:
        game = ludotheque.make(game_id, players=players)
        equal = sum_up(review_games(game, [make_player("greedy", game)] * players, 300, 4))
        assert abs(equal.luck.value) < SURE * equal.luck.error
        assert abs(equal.decisions.value) < SURE * equal.decisions.error
        better = ["greedy", *["random"] * (players - 1)]
        unequal = sum_up(review_games(game, [make_player(name, game) for name in better], 300, 4))
        assert abs(unequal.luck.value) < SURE * unequal.luck.error
        assert unequal.decisions.value > SURE * unequal.decisions.error
