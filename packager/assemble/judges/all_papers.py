"""Every reader of the package's own papers in one process: they import the same checkers.

A program: the file for its answers, then the libraries to ask; the folder by its input.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from packager.assemble.judges import citation_reader, descriptor_reader, package_reader
from packager.assemble.judges.readers import answer
from packager.domain.finding import Finding

READERS: Mapping[str, Callable[[Path], list[Finding]]] = {
    one.NAME: one.findings for one in (package_reader, descriptor_reader, citation_reader)
}


def findings(libraries: Sequence[str], place: Path) -> list[Finding]:
    """What the libraries say of package and citation."""
    return [one for name in libraries for one in READERS[name](place)]


if __name__ == "__main__":
    answer(partial(findings, sys.argv[2:]), sys.argv[1:])
