"""A table of the data: a schema and its rows, exact until written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from packager.domain.numbers import half_up
from packager.domain.package import Field, Schema

Cell = str | int | Decimal | None
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of one shape, in the order they are published.

    Attributes:
        name: resource name; the Hub config of the same name holds the same rows.
        schema: the columns.
        rows: exact cells, a row as long as the schema.
    """

    name: str
    schema: Schema
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, name: str, schema: Schema, things: Iterable[object]) -> "Table":
        """A table whose cells are the things' attributes of the same names."""
        names = schema.names
        return cls(name, schema, tuple(tuple(getattr(t, n) for n in names) for t in things))

    def printed(self) -> Iterator[Row]:
        """Rows as published: each number rounded once, by its column's places."""
        for row in self.rows:
            yield tuple(
                printed(column, cell) for column, cell in zip(self.schema.fields, row, strict=True)
            )

    def records(self) -> list[dict[str, Cell]]:
        """Rows as published, each a mapping in column order."""
        names = self.schema.names
        return [dict(zip(names, row, strict=True)) for row in self.printed()]


def printed(column: Field, cell: Cell) -> Cell:
    """A cell as published: a number has at most the column's places, half up."""
    if column.places is None or not isinstance(cell, Decimal):
        return cell
    return half_up(cell, column.places)
