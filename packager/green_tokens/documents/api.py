"""The static API of a release: its schemas, and openapi.json over every file."""

from collections.abc import Sequence

from packager.domain.recipe import Document, Material
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.documents.openapi import JSON, Served, openapi
from packager.green_tokens.documents.schemas import schemas
from packager.green_tokens.documents.shapes import MODEL, SHAPES

TITLE = "The release as a static JSON API"
ABOUT = "OpenAPI: every file, its media type and its schema."
MEDIA_TYPES = {"csv": "text/csv", "json": JSON, "parquet": "application/vnd.apache.parquet"}
PAGES = (
    Served(
        path="README.md",
        title="The dataset card",
        description="What the release holds and how to read it.",
        media_type="text/markdown",
    ),
    Served(
        path="NOTICE.md",
        title="Provenance and terms",
        description="Each source with its terms, and what is inferred or unverified.",
        media_type="text/markdown",
    ),
    Served(
        path="CITATION.cff",
        title="Citation file",
        description="How to cite this version, in the Citation File Format.",
        media_type="application/yaml",
    ),
    Served(
        path="figures.json",
        title="Every printed number, exact",
        description="Numbers of card and pictures with value, sources and rule.",
        media_type=JSON,
        schema="figures",
    ),
    Served(
        path="datapackage.json",
        title="Data package",
        description="Every document with its size, digest and columns.",
        media_type=JSON,
    ),
    Served(
        path="SHA256SUMS",
        title="Digests",
        description="A digest of every file, as sha256sum checks them.",
        media_type="text/plain",
    ),
)


def openapi_document(material: Material, documents: Sequence[Document]) -> Document:
    """openapi.json, about every other document and the pages."""
    ids = tuple(one.id for one in material.sources)
    itself = Served(path="openapi.json", title=TITLE, description=ABOUT, media_type=JSON)
    content = openapi(
        (*map(served, documents), itself, *PAGES),
        slugs=[model.slug for model in index_of(material).models],
        identity=material.identity,
        sources=ids,
        schemas=schemas(),
    )
    return Document("openapi.json", TITLE, ABOUT, content, sources=ids)


def served(document: Document) -> Served:
    """A document as the API serves it."""
    suffix = document.path.rpartition(".")[2]
    return Served(
        path=document.path,
        title=document.title,
        description=document.description,
        media_type=MEDIA_TYPES[suffix],
        schema=schema_of(document.path),
    )


def schema_of(path: str) -> str:
    """Name of the schema a document meets; "" for a table, or a schema itself."""
    folder, _, name = path.rpartition("/")
    if folder == "models" and name.endswith(".json"):
        return MODEL.name
    stem = name.removesuffix(".json")
    return stem if not folder and stem in {shape.name for shape in SHAPES} else ""
