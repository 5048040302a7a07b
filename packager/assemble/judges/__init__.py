"""Judges of a finished tree: each finds one kind of fault, with file and row."""
