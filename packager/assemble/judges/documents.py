"""Judge of documents: every JSON file meets its schema and is written in the one way."""

import re
from collections.abc import Iterator, Mapping

from packager.assemble.canonical import json_bytes
from packager.assemble.json_schema import meta_faults, validator
from packager.assemble.judges.evidence import REBUILD, Evidence
from packager.domain.errors import PackagerError
from packager.domain.finding import Finding

API = "openapi.json"
FOLDER, ENDING = "schema/", ".schema.json"
ADDRESS = frozenset({"$schema", "$id"})
PLACE = re.compile(r"\$\.(\w+)\[(\d+)\](?:\.(\w+))?.*?: (.*)", re.DOTALL)
MEND = "build the tree again; if it stays so, the document and its schema disagree"


def judge(evidence: Evidence) -> Iterator[Finding]:
    """Broken JSON, bytes that are not canonical, broken schemas, documents that break theirs."""
    documents = evidence.documents()
    for path, document in documents.items():
        yield from canonical(path, evidence.content(path) or b"", document)
    schemas = {
        path.removeprefix(FOLDER).removesuffix(ENDING): document
        for path, document in documents.items()
        if path.startswith(FOLDER) and path.endswith(ENDING)
    }
    for name, schema in schemas.items():
        yield from schema_faults(f"{FOLDER}{name}{ENDING}", schema)
    yield from served_schemas(documents.get(API), schemas)
    judges = {
        name: validator(schema)
        for name, schema in schemas.items()
        if isinstance(schema, dict) and not meta_faults(schema)
    }
    for path, name in schema_names(documents).items():
        if name not in schemas:
            yield found(path, f"has no schema {FOLDER}{name}{ENDING}")
        elif name in judges:
            for fault in judges[name](documents[path]):
                evidence.unfit.add(path)
                yield placed(path, fault)


def schema_names(documents: Mapping[str, object]) -> dict[str, str]:
    """Which schema each document has to meet, by path.

    A document at the top meets the schema of its own name; one in a folder, one of many alike,
    meets the schema that the folder is the plural of.
    """
    names = {}
    for path, document in documents.items():
        folder, _, name = path.rpartition("/")
        if f"{folder}/" != FOLDER and isinstance(document, dict) and "columns" in document:
            names[path] = folder.removesuffix("s") if folder else name.removesuffix(".json")
    return names


def canonical(path: str, content: bytes, document: object) -> Iterator[Finding]:
    """The first line that is not written as we write it, with the row it is in."""
    try:
        wanted = json_bytes(document)
    except PackagerError as error:
        yield found(path, error.what)
        return
    if wanted == content:
        return
    ours, theirs = wanted.split(b"\n"), content.split(b"\n")
    at = next(
        (n for n, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b),
        min(len(ours), len(theirs)) - 1,
    )
    line = theirs[at].decode(errors="replace").strip()[:60]
    what = f"line {at + 1} is not in the one form we write: {line!r}"
    yield found(path, what, row=row_of(theirs[:at]))


def row_of(before: list[bytes]) -> int | None:
    """The row of a member that a line lies in, counted in the lines before it."""
    rows = 0
    for line in reversed(before):
        if line.rstrip() == b"    {":
            rows += 1
        elif line.startswith((b'  "', b"  ]")):
            break
    return rows or None


def schema_faults(path: str, schema: object) -> Iterator[Finding]:
    """Why a schema is not valid, or cannot stand alone."""
    if not isinstance(schema, dict):
        yield found(path, "no JSON object")
        return
    yield from (found(path, fault) for fault in meta_faults(schema))


def served_schemas(api: object, schemas: Mapping[str, object]) -> Iterator[Finding]:
    """Schemas that the API's description repeats otherwise than their files say."""
    components = api.get("components") if isinstance(api, dict) else None
    repeated = components.get("schemas") if isinstance(components, dict) else None
    if not isinstance(repeated, dict):
        return
    for name in sorted(repeated.keys() | schemas.keys()):
        schema = schemas.get(name)
        bare = (
            {key: value for key, value in schema.items() if key not in ADDRESS}
            if isinstance(schema, dict)
            else schema
        )
        if repeated.get(name) != bare:
            what = f"is not the schema {name} that {API} repeats"
            yield found(f"{FOLDER}{name}{ENDING}", what)


def placed(path: str, fault: str) -> Finding:
    """A validator's fault at the row it names."""
    match = PLACE.fullmatch(fault)
    if match is None:
        return found(path, fault)
    member, at, column, what = match.groups()
    name = column or ""
    column = name if member == "rows" else f"{member}.{name}".rstrip(".")
    return found(path, what, row=int(at) + 1, column=column)


def found(path: str, what: str, *, row: int | None = None, column: str = "") -> Finding:
    """A finding of this judge."""
    mend = MEND if column else REBUILD
    return Finding(judge="documents", path=path, row=row, column=column, what=what, mend=mend)
