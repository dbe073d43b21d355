"""Tsuro in three editions: lay path tiles, follow your path, stay on the board."""

from ludotheque.games.tsuro.game import Tsuro

__all__ = ["Tsuro"]
