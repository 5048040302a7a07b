"""The command line: the only room that reads clock, environment and argv, prints and exits."""

from packager.cli.main import main

__all__ = ["main"]
