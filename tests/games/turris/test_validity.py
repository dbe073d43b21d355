"""States of Turris that cannot be, each refused with the sentence that says why; and some that can."""

from collections.abc import Callable
from typing import Any

import pytest

from ludotheque.core.errors import ImpossibleState
from ludotheque.games.turris.state import State
from ludotheque.games.turris.tower import MIDDLE, Block, find_heights, find_tops
from tests.games.turris.positions import make
from tests.strategies import find_state

GAME = make(first="random")
MIDGAME: State = find_state(GAME, lambda s: s.placements == 12 and len(s.blocks) == 12 and not s.has_bonus)
BONUS: State = find_state(GAME, lambda s: s.has_bonus and s.placements == len(s.blocks) > 8)
BARRED: State = find_state(GAME, lambda s: s.barred and not s.has_bonus)
OVER: State = find_state(GAME, lambda s: s.reason is not None)


def rebuild(state: State, *blocks: Block) -> State:
    """Give the state with other blocks, and all that follows from them."""
    left = [20 - sum(block.seat == seat for block in blocks) for seat in (0, 1)]
    tops = find_tops(blocks)
    return state._replace(
        blocks=blocks,
        tops=tops,
        heights=find_heights(tops),
        left=(left[0], left[1]),
        placements=len(blocks),
        has_bonus=False,
        turn=len(blocks) % 2,
    )


def build(*blocks: tuple[int, tuple[int, ...], int]) -> State:
    return rebuild(GAME.start(), *(Block(*block) for block in blocks))


IMPOSSIBLE: dict[str, tuple[Callable[[], Any], str]] = {
    "no state": (lambda: tuple(MIDGAME), "A state is a State"),
    "a list": (lambda: MIDGAME._replace(blocks=list(MIDGAME.blocks)), "blocks must be tuple"),  # type: ignore[arg-type] # wrong on purpose
    "half a block left": (lambda: MIDGAME._replace(left=(14.0, 14)), "left must be tuple"),  # type: ignore[arg-type] # same
    "a block on columns that are no neighbours": (lambda: build((0, (0, 8), 1)), "is no block: seat 0 or 1"),
    "a block of a third player": (lambda: build((2, (0, 1), 1)), "is no block: seat 0 or 1"),
    "a) a block that touches nothing": (lambda: build((0, (0, 1), 1), (1, (7, 8), 1)), r"against the rules.*a\) "),
    "b) a block in the air": (lambda: build((0, (0, 1), 3)), r"b\) Wa1b1@3 does not rest .* a1 is 0 levels high"),
    "b) two blocks in one cell": (lambda: build((0, (0, 1), 1), (1, (1, 2), 1)), r"b\) Bb1c1@1 does not rest"),
    "c) a standing block with nobody beside it": (
        lambda: build((0, (0, 1), 1), (1, (8,), 1)),
        r"against the rules.*c\) ",
    ),
    "d) a lying block exactly on another": (lambda: build((0, (0, 1), 1), (1, (0, 1), 2)), r"d\) Ba1b1@2 lies"),
    "e) four incomplete levels": (
        lambda: build((0, (0,), 1), (1, (1,), 1), (0, (0,), 3), (1, (1,), 3)),
        r"e\) 4 levels are incomplete",
    ),
    "f) a level begun in its middle": (lambda: build((0, (MIDDLE,), 1)), r"against the rules.*f\) "),
    "tops of another tower": (lambda: MIDGAME._replace(tops=OVER.tops), "tops and heights are not those"),
    "heights of another tower": (lambda: MIDGAME._replace(heights=OVER.heights), "tops and heights are not those"),
    "blocks that do not add up": (
        lambda: MIDGAME._replace(left=(20, 20)),
        "White has 20 blocks: . in the tower and 20",
    ),
    "fewer placements than blocks": (lambda: MIDGAME._replace(placements=3), "so more than 3 were placed"),
    "more blocks taken off than bonuses earned": (
        lambda: MIDGAME._replace(placements=399),
        "387 were taken off; the blocks in the middle earned only",
    ),
    "not drawn who begins, and a tower": (lambda: MIDGAME._replace(turn=None), "nothing can have happened"),
    "the turn of nobody's seat": (lambda: MIDGAME._replace(turn=2), "There is no seat 2"),
    "the wrong player's turn": (lambda: MIDGAME._replace(turn=1 - (MIDGAME.turn or 0)), "another player's turn"),
    "a bonus for a block beside the middle": (lambda: MIDGAME._replace(has_bonus=True), "does not fill the middle"),
    "a bonus for the opponent's block": (lambda: BONUS._replace(turn=1 - (BONUS.turn or 0)), "is the opponent's"),
    "a bonus after the end": (lambda: BONUS._replace(reason="all_placed"), "but the game is over"),
    "barred cells though nothing was taken off": (
        lambda: MIDGAME._replace(barred=Block(0, (0,), MIDGAME.heights[0] + 1).cells),
        "no block was taken off",
    ),
    "barred cells in the air": (
        lambda: BARRED._replace(barred=tuple((column, level + 1) for column, level in BARRED.barred)),
        "The barred cells are not those of a block",
    ),
    "one barred cell": (lambda: BARRED._replace(barred=BARRED.barred[:1]), "The barred cells are not those"),
    "a barred middle": (
        lambda: BARRED._replace(barred=Block(0, (MIDDLE,), BARRED.heights[MIDDLE] + 1).cells),
        "Cells of the middle are barred",
    ),
    "cells barred for the player who took the block off": (
        lambda: BARRED._replace(turn=1 - (BARRED.turn or 0)),
        "fills no middle, so it earned no bonus",
    ),
    "an end for no known reason": (lambda: OVER._replace(reason="bored"), "because of 'bored'; there are only"),
    "all placed with blocks left": (lambda: MIDGAME._replace(reason="all_placed"), "but there are blocks left"),
    "stuck with room to place": (
        lambda: MIDGAME._replace(reason="stuck"),
        "nobody can place a block, but somebody can",
    ),
    "stuck without blocks": (lambda: OVER._replace(reason="stuck"), "but all blocks are placed"),
    "an end by length that no game has": (lambda: OVER._replace(reason="ply_limit"), "is over by its length, but only"),
    "no end though all is placed": (lambda: OVER._replace(reason=None), "is to move but has no block left"),
}


