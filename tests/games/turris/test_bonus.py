"""The bonus for filling the middle: placing again, taking off, declining; and what may not be filled afterwards."""

import pytest

from ludotheque.games.turris.tower import Block
from tests.games.turris.positions import BLACK, WHITE, legal, play, refusal
from tests.games.turris.test_placing import CLOSED


@pytest.mark.parametrize("line", ["a1b1 a2b2", "b1^ b2^"])
def test_a_block_that_fills_the_middle_earns_a_bonus(line: str) -> None:
    """Bonus: for half a lying block in the middle and for a standing block there."""
    state = play(line)
    assert (state.turn, state.has_bonus) == (BLACK, True)


def test_a_block_beside_the_middle_earns_nothing() -> None:
    """Bonus: only the middle counts."""
    state = play("a1b1 a2^")
    assert (state.turn, state.has_bonus) == (WHITE, False)


def test_a_bonus_is_to_place_to_take_off_or_to_decline() -> None:
    """Bonus: all three kinds of decision, in the documented order."""
    moves = legal(play("a1b1 c1^ c2c3 a2b2"))
    assert moves == ["a1a2", "b1^", "b1b2", "b2c2", "c2^", "a3^", "a3b3", "b3^", "xa1b1", "keep"]


def test_a_bonus_block_obeys_the_rules_of_placing() -> None:
    """Bonus: another block, under all the placing rules."""
    state = play("a1b1 a2b2")
    assert "d) " in refusal(state, "a1b1")
    after = play("a1b1 a2b2 c1^")
    assert (after.turn, after.left) == (WHITE, (19, 18))


def test_may_decline_the_bonus() -> None:
    """Ruling may_decline: the bonus may be left."""
    state = play("a1b1 a2b2 keep")
    assert (state.turn, state.has_bonus, state.left) == (WHITE, False, (19, 19))


def test_without_a_bonus_there_is_nothing_to_take_off_or_to_decline() -> None:
    """Bonus: both belong to the bonus alone."""
    state = play("a1b1 c1^")
    assert "bonus" in refusal(state, "xc1^")
    assert "bonus" in refusal(state, "keep")


CHAIN = "a1b1 c1^ c2c3 a2b2 b2c2"
"""Black reaches the middle of level 1 and, with the bonus block, the middle of level 2."""


def test_bonus_chains_a_bonus_block_in_the_middle_earns_another() -> None:
    """Ruling bonus_chains: as long as each block fills the middle, the turn goes on."""
    state = play(CHAIN)
    assert (state.turn, state.has_bonus, state.left) == (BLACK, True, (18, 17))


def test_bonus_chains_off_a_bonus_block_earns_nothing() -> None:
    """Ruling bonus_chains, switched off: one bonus a turn."""
    unchained = play(CHAIN, bonus_chains=False)
    assert (unchained.turn, unchained.has_bonus) == (WHITE, False)


TAKEN = "a1b1 c1^ c2c3 a2b2 xa1b1"
"""Black took white's first block off."""


def test_a_block_taken_off_goes_back_to_its_owner() -> None:
    """Bonus: the opponent gets the block back, and the turn is over."""
    state = play(TAKEN)
    assert state.left == (19, 18)
    assert (state.turn, state.has_bonus) == (WHITE, False)
    assert state.heights[:3] == (0, 0, 2)
    assert Block(WHITE, (0, 1), 1) not in state.blocks


def test_the_block_that_the_opponent_placed_last_stays() -> None:
    """Bonus: white's last block may not be taken off; after the next one it may."""
    assert "placed last" in refusal(play("a1b1 a2b2"), "xa1b1")
    assert "placed last" in refusal(play("a1b1 c1^ c2c3 a2b2"), "xc2c3")
    assert "xa1b1" in legal(play("a1b1 c1^ c2c3 a2b2"))


def test_the_last_block_stays_even_if_it_was_placed_as_a_bonus() -> None:
    """Ruling last_block: the last block placed is protected, whatever it was placed for."""
    assert "placed last" in refusal(play("a1b1 a2^ b2c2 c1^ b1b2"), "xc1^")


def test_ones_own_blocks_stay() -> None:
    """Bonus: only a block of the opponent may be taken off."""
    assert "your own" in refusal(play("a1b1 c1^ c2c3 a2b2"), "xc1^")


def test_only_free_blocks_may_be_taken_off() -> None:
    """Ruling only_free_blocks: not a block that anything rests on."""
    state = play("a1b1 c1^ c2c3 b1^ a2a3 b2^")
    assert "rests on it" in refusal(state, "xa1b1")
    assert "xc2c3" in legal(state)
    assert "no block on top" in refusal(play("a1^ b1^ c1^ a1b1 c2^ b2^"), "xa1^")


def test_e_a_block_stays_if_rule_e_would_no_longer_hold_without_it() -> None:
    """Rule e on taking off: with a fourth level begun, level 1 must stay complete."""
    state = play(f"{CLOSED} c1^ a2b2")
    assert state.has_bonus
    assert "e) " in refusal(state, "xc2c3")


def test_other_rules_are_not_asked_again_when_a_block_is_taken_off() -> None:
    """Rules a, c, d and f are about placing: the block on c3, which stood beside c2, may stand alone."""
    state = play("c1c2 c3^ b1^ a2b2 xc1c2")
    assert state.heights == (0, 2, 0, 1, 1, 0, 0, 0, 2)


def test_freed_cells_stay_free_in_the_opponents_next_turn() -> None:
    """Bonus: white may not fill a1 or b1 at level 1 at once, with whatever block; black may, and later white too."""
    state = play(TAKEN)
    assert not {"a1^", "b1^", "a1b1"} & set(legal(state))
    for text in ("b1^", "a1^"):
        assert "taken off" in refusal(state, text)
    assert {"a1^", "b1^", "a1b1"} <= set(legal(play(f"{TAKEN} b3^")))
    assert {"a1^", "b1^", "a1b1"} <= set(legal(play(f"{TAKEN} b3^ a3^")))


def test_freed_cells_stay_free_for_the_whole_turn_its_bonus_included() -> None:
    """Ruling barred_turn: a bonus in that turn does not open them either."""
    state = play(f"{TAKEN} b2c2")
    assert (state.turn, state.has_bonus) == (WHITE, True)
    assert not {"a1^", "b1^", "a1b1"} & set(legal(state))


def test_other_cells_of_a_freed_column_are_not_barred() -> None:
    """The bar is on cells, not on columns: it names the two that were freed."""
    assert play(TAKEN).barred == ((0, 1), (1, 1))
    assert play("a1^ b1^ c1^ b2^ xa1^").barred == ((0, 1), (0, 2))
