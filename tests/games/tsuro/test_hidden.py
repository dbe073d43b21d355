"""Hidden: other hands and the pile. Held by exchanging hidden tiles by hand, without the product's determinize."""

from random import Random

import pytest

from ludotheque.core.game import CHANCE
from ludotheque.core.playout import pick
from ludotheque.games.tsuro import Tsuro
from ludotheque.games.tsuro.observation import unseen
from ludotheque.games.tsuro.state import DrawTile, Move, State
from tests.games.tsuro.option_sets import OPTION_SETS
from tests.games.tsuro.positions import tsuro


def exchange(state: State, one: int, other: int, viewer: int | None) -> State:
    """Exchange two tiles wherever they are hidden from the viewer, the pool of a bonus excepted for who decides."""
    names = {one: other, other: one}

    def swap(tiles: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(names.get(tile, tile) for tile in tiles))

    return state._replace(
        hands=tuple(hand if seat == viewer else swap(hand) for seat, hand in enumerate(state.hands)),
        pile=swap(state.pile),
        pool=state.pool if viewer == state.turn else swap(state.pool),
    )


@pytest.mark.parametrize(
    "options", [o for o in OPTION_SETS if "tiles" not in o and o.get("edition") != "kosmos"], ids=str
)
def test_exchanging_two_hidden_tiles_changes_nothing_that_the_viewer_is_sent(options: dict[str, object]) -> None:
    """Editions with every tile once: which of two unseen tiles is where is exactly what a viewer cannot know."""
    game = tsuro(**options)
    rng = Random(str(options))
    checked = 0
    for _ in range(12):
        state = game.start()
        while game.actor(state) is not None:
            move = pick(game, state, rng)
            after = game.apply(state, move)
            for viewer in (None, *range(game.seats)):
                checked += _check(game, rng, state, move, viewer)
            state = after
    assert checked > 1_000


def _check(game: Tsuro, rng: Random, state: State, move: Move, viewer: int | None) -> bool:
    observation = game.observe(state, viewer)
    hidden = unseen(game.setup, observation)
    if len(hidden) < 2:
        return False
    one, other = rng.sample(hidden, 2)
    world = exchange(state, one, other, viewer)
    assert repr(game.observe(world, viewer)) == repr(observation)
    # A hidden draw is told in the same words whichever of the two tiles it was.
    if not isinstance(move, DrawTile) or state.draws[0] == viewer or move.tile not in (one, other):
        return True
    drawn = DrawTile(other if move.tile == one else one)
    told = game.events(world, drawn, game.apply(world, drawn), viewer)
    assert repr(told) == repr(game.events(state, move, game.apply(state, move), viewer))
    return True


def test_what_is_public_is_public() -> None:
    """How many tiles each hand holds, the tiles on the board, hence which are unseen."""
    game = tsuro(players=3)
    rng, state = Random(3), game.start()
    while game.actor(state) is not None:
        observation = game.observe(state, 1)
        assert observation.hand == state.hands[1]
        assert observation.hand_sizes == tuple(len(hand) for hand in state.hands)
        assert observation.pile_size == len(state.pile)
        others = [tile for seat in (0, 2) for tile in state.hands[seat]]
        assert list(unseen(game.setup, observation)) == sorted([*others, *state.pile])
        spectator = game.observe(state, None)
        assert spectator.hand is None
        assert spectator.pool is None
        state = game.apply(state, pick(game, state, rng))


def test_only_who_draws_is_told_which_tile() -> None:
    game = tsuro(players=3)
    state = game.start()
    assert game.actor(state) is CHANCE
    after = game.apply(state, DrawTile(7))
    assert [repr(game.events(state, DrawTile(7), after, viewer)) for viewer in (0, 1, None)] == [
        "[TileDrawn(seat=0, tile=7)]",
        "[TileDrawn(seat=0, tile=None)]",
        "[TileDrawn(seat=0, tile=None)]",
    ]


def test_determinize_reaches_every_way_to_deal_the_hidden_tiles() -> None:
    """Not only some world that fits, but all of them, evenly."""
    game = tsuro(players=2, tiles=(1, 2, 3, 4, 5, 6, 7))
    state = game.start()
    for tile in (1, 2, 3, 4, 5, 6):
        state = game.apply(state, DrawTile(tile))
    rng = Random(1)
    worlds = {game.determinize(game.observe(state, 0), rng).hands[1] for _ in range(200)}
    assert worlds == {(4, 5, 6), (4, 5, 7), (4, 6, 7), (5, 6, 7)}
