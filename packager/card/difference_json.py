"""A difference for programs, whole and in a fixed order; docs/diff.md describes its shape.

It is written piece by piece, a row a line: a million rows need no more memory than one.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from packager.domain.difference import ChangedRow, Difference, SoleRow, TableDifference

FORMAT = "packager-diff/1"


def difference_json(difference: Difference) -> Iterator[str]:
    """Pieces of one JSON document."""
    head = {
        "format": FORMAT,
        "old": difference.old,
        "new": difference.new,
        "same": difference.is_same,
        "breaking": difference.is_breaking,
        "changed_documents": difference.changed_documents,
        "schema": [asdict(one) | {"breaking": one.is_breaking} for one in difference.schema],
        "metadata": [asdict(one) for one in difference.metadata],
        "documents": [asdict(one) for one in difference.documents],
        "files": asdict(difference.files),
        "figures": [asdict(one) for one in difference.moved_figures],
        "left_out": [asdict(one) for one in difference.left_out],
    }
    yield "{\n"
    for name, value in head.items():
        yield f"{written(name)}: {written(value)},\n"
    yield '"tables": ['
    yield from between((table_json(one) for one in difference.tables), ",")
    yield "\n]\n}\n"


def table_json(table: TableDifference) -> Iterator[str]:
    """One table; a row stands on a line of its own."""
    head = {
        "name": table.name,
        "path": table.path,
        "same": table.is_same,
        "derived": table.is_derived,
        "comparison": table.comparison,
        "key": table.key,
        "repeated_keys": table.repeated_keys,
        "old": {"rows": table.old_rows, "columns": table.old_columns},
        "new": {"rows": table.new_rows, "columns": table.new_columns},
        "renamed": [{"old": old, "new": new} for old, new in table.renamed],
        "counts": {
            "added": len(table.added),
            "gone": len(table.gone),
            "changed": len(table.changed),
        },
    }
    yield "\n{" + written(head)[1:-1]
    added = (sole_json(one, table.new_columns) for one in table.added)
    gone = (sole_json(one, table.old_columns) for one in table.gone)
    changed = (changed_json(one) for one in table.changed)
    for name, rows in (("added", added), ("gone", gone), ("changed", changed)):
        yield f', "{name}": ['
        yield from between(([f"\n{row}"] for row in rows), ",")
        yield "]"
    yield "}"


def sole_json(row: SoleRow, columns: Iterable[str]) -> str:
    """A row of one side; its number only where its key repeats."""
    said: dict[str, object] = {"key": row.key, "row": dict(zip(columns, row.values, strict=True))}
    return written(said | ({"ordinal": row.ordinal} if row.ordinal else {}))


def changed_json(row: ChangedRow) -> str:
    """A row of both sides: old and new cell by column."""
    cells = {one.column: {"old": one.old, "new": one.new} for one in row.cells}
    numbers = dict(zip(("old", "new"), row.ordinals, strict=True))
    said: dict[str, object] = {"key": row.key, "cells": cells}
    return written(said | ({"ordinal": numbers} if any(row.ordinals) else {}))


def between(things: Iterable[Iterable[str]], mark: str) -> Iterator[str]:
    """Pieces of several things with a mark between two of them."""
    for number, pieces in enumerate(things):
        if number:
            yield mark
        yield from pieces


def written(value: object) -> str:
    """One line of JSON; what cannot be UTF-8 stays escaped."""
    return json.dumps(value, ensure_ascii=False)
