"""Puzzles of Tao: their motif, proven by the rules, and as data its words and the positions that ship."""
