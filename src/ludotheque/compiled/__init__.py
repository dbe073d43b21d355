"""Compiled games: what a game offers to Numba, and the loops that run it."""
