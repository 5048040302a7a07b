"""Tables and documents as a script reads them that has nothing but Python: `csv` and `json`."""

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from packager.assemble.judges.cells import is_same, shown, value_of
from packager.assemble.judges.evidence import Evidence, Rows
from packager.assemble.judges.readback import Door, brief, finding, readback
from packager.domain.finding import Finding
from packager.domain.package import Schema


def read(path: str, schema: Schema) -> Rows:
    """A CSV file; its cells are texts, numbers where the package says so."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    described = {one.name: one for one in schema.fields}
    return Rows(
        columns=tuple(header),
        kinds=(),
        cells=tuple(
            tuple(value_of(described[name], cell) for name, cell in zip(header, row, strict=True))
            for row in rows
        ),
    )


def findings(name: str, evidence: Evidence) -> Iterator[Finding]:
    """Tables and documents that a plain script reads otherwise."""
    yield from readback(name, Door(read, {}, endings=(".csv",)), evidence)
    for path, exact in evidence.documents().items():
        try:
            plain = json.loads(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            yield replace(finding(path, f"cannot be read: {brief(error)}"), judge=name)
            continue
        for one in otherwise("", exact, plain):
            yield replace(finding(path, one), judge=name)


def otherwise(place: str, exact: object, plain: object) -> Iterator[str]:
    """What of a document is not the nearest that Python's own numbers can say."""
    match exact, plain:
        case dict(), dict() if list(exact) == list(plain):
            for key, inner in exact.items():
                yield from otherwise(f"{place}.{key}", inner, plain[key])
        case list(), list() if len(exact) == len(plain):
            for at, (one, other) in enumerate(zip(exact, plain, strict=True), 1):
                yield from otherwise(f"{place}[{at}]", one, other)
        case (dict() | list(), _) | (_, dict() | list()):
            yield f"{place} was read with other members"
        case _ if not is_same(exact, plain):
            yield f"{place} was read as {shown(plain)}, and is {shown(exact)}"
