"""Rules a) to f): where a block may be placed."""

from tests.games.turris.positions import legal, play, refusal


def test_a_the_first_block_goes_anywhere_but_the_middle() -> None:
    """Rule a: the first block need not touch anything; only rule f keeps it out of the middle."""
    assert legal(play("")) == [
        *("a1^", "a1b1", "a1a2", "b1^", "b1c1", "c1^", "c1c2", "a2^", "a2a3"),
        *("c2^", "c2c3", "a3^", "a3b3", "b3^", "b3c3", "c3^"),
    ]


def test_a_every_later_block_touches_one_face_to_face() -> None:
    """Rule a: a block on the ground needs a neighbour; an edge or a corner in common is not contact."""
    state = play("a1b1")
    assert "a) " in refusal(state, "a3b3")
    assert "a) " in refusal(state, "c2c3")
    assert {"c1c2", "a2a3", "a2b2"} <= set(legal(state))


def test_a_lying_on_others_is_contact_enough() -> None:
    """Rule a: above the ground a lying block touches what it lies on and needs no neighbour."""
    assert "a1b1" in legal(play("a1^ b1^"))


def test_b_a_block_rests_entirely() -> None:
    """Rule b: a lying block needs two columns of the same height; nothing hangs over."""
    state = play("a1^ b1c1")
    assert "b) " in refusal(state, "a1b1")
    assert "b) " in refusal(state, "a1a2")


def test_c_a_standing_block_touches_another_with_a_long_side() -> None:
    """Rule c: on the ground, a standing block needs a neighbour."""
    state = play("a1b1")
    assert "c) " in refusal(state, "c3^")
    assert "c) " in refusal(state, "b3^")
    assert {"c1^", "a2^"} <= set(legal(state))


def test_c_touching_what_is_underneath_is_not_enough_for_a_standing_block() -> None:
    """Rule c: higher up, the contact must be sideways, on at least one of the two levels."""
    state = play("a1b1 a2^")
    assert "c) " in refusal(state, "b1^")
    assert "a1^" in legal(state), "the block on a2 reaches level 2, beside the lower half"


def test_c_the_first_block_may_stand_alone() -> None:
    """Rule c: the first block of the game is exempt."""
    assert "a3^" in legal(play(""))


def test_d_a_lying_block_bridges_two_blocks() -> None:
    """Rule d: never exactly on one lying block; across two it may lie."""
    state = play("a1b1 a2a3")
    assert "d) " in refusal(state, "a1b1")
    assert "d) " in refusal(state, "a2a3")
    assert "a1a2" in legal(state)


def test_d_two_standing_blocks_can_be_bridged() -> None:
    """Rule d: two blocks are two blocks, however they were placed and whosever they are."""
    assert "a1b1" in legal(play("a1^ b1^"))
    assert "a1a2" in legal(play("a1^ b1^ a2^"))


def test_d_on_the_ground_there_is_nothing_to_bridge() -> None:
    """Rule d: on the ground a lying block only needs contact."""
    assert "c1c2" in legal(play("a1b1"))


def test_ground_lying_first_only_lets_no_later_block_lie_on_the_ground() -> None:
    """Ruling ground_lying, `first_only`: rule d word for word; the first block bridges nothing either, but is free."""
    options = {"ground_lying": "first_only"}
    assert {"a1b1", "c2c3"} <= set(legal(play("", **options), **options))
    state = play("a1b1", **options)
    assert legal(state, **options) == ["c1^", "a2^"], "b2^ waits for level 2 to be begun (f)"
    assert "d) " in refusal(state, "c1c2", **options)
    assert "on the ground there are none" in refusal(state, "a3b3", **options)


def test_ground_lying_first_only_changes_nothing_above_the_ground() -> None:
    """Ruling ground_lying: on level 2 and higher a lying block bridges two, under either reading."""
    line = "a1^ b1^ a2^"
    above = {"a1b1", "a1a2"}
    assert above <= set(legal(play(line, ground_lying="first_only"), ground_lying="first_only"))
    assert above <= set(legal(play(line)))


