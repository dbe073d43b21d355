"""That luck is luck and skill is skill: over many games of fixed seeds, within the errors that these games show."""

import sys
from random import Random
from typing import Any

import pytest

import ludotheque
from tests.high_card import HighCard, HighCardOptions
from tests.lengths import IS_LONG, length
from tests.review.soundness import Player, Summary, make_player, review_games, sum_up, write_row

GAME = HighCard(HighCardOptions())
GAMES, SAMPLES = 60, 4
"""How many games of ours are reviewed, and how many samples are taken of each of their positions."""
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


if IS_LONG:  # games by kernels, which take some minutes each; with `-s` these tests write rows of docs/review.md
    OURS = pytest.mark.parametrize(("game_id", "players"), [("tsuro", 2), ("tsuro", 4), ("tao", 2)])

    @OURS
    def test_luck_is_luck_where_equal_bots_play(game_id: str, players: int) -> None:
        found = review_ours(game_id, *["medium"] * players)
        for mean in (found.margin, found.luck, found.decisions):
            assert abs(mean.value) < SURE * mean.error
        assert found.slope.value < 1 + SURE * found.slope.error  # luck follows who won, and not more than it must

    @OURS
    def test_the_margin_of_a_stronger_bot_appears_as_decisions(game_id: str, players: int) -> None:
        found = review_ours(game_id, "medium", *["easy"] * (players - 1))
        assert abs(found.luck.value) < SURE * found.luck.error
        assert found.decisions.value > SURE * found.decisions.error


def review_ours(game_id: str, *names: str) -> Summary:
    """Review games of ours between bots, the first of which sits at each seat in turn."""
    game = ludotheque.make(game_id, players=len(names))
    found = sum_up(review_games(game, [make_player(name, game) for name in names], GAMES, SAMPLES))
    sys.stdout.write(write_row(game, names, GAMES, found))
    return found
