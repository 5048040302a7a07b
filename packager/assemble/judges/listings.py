"""Judge of listings: the manifest, the change record, and what is told of columns twice."""

from collections.abc import Iterator, Mapping

from packager.assemble.judges.copies import ROWS, all_claims
from packager.assemble.judges.documents import ENDING, FOLDER, schema_names
from packager.assemble.judges.evidence import PACKAGE, REBUILD, Evidence
from packager.domain.finding import Finding
from packager.domain.package import Field, Resource

MANIFEST = "manifest.json"


def judge(evidence: Evidence) -> Iterator[Finding]:
    """Documents listed otherwise than they are, sources that no ledger has, columns retold."""
    manifest = evidence.document(MANIFEST)
    if isinstance(manifest, dict):
        yield from documents(evidence, manifest)
        yield from sources(evidence, manifest)
    elif evidence.resources:
        yield found(MANIFEST, "is not there or cannot be read")
    yield from retold(evidence)


def documents(evidence: Evidence, manifest: Mapping[str, object]) -> Iterator[Finding]:
    """The manifest's list against the package: all but itself and what it is repeated by."""
    by_path = {one.path: one for one in evidence.resources}
    itself = {MANIFEST} | {
        resource.path
        for claim in all_claims(evidence)
        if claim.path == MANIFEST and (resource := evidence.by_name.get(claim.resource))
    }
    expected = [path for path in by_path if path not in itself]
    rows = list_of(manifest, "documents")
    paths = [str(row.get("path")) for row in rows]
    for at, (path, row) in enumerate(zip(paths, rows, strict=True), 1):
        resource = by_path.get(path)
        if resource is None or paths.index(path) < at - 1:
            yield found(MANIFEST, f"{path} is no document of {PACKAGE}, or is there twice", at)
        else:
            yield from listed(evidence, at, row, resource)
    for path in expected:
        if path not in paths:
            yield found(MANIFEST, f"does not list {path}")
    if set(paths) == set(expected) and paths != expected:
        yield found(MANIFEST, f"lists documents in another order than {PACKAGE}")


def listed(
    evidence: Evidence, at: int, row: Mapping[str, object], resource: Resource
) -> Iterator[Finding]:
    """One row of the list against its document."""
    told = {
        "title": resource.title,
        "description": resource.description,
        "sources": list(resource.sources),
    }
    for name, value in told.items():
        if row.get(name) != value:
            what = f"{row.get(name)!r}, where {PACKAGE} says {value!r}"
            yield found(MANIFEST, what, at, f"documents.{name}")
    counts = lengths(evidence, resource)
    if counts is not None and row.get("rows") not in counts:
        has = " or ".join(map(str, counts)) if counts != [None] else "no rows"
        what = f"{row.get('rows')} rows, where {resource.path} has {has}"
        yield found(MANIFEST, what, at, "documents.rows")


def lengths(evidence: Evidence, resource: Resource) -> list[int | None] | None:
    """How many rows a document has; one number a member. None if it cannot be read."""
    if resource.schema is not None:
        table = evidence.table(resource.path)
        return None if table is None else [len(table.cells)]
    document = evidence.document(resource.path)
    if not isinstance(document, dict):
        return None
    members = [claim.member for claim in all_claims(evidence) if claim.path == resource.path]
    if not members and isinstance(document.get(ROWS), list):
        members = [ROWS]
    return [len(list_of(document, member)) for member in members] or [None]


def sources(evidence: Evidence, manifest: Mapping[str, object]) -> Iterator[Finding]:
    """Ids of sources that the ledger in the manifest does not have."""
    known = [row.get("id") for row in list_of(manifest, "source_ledger")]
    for path, document in evidence.documents().items():
        if not isinstance(document, dict) or "columns" not in document:
            continue
        ids = document.get("sources")
        for one in ids if isinstance(ids, list) else ():
            if one not in known:
                yield found(path, f"{one!r} is no source of {MANIFEST}", None, "sources")
    for resource in evidence.resources:
        for one in resource.sources:
            if one not in known:
                what = f"{one!r} of {resource.name} is no source of {MANIFEST}"
                yield found(PACKAGE, what, None, "sourceIds")


def retold(evidence: Evidence) -> Iterator[Finding]:
    """Columns whose description or unit in a JSON Schema is not that of the package."""
    names = schema_names(evidence.documents())
    told: set[tuple[str, str]] = set()
    for claim in all_claims(evidence):
        path = f"{FOLDER}{names.get(claim.path)}{ENDING}"
        resource = evidence.by_name.get(claim.resource)
        if resource is None:
            what = f"{claim.resource!r} is no resource of {PACKAGE}"
            yield found(claim.path, what, None, "columns")
        elif resource.schema is not None and (path, claim.member) not in told:
            told.add((path, claim.member))
            row = row_schema(evidence.document(path), claim.member)
            for column in resource.schema.fields if row else ():
                if description(row, column.name) != described(column):
                    what = f"is not described as in {PACKAGE}, {resource.name}"
                    yield found(path, what, None, f"{claim.member}.{column.name}")


def row_schema(schema: object, member: str) -> Mapping[str, object]:
    """Properties of a row of a member, as a document's schema has them; none if it has not."""
    found_in = schema
    for step in ("properties", member, "items", "properties"):
        found_in = found_in.get(step) if isinstance(found_in, dict) else None
    return found_in if isinstance(found_in, dict) else {}


def description(row: Mapping[str, object], column: str) -> object:
    """What a row's schema says of a column."""
    told = row.get(column)
    return told.get("description") if isinstance(told, dict) else None


def described(column: Field) -> str:
    """What a JSON Schema says of a column: its sentence, and its unit behind."""
    sentence = column.description.rstrip(".") + "."
    return f"{sentence} Unit: {column.unit}." if column.unit else sentence


def list_of(document: Mapping[str, object], member: str) -> list[Mapping[str, object]]:
    """A member that is a list of objects."""
    value = document.get(member)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def found(path: str, what: str, row: int | None = None, column: str = "") -> Finding:
    """A finding of this judge."""
    return Finding(judge="listings", path=path, row=row, column=column, what=what, mend=REBUILD)
