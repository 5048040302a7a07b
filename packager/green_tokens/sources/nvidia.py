"""NVIDIA's figures, from the file in which they were transcribed by hand."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from packager.domain.imports import Imported, ImportedTable, ImportOptions
from packager.green_tokens.sources.embodied import EMBODIED, embodied_rows
from packager.green_tokens.sources.families import FAMILIES, SPECIFICATIONS, ledger
from packager.green_tokens.sources.faults import Faults
from packager.green_tokens.sources.parts import PARTS, PROFILES, part_rows, profile_rows
from packager.green_tokens.sources.reading import read_json
from packager.green_tokens.sources.transcript import Entry

Rows = Iterator[tuple[str, ...]]
DOCUMENTS = ("id", "title", "publisher", "edition", "commit", "stored_as", "family")
CONFLICTS = ("figure", "values", "note")


def import_nvidia(path: Path, _options: ImportOptions) -> Imported:
    """Read hardware.json into flat tables that together hold every figure of it.

    Raises:
        SourceError: a figure without document or verification, or a key nothing reads.
    """
    remarks: list[str] = []
    faults = Faults(str(path))
    root = Entry.of(read_json(path, remarks), "$", faults)
    readers: dict[str, tuple[tuple[str, ...], Callable[[Entry], Rows]]] = {
        "documents": (DOCUMENTS, document_rows),
        "parts": (PARTS, part_rows),
        "mig-profiles": (PROFILES, profile_rows),
        "embodied-carbon": (EMBODIED, embodied_rows),
        "conflicts": (CONFLICTS, conflict_rows),
    }
    tables = {
        name: ImportedTable(name, columns, tuple(read(root)))
        for name, (columns, read) in readers.items()
    }
    levels = root.entry("verification_levels")
    root.used.update(("about", "assignment"))
    root.done()
    faults.require_none()
    require_levels(tables, levels, faults)
    faults.require_none()
    return Imported((path,), tuple(tables.values()), ledger(root, tables), remarks)


def document_rows(root: Entry) -> Rows:
    """The documents the figures were read in."""
    documents = root.entry("documents")
    for name in documents.value:
        one = documents.entry(name)
        texts = (one.text(column, required=column == "title") for column in DOCUMENTS[1:-1])
        yield (name, *texts, FAMILIES.get(name, SPECIFICATIONS))
        one.done()


def conflict_rows(root: Entry) -> Rows:
    """Figures on which documents disagree."""
    for one in root.entries("conflicts"):
        yield (one.text("figure"), one.texts("values"), one.text("note"))
        one.done()


def require_levels(tables: Mapping[str, ImportedTable], levels: Entry, faults: Faults) -> None:
    """Note figures whose verification is none of the levels the file explains."""
    for table in tables.values():
        if "verification" not in table.columns:
            continue
        at = table.columns.index("verification")
        for row in table.rows:
            if row[at] not in levels.value:
                faults.add(
                    f"{table.name}, {' '.join(row[:2])}",
                    f"verification {row[at]!r}",
                    mend=f"use one of {', '.join(levels.value)}",
                )
