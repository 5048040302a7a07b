"""Tables of a release for those who analyse them, pinned and proved."""
