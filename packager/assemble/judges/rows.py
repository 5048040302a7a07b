"""Judge of rows: every table against its schema in the package, cell by cell."""

import csv
import io
from collections.abc import Iterator

from packager.assemble.judges.cells import KINDS, text_fault, typed_fault
from packager.assemble.judges.evidence import Evidence, Rows
from packager.assemble.judges.keys import foreign, primary
from packager.domain.finding import Finding
from packager.domain.package import Dialect, Resource, Schema
from packager.domain.strict import BYTE_ORDER_MARK

MEND = "mend the source table or the column's description, and build the tree again"


def judge(evidence: Evidence) -> Iterator[Finding]:
    """Headers, ragged rows, types, constraints, keys, and how CSV is written."""
    for resource in evidence.resources:
        if resource.path.endswith(".csv"):
            yield from written(evidence, resource)
        rows = evidence.table(resource.path) if resource.schema else None
        if rows is not None and resource.schema is not None:
            yield from header(resource.path, rows, resource.schema)
            yield from cells(resource.path, rows, resource.schema)
            yield from primary(resource.path, rows, resource.schema)
            yield from foreign(evidence, resource.path, rows, resource.schema)


def written(evidence: Evidence, resource: Resource) -> Iterator[Finding]:
    """UTF-8 without byte-order mark, line feeds, quotes only where they must be."""
    path, text = resource.path, evidence.text(resource.path)
    if resource.dialect != Dialect():
        yield found(path, "the package describes another dialect than this file is written in")
    if text is None:
        return
    if text.startswith(BYTE_ORDER_MARK):
        yield found(path, "begins with a byte-order mark")
    if not text.endswith("\n"):
        yield found(path, "has no line feed at its end; the file may have been cut off")
    if "\r" in text:
        yield found(path, "holds a carriage return; lines end in a line feed alone")
        return
    rows = evidence.table(path)
    if rows is not None:
        yield from spelled(path, text.removeprefix(BYTE_ORDER_MARK), rows)


def spelled(path: str, text: str, rows: Rows) -> Iterator[Finding]:
    """The first row that is not written as we write rows."""
    at = 0
    for number, row in enumerate((rows.columns, *rows.cells)):
        out = io.StringIO(newline="")
        csv.writer(out, lineterminator="\n").writerow(row)
        if not text.startswith(out.getvalue(), at):
            yield found(path, "is not written as our tables are", row=number or None)
            return
        at += len(out.getvalue())


def header(path: str, rows: Rows, schema: Schema) -> Iterator[Finding]:
    """Names, order and types of the columns."""
    if rows.columns != schema.names:
        missing = [name for name in schema.names if name not in rows.columns]
        extra = [name for name in rows.columns if name not in schema.names]
        odd = [f"no column {name}" for name in missing]
        odd += [f"an unknown column {name!r}" for name in extra]
        yield found(path, "; ".join(odd) or "the columns stand in another order than described")
    kinds = {column.name: KINDS[column.type] for column in schema.fields}
    for name, kind in zip(rows.columns, rows.kinds, strict=False):
        if name in kinds and kinds[name] != kind:
            what = f"is of type {kind}, where the package says {kinds[name]}"
            yield found(path, what, column=name)


def cells(path: str, rows: Rows, schema: Schema) -> Iterator[Finding]:
    """Every cell against its column, by the column's name."""
    described = {column.name: column for column in schema.fields}
    columns = [described.get(name) for name in rows.columns]
    fault = typed_fault if rows.kinds else text_fault
    typed = set(wrongly_typed(rows, schema))
    for number, row in enumerate(rows.cells, 1):
        if len(row) != len(rows.columns):
            yield found(path, f"{len(row)} cells, where {len(rows.columns)} belong", row=number)
            continue
        for column, cell in zip(columns, row, strict=True):
            if column is None or column.name in typed:
                continue
            what = fault(column, cell)  # type: ignore[arg-type]  # chosen for these cells
            if what:
                yield found(path, what, row=number, column=column.name)


def wrongly_typed(rows: Rows, schema: Schema) -> Iterator[str]:
    """Columns of a Parquet file that are of another type; their cells are not judged."""
    kinds = {column.name: KINDS[column.type] for column in schema.fields}
    for name, kind in zip(rows.columns, rows.kinds, strict=False):
        if kinds.get(name) != kind:
            yield name


def found(path: str, what: str, *, row: int | None = None, column: str = "") -> Finding:
    """A finding of this judge."""
    return Finding(judge="rows", path=path, row=row, column=column, what=what, mend=MEND)
