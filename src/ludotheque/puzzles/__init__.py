"""Puzzles: positions with one proven answer. Found in play, rated by bots, and kept as one line each.

Which motifs there are and how they are proven is the business of each game (core/teaching/puzzle.py).
"""
