"""Turris: two players build one tower and want the largest areas of their colour on its sides and its roof."""

from ludotheque.games.turris.game import Turris

__all__ = ["Turris"]
