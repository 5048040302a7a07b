"""Contributed measurements: a folder of JSON files, each judged by the recipe's own schema."""

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

from packager.domain.errors import ConfigError, SourceError
from packager.domain.imports import Imported, ImportedTable, ImportOptions
from packager.green_tokens.sources.faults import Faults
from packager.green_tokens.sources.reading import fixed, read_json, require_inside

SCHEMA = "schema/measurement.schema.json"
LEDGER: dict[str, object] = {
    "id": "measurements",
    "title": "Measurements contributed to the index",
    "publisher": "The contributors",
    "citation": "Measurements contributed to Green Tokens, protocol 0.2",
}


def import_measurements(path: Path, options: ImportOptions) -> Imported:
    """Read every *.json of a folder; one row for each, none where there is none.

    Raises:
        ConfigError: nobody handed in a judge.
        SourceError: no folder, or files that the schema refuses, all of them together.
    """
    if options.judge is None:
        raise ConfigError("no judge", where="measurements", mend="import with the recipe's schema")
    if not path.is_dir():
        raise SourceError("no folder", where=str(path), mend="name the folder of the JSON files")
    columns = schema_columns()
    remarks: list[str] = []
    rows: list[tuple[str, ...]] = []
    faults = Faults(str(path))
    originals = sorted(path.glob("*.json"))
    for file in originals:
        require_inside(file, path)
        document = read_json(file, remarks)
        found = options.judge(document)
        for fault in found:
            faults.add(file.name, fault, mend="mend the file, or take it out of the folder")
        if not found:
            cells = dict(flat(document))
            rows.append((file.name, *(cells.get(column, "") for column in columns)))
    faults.require_none()
    table = ImportedTable("measurements", ("file", *columns), tuple(rows))
    return Imported(tuple(originals), (table,), (LEDGER,), remarks)


def schema_columns() -> tuple[str, ...]:
    """A column for every member of a measurement that is no object, in the schema's order."""
    schema = json.loads(files("packager.green_tokens").joinpath(SCHEMA).read_text("utf-8"))
    return tuple(leaves(schema))


def leaves(schema: Mapping[str, object], prefix: str = "") -> Iterator[str]:
    """Members that hold a value, their path joined by underscores."""
    properties = schema.get("properties")
    for name, member in properties.items() if isinstance(properties, dict) else ():
        if "properties" in member:
            yield from leaves(member, f"{prefix}{name}_")
        else:
            yield prefix + name


def flat(document: object, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Values of a measurement by the same names."""
    for name, value in document.items() if isinstance(document, dict) else ():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name}_")
        else:
            yield prefix + name, said(value)


def said(value: object) -> str:
    """A value as text, a number with its own digits."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else fixed(value)  # type: ignore[arg-type]  # a number
