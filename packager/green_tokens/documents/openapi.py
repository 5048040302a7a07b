"""openapi.json: the release tree as a static JSON API that only answers GET."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from packager.domain.release import Identity
from packager.green_tokens.documents.envelope import BOUNDARY, LICENSE, UNIT
from packager.green_tokens.documents.schemas import DIALECT, JsonSchema, without_address
from packager.green_tokens.documents.shapes import MODEL, MODEL_PATH

SERVER = "/api/v1"
JSON = "application/json"
CONTACT = {"name": "LeadGreen", "url": "https://leadgreen.ai/", "email": "hello@leadgreen.ai"}
INFO = {
    "title": "Green Tokens",
    "summary": "GPU energy per output token of large language models, as files.",
    "description": "A release of the data set as static documents; every path answers GET and asks"
    " for no key.",
    "contact": CONTACT,
    "license": {"name": LICENSE, "identifier": LICENSE},
}
TAGS = {
    "documents": "JSON documents, each with its own schema.",
    "tables": "The same rows as CSV and Parquet.",
    "schemas": "JSON Schemas of the documents.",
    "pages": "Texts, pictures and the descriptions that other tools read.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """One file of the tree, as the API serves it.

    Attributes:
        path: path within the tree.
        title: a few words.
        description: one sentence.
        media_type: media type of the answer.
        schema: name of the JSON Schema of its content; "" where it has none.
    """

    path: str
    title: str
    description: str
    media_type: str
    schema: str = ""


def openapi(
    files: Iterable[Served],
    *,
    slugs: Sequence[str],
    identity: Identity,
    sources: Sequence[str],
    schemas: Mapping[str, Mapping[str, object]],
) -> dict[str, object]:
    """The whole description; no reference leaves it.

    Args:
        files: n files of the tree, in the order of the paths. Those of single models become
            one path for all of them, at the place of the first.
        slugs: values that the path of a model takes.
        identity: version and date of the release.
        sources: ids in the ledger of sources.
        schemas: JSON Schemas by the names that the files use; each stands without `$ref`.
    """
    served = list(dict.fromkeys(_of_any_model(file) for file in files))
    return {
        "openapi": "3.1.0",
        "info": {**INFO, "version": identity.version},
        "jsonSchemaDialect": DIALECT,
        "servers": [{"url": SERVER, "description": "The newest release."}],
        "tags": _tags(served),
        "paths": dict(_paths(served, slugs)),
        "components": {
            "schemas": {name: without_address(schema) for name, schema in schemas.items()},
            "responses": {"NotFound": {"description": "The release has no such file."}},
        },
        "x-version": identity.version,
        "x-date": identity.date,
        "x-boundary": BOUNDARY,
        "x-unit": UNIT,
        "x-sources": list(sources),
        "x-license": LICENSE,
    }


def _of_any_model(file: Served) -> Served:
    if file.schema != MODEL.name:
        return file
    return Served(
        path=MODEL_PATH,
        title=MODEL.title,
        description=MODEL.description,
        media_type=file.media_type,
        schema=file.schema,
    )


def _tags(served: Iterable[Served]) -> list[JsonSchema]:
    used = {_tag(file) for file in served}
    return [{"name": name, "description": told} for name, told in TAGS.items() if name in used]


def _tag(file: Served) -> str:
    if file.path.startswith("schema/"):
        return "schemas"
    if file.media_type == JSON and file.schema:
        return "documents"
    return "tables" if file.path.endswith((".csv", ".parquet")) else "pages"


def _paths(served: Iterable[Served], slugs: Sequence[str]) -> Iterable[tuple[str, object]]:
    taken: set[str] = set()
    for file in served:
        operation = _operation(file, _operation_id(file.path, taken))
        item: dict[str, object] = {"get": operation}
        if file.path == MODEL_PATH:
            item = {"parameters": [_slug(slugs)], **item}
        yield f"/{file.path}", item


def _operation_id(path: str, taken: set[str]) -> str:
    """A name no other operation has; remembered in `taken`."""
    name = "get_" + re.sub(r"[^A-Za-z0-9]+", "_", path).strip("_")
    names = (name if at == 1 else f"{name}_{at}" for at in count(1))
    free = next(one for one in names if one not in taken)
    taken.add(free)
    return free


def _operation(file: Served, operation_id: str) -> JsonSchema:
    answer = {"description": file.description, "content": {file.media_type: _content(file)}}
    return {
        "operationId": operation_id,
        "summary": file.title,
        "description": file.description,
        "tags": [_tag(file)],
        "responses": {"200": answer, "404": {"$ref": "#/components/responses/NotFound"}},
    }


def _content(file: Served) -> JsonSchema:
    """What is known of the answer's body; nothing of one that is neither JSON nor text."""
    if file.schema:
        return {"schema": {"$ref": f"#/components/schemas/{file.schema}"}}
    if file.media_type.endswith("json"):
        return {"schema": {"type": "object"}}
    return {"schema": {"type": "string"}} if file.media_type.startswith("text/") else {}


def _slug(slugs: Sequence[str]) -> JsonSchema:
    return {
        "name": "slug",
        "in": "path",
        "required": True,
        "description": "Slug of a model, as in models.json.",
        "schema": {"type": "string", "enum": list(slugs)},
    }
