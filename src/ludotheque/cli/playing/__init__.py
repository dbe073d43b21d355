"""Commands for people at a terminal: playing, learning, puzzles, the rules."""
