"""Computed tables of the card: arithmetic stated once in words, once in code."""
