"""A publisher's file becomes a source table: one module a source."""
