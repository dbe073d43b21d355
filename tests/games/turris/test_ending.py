"""Who begins, passing, running out of blocks, and the end."""

from random import Random
from typing import Any

import pytest

from ludotheque.core.errors import GameIsOver
from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick, play_out
from ludotheque.games.turris.events import GameEnded, TurnPassed
from ludotheque.games.turris.options import PLY_LIMIT
from ludotheque.games.turris.state import DrawFirst, PlaceBlock, TakeBlockOff
from ludotheque.games.turris.tower import Block
from tests.games.turris.positions import BLACK, WHITE, legal, make, play, refusal
from tests.games.turris.rare_play import with_options

# Both lines were found by random play: cells just freed are the only thing that can leave a player stuck.
BARRED = "c2^ c1^ c3^ c1c2 b1^ a1a2 b3^ b2^ a3^ b2b3"
"""White may take a1a2 off, after which black could only place there."""
LAST = """c1^ a1b1 b2c2 a2^ a3^ a1^ b3^ c3^ c2^ b2^ a2^ b3^ a3^ c1^ b2c2 b1^ c1c2 b2b3 c3^ a1^ b1^ a3^ a2^ b3^ a1^ b1^
    c3^ c1^ c2^ c1c2 a3^ a1b1 a2^ c3^ b2^"""
"""The same with b3, once the player who takes off has no block left to place meanwhile."""


def test_who_begins_is_drawn_at_random() -> None:
    """Setup: one chance ply, either player as likely, visible to everybody."""
    game = make(first="random")
    state = game.start()
    assert game.actor(state) is CHANCE
    assert list(game.legal_moves(state)) == [DrawFirst(WHITE), DrawFirst(BLACK)]
    assert list(game.weights(state)) == [1, 1]
    assert game.actor(game.apply(state, DrawFirst(BLACK))) == BLACK


@pytest.mark.parametrize(("first", "seat"), [("white", WHITE), ("black", BLACK)])
def test_who_begins_may_be_agreed(first: str, seat: int) -> None:
    """Option first: no chance ply; black may begin."""
    assert make().actor(play("", first=first)) == seat
    assert play("a1b1", first=first).turn == 1 - seat


def test_pass_if_stuck_a_player_who_cannot_place_passes() -> None:
    """Ruling pass_if_stuck: black has blocks but nowhere to put one, so white is to move again."""
    game = make()
    before = play(BARRED)
    move = game.parse_move(before, "xa1a2")
    after = game.apply(before, move)
    assert before.turn == after.turn == WHITE
    assert not after.barred, "the turn that was passed is over, and so is its bar"
    assert game.events(before, move, after, None)[-1] == TurnPassed(BLACK, 16)


def test_pass_if_stuck_a_bar_ends_with_the_turn_even_if_both_pass() -> None:
    """Ruling barred_pass: stuck by the bar, then the other has no block, then the freed cells may be filled."""
    game = make()
    before = play(LAST)
    mover = before.turn or 0
    move = game.parse_move(before, "xb3^")
    after = game.apply(before, move)
    assert (after.turn, after.left[mover]) == (1 - mover, 0)
    assert not after.barred
    assert "b3^" in legal(after), "the very place that was freed"
    assert list(game.events(before, move, after, None))[1:] == [TurnPassed(1 - mover, 6), TurnPassed(mover, 0)]


@with_options
def test_pass_if_stuck_without_a_bar_nobody_with_a_block_is_ever_stuck(options: dict[str, Any]) -> None:
    """A fact that the rules do not mention: only freed cells can force a pass.

    Some outer column of the lowest has a higher neighbour, and a block may stand there; if all outer columns are
    equally high, two neighbours among them belong to different blocks and can be bridged.
    """
    game, rng = make(**(options | {"first": "white"})), Random(7)
    for _ in range(15):
        state = game.start()
        while state.reason is None:
            for seat in (WHITE, BLACK):
                if state.left[seat]:
                    free = state._replace(turn=seat, barred=(), has_bonus=False)
                    assert game.legal_moves(free)
            state = game.apply(state, pick(game, state, rng))


def test_pass_if_stuck_the_game_ends_if_neither_can_place() -> None:
    """Ruling pass_if_stuck: shown on a tower that cannot be built, as no real one leaves both players stuck."""
    slab = Block(WHITE, (0, 1), 1)
    state = play("a1b1 a2b2")._replace(tops=(slab,) * 9, heights=(1,) * 9)
    game = make()
    after = game.apply(state, game.parse_move(state, "keep"))
    assert after.reason == "stuck"
    assert game.actor(after) is None


