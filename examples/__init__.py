"""Programs that learn to play, each with its measured result in README.md."""
