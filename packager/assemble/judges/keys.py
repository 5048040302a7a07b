"""Keys of tables: no primary key twice, every foreign key found."""

from collections.abc import Iterator, Sequence

from packager.assemble.judges.cells import key_text
from packager.assemble.judges.evidence import Evidence, Rows
from packager.domain.finding import Finding
from packager.domain.package import Schema

MEND = "mend the source table or the key, and build the tree again"

Key = tuple[str, ...]


def primary(path: str, rows: Rows, schema: Schema) -> Iterator[Finding]:
    """Rows whose primary key an earlier row has, or that have none."""
    first: dict[Key, int] = {}
    column = ", ".join(schema.primary_key)
    for number, key in enumerate(keys(rows, schema.primary_key), 1):
        if not any(key):
            continue
        if key in first:
            what = f"{' / '.join(key)!r} is the key of row {first[key]} as well"
            yield found(path, what, number, column)
        first.setdefault(key, number)


def foreign(evidence: Evidence, path: str, rows: Rows, schema: Schema) -> Iterator[Finding]:
    """Rows that refer to what another table does not have."""
    for reference in schema.foreign_keys:
        target = evidence.by_name.get(reference.resource)
        there = evidence.table(target.path) if target else None
        column = ", ".join(reference.fields)
        if target is None or there is None:
            what = f"refers to {reference.resource!r}, which is not there or cannot be read"
            yield found(path, what, None, column)
            continue
        known = set(keys(there, reference.reference_fields))
        for number, key in enumerate(keys(rows, reference.fields), 1):
            if any(key) and key not in known:
                what = f"{' / '.join(key)!r} is not in {target.path}"
                yield found(path, what, number, column)


def keys(rows: Rows, columns: Sequence[str]) -> Iterator[Key]:
    """A key a row; empty where a column or cell is not there."""
    places = [rows.columns.index(name) if name in rows.columns else None for name in columns]
    for row in rows.cells:
        yield tuple(key_text(row[at]) if at is not None and at < len(row) else "" for at in places)


def found(path: str, what: str, row: int | None, column: str) -> Finding:
    """A finding about a key."""
    return Finding(judge="rows", path=path, row=row, column=column, what=what, mend=MEND)
