"""What an importer makes of a publisher's file, before anything is written."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Judge = Callable[[object], list[str]]
"""Faults of a document against one JSON Schema; empty when it is valid."""


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """One source table: rows may be a generator, read once, so a large file streams."""

    name: str
    columns: tuple[str, ...]
    rows: Iterable[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Imported:
    """A publisher's file as our facts.

    Attributes:
        originals: the files that were read, as given; their digests go into source.json.
        tables: our columns, the publisher's digits.
        ledger: rows for the sources ledger that the importer knows: field name to text,
            `id` always; what the person states on import completes and overrides them.
        remarks: what the reader met and set right, such as a byte-order mark; filled while
            the rows are read.
    """

    originals: tuple[Path, ...]
    tables: tuple[ImportedTable, ...]
    ledger: tuple[Mapping[str, object], ...]
    remarks: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What a person states on import because the file does not say it.

    Attributes:
        unit: unit of the energy column, where a source changes it between rounds.
        judge: checks a contributed document against the recipe's schema for it.
    """

    unit: str = ""
    judge: Judge | None = None


Importer = Callable[[Path, ImportOptions], Imported]
