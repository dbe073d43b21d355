"""Tsuro for two with every legal action described: what examples/maskable_ppo.py learns from. Needs no PyTorch.

An observation of the environment says what lies where; what a tile does is a matter of following paths. So a wrapper
follows them, and describes what each legal action would come to. It knows no more than the observation says.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ludotheque.envs import observation_layout, single_env
from ludotheque.games.tsuro.board import OFF, make_board
from ludotheque.games.tsuro.compiled.encoding import FIRST_PLAY, LOOKS
from ludotheque.games.tsuro.paths import follow, move_markers
from ludotheque.games.tsuro.tiles import IDENTITY, ORIENTATIONS, PORTS

Array: TypeAlias = NDArray[Any]

OPTIONS: dict[str, Any] = {"players": 2, "edition": "calliope"}
MOST_LEGAL = 48
"""As many start positions as there are; of three tiles, each turned four ways, there are no more than twelve."""
FEATURES = 11
LAYOUT = observation_layout("tsuro", **OPTIONS)
BOARD = make_board(6)
CENTRE = (BOARD.size - 1) / 2


def make_env(seat: int, opponent: str = "greedy") -> "DescribedActions":
    """Make an environment for one seat; a win is 1, a loss -1, a draw 0."""
    return DescribedActions(single_env("tsuro", seat, opponent, reward="zero_sum", chance="fast", **OPTIONS))


class DescribedActions(gymnasium.Wrapper[Array, np.int64, Array, Any]):
    """The environment with the legal actions as its actions: action i is the i-th of them.

    The observation has a row for each, what would come of it; rows that are not needed are 0.
    """

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(-1, 1, (MOST_LEGAL, FEATURES), np.float32)
        self.action_space = gymnasium.spaces.Discrete(MOST_LEGAL)
        self._legal: Array = np.zeros(0, np.int64)

    def reset(self, **settings: Any) -> tuple[Array, dict[str, Any]]:
        """Begin a game."""
        seen, info = self.env.reset(**settings)
        return self._describe(seen), info

    def step(self, action: Any) -> tuple[Array, Any, bool, bool, dict[str, Any]]:
        """Play the legal action of this number."""
        seen, reward, ended, cut, info = self.env.step(self._legal[action])
        return self._describe(seen), reward, ended, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Say which numbers stand for a legal action."""
        return np.arange(MOST_LEGAL) < len(self._legal)

    def _describe(self, seen: Array) -> Array:
        self._legal = np.flatnonzero(self.env.get_wrapper_attr("action_masks")())
        rows = np.zeros((MOST_LEGAL, FEATURES), np.float32)
        if len(self._legal):
            rows[: len(self._legal)] = describe(seen, self._legal.tolist())
        return rows


def describe(seen: Array, actions: Sequence[int]) -> list[list[float]]:
    """Describe what each of these actions would come to, from the vector of an observation."""
    view = seen.view(LAYOUT)[0]
    squares = [None if look < 0 else LOOKS[look] for look in view["squares"][: BOARD.squares].tolist()]
    spots = [
        square * PORTS + port if square >= 0 else square
        for square, port in zip(view["spot_squares"][:2].tolist(), view["spot_ports"][:2].tolist(), strict=True)
    ]
    if actions[0] < FIRST_PLAY:
        return [_rate(squares, BOARD.notches[action], spots[1], []) for action in actions]
    hand = [kind + 1 for kind in view["hand"].tolist() if kind >= 0]
    square = spots[0] >> 3
    rows = []
    for action in actions:
        pairing = squares[square] = LOOKS[action - FIRST_PLAY >> 1]
        moved = move_markers(BOARD, squares, spots, square)
        left = hand.copy()
        left.remove(IDENTITY[pairing][0])
        rows.append(_rate(squares, moved[0], moved.get(1, spots[1]), left))
    return rows


def _rate(squares: list[Any], own: int, other: int, left: list[int]) -> list[float]:
    """Describe a position by the spots of the own marker and of the other, and by the tiles left in the hand."""
    is_close = own >= 0 and other >= 0 and own >> 3 == other >> 3
    return [
        1.0,
        float(own == OFF),
        float(other == OFF),
        *_look_around(squares, own),
        *_look_around(squares, other),
        float(is_close),
        _find_distance(own, other),
        _count_saving(squares, own, left),
        sum(tile is not None for tile in squares) / len(squares),
    ]


def _look_around(squares: list[Any], spot: int) -> tuple[float, float]:
    """Give the share of ways on from a marker that stay on the board, and how far it is from the middle."""
    if spot < 0:
        return 0.0, 0.0
    square = spot >> 3
    ways = 0
    for port in range(PORTS):
        onward = BOARD.across[square * PORTS + port]
        if onward != OFF and square * PORTS + port != spot:
            ways += follow(BOARD, squares, onward) != OFF
    row, column = divmod(square, BOARD.size)
    return ways / (PORTS - 1), max(abs(row - CENTRE), abs(column - CENTRE)) / CENTRE


def _find_distance(own: int, other: int) -> float:
    if own < 0 or other < 0:
        return 1.0
    (row, column), (row_2, column_2) = divmod(own >> 3, BOARD.size), divmod(other >> 3, BOARD.size)
    return (abs(row - row_2) + abs(column - column_2)) / (2 * BOARD.size - 2)


def _count_saving(squares: list[Any], own: int, left: list[int]) -> float:
    """Give the share of what could be laid next, of the tiles left in the hand, that keeps the marker on the board."""
    if own < 0 or not left:
        return 0.0
    square = own >> 3
    tried = saved = 0
    for tile in left:
        for pairing in ORIENTATIONS[tile]:
            squares[square] = pairing
            saved += follow(BOARD, squares, own) != OFF
            tried += 1
    squares[square] = None
    return saved / tried
