"""What a library of others made of a table, cell by cell against the documents that repeat it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from packager.assemble.judges.cells import is_same, shown
from packager.assemble.judges.copies import Copy, Family, Line, families, table_name
from packager.assemble.judges.evidence import Evidence, Rows
from packager.domain.errors import PackagerError, RuleError
from packager.domain.finding import Finding
from packager.domain.package import Resource, Schema

TABLES = (".csv", ".parquet")
# What a reader raises; pyarrow says NotImplementedError of a form that it cannot read.
FAILURES = (PackagerError, OSError, ValueError, TypeError, KeyError, NotImplementedError)
MEND = "read the file by hand with this library; build the tree again if it fails"

Found = Iterator[Finding]


@dataclass(frozen=True, slots=True)
class Door:
    """How one library reads the tables of a package.

    Attributes:
        read: the table at a path below the working folder, its columns as described.
        kinds: the library's names of the types that a package knows; {} where it knows none.
        endings: files it reads.
    """

    read: Callable[[str, Schema], Rows]
    kinds: Mapping[str, str]
    endings: tuple[str, ...] = TABLES


def readback(name: str, door: Door, evidence: Evidence) -> Found:
    """In which tables a library finds something else than the documents say."""
    tables = {one.name: one for one in families(evidence)}
    for resource in evidence.resources:
        family = tables.get(table_name(resource.name))
        if family is not None and resource.path.endswith(door.endings):
            for one in of_a_table(door, resource, family):
                yield replace(one, judge=name)


def of_a_table(door: Door, resource: Resource, family: Family) -> Found:
    """One file, as the library reads it."""
    path, schema = resource.path, resource.schema or family.schema
    try:
        rows = door.read(path, schema)
    except FAILURES as error:
        yield finding(path, f"cannot be read: {brief(error)}")
        return
    yield from columns(path, rows, [(one.name, door.kinds.get(one.type)) for one in schema.fields])
    truth = repeated(family, path)
    if truth is not None:
        lines = [
            Line(path, at, "", dict(zip(rows.columns, cells, strict=True)))
            for at, cells in enumerate(rows.cells, 1)
        ]
        yield from unlike(lines, truth, schema)


def columns(path: str, rows: Rows, wanted: Sequence[tuple[str, str | None]]) -> Found:
    """Columns that come under another name, in another order or of another type."""
    if list(rows.columns) != [name for name, _ in wanted]:
        yield finding(path, f"comes with the columns {', '.join(rows.columns)}")
        return
    for (name, kind), came in zip(wanted, rows.kinds, strict=bool(rows.kinds)):
        if kind != came:
            yield finding(path, f"comes as {came}, where {kind} is described", column=name)


def repeated(family: Family, path: str) -> Copy | None:
    """The rows that a file has to hold: those of a document, or else of another table."""
    others = [one for one in family.copies if one.name != path]
    documents = [one for one in others if not one.name.endswith(TABLES)]
    return next(iter([*documents, *others]), None)


def unlike(lines: Sequence[Line], truth: Copy, schema: Schema) -> Found:
    """Rows that are missing, more, twice or in another order, and cells that are not the same."""
    known = {one.key(schema.primary_key): one for one in truth.lines}
    seen = {}
    last = 0
    for line in lines:
        key = line.key(schema.primary_key)
        other = known.get(key)
        if other is None or key in seen:
            often = "there twice" if key in seen else f"no row of {truth.name}"
            yield finding(line.path, f"{' / '.join(key)!r} is {often}", row=line.at)
            continue
        seen[key] = line
        if truth.whole and other.at < last:
            what = f"{' / '.join(key)!r} stands in another order than in {truth.name}"
            yield finding(line.path, what, row=line.at)
        last = max(last, other.at)
        yield from cells(line, other, schema.names)
    for key in known.keys() - seen.keys():
        yield finding(truth.name, f"{' / '.join(key)!r} is not among the rows that were read")


def cells(line: Line, other: Line, names: Sequence[str]) -> Found:
    """Cells of one row that were read otherwise."""
    for name in names:
        mine, theirs = line.cells.get(name), other.cells.get(name)
        if not is_same(theirs, mine):
            what = f"was read as {shown(mine)}, and is {shown(theirs)} in {other.path}"
            yield finding(line.path, f"{what}, row {other.at}", row=line.at, column=name)


def refused(path: str, error: Exception) -> RuleError:
    """A library's own error as one of ours."""
    return RuleError(brief(error), where=path, mend=MEND)


def brief(error: Exception) -> str:
    """An error on one line."""
    said = error.what if isinstance(error, PackagerError) else f"{type(error).__name__}: {error}"
    return " ".join(said.split())[:300]


def finding(path: str, what: str, *, row: int | None = None, column: str = "") -> Finding:
    """A finding; who made it is filled in for all of them at once."""
    return Finding(judge="", path=path, row=row, column=column, what=what, mend=MEND)
