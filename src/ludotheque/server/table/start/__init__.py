"""The start of a game, and the nonces that it waits for."""
