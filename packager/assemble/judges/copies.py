"""Every place that repeats the rows of a table, and what each says of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from packager.assemble.judges.cells import key_text, value_of
from packager.assemble.judges.evidence import Evidence
from packager.domain.package import Resource, Schema

COLUMNS, PACKAGE, RESOURCE, ROWS = "columns", "package", "resource", "rows"

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One row, wherever it stands.

    Attributes:
        path: file.
        at: row of the file's table or list, from one.
        member: member of a document that holds the row; "" in a table.
        cells: by column; numbers exact as the file tells them.
    """

    path: str
    at: int
    member: str
    cells: Mapping[str, object]

    def key(self, columns: Iterable[str]) -> Key:
        """Its cells in these columns, as text."""
        return tuple(key_text(self.cells.get(name)) for name in columns)

    def place(self, column: str) -> str:
        """A column as a finding names it."""
        beside = "" if self.member in {"", ROWS} else f"{self.member}."
        return f"{beside}{column}"


@dataclass(frozen=True, slots=True)
class Copy:
    """All rows of a table in one more form: one file, or many documents of one folder.

    Attributes:
        name: file, or folder of documents.
        lines: rows in the order of the files.
        whole: whether it is one file, which keeps the order of the table.
    """

    name: str
    lines: tuple[Line, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Family:
    """One table in all its forms; the first is the one that the others are compared with."""

    name: str
    schema: Schema
    copies: tuple[Copy, ...]
    others: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a document says of one of its members: these rows are described there."""

    path: str
    member: str
    resource: str


def families(evidence: Evidence) -> Iterator[Family]:
    """Each table of the package: CSV first, then Parquet, then documents."""
    tables: dict[str, list[Resource]] = {}
    for one in evidence.resources:
        if one.schema is not None:
            tables.setdefault(table_name(one.name), []).append(one)
    claims = list(all_claims(evidence))
    for name, resources in tables.items():
        copies = [copy for one in resources if (copy := table_copy(evidence, one))]
        names = {one.name for one in resources}
        own = [claim for claim in claims if claim.resource in names]
        beside = {(one.path, one.member) for one in own if is_beside(one, own)}
        copies += document_copies(evidence, [c for c in own if (c.path, c.member) not in beside])
        others = [line for path, member in sorted(beside) for line in rows(evidence, path, member)]
        schema = resources[0].schema
        if schema is not None:
            yield Family(name, schema, tuple(copies), tuple(others))


def table_name(resource: str) -> str:
    """Resources index and data/index are one table."""
    return resource.rpartition("/")[2]


def all_claims(evidence: Evidence) -> Iterator[Claim]:
    """What every document says of where its columns are described."""
    for path, document in evidence.documents().items():
        told = document.get(COLUMNS) if isinstance(document, dict) else None
        if not isinstance(told, dict):
            continue
        members = {ROWS: told} if RESOURCE in told else told
        for member, one in members.items():
            if isinstance(one, dict):
                yield Claim(path, member, str(one.get(RESOURCE)))


def is_beside(claim: Claim, claims: Sequence[Claim]) -> bool:
    """Whether a member only has the columns of a table, and another member has its rows.

    In one document, of several members that name one table, the one called like the table
    repeats it; the others hold further rows of the same kind.
    """
    same = [one for one in claims if (one.path, one.resource) == (claim.path, claim.resource)]
    repeats = any(one.member == table_name(claim.resource) for one in same)
    return len(same) > 1 and repeats and claim.member != table_name(claim.resource)


def table_copy(evidence: Evidence, resource: Resource) -> Copy | None:
    """A CSV or Parquet file; None if it cannot be read."""
    table = evidence.table(resource.path)
    if table is None or resource.schema is None:
        return None
    described = {column.name: column for column in resource.schema.fields}
    lines = []
    for at, row in enumerate(table.cells, 1):
        cells = dict(zip(table.columns, row, strict=False))
        if not table.kinds:
            cells = {
                name: value_of(described[name], str(cell)) if name in described else cell
                for name, cell in cells.items()
            }
        lines.append(Line(resource.path, at, "", cells))
    return Copy(resource.path, tuple(lines), whole=True)


def document_copies(evidence: Evidence, claims: Iterable[Claim]) -> Iterator[Copy]:
    """Documents at the top one by one, those of a folder together."""
    groups: dict[tuple[str, str], list[Claim]] = {}
    for claim in claims:
        folder = claim.path.rpartition("/")[0]
        groups.setdefault((f"{folder}/" if folder else claim.path, claim.member), []).append(claim)
    for (name, _), group in groups.items():
        lines = [line for one in group for line in rows(evidence, one.path, one.member)]
        yield Copy(name, tuple(lines), whole=not name.endswith("/"))


def rows(evidence: Evidence, path: str, member: str) -> Iterator[Line]:
    """Rows of a member; those that are no objects are the schema's matter."""
    document = evidence.document(path)
    found = document.get(member) if isinstance(document, dict) else None
    if isinstance(found, list):
        for at, row in enumerate(found, 1):
            if isinstance(row, dict):
                yield Line(path, at, member, row)
