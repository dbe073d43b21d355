"""What is measured, against whom. `python -m benchmarks` prints the tables."""
