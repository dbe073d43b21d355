"""Bots. A bot is given an observation, never a state: it knows what a person in its seat would know."""
