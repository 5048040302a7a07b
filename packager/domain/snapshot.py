"""Pinned sources: the publisher's facts a build may read, and where they come from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Source:
    """One row of the sources ledger: what is cited, under which terms.

    Attributes:
        id: short name used by documents and figures.
        title: title of the data set or document.
        publisher: who published it.
        version: the publisher's own name of the state used.
        vintage: folder of the pinned table, our name of the state.
        retrieved: ISO date on which it was obtained.
        rights: terms, as an SPDX id where there is one, else words.
        citation: how to cite it, one line.
        url: where the publisher keeps it.
        redistributed: whether rows of it are in a release.
        inferred: statements that were concluded, not read.
        unverified: statements that could not be checked.
        partial: whether rows that the publisher has are missing from the vintage.
    """

    id: str
    title: str
    publisher: str
    version: str
    vintage: str
    retrieved: str
    rights: str
    citation: str
    url: str
    redistributed: bool
    inferred: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()
    partial: bool = False


class SourceTable(Protocol):
    """A pinned table: text cells, the publisher's digits, read as often as wanted."""

    @property
    def where(self) -> str:
        """Path for messages."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Column names in order."""

    def records(self) -> Iterator[Mapping[str, str]]:
        """Rows in file order; an empty cell is the empty text."""


@dataclass(frozen=True, slots=True)
class PinnedSource:
    """One vintage of one source, its digests proved.

    Attributes:
        kind: name of the importer that made it, such as "ember".
        vintage: folder name under the kind.
        partial: the vintage leaves out rows its publisher has.
        ledger: what it adds to the sources ledger; one or more rows.
        tables: by name; empty for a source that is only cited.
        digest: sha256 of its source.json, hex.
    """

    kind: str
    vintage: str
    partial: bool
    ledger: tuple[Source, ...]
    tables: Mapping[str, SourceTable]
    digest: str


Snapshot = Mapping[str, PinnedSource]
"""By kind: the one vintage of each source that a build reads."""