def test_a_player_without_blocks_passes_and_the_other_places_the_rest() -> None:
    """End: white has placed everything; black goes on alone until all blocks are placed."""
    game, rng = make(), Random(3)
    before = play("a1b1 c1^")._replace(left=(1, 6))
    move = game.parse_move(before, "c2c3")
    state = game.apply(before, move)
    assert (state.turn, state.left) == (BLACK, (0, 6))
    placed = 0
    while state.reason is None:
        assert state.turn == BLACK
        move = pick(game, state, rng)
        while isinstance(move, TakeBlockOff):
            move = pick(game, state, rng)
        placed += isinstance(move, PlaceBlock)
        before, state = state, game.apply(state, move)
        if state.reason is None and not state.has_bonus:
            assert game.events(before, move, state, None)[-1] == TurnPassed(WHITE, 0)
    assert (placed, state.left, state.reason) == (6, (0, 0), "all_placed")


@pytest.mark.parametrize("seed", range(8))
def test_the_game_ends_when_all_blocks_are_placed(seed: int) -> None:
    """End: forty blocks in the tower, and whoever has more points wins."""
    game = make(first="random")
    state, _ = play_out(game, game.start(), Random(seed))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores is not None
    assert (len(state.blocks), state.left, outcome.reason) == (40, (0, 0), "all_placed")
    white, black = outcome.scores
    assert outcome.ranks == ((1, 1) if white == black else (1, 2) if white > black else (2, 1))
    assert (game.actor(state), list(game.legal_moves(state))) == (None, [])
    with pytest.raises(GameIsOver):
        game.apply(state, DrawFirst(WHITE))


def test_equal_points_are_a_draw() -> None:
    """Ruling draw: nobody breaks a tie; both share the win."""
    # Blocks at opposite edges: the tower looks the same to white and to black.
    state = play("")._replace(blocks=(Block(WHITE, (0, 1), 1), Block(BLACK, (7, 8), 1)), reason="all_placed")
    outcome = make().outcome(state)
    assert outcome is not None
    assert outcome.scores == (7, 7)
    assert (outcome.ranks, outcome.shares) == ((1, 1), (0.5, 0.5))


def test_the_last_block_of_the_game_earns_its_bonus_too() -> None:
    """Ruling last_bonus: the bonus belongs to the turn, and the end is looked at when the turn is over."""
    game = make()
    state = play("a1b1 c1^ c2c3")._replace(left=(0, 1))
    state = game.apply(state, game.parse_move(state, "a2b2"))
    assert state.left == (0, 0)
    assert legal(state) == ["xa1b1", "keep"]
    assert "no block left" in refusal(state, "a1a2")
    ended = game.apply(state, game.parse_move(state, "keep"))
    assert ended.reason == "all_placed"
    taken = game.apply(state, game.parse_move(state, "xa1b1"))
    assert (taken.reason, taken.turn, taken.left) == (None, WHITE, (1, 0))


def test_last_bonus_ends_the_game_with_the_last_block() -> None:
    """Ruling last_bonus, `ends`: the same block, and its bonus is void."""
    game = make(last_bonus="ends")
    state = play("a1b1 c1^ c2c3", last_bonus="ends")._replace(left=(0, 1))
    move = game.parse_move(state, "a2b2")
    assert "for a bonus" in make().describe_move(state, move)
    assert "for a bonus" not in game.describe_move(state, move)
    after = game.apply(state, move)
    assert (after.reason, after.has_bonus, after.left) == ("all_placed", False, (0, 0))
    assert isinstance(game.events(state, move, after, None)[-1], GameEnded)


def test_last_bonus_ends_voids_only_the_bonus_of_the_very_last_block() -> None:
    """Ruling last_bonus, `ends`: a player's own last block earns a bonus as long as the other has blocks left."""
    game = make(last_bonus="ends")
    state = play("a1b1 c1^ c2c3", last_bonus="ends")._replace(left=(1, 1))
    after = game.apply(state, game.parse_move(state, "a2b2"))
    assert (after.has_bonus, after.left) == (True, (1, 0))
    assert legal(after, last_bonus="ends") == ["xa1b1", "keep"]


def test_a_bonus_that_leaves_nothing_to_decide_is_skipped() -> None:
    """Ruling empty_bonus: with no block to place and none to take off, declining is not asked for."""
    game = make()
    state = play("a1b1")._replace(left=(5, 1))
    after = game.apply(state, game.parse_move(state, "a2b2"))
    assert (after.turn, after.has_bonus) == (WHITE, False)


def test_ply_limit_ends_the_game_as_it_stands() -> None:
    """Ruling ply_limit: the 400th placement is the last ply, even if it earns a bonus."""
    game = make()
    state = play("a1b1 c1^ c2c3")._replace(placements=PLY_LIMIT - 1)
    move = game.parse_move(state, "a2b2")
    after = game.apply(state, move)
    assert PLY_LIMIT == 400
    assert (after.placements, after.reason, after.has_bonus) == (400, "ply_limit", False)
    outcome = game.outcome(after)
    assert outcome is not None
    assert isinstance(game.events(state, move, after, None)[-1], GameEnded)
