"""The hosts, in miniature: real HTTP on loopback, with the faults of real networks."""
