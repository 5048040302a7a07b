"""A package's words, as Frictionless uses them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

FieldType = Literal["string", "integer", "number"]


@dataclass(frozen=True, slots=True)
class Field:
    """One column.

    Attributes:
        name: column name.
        type: how its cells are read.
        description: what a cell means, one sentence.
        unit: unit of a number, "" where it has none.
        places: most decimals printed, half up; None keeps the source's digits.
        required: no cell is empty.
        enum: the only values allowed, () for any.
        minimum: least value allowed.
        pattern: a regular expression every text matches whole.
    """

    name: str
    type: FieldType
    description: str
    unit: str = ""
    places: int | None = None
    required: bool = True
    enum: tuple[str, ...] = ()
    minimum: Decimal | int | None = None
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """Every value of `fields` is found in `reference_fields` of another resource."""

    fields: tuple[str, ...]
    resource: str
    reference_fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """The columns of a table, in order, and its keys."""

    fields: tuple[Field, ...]
    primary_key: tuple[str, ...]
    foreign_keys: tuple[ForeignKey, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Column names in order."""
        return tuple(column.name for column in self.fields)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a CSV file is written; declared, never guessed."""

    delimiter: str = ","
    line_terminator: str = "\n"
    quote_char: str = '"'
    double_quote: bool = True
    header: bool = True


@dataclass(frozen=True, slots=True)
class CsvForm:
    """How one CSV file is to be read.

    Attributes:
        columns: names, in the order of the file.
        dialect: how it is written.
        encoding: of its bytes.
        missing: texts that mean a missing cell.
        quoted: whether there is a quote in it; without one, no cell holds a line end.
    """

    columns: tuple[str, ...]
    dialect: Dialect
    encoding: str
    missing: tuple[str, ...]
    quoted: bool


@dataclass(frozen=True, slots=True)
class License:
    """Terms of a package, by SPDX id, address and title."""

    name: str
    path: str
    title: str


@dataclass(frozen=True, slots=True)
class Resource:
    """One file of a package with the facts a reader checks it by."""

    name: str
    path: str
    title: str
    description: str
    format: str
    mediatype: str
    bytes: int
    hash: str
    encoding: str = ""
    schema: Schema | None = None
    dialect: Dialect | None = None
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Package:
    """A set of resources under one name and version."""

    name: str
    id: str
    title: str
    description: str
    version: str
    created: str
    homepage: str
    licenses: tuple[License, ...]
    sources: tuple[Mapping[str, str], ...]
    contributors: tuple[Mapping[str, object], ...]
    keywords: tuple[str, ...]
    resources: tuple[Resource, ...]
    extras: Mapping[str, object] = field(default_factory=dict)
