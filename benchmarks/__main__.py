"""`python -m benchmarks` (or `make bench`) prints every table."""

from benchmarks import client, kernels, rules, server

if __name__ == "__main__":
    rules.main()
    kernels.main()
    server.main()
    client.main()
