"""`python -m benchmarks` (or `make bench`) prints every table."""

from benchmarks import rules

if __name__ == "__main__":
    rules.main()
