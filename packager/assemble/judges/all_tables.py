"""Every reader of tables in one process: `datasets` imports most of what the others need.

A program: the file for its answers, then the libraries to ask; the folder by its input.
"""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from packager.assemble.judges import loading, table_readers
from packager.assemble.judges.readers import answer
from packager.domain.finding import Finding


def findings(libraries: Sequence[str], place: Path) -> list[Finding]:
    """What the libraries read otherwise."""
    configs = loading.findings(place) if loading.NAME in libraries else []
    others = [name for name in libraries if name != loading.NAME]
    return [*configs, *table_readers.findings(others, place)]


if __name__ == "__main__":
    answer(partial(findings, sys.argv[2:]), sys.argv[1:])
