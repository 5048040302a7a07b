"""The documents of a release, and what they promise their readers."""
