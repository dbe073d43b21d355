"""What the numbers of observations and actions of Turris mean, for environments: names, bounds and words."""

import numpy as np

from ludotheque.compiled.adapter import Extent
from ludotheque.games.turris.compiled.encoding import (
    BITS,
    DECLINE,
    MOST_LEVELS,
    OBSERVATION,
    PLAN,
    REASONS,
    SOUTH,
    TAKE_OFF,
)
from ludotheque.games.turris.options import BLOCKS, PLY_LIMIT, SEATS, TurrisOptions
from ludotheque.games.turris.tower import FOOTPRINTS, format_columns

LAYOUT = np.dtype(
    [
        (name, "i1", (PLAN, MOST_LEVELS) if name == "cells" else (length,) if length > 1 else ())
        for name, (_, length) in OBSERVATION.items()
    ]
)
"""The parts of an observation by name, as encoding.py explains them."""

BOUNDS = {
    "cells": (-SOUTH, SOUTH),
    "left": (0, BLOCKS),
    "last": (-1, max(BITS)),
    "barred": (-1, PLAN - 1),
    "actor": (-2, 1),
    "turn": (-1, 1),
    "has_bonus": (0, 1),
    "placements": (0, max(99, PLY_LIMIT // 100)),
    "reason": (-1, len(REASONS) - 1),
    "chains": (0, 1),
    "first": (-1, 1),
    "only_free_lie": (0, 1),
    "free_blocks": (0, BLOCKS),
    "last_ends": (0, 1),
}
"""The least and the greatest value of each part of an observation."""


def describe_action(action: int) -> str:
    """Say what an action is, as encoding.py numbers them."""
    if action == DECLINE:
        return "decline the bonus"
    columns = FOOTPRINTS[action % TAKE_OFF].columns
    if action >= TAKE_OFF:
        return f"take off the block on {format_columns(columns)}"
    how = "standing" if len(columns) == 1 else "lying"
    return f"place a block, {how}, on {format_columns(columns)}"


def find_extent(options: TurrisOptions) -> Extent:
    """Work out how long a game can get: every block that is placed may earn a bonus."""
    is_drawn = options.first == "random"
    return Extent(decisions=2 * PLY_LIMIT, draws=int(is_drawn), outcomes=SEATS if is_drawn else 0)