@pytest.mark.parametrize("rule", IMPOSSIBLE)
def test_what_cannot_be_is_refused_and_the_reason_given(rule: str) -> None:
    make_state, sentence = IMPOSSIBLE[rule]
    with pytest.raises(ImpossibleState, match=sentence):
        GAME.check_state(make_state())


def test_who_begins_is_as_the_option_says() -> None:
    with pytest.raises(ImpossibleState, match="it is settled that white begins"):
        make().check_state(GAME.start())
    with pytest.raises(ImpossibleState, match="Black is to move first, but white begins"):
        make().check_state(make().start()._replace(turn=1))


def test_a_bonus_of_a_chain_needs_the_option() -> None:
    """`bonus_chains`: without it, a bonus block in the middle earns no other bonus."""
    chained = find_state(
        make(), lambda s: s.has_bonus and s.placements == len(s.blocks) and s.blocks[-2].seat == s.blocks[-1].seat
    )
    make().check_state(chained)
    with pytest.raises(ImpossibleState, match="another bonus"):
        make(bonus_chains=False).check_state(chained)


FIRST_ONLY = {"ground_lying": "first_only"}


def test_only_free_blocks_lie_on_the_ground_if_the_option_says_so() -> None:
    """`ground_lying` and `free_blocks`, on towers from which blocks were taken off, so that nothing can be replayed."""

    def check(*blocks: tuple[int, tuple[int, ...], int], barred: tuple[int, ...] = (), **options: Any) -> None:
        state = build(*blocks, (0, (MIDDLE,), 1))
        cells = Block(0, barred, 1).cells if barred else ()
        make(**(FIRST_ONLY | options)).check_state(
            state._replace(placements=len(state.blocks) + 1, turn=1, barred=cells)
        )

    check((0, (0, 1), 1), (1, (2,), 1), (0, (0,), 2))
    check((0, (0, 1), 1), (1, (7, 8), 1), (0, (0,), 2), free_blocks=2)
    for blocks, free in (
        (((1, (0,), 1), (0, (1, 2), 1)), 1),
        (((1, (0, 1), 1), (0, (2,), 1)), 1),
        (((0, (0, 1), 1), (1, (7, 8), 1)), 1),
        (((0, (0, 1), 1), (0, (7, 8), 1)), 2),
        (((1, (0,), 1), (0, (1,), 1), (1, (7, 8), 1)), 2),
    ):
        with pytest.raises(ImpossibleState, match=r"d\) .* lies on the ground, where only a free block may"):
            check(*blocks, free_blocks=free)
    check((0, (0,), 1), (0, (1,), 1), barred=(7, 8), free_blocks=2)
    with pytest.raises(ImpossibleState, match=r"d\) The block that was taken off lay on the ground"):
        check((0, (0,), 1), (0, (1,), 1), barred=(7, 8))


def test_nothing_follows_from_the_last_block_if_the_option_says_so() -> None:
    """`last_bonus`: neither a bonus to decide on, nor cells that it freed."""
    ends = make(first="random", last_bonus="ends")
    last = find_state(GAME, lambda s: s.has_bonus and not any(s.left))
    GAME.check_state(last)
    with pytest.raises(ImpossibleState, match="the game ends with the last block"):
        ends.check_state(last)
    freed = find_state(GAME, lambda s: s.barred and sum(s.left) == 1 and not s.has_bonus)
    GAME.check_state(freed)
    with pytest.raises(ImpossibleState, match="was the last and ended the game"):
        ends.check_state(freed)


@pytest.mark.parametrize("state", [MIDGAME, BONUS, BARRED, OVER, GAME.start()])
def test_what_was_played_is_possible(state: State) -> None:
    GAME.check_state(state)
