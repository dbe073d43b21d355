"""`python -m benchmarks` (or `make bench`) prints every table."""

from benchmarks import kernels, others, rules

if __name__ == "__main__":
    rules.main()
    kernels.main()
    others.main()