def test_free_blocks_the_second_players_first_block_need_not_touch() -> None:
    """Ruling free_blocks, 2: it may lie anywhere on the ground; the third block needs contact again (a)."""
    state = play("a1b1", free_blocks=2)
    assert "a) " in refusal(state, "a3b3")
    assert {"a3b3", "b3c3", "c2c3"} <= set(legal(state, free_blocks=2))
    third = play("a1b1 b3c3", free_blocks=2)
    assert "a2a3" in legal(third, free_blocks=2), "touching either of the two is contact"
    assert "c1c2" in legal(third, free_blocks=2)
    assert "a) " in refusal(play("a1^ c1c2", free_blocks=2), "a3b3", free_blocks=2)


def test_free_blocks_rule_c_exempts_only_the_first_block_of_the_game() -> None:
    """Ruling free_blocks, 2: a second block that stands needs a neighbour, so one that stands alone cannot be."""
    state = play("a1b1", free_blocks=2)
    assert "c) " in refusal(state, "c3^", free_blocks=2)
    assert {"c1^", "a2^"} <= set(legal(state, free_blocks=2))


def test_free_blocks_rules_b_e_and_f_hold_for_free_blocks_too() -> None:
    """Ruling free_blocks, 2: the middle of a level that is not begun stays empty, and nothing hangs over."""
    assert "f) " in refusal(play("", free_blocks=2), "a2b2", free_blocks=2)
    assert "f) " in refusal(play("a1b1", free_blocks=2), "b2^", free_blocks=2)
    assert "b) " in refusal(play("a1^", free_blocks=2), "a1b1", free_blocks=2)


def test_free_blocks_are_those_that_may_lie_on_the_ground() -> None:
    """Rulings ground_lying and free_blocks together: each player's first block may lie there, no other."""
    options = {"ground_lying": "first_only", "free_blocks": 2}
    assert {"b3c3", "c1c2"} <= set(legal(play("a1b1", **options), **options))
    assert "d) " in refusal(play("a1b1 b3c3", **options), "c1c2", **options)


def test_fixed_plan_the_middle_is_the_middle_from_the_first_block_on() -> None:
    """Ruling fixed_plan: the nine columns do not move with the tower, so the first block stays out of b2 (f)."""
    assert not [move for move in legal(play("")) if "b2" in move]
    assert "a1b1" in legal(play(""))


OPEN = "a1^ b1^ a1b1 c1^"
"""Three levels begun, none complete; c1 is two levels high, beside b1 with three."""
CLOSED = f"{OPEN} a2a3 c2c3 b2b3 keep"
"""Then level 1 complete."""


def test_e_a_fourth_level_waits_for_the_lowest_to_be_complete() -> None:
    """Rule e: with three levels incomplete nothing may fill a cell of a fourth, not even with half a block."""
    assert "e) " in refusal(play(OPEN), "c1^")
    assert "c1^" in legal(play(CLOSED))


def test_e_lying_on_the_third_open_level_is_allowed() -> None:
    """Rule e: the third incomplete level itself may be filled."""
    assert play("a1^ b1^ a1b1").heights[:2] == (3, 3)


def test_f_the_middle_waits_for_a_block_around_it_on_its_level() -> None:
    """Rule f: a lying block may reach the middle of level 1 once there is a block outside the middle."""
    assert "f) " in refusal(play(""), "b2^")
    assert "f) " in refusal(play(""), "a2b2")
    assert "a2b2" in legal(play("a1b1"))


def test_f_a_block_does_not_count_for_itself() -> None:
    """Rule f: the outer half of a block does not open the level for its half in the middle."""
    state = play("a1b1 a2b2 keep")
    assert "f) " in refusal(state, "b1b2")
    assert "b1b2" in legal(play("a1b1 a2b2 keep a1a2 c1^"))


def test_f_standing_in_the_middle_needs_a_block_around_it_on_both_levels() -> None:
    """Rule f: level 1 is open for the middle, level 2 is not; then it is."""
    assert "f) " in refusal(play("b1c1"), "b2^")
    assert "b2^" in legal(play("b1^"))
    assert "b2^" in legal(play("b1c1 a1^"))
