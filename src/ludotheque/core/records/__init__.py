"""Matches written down: the text of a record, notes on it, its tree of branches, and proving it."""
