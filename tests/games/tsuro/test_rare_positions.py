"""What random play hardly ever meets, in positions made by hand: each one lawful, and the same in rules and kernel."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from ludotheque.compiled.kernel import CHANCE_ACTS, OVER
from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.tsuro import Tsuro
from ludotheque.games.tsuro.board import make_board
from ludotheque.games.tsuro.editions import EDITIONS
from ludotheque.games.tsuro.events import DragonPassed
from ludotheque.games.tsuro.paths import follow
from ludotheque.games.tsuro.state import ChoosePort, Move, PlaceMarker, State, SwapTiles
from tests.games.tsuro.kernel_runner import ply, rank
from tests.games.tsuro.positions import HAIRPINS, STRAIGHT, draw_all, play, spot, stand, tile, tsuro, where

PUSH = "05 67 12 34"
"""From a1.5 straight on; from a1.7 back over the left edge."""
JOIN = "57 01 23 46"
"""Joins a marker at port 5 to one at port 7: both are out."""


COLUMN = {"f1": STRAIGHT, "f2": STRAIGHT, "f3": STRAIGHT, "f4": STRAIGHT}
"""A marker that started at f1.4 has come up to f5.4."""


def reach(
    starts: Sequence[str],
    hands: Sequence[Sequence[int]],
    squares: Mapping[str, str] = COLUMN,
    *,
    dragon: int,
    turn: int,
    **options: Any,
) -> tuple[Tsuro, State]:
    """Set up a game with the tiles of these hands and squares, its pile empty, every marker at the end of its path."""
    tiles = [*(number for hand in hands for number in hand), *map(tile, squares.values())]
    game = tsuro(players=len(hands), tiles=tiles, **options)
    state = stand(game, starts, hands, squares=squares, dragon=dragon, turn=turn)
    ends = [follow(game.setup.board, state.squares, start) for start in state.starts]
    return game, state._replace(spots=tuple(ends))


def advance(game: Tsuro, state: State, *moves: Move) -> State:
    """Apply moves by the rules and by the kernel and compare the two at every ply; chance draws the lowest tiles."""
    compiled = game.compiled()
    packed, action, left = compiled.pack(state), -1, list(moves)
    while True:
        who, actions = ply(packed, action)
        actor, legal = game.actor(state), game.legal_moves(state)
        assert who == (OVER if actor is None else CHANCE_ACTS if actor is CHANCE else actor)
        assert actions == [compiled.encode_move(state, move) for move in legal]
        assert compiled.unpack(packed) == state
        game.check_state(state)
        if actor is None:
            outcome = game.outcome(state)
            assert outcome is not None
            assert rank(packed, game.seats) == outcome.ranks
        if actor is not CHANCE and not left:
            return state
        move = legal[0] if actor is CHANCE else left.pop(0)
        action, state = compiled.encode_move(state, move), game.apply(state, move)


def begin(game: Tsuro, deal: Sequence[int], *starts: str) -> State:
    """Deal these tiles, three to each in seat order, and place the markers."""
    return advance(game, draw_all(game, game.start(), *deal), *(PlaceMarker(spot(game, name)) for name in starts))


# ── 7. The dragon of a player who goes out ───────────────────────────────────────────────────────────────────────────


def test_7_a_dead_holders_dragon_finds_only_full_hands_and_lies_beside_the_board() -> None:
    """Twelve tiles for four: seat 1 takes the dragon, then collides with seat 2; the others have not played yet.

    Four tiles come back, and nobody draws one of them before seat 3 has laid a tile.
    """
    deal = [34, 2, 3, tile(JOIN), 4, 5, 6, 7, 8, 9, 10, 12]
    game = tsuro(players=4, tiles=deal)
    held = advance(game, begin(game, deal, "a1.5", "a2.7", "f6.0", "c6.0"), play(STRAIGHT))
    assert (held.dragon, held.hands[0]) == (0, (2, 3))
    state = advance(game, held, play(JOIN))
    assert [where(game, state, marker) for marker in (0, 1)] == ["out", "out"]
    assert DragonPassed(0, None) in game.events(held, play(JOIN), state, None)
    assert (state.dragon, state.pile, game.actor(state)) == (None, (2, 3, 4, 5), 2)
    assert [len(hand) for hand in state.hands] == [0, 0, 3, 3]
    state = advance(game, state, game.legal_moves(state)[0])
    assert (state.dragon, len(state.hands[2]), len(state.pile)) == (None, 3, 3)


@pytest.mark.parametrize(
    ("sizes", "heir", "draws", "dragon"),
    [
        ((2, 3, 3, 2, 1), 3, (3, 4, 4), None),
        ((2, 3, 3, 3, 1), 4, (4, 4), None),
        ((1, 2, 3, 3, 0), 4, (4, 4), 4),  # only two tiles come back: the heir still lacks one
    ],
    ids=str,
)
def test_7_a_dead_holders_dragon_passes_over_a_full_handed_neighbour(
    sizes: tuple[int, ...], heir: int, draws: tuple[int, ...], dragon: int | None
) -> None:
    """Seat 1 holds it and goes out with seat 2, who is active; seat 3 has three tiles, the heir has fewer."""
    starts = ["a1.5", "a2.7", "b6.0", "c6.0", "f1.4"]
    hands = [[tile(JOIN) if seat == 1 else 2] * size for seat, size in enumerate(sizes)]
    game, state = reach(starts, hands, {"a1": STRAIGHT, "c6": STRAIGHT, **COLUMN}, dragon=0, turn=1)
    after = game.apply(state, play(JOIN))
    assert (after.dragon, after.draws) == (heir, draws)
    assert advance(game, state, play(JOIN)).dragon == dragon


@pytest.mark.parametrize("bonus", [False, True], ids=["plain", "bonus"])
def test_7_an_active_player_inherits_over_full_handed_neighbours(bonus: bool) -> None:
    """Seat 2 holds the dragon, and seats 3 and 4 have three tiles: it goes round to seat 1, whose tile it was."""
    hands = [[tile(PUSH), 2, 3], [4, 5], [6, 7, 8], [9, 10, 12]]
    starts = ["a1.5", "a1.7", "c6.0", "f1.4"]
    game, state = reach(starts, hands, dragon=1, turn=0, elimination_bonus=bonus)
    after = game.apply(state, play(PUSH))
    assert (after.dragon, after.pool) == (0, (4, 5) if bonus else ())
    after = advance(game, state, play(PUSH), *([SwapTiles((), ())] if bonus else []))
    assert (after.dragon, [len(hand) for hand in after.hands], game.actor(after)) == (None, [3, 0, 3, 3], 2)


# ── 10. Players without tiles ────────────────────────────────────────────────────────────────────────────────────────


def test_10_players_without_a_tile_are_skipped_wherever_they_sit() -> None:
    """Seats 2 and 3 have none: the turn goes from 1 to 4 and back to 1, past them, and they stay in."""
    hands = [[tile(PUSH), 34], [], [], [34]]
    squares = {**COLUMN, "c1": STRAIGHT, "c2": STRAIGHT, "d1": STRAIGHT, "d2": STRAIGHT, "d3": STRAIGHT}
    game, state = reach(["a1.5", "c1.5", "d1.5", "f1.4"], hands, squares, dragon=1, turn=0)
    state = advance(game, state, play(PUSH))
    assert (game.actor(state), state.dragon) == (3, 1)
    state = advance(game, state, game.legal_moves(state)[0])
    assert (game.actor(state), state.dragon) == (0, 1)
    state = advance(game, state, game.legal_moves(state)[0])
    assert (state.reason, state.dragon) == ("no_tiles", 1)


def test_10_a_skipped_player_with_the_dragon_draws_first_when_tiles_come_back() -> None:
    """Seat 2 has no tile; seat 4 puts seat 1 out, who held one; seat 2 gets it."""
    hands = [[8], [], [9], [tile(PUSH), 34]]
    squares = {"c1": STRAIGHT, "c2": STRAIGHT, "c3": STRAIGHT, "c4": STRAIGHT, **COLUMN}
    game, state = reach(["a1.7", "c1.5", "f1.4", "a1.5"], hands, squares, dragon=1, turn=3)
    state = advance(game, state, play(PUSH))
    assert (state.hands[1], state.dragon, game.actor(state)) == ((8,), 2, 1)


def test_kosmos_4_a_player_whose_two_markers_use_up_the_tiles_is_skipped() -> None:
    """Eight tiles for two: with one marker left seat 1 needs a tile a turn, seat 2 needs two and runs out first."""
    deal = [1, 34, 34, 34, 34, 34]
    game = tsuro(edition="kosmos", players=2, tiles=[*deal, 34, 34])
    state = begin(game, deal, "a1s", "c1s", "e1s", "f6n")
    state = advance(game, state, play(HAIRPINS, marker=0, port=5), play(STRAIGHT, marker=2, port=5))
    state = advance(game, state, play(STRAIGHT, marker=1, port=5), play(STRAIGHT, marker=3, port=1))
    assert [len(hand) for hand in state.hands] == [3, 1]
    state = advance(game, state, play(STRAIGHT, marker=2), play(STRAIGHT, marker=1))
    assert (game.actor(state), [len(hand) for hand in state.hands]) == (0, [2, 0])
    state = advance(game, state, play(STRAIGHT, marker=2))
    assert (game.actor(state), [len(hand) for hand in state.hands]) == (0, [1, 0])
    state = advance(game, state, play(STRAIGHT, marker=2))
    assert state.reason == "no_tiles"


# ── Kosmos 3. Who must choose a port out of turn ─────────────────────────────────────────────────────────────────────


def test_kosmos_3_a_tile_never_reaches_two_markers_that_must_choose() -> None:
    """Ruling owner_chooses: the numbers behind the argument in docs/rules/tsuro.md.

    Both would stand at one corner. A marker that comes there from inside before they have moved has not had a turn:
    it was carried from another corner, over size - 1 tiles or more. With their players, its own and the two waiting,
    that is size + 2.
    """
    for size, most in EDITIONS["kosmos"].boards.values():
        assert most < size + 2
    for size, _ in EDITIONS["kosmos"].boards.values():
        sides = Counter(side // 8 for side in make_board(size).sides)
        assert max(sides.values()) == 2  # and no third marker ever waits before one square


def test_kosmos_3_eight_players_come_within_one_of_two_that_must_choose() -> None:
    """Seat 7 is carried from corner to corner by six tiles in the first round; only seat 8 can still wait there."""
    game = tsuro(edition="kosmos", players=8, tiles=[34] * 24)
    starts = ["a1s", "b1s", "c1s", "d1s", "e1s", "f1s", "a1w", "g1s"]
    state = advance(game, begin(game, [], *starts), play(STRAIGHT, port=5), ChoosePort(7))
    state = advance(game, state, *[play(STRAIGHT, port=5)] * 5)
    assert (game.actor(state), where(game, state, 6)) == (6, "g1.7")
    state = advance(game, state, play(STRAIGHT))
    assert state.choosers == (7,)


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}, {"players": 8}, {"players": 2, "tiles": [34] * 6}])
def test_kosmos_3_games_that_begin_at_the_corners_never_have_two_choosers(options: dict[str, Any]) -> None:
    """Random play from the starts where markers meet soonest."""
    game, rng, met = tsuro(edition="kosmos", **options), Random(15), 0
    last = game.setup.board.size - 1
    corners = {row * (last + 1) + column for row in (0, last) for column in (0, last)}
    for _ in range(150):
        state = game.start()
        while game.actor(state) is not None:
            near = [
                move for move in game.legal_moves(state) if isinstance(move, PlaceMarker) and move.spot // 8 in corners
            ]
            state = game.apply(state, rng.choice(near) if near else pick(game, state, rng))
            assert len(state.choosers) <= 1
            met += len(state.choosers)
    assert met > 100
