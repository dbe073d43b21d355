"""Reviews of finished games: who stood how, what was luck, and which decisions mattered. See docs/review.md."""
