"""One side of a comparison: a folder with a package, and its tables as columns of text."""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from packager.assemble.changed import is_derived, unnamed
from packager.assemble.columnar import csv_texts, parquet_columns, parquet_texts, texts
from packager.assemble.compare.facts import Facts, Shape, facts_of, wrong
from packager.assemble.compare.members import cell, identity
from packager.assemble.compare.vectors import Columns, without
from packager.assemble.tree import paths_of
from packager.domain.errors import SourceError
from packager.domain.package import CsvForm, Dialect
from packager.domain.strict import BYTE_ORDER_MARK, decode, parse_json

PACKAGE = "datapackage.json"
LONGEST_HEADER = 1 << 20
CHUNK = 1 << 20
UNPACKED = 10  # a Parquet file in memory, against its size on the disk


@dataclass(frozen=True, slots=True)
class Side:
    """One package.

    Attributes:
        label: what it is, in words.
        root: the folder that its paths are in.
        package: its description, as of datapackage.json.
        paths: its files, sorted.
    """

    label: str
    root: Path
    package: Mapping[str, object]
    paths: tuple[str, ...]

    def facts(self) -> dict[str, Facts]:
        """Its resources, by name."""
        return facts_of(self.package, f"{self.label}, {PACKAGE}")

    def document(self, path: str) -> object:
        """A JSON document, exact."""
        where = f"{self.label}, {path}"
        return parse_json(decode((self.root / path).read_bytes(), where=where), where=where)


@dataclass(frozen=True, slots=True)
class Source:
    """A table that can be read: piece by piece, every cell a text.

    `records` are the rows of a list in a document, which has been read whole; None of a file.
    """

    name: str
    path: str
    columns: tuple[str, ...]
    shape: Shape
    bytes: int
    pieces: Callable[[], Iterator[Columns]]
    shaped_as: str = ""
    records: Sequence[Mapping[str, object]] | None = None

    @property
    def is_derived(self) -> bool:
        return is_derived(self.path)


def side_of(root: Path, label: str) -> Side:
    """The package in a folder.

    Raises:
        PackagerError: there is no package, or a file in the folder is no file.
    """
    if not (root / PACKAGE).is_file():
        raise SourceError(
            f"no {PACKAGE}, so this is no package",
            where=label,
            mend="name a sealed version, or the folder or archive of a whole release",
        )
    paths = paths_of(root)
    side = Side(label, root, {}, paths)
    package = side.document(PACKAGE)
    if not isinstance(package, dict):
        raise wrong("this is no JSON object", f"{label}, {PACKAGE}")
    return Side(label, root, package, paths)


def table_source(side: Side, facts: Facts) -> Source | None:
    """The table of a CSV or Parquet resource; None for another kind of file.

    Raises:
        SourceError: the file is missing, or is no table.
    """
    path = side.root / facts.path
    if facts.suffix == "csv":
        where = f"{side.label}, {facts.path}"
        quoted = quotes(path, facts.dialect, where) > 0
        columns = header(path, facts, where)
        pieces = partial(csv_pieces, path, facts, columns, quoted=quoted)
    elif facts.suffix == "parquet":
        columns = parquet_columns(path)
        pieces = partial(parquet_texts, path)
    else:
        return None
    size = path.stat().st_size * (UNPACKED if facts.suffix == "parquet" else 1)
    return Source(facts.name, facts.path, columns, facts.shape, size, pieces)


def csv_pieces(
    path: Path, facts: Facts, columns: tuple[str, ...], *, quoted: bool
) -> Iterator[Columns]:
    """A CSV file, piece by piece, in which missing cells are missing."""
    shape = facts.shape
    own = [name for name in columns if name in shape.columns and shape.columns[name].missing]
    missing = () if own else shape.missing
    how = CsvForm(columns, facts.dialect, facts.encoding, missing, quoted)
    for piece in csv_texts(path, how):
        yield cleaned(piece, columns, shape) if own else piece


