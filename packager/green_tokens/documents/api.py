"""The static API of a release: its schemas, and openapi.json over every file."""

from collections.abc import Iterator, Sequence

from packager.domain.plot import Plot
from packager.domain.recipe import Document, Material
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.documents.openapi import JSON, Served, openapi
from packager.green_tokens.documents.schemas import schemas
from packager.green_tokens.documents.shapes import MODEL, SHAPES
from packager.green_tokens.plots.card import card_plots

TITLE = "The release as a static JSON API"
ABOUT = "OpenAPI: every file, its media type and its schema."
LINKED = "application/ld+json"
MEDIA_TYPES = {"csv": "text/csv", "json": JSON, "parquet": "application/vnd.apache.parquet"}
PAGES = tuple(
    Served(path=path, title=title, description=told, media_type=kind, schema=schema)
    for path, title, told, kind, schema in (
        ("README.md", "The dataset card", "What the release holds.", "text/markdown", ""),
        ("NOTICE.md", "Provenance and terms", "Each source, its terms.", "text/markdown", ""),
        ("description.html", "Short description", "For the record's page.", "text/html", ""),
        ("CITATION.cff", "Citation file", "How to cite this version.", "application/yaml", ""),
        ("figures.json", "Every printed number", "Value, sources and rule.", JSON, "figures"),
        ("datapackage.json", "Data package", "Size, digest and columns of all.", JSON, ""),
        ("croissant.json", "Croissant", "Tables for machine learning tools.", LINKED, ""),
        ("ro-crate-metadata.json", "RO-Crate", "Every file, for archives.", LINKED, ""),
        ("datacite.json", "DataCite", "The metadata of the DOI.", JSON, ""),
        ("SHA256SUMS", "Digests", "As sha256sum checks them.", "text/plain", ""),
    )
)


def openapi_document(material: Material, documents: Sequence[Document]) -> Document:
    """openapi.json, about every other document and the pages."""
    ids = tuple(one.id for one in material.sources)
    itself = Served(path="openapi.json", title=TITLE, description=ABOUT, media_type=JSON)
    content = openapi(
        (*map(served, documents), itself, *PAGES, *pictures(material)),
        slugs=[model.slug for model in index_of(material).models],
        identity=material.identity,
        sources=ids,
        schemas=schemas(),
    )
    return Document("openapi.json", TITLE, ABOUT, content, sources=ids)


def pictures(material: Material) -> Iterator[Served]:
    """The plots that these data make."""
    for plot in card_plots(index_of(material), material.identity):
        if isinstance(plot, Plot):
            for suffix, kind in (("svg", "image/svg+xml"), ("png", "image/png")):
                yield Served(
                    path=f"plots/{plot.name}.{suffix}",
                    title=plot.title,
                    description="A plot of the card.",
                    media_type=kind,
                )


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
