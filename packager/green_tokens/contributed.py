"""Contributed measurements: a flat table, and the documents it holds, both told by one schema."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from packager.domain.package import Field, FieldType, Schema
from packager.domain.snapshot import SourceTable
from packager.domain.table import Cell, Table
from packager.green_tokens.cells import Cells, cells_of

FILE = "file"
KINDS: Mapping[object, FieldType] = {"number": "number", "integer": "integer"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A member of a measurement that holds a value: where it stands, and as what."""

    path: tuple[str, ...]
    type: FieldType
    description: str
    is_flag: bool

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
                isinstance(member.get("const"), bool) or member.get("type") == "boolean",
            )


def measurement_table(table: SourceTable | None, schema: Mapping[str, object]) -> Table:
    """The accepted measurements as a table of the release; no rows where there is no source."""
    known = tuple(leaves(schema))
    columns = Schema(
        fields=(
            Field(FILE, "string", "Name of the contributed file."),
            *(Field(one.column, one.type, one.description, required=False) for one in known),
        ),
        primary_key=(FILE,),
    )
    rows = cells_of(table, columns.names) if table else []
    return Table("measurements", columns, tuple(tuple(typed(row, known)) for row in rows))


def typed(cells: Cells, known: tuple[Leaf, ...]) -> Iterator[Cell]:
    """The cells of one measurement."""
    yield cells.text(FILE)
    for leaf in known:
        if leaf.type == "number":
            yield cells.optional_number(leaf.column)
        elif leaf.type == "integer":
            yield cells.whole(leaf.column) if cells.row[leaf.column] else None
        else:
            yield cells.optional(leaf.column)


def measurement_documents(table: Table, schema: Mapping[str, object]) -> list[dict[str, object]]:
    """Each measurement as it was handed in, members without a value left out."""
    known = tuple(leaves(schema))
    return [nested(dict(zip(known, row[1:], strict=True))) for row in table.rows]


def nested(values: Mapping[Leaf, Cell]) -> dict[str, object]:
    """Values by their paths, as objects within objects."""
    document: dict[str, object] = {}
    for leaf, value in values.items():
        if value is None:
            continue
        place = document
        for step in leaf.path[:-1]:
            inner = place.setdefault(step, {})
            if not isinstance(inner, dict):
                raise TypeError(inner)
            place = inner
        place[leaf.path[-1]] = flag(value) if leaf.is_flag else value
    return document


def flag(value: str | int | Decimal) -> bool:
    """Yes or no, as the flat table has it."""
    return value == "yes"
