"""Readers of tables: libraries that share one process, because each alone would read the tree anew.

A program: the file for its answers, then the libraries to ask; the folder by its input.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir
from functools import partial
from pathlib import Path

from packager.assemble.judges import (
    arrow_reader,
    duckdb_reader,
    pandas_reader,
    plain_reader,
    polars_reader,
)
from packager.assemble.judges.evidence import Evidence
from packager.assemble.judges.readback import readback
from packager.assemble.judges.readers import answer
from packager.domain.finding import Finding

READERS: Mapping[str, Callable[[Evidence], Iterator[Finding]]] = {
    "pandas": partial(readback, "pandas", pandas_reader.DOOR),
    "polars": partial(readback, "polars", polars_reader.DOOR),
    "duckdb": partial(readback, "duckdb", duckdb_reader.DOOR),
    "pyarrow": partial(readback, "pyarrow", arrow_reader.DOOR),
    "csv": partial(plain_reader.findings, "csv"),
}


def findings(libraries: Sequence[str], place: Path) -> list[Finding]:
    """What the libraries read otherwise; paths are opened from within the folder."""
    evidence = Evidence(place)
    with chdir(place):
        return [one for name in libraries for one in READERS[name](evidence)]


if __name__ == "__main__":
    answer(partial(findings, sys.argv[2:]), sys.argv[1:])
