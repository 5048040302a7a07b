"""Small packages to be compared, written as their descriptions say."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from packager.assemble.compare.difference import difference
from packager.assemble.compare.sides import side_of
from packager.domain.difference import ChangedRow, Difference, SoleRow, TableDifference

Rows = Sequence[Sequence[str]]
FIELDS = (("id", "string"), ("value", "number"), ("note", "string"))


def csv_text(rows: Rows, *, end: str = "\n", quoted: bool = False) -> str:
    """Rows as CSV, the header first."""
    out = io.StringIO(newline="")
    if quoted:
        csv.writer(out, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    else:
        csv.writer(out, lineterminator=end).writerows(rows)
    return out.getvalue()


def fields(*pairs: tuple[str, str], **more: object) -> list[dict[str, object]]:
    """Fields of a schema by name and type; `more` is added to the last one."""
    said: list[dict[str, object]] = [{"name": name, "type": kind} for name, kind in pairs]
    said[-1] |= more
    return said


def resource(
    name: str = "rows",
    *,
    columns: Sequence[Mapping[str, object]] | None = None,
    key: Sequence[str] = ("id",),
    **more: object,
) -> dict[str, object]:
    """A CSV resource."""
    schema = {"fields": list(columns or fields(*FIELDS)), "primaryKey": list(key)}
    return {"name": name, "path": f"{name}.csv", "schema": schema} | more


def package(
    root: Path,
    files: Mapping[str, str | bytes],
    *resources: Mapping[str, object],
    **more: object,
) -> Path:
    """A folder with a package."""
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    about = {"name": "small", "resources": list(resources or [resource()])} | more
    (root / "datapackage.json").write_text(json.dumps(about))
    return root


def compared(old: Path, new: Path) -> Difference:
    """Two folders compared."""
    return difference(side_of(old, "old"), side_of(new, "new"))


def of_rows(folder: Path, old: Rows, new: Rows, **more: object) -> TableDifference:
    """The one table of two packages."""
    described = resource(**more)  # type: ignore[arg-type]  # each by name
    sides = [
        package(folder / name, {"rows.csv": csv_text(rows)}, described)
        for name, rows in (("old", old), ("new", new))
    ]
    (table,) = compared(*sides).tables
    return table


def added(table: TableDifference) -> list[SoleRow]:
    return list(table.added)


def changed(table: TableDifference) -> list[ChangedRow]:
    return list(table.changed)


def cells(table: TableDifference) -> list[tuple[tuple[str | None, ...], str, object, object]]:
    """Every changed cell: key, column, old, new."""
    return [(row.key, one.column, one.old, one.new) for row in table.changed for one in row.cells]
