"""What was made and sealed, shown on this machine; nothing here writes or publishes."""