def cleaned(piece: Columns, columns: tuple[str, ...], shape: Shape) -> Columns:
    """A piece in which each column has its own texts for a missing cell."""
    for place, name in enumerate(columns):
        column = without(piece.column(name), shape.missing_in(name))
        piece = piece.set_column(place, name, column)
    return piece


def header(path: Path, facts: Facts, where: str) -> tuple[str, ...]:
    """Names of the columns of a CSV file.

    Raises:
        SourceError: there is none, or it names a column twice.
    """
    if not facts.dialect.header:
        return tuple(facts.shape.columns)
    try:
        with path.open(encoding=facts.encoding, newline="") as file:
            start = file.read(LONGEST_HEADER).removeprefix(BYTE_ORDER_MARK)
        lines = csv.reader(
            start.splitlines(keepends=True),
            delimiter=facts.dialect.delimiter,
            quotechar=facts.dialect.quote_char,
        )
        names = tuple(next(lines, ()))
    except (OSError, LookupError, ValueError, TypeError, csv.Error) as error:
        raise SourceError(
            f"no table: {str(error)!a}", where=where, mend="save it as CSV in the encoding it names"
        ) from error
    if not names or len(set(names)) < len(names):
        raise SourceError(
            "the header is empty" if not names else "the header names a column twice",
            where=where,
            mend="give every column a name of its own in the first line",
        )
    return names


def quotes(path: Path, dialect: Dialect, where: str) -> int:
    """How many quotes are in a file.

    Raises:
        SourceError: one is opened and never closed: the file was cut off.
    """
    quote, count = dialect.quote_char.encode(), 0
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            count += piece.count(quote) if quote in piece else 0
    if dialect.double_quote and count % 2:
        raise SourceError(
            "a quote is opened and never closed",
            where=where,
            mend="fetch the file again; it may have been cut off",
        )
    return count


def listed_sources(
    side: Side, path: str, shapes: Mapping[str, Facts]
) -> tuple[dict[str, Source], object]:
    """The tables in a JSON document, by name of the list; and the document without them.

    A list of objects is a table; `columns` of the document may name the resource that describes
    it.
    """
    value = unnamed(side.document(path))
    if not isinstance(value, dict):
        value = {"": value}
    found = {}
    for member, inner in value.items():
        if isinstance(inner, list) and all(isinstance(one, dict) for one in inner):
            described = describing(value.get("columns"), member)
            shape = shapes[described].shape if described in shapes else Shape()
            found[member] = replace(list_source(path, member, inner, shape), shaped_as=described)
    rest = {member: inner for member, inner in value.items() if member not in found}
    return found, rest


def describing(columns: object, member: str) -> str:
    """The resource that a document names for the rows of one of its lists, "" for none."""
    if not isinstance(columns, dict):
        return ""
    reference = columns if member == "rows" else columns.get(member)
    name = reference.get("resource") if isinstance(reference, dict) else None
    return name if isinstance(name, str) else ""


def list_source(
    path: str, member: str, rows: Sequence[Mapping[str, object]], shape: Shape
) -> Source:
    """A list of objects as a table; what an object lacks is a missing cell."""
    columns = tuple(dict.fromkeys(key for one in rows for key in one))
    known = identity(rows) if rows and not shape.primary_key else None
    exact = replace(shape, primary_key=(known,) if known else shape.primary_key, missing=())

    def pieces() -> Iterator[Columns]:
        yield texts([(key, [cell(one.get(key)) for one in rows]) for key in columns])

    return Source(f"{path} {member}".strip(), path, columns, exact, 0, pieces, records=rows)


def require_file(side: Side, facts: Facts) -> None:
    """Raise SourceError unless the file of a resource is in its folder."""
    if facts.path not in side.paths:
        raise SourceError(
            f"the package names {facts.path!a}, which is not there",
            where=side.label,
            mend="fetch the package again; a file of it is missing",
        )
