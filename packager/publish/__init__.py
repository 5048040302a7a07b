"""Where bytes meet the world: ledger, targets and the order of a publication."""
