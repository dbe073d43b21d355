"""What a player knows, as OpenSpiel asks for it: now, or with everything seen before."""

from typing import Any

import numpy as np
import pyspiel

from ludotheque.envs.open_spiel.nodes import SEEN, Node, format_seen


class Observer:
    """Writes strings and tensors of one player's knowledge. The names are those that OpenSpiel expects.

    With perfect recall a tensor has a row for each ply, chance included; nodes.py says what is in it.
    """

    def __init__(self, width: int, plies: int, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers of Ludothèque take no parameters, not {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("observers of Ludothèque give what one player knows, public and private together")
        self._has_recall = kind.perfect_recall
        shape, name = ((plies + 1, SEEN + width), "plies") if self._has_recall else ((width,), "observation")
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {name: self.tensor.reshape(shape)}

    def set_from(self, state: Any, player: int) -> None:
        """Write `tensor`, which `dict` gives a shape."""
        node: Node = state.node
        (view,) = self.dict.values()
        if self._has_recall:
            view.fill(0)
            node.write_rows(player, view)
        else:
            node.write_vector(player, view)

    def string_from(self, state: Any, player: int) -> str:
        """Tell the same as text; the player is part of it, since OpenSpiel keeps those of all players together."""
        node: Node = state.node
        lines = node.tell(player) if self._has_recall else [format_seen(node.show(player))]
        return "\n".join([f"player {player}", *lines])
