"""Reader of packages: what Frictionless says of the folder or the archive. Its door.

It takes every module on the path whose name begins as its own does for a plug-in, so it runs as a
program that has nothing but our code on its path, and no file of ours is called so.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir
from pathlib import Path

import frictionless

from packager.assemble.judges.readers import answer
from packager.domain.finding import Finding

NAME, PACKAGE = "frictionless", "datapackage.json"
MOST_ERRORS = 1000
HEADER_ROWS = 1
MEND = "mend the table or its description; people will validate the package with this tool"


def findings(place: Path) -> list[Finding]:
    """All errors of a package; it is opened from within its folder, as people do."""
    folder, name = (place, PACKAGE) if place.is_dir() else (place.parent, place.name)
    with chdir(folder):
        report = frictionless.validate(name, limit_errors=MOST_ERRORS).to_descriptor()
    return sorted(errors(report, place), key=lambda one: one.order)


def errors(report: Mapping[str, object], place: Path) -> Iterator[Finding]:
    """Errors of the package itself, then of each resource."""
    at_large = "" if place.is_dir() else place.name
    for one in mappings(report.get("errors")):
        yield error(one, at_large)
    for task in mappings(report.get("tasks")):
        for one in mappings(task.get("errors")):
            yield error(one, str(task.get("place", at_large)))
    if report.get("valid") is not True:
        said = [*mappings(report.get("errors")), *mappings(report.get("tasks"))]
        if not said:
            yield finding(at_large, "refuses the package and does not say why")


def error(one: Mapping[str, object], path: str) -> Finding:
    """One error; its rows count the header, ours do not."""
    row = one.get("rowNumber")
    return finding(
        path,
        f"{one.get('type')}: {one.get('note') or one.get('message')}",
        row=row - HEADER_ROWS if isinstance(row, int) else None,
        column=str(one.get("fieldName", "")),
    )


def mappings(value: object) -> list[Mapping[str, object]]:
    """A list of objects of the report."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def finding(path: str, what: str, *, row: int | None = None, column: str = "") -> Finding:
    """A finding of this reader."""
    return Finding(judge=NAME, path=path, row=row, column=column, what=what, mend=MEND)


if __name__ == "__main__":
    answer(findings, sys.argv[1:])
