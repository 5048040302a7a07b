"""Assemble, seal and publish releases of an open data index."""

__version__ = "0.1.0"
