"""Processes of our own that import our tests."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]


def surroundings(**changes: str) -> dict[str, str]:
    """This environment; `tests` is ours, not the one that a library left beside itself."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **changes}
