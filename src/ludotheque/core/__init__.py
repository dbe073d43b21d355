"""What all games share: the protocol, the referee, records, fairness, the registry. No game, no I/O."""
