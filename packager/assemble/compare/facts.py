"""What a package says of its tables, in its own words: packages of others are read, too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from packager.assemble.compare.members import written
from packager.domain.errors import SourceError
from packager.domain.package import Dialect

MISSING = ("",)
NUMBERS = frozenset({"number", "integer"})
MEND = "mend the description, or name a folder with a whole package"


@dataclass(frozen=True, slots=True)
class Column:
    """A column as its schema says it; "" for what it does not say."""

    name: str
    type: str = ""
    format: str = ""
    unit: str = ""
    description: str = ""
    constraints: Mapping[str, object] = field(default_factory=dict)
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """A schema: columns by name, keys, and which texts mean that a cell is missing."""

    columns: Mapping[str, Column] = field(default_factory=dict)
    primary_key: tuple[str, ...] = ()
    foreign_keys: str = ""
    missing: tuple[str, ...] = MISSING

    def missing_in(self, name: str) -> tuple[str, ...]:
        """The texts that mean a missing cell of a column."""
        column = self.columns.get(name)
        return column.missing if column and column.missing else self.missing

    def is_number(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return name in self.columns and self.columns[name].type in NUMBERS


@dataclass(frozen=True, slots=True)
class Facts:
    """A resource: its name, its one file, and how to read it."""

    name: str
    path: str
    shape: Shape
    dialect: Dialect
    encoding: str
    about: Mapping[str, object]

    @property
    def suffix(self) -> str:
        """How the name of its file ends."""
        return self.path.rpartition(".")[2].lower()


def facts_of(package: Mapping[str, object], where: str) -> dict[str, Facts]:
    """Every resource that is one file, by name.

    Raises:
        SourceError: the description is none, or names a resource twice.
    """
    found: dict[str, Facts] = {}
    for number, one in enumerate(many(package, "resources", where), 1):
        place = f"{where}, resource {number}"
        if not isinstance(one, dict):
            raise wrong("it is no object", place)
        name = word(one, "name", place)
        if name in found or not name:
            raise wrong(f"resource {name!r} stands twice, or has no name", place)
        found[name] = resource(one, name, place)
    return found


def resource(one: Mapping[str, object], name: str, where: str) -> Facts:
    """One resource; the path is "" where it is several files, or none."""
    path = one.get("path")
    shape = one.get("schema")
    about = {key: value for key, value in one.items() if key not in APART}
    said = one.get("dialect")
    dialect = said if isinstance(said, dict) else {}
    return Facts(
        name=name,
        path=path if isinstance(path, str) and "://" not in path else "",
        shape=shape_of(shape, where) if isinstance(shape, dict) else Shape(),
        dialect=Dialect(
            delimiter=word(dialect, "delimiter", where) or ",",
            quote_char=word(dialect, "quoteChar", where) or '"',
            double_quote=dialect.get("doubleQuote") is not False,
            header=dialect.get("header") is not False,
        ),
        encoding=word(one, "encoding", where) or "utf-8",
        about=about,
    )


APART = frozenset({"bytes", "hash", "schema", "name"})
"""Members of a resource that are compared elsewhere, or not at all."""


def shape_of(schema: Mapping[str, object], where: str) -> Shape:
    """A Table Schema."""
    columns = [column_of(one, where) for one in many(schema, "fields", where)]
    key = schema.get("primaryKey", [])
    return Shape(
        columns={one.name: one for one in columns},
        primary_key=(key,) if isinstance(key, str) else tuple(words(key, "primaryKey", where)),
        foreign_keys=written(schema["foreignKeys"]) if "foreignKeys" in schema else "",
        missing=missing_of(schema, where) if "missingValues" in schema else MISSING,
    )


def column_of(one: object, where: str) -> Column:
    """A field of a Table Schema."""
    if not isinstance(one, dict) or not isinstance(one.get("name"), str):
        raise wrong("a field has no name", where)
    limits = one.get("constraints", {})
    return Column(
        name=one["name"],
        type=word(one, "type", where),
        format=word(one, "format", where),
        unit=word(one, "unit", where),
        description=word(one, "description", where),
        constraints=limits if isinstance(limits, dict) else {},
        missing=missing_of(one, where) if "missingValues" in one else (),
    )


def missing_of(one: Mapping[str, object], where: str) -> tuple[str, ...]:
    """Texts that mean a missing cell; the standard knows them with a label as well."""
    values = many(one, "missingValues", where)
    return tuple(
        words([v.get("value") if isinstance(v, dict) else v for v in values], "missing", where)
    )


def many(one: Mapping[str, object], name: str, where: str) -> list[object]:
    """A member that is a list, empty where it is not there."""
    value = one.get(name, [])
    if not isinstance(value, list):
        raise wrong(f"{name} is no list", where)
    return value


def word(one: Mapping[str, object], name: str, where: str) -> str:
    """A member that is text, "" where it is not there."""
    value = one.get(name, "")
    if not isinstance(value, str):
        raise wrong(f"{name} is no text", where)
    return value


def words(values: object, name: str, where: str) -> Iterator[str]:
    """Texts of a list."""
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise wrong(f"{name} is no list of texts", where)
    yield from values


def wrong(what: str, where: str) -> SourceError:
    """What is said of a description that is none."""
    return SourceError(what, where=where, mend=MEND)
