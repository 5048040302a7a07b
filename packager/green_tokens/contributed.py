"""Contributed measurements as a flat table, told by the JSON Schema that they met."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from packager.domain.package import Field, FieldType, Schema
from packager.domain.snapshot import SourceTable
from packager.domain.table import Cell, Table
from packager.green_tokens.cells import Cells, cells_of

DIGEST = "raw_file_sha256"
"""What tells two contributions apart: the raw file they were computed from."""
KINDS: Mapping[object, FieldType] = {"number": "number", "integer": "integer"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A member of a measurement that holds a value: where it stands, and as what."""

    path: tuple[str, ...]
    type: FieldType
    description: str

    @property
    def column(self) -> str:
        """Name of its column."""
        return "_".join(self.path)


def leaves(schema: Mapping[str, object], path: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """Members that hold a value, in the schema's order."""
    properties = schema.get("properties")
    for name, member in properties.items() if isinstance(properties, dict) else ():
        if "properties" in member:
            yield from leaves(member, (*path, name))
        else:
            yield Leaf(
                (*path, name),
                KINDS.get(member.get("type"), "string"),
                str(member.get("description", "")).partition("\n")[0],
            )


def measurement_columns(schema: Mapping[str, object]) -> Schema:
    """The columns of accepted measurements: a column for each value of the JSON Schema."""
    return Schema(
        fields=tuple(
            Field(one.column, one.type, one.description, required=one.column == DIGEST)
            for one in leaves(schema)
        ),
        primary_key=(DIGEST,),
    )


def measurement_table(table: SourceTable | None, schema: Mapping[str, object]) -> Table:
    """The accepted measurements as a table of the release; no rows where there is no source."""
    columns = measurement_columns(schema)
    rows = cells_of(table, columns.names) if table else []
    known = tuple(leaves(schema))
    return Table("measurements", columns, tuple(tuple(typed(row, known)) for row in rows))


def typed(cells: Cells, known: tuple[Leaf, ...]) -> Iterator[Cell]:
    """The cells of one measurement."""
    for leaf in known:
        if leaf.type == "number":
            yield cells.optional_number(leaf.column)
        elif leaf.type == "integer":
            yield cells.whole(leaf.column) if cells.row[leaf.column] else None
        else:
            yield cells.optional(leaf.column)
