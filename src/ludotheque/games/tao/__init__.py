"""Tao for two to four: walk the path of cards, bend the element in play, take the stones."""

from ludotheque.games.tao.game import Tao

__all__ = ["Tao"]
