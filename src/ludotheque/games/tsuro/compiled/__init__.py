"""Tsuro over flat arrays, compiled. The rules are the authority; this is for speed."""
