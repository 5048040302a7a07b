"""The index: the only room that knows what the numbers mean."""
