"""What the numbers of observations and actions of Tsuro mean, for environments: their bounds, and actions in words."""

from ludotheque.compiled.adapter import Extent
from ludotheque.games.tsuro.compiled.encoding import (
    DOUBLES,
    FIRST_DOUBLE,
    FIRST_PLAY,
    FIRST_PORT,
    FIRST_SINGLE,
    KINDS,
    LOOKS,
    MOST_POOL,
    NO_SWAP,
    OPTIONS,
    OVER,
    PLAYS_PER_MARKER,
    REASONS,
    SEATS,
    SQUARES,
)
from ludotheque.games.tsuro.editions import HAND, MOST_TILES
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.tiles import IDENTITY, PORTS

_SWITCHES = [name for name in OPTIONS if name not in ("seats", "markers")]
_ORDINALS = ("first", "second")

BOUNDS = {
    "size": (6, 7),
    "seats": (2, SEATS),
    "markers": (2, SEATS),
    **dict.fromkeys(_SWITCHES, (0, 1)),
    "due": (0, OVER),
    **dict.fromkeys(("decider", "turn", "chooser", "drawer", "dragon"), (-1, SEATS - 1)),
    "parts": (0, 3),
    "laid": (-1, SQUARES - 1),
    "draws_left": (0, SEATS * HAND),
    "reason": (-1, len(REASONS) - 1),
    "pile_size": (0, MOST_TILES),
    "pool_size": (0, MOST_POOL),
    "hand": (-1, KINDS - 1),
    "pool": (-1, KINDS - 1),
    "held": (0, HAND),
    "unseen": (0, MOST_TILES),
    **dict.fromkeys(("spot_squares", "start_squares"), (-2, SQUARES - 1)),
    **dict.fromkeys(("spot_ports", "start_ports"), (-1, PORTS - 1)),
    "undecided": (0, 1),
    "out_at": (0, SQUARES),
    "squares": (-1, len(LOOKS) - 1),
}
"""The least and the greatest value of each part of an observation."""


def describe_action(setup: Setup, action: int) -> str:
    """Say what an action is, as encoding.py numbers them."""
    if action < FIRST_PLAY:
        if action >= len(setup.start_spots):
            return "place a marker on a start position that this board does not have"
        spot, board = setup.start_spots[action], setup.board
        return f"place a marker on {board.format_side(spot) if setup.starts_on_sides else board.format_spot(spot)}"
    if action < FIRST_PORT:
        second, number = divmod(action - FIRST_PLAY, PLAYS_PER_MARKER)
        tile, turns = IDENTITY[LOOKS[number // 2]]
        port = ", from the second port" if number % 2 else ""
        return f"play tile {tile}, turned {turns} times, before the {_ORDINALS[second]} marker{port}"
    if action < NO_SWAP:
        return f"choose the {_ORDINALS[action - FIRST_PORT]} port"
    if action == NO_SWAP:
        return "keep the hand"
    if action < FIRST_DOUBLE:
        mine, theirs = divmod(action - FIRST_SINGLE, MOST_POOL)
        return f"swap tile {mine + 1} of the hand for tile {theirs + 1} of the pool"
    one, other = DOUBLES[action - FIRST_DOUBLE]
    return f"swap both tiles of the hand for tiles {one + 1} and {other + 1} of the pool"


def find_extent(setup: Setup) -> Extent:
    """Work out how long a game can get.

    Decisions: every marker is placed once and chooses a port at most once, every square is filled once, and a swap
    follows an elimination. Draws: every tile once, and those again that go back to the pile from a hand.
    """
    squares = min(setup.board.size**2, len(setup.tiles))
    return Extent(
        decisions=2 * setup.markers + squares + setup.seats,
        draws=len(setup.tiles) + HAND * setup.seats,
        outcomes=len(set(setup.tiles)),
    )
