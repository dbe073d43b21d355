"""`python -m benchmarks` (or `make bench`) prints every table."""

from benchmarks import client, environments, kernels, moves, others, processes, rules, server

if __name__ == "__main__":
    rules.main()
    kernels.main()
    others.main()
    environments.main()
    server.main()
    moves.main()
    processes.main()
    client.main()
