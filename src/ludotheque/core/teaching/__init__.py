"""What people learn a game by: rules to read with examples, lessons and puzzles to answer."""
