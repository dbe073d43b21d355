"""Puzzles of Turris: their motifs, proven by the rules, and as data their words and the positions that ship."""
