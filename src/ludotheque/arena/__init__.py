"""Bots against bots: who plays whom, how it went, how strong everybody is."""
