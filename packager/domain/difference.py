"""What is different between two packages: one frozen value, which every report is written from.

A text is None where a cell is missing, which is not the empty text.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Text = str | None
Comparison = Literal["key", "whole rows"]
SchemaKind = Literal[
    "resource gone",
    "column gone",
    "renamed",
    "retyped",
    "re-united",
    "re-keyed",
    "enum narrowed",
    "enum changed",
    "resource added",
    "column added",
    "enum widened",
    "required",
    "not required",
    "minimum",
    "maximum",
    "pattern",
    "constraint",
    "format",
    "missing values",
    "foreign keys",
    "described",
]
BREAKING: frozenset[SchemaKind] = frozenset(
    {
        "resource gone",
        "column gone",
        "renamed",
        "retyped",
        "re-united",
        "re-keyed",
        "enum narrowed",
        "enum changed",
    }
)
"""What a program that reads the data cannot be expected to survive."""


@dataclass(frozen=True, slots=True)
class SoleRow:
    """A row that one side has and the other has not.

    Attributes:
        key: its cells under the table's key; all cells compared, where there is no key.
        values: its cells, in the order of that side's columns.
        ordinal: its number among the rows of its side with this key, in order of their content;
            0 where the key does not repeat.
    """

    key: tuple[Text, ...]
    values: tuple[Text, ...]
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell of a row that both sides have."""

    column: str
    old: Text
    new: Text


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A row that both sides have, and its cells that differ.

    Attributes:
        key: its cells under the table's key, as the new side writes them.
        cells: in the order of the new side's columns.
        ordinals: its numbers on the old and the new side, as of `SoleRow`; (0, 0) for none.
    """

    key: tuple[Text, ...]
    cells: tuple[CellChange, ...]
    ordinals: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDifference:
    """The rows of one table, matched by key; the order of rows and columns says nothing.

    Attributes:
        name: the resource; for a list in a JSON document, its path and the list's member.
        path: the file.
        comparison: "whole rows" where the sides share no key: then nothing is ever "changed".
        key: columns by which rows are matched.
        old_columns: of the old side, in its order; () where it has no such table.
        new_columns: the same of the new side.
        old_rows: how many; None where equal bytes were not counted.
        new_rows: the same.
        added: rows of the new side only, by key.
        gone: rows of the old side only, by key.
        changed: rows of both, by key.
        renamed: old and new name of each column whose values are the same in every common row.
        repeated_keys: keys that more than one row of a side has.
        is_derived: it follows from the rest of the release, such as its change record.
        shaped_as: for a list in a JSON document, the resource whose schema describes its rows.
    """

    name: str
    path: str
    comparison: Comparison
    key: tuple[str, ...]
    old_columns: tuple[str, ...]
    new_columns: tuple[str, ...]
    old_rows: int | None
    new_rows: int | None
    added: Sequence[SoleRow] = ()
    gone: Sequence[SoleRow] = ()
    changed: Sequence[ChangedRow] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    repeated_keys: int = 0
    is_derived: bool = False
    shaped_as: str = ""

    @property
    def is_same(self) -> bool:
        """No row was added, changed or lost, and no column renamed."""
        return not (self.added or self.gone or self.changed or self.renamed)


@dataclass(frozen=True, slots=True)
class SchemaChange:
    """One way in which a table's description is another; "" for what is not there."""

    resource: str
    kind: SchemaKind
    column: str
    old: str
    new: str

    @property
    def is_breaking(self) -> bool:
        """A reader of the old release may fail on the new one."""
        return self.kind in BREAKING


@dataclass(frozen=True, slots=True)
class MemberChange:
    """One member of a description or a JSON document; None where a side has no such member."""

    path: str
    old: Text
    new: Text


@dataclass(frozen=True, slots=True)
class DocumentDifference:
    """The members of one JSON document beside its tables."""

    path: str
    members: tuple[MemberChange, ...]


@dataclass(frozen=True, slots=True)
class FileDifference:
    """Paths, each sorted; a derived file follows from others and is never in `changed`.

    `changed` names files whose content is another: not those in which only the order of rows,
    the way of writing numbers or the release's own names differ.
    """

    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FigureMove:
    """A printed number; None where a side does not print it."""

    name: str
    old: Text
    new: Text


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was not compared cell by cell, and why; its bytes were."""

    name: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """All that is different between two packages.

    Attributes:
        old: what the old side is, in words.
        new: the same of the new side.
        tables: every table of either side, by name; many of them may be the same.
        schema: how their descriptions differ.
        metadata: members of the package's description, without the release's own names.
        documents: JSON documents with members that differ.
        files: by path.
        moved_figures: printed numbers whose text is another, by name.
        left_out: what could not be compared cell by cell.
    """

    old: str
    new: str
    tables: tuple[TableDifference, ...] = ()
    schema: tuple[SchemaChange, ...] = ()
    metadata: tuple[MemberChange, ...] = ()
    documents: tuple[DocumentDifference, ...] = ()
    files: FileDifference = field(default_factory=FileDifference)
    moved_figures: tuple[FigureMove, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    @property
    def is_same(self) -> bool:
        """Both say the same, whatever they are called and however they are written."""
        files = self.files.added + self.files.gone + self.files.changed
        return not (self.schema or self.metadata or self.moved_figures or files) and all(
            one.is_same or one.is_derived for one in self.tables
        )

    @property
    def is_breaking(self) -> bool:
        """A program that reads the old one may fail on the new one."""
        return any(one.is_breaking for one in self.schema)

    @property
    def changed_documents(self) -> tuple[str, ...]:
        """Documents with other content, new ones and those that are gone; none that is derived.

        Parquet files repeat documents and are not named.
        """
        paths = self.files.added + self.files.gone + self.files.changed
        return tuple(sorted(path for path in paths if not path.endswith(".parquet")))
