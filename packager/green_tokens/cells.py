"""Cells of a pinned table as values; a cell that cannot be is an error that says where."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from packager.domain.errors import SourceError
from packager.domain.snapshot import SourceTable
from packager.domain.strict import decimal_of

LONGEST_INTEGER = 15


@dataclass(frozen=True, slots=True)
class Cells:
    """One row of a pinned table."""

    row: Mapping[str, str]
    where: str

    def text(self, column: str) -> str:
        """Text that must be there."""
        value = self.row[column]
        if not value:
            raise self.fault(column, "is empty")
        return value

    def optional(self, column: str) -> str | None:
        """Text, or None where the cell is empty."""
        return self.row[column] or None

    def number(self, column: str) -> Decimal:
        """A decimal number with the source's digits."""
        value = decimal_of(self.row[column])
        if value is None:
            raise self.fault(column, f"{self.row[column]!r} is no number")
        return value

    def optional_number(self, column: str) -> Decimal | None:
        """A decimal number, or None where the cell is empty."""
        return self.number(column) if self.row[column] else None

    def whole(self, column: str) -> int:
        """A whole number above or equal to zero."""
        value = self.row[column]
        if not (value.isascii() and value.isdigit() and len(value) <= LONGEST_INTEGER):
            raise self.fault(column, f"{value!r} is no whole number")
        return int(value)

    def fault(self, column: str, what: str) -> SourceError:
        """An error about one cell."""
        return SourceError(
            f"{column} {what}",
            where=self.where,
            mend="import the publisher's file again under a new vintage",
        )


def cells_of(table: SourceTable, columns: tuple[str, ...]) -> list[Cells]:
    """All rows of a table that has at least these columns.

    Raises:
        SourceError: a column is missing.
    """
    absent = [column for column in columns if column not in table.columns]
    if absent:
        raise SourceError(
            f"no column {', '.join(absent)}; there are {', '.join(table.columns)}",
            where=table.where,
            mend="import the publisher's file again with this version of the tool",
        )
    return [Cells(row, f"{table.where}, row {n}") for n, row in enumerate(table.records(), 1)]
