"""Pages of the site: the figures of each kind, and which pages there are."""
