"""The rules of the games, one folder each. No I/O, no clock, no randomness; games do not know each other."""
