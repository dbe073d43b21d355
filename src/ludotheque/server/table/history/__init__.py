"""What was played, for whoever looks back: ply by ply, and as a record."""
