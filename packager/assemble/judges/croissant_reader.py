"""Reader for machine learning: croissant.json as mlcroissant validates and reads it. Its door.

Run by a Python that has it, from an environment of its own; beside it only the standard library and
our `domain` are imported. A wrong digest or column shows only when records are read, so all are.
"""

import csv
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import mlcroissant

from packager.assemble.judges.readers import answer
from packager.domain.finding import Finding

NAME, FILE = "mlcroissant", "croissant.json"
MEND = "mend the Croissant file or the table; people will load the data with this tool"
REFUSALS = (mlcroissant.ValidationError, mlcroissant.GenerationError, ValueError, OSError)


def findings(place: Path) -> list[Finding]:
    """Errors and warnings of the file, then whatever is wrong with the records of each set."""
    logging.disable(logging.WARNING)
    try:
        dataset = mlcroissant.Dataset(jsonld=str(place / FILE))
    except REFUSALS as error:
        return [finding(FILE, f"is not valid: {reason(error)}")]
    issues = dataset.metadata.ctx.issues
    said = [*sorted(issues.errors), *sorted(issues.warnings)]
    found = [finding(FILE, " ".join(one.split())) for one in said]
    for one in dataset.metadata.record_sets:
        found += records(dataset, one, place)
    return found


def records(dataset: mlcroissant.Dataset, one: mlcroissant.RecordSet, place: Path) -> list[Finding]:
    """Faults of one record set, every record read; compared with its CSV where there is one."""
    try:
        read = [
            {key.partition("/")[2]: value for key, value in record.items()}
            for record in dataset.records(one.uuid)
        ]
    except REFUSALS as error:
        return [finding(FILE, f"{one.uuid} cannot be read: {reason(error)}")]
    table = place / f"{one.uuid}.csv"
    return list(unlike(read, table)) if table.is_file() else []


def reason(error: BaseException) -> str:
    """What it says on one line; the cause where it only names the step."""
    return " ".join(str(error.__cause__ or error).split())


def unlike(read: list[dict[str, object]], table: Path) -> Iterator[Finding]:
    """Records that are not the rows of a CSV table."""
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if len(read) != len(rows):
        yield finding(table.name, f"has {len(rows)} rows, and {len(read)} were read")
    for number, (record, row) in enumerate(zip(read, rows, strict=False), 1):
        for column in row.keys() | record.keys():
            if not is_same(record.get(column), row.get(column, "")):
                what = f"{row.get(column)!r} was read as {record.get(column)!r}"
                yield finding(table.name, what, row=number, column=column)


def is_same(value: object, text: str) -> bool:
    """Whether a value read means the text of a CSV cell."""
    match value:
        case None:
            return text == ""
        case bytes():
            return value == text.encode()
        case int() | float():
            return text != "" and type(value)(text) == value
    return False


def finding(path: str, what: str, *, row: int | None = None, column: str = "") -> Finding:
    """A finding of this reader."""
    return Finding(judge=NAME, path=path, row=row, column=column, what=what[:500], mend=MEND)


if __name__ == "__main__":
    answer(findings, sys.argv[1:])
