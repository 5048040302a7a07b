"""Documents about the documents: changes, and the manifest of sources and documents."""

from collections.abc import Mapping, Sequence

from packager.domain.change import Change
from packager.domain.recipe import Document, Material
from packager.domain.snapshot import Source
from packager.green_tokens.data_tables import changes_table, sources_table
from packager.green_tokens.documents.envelope import envelope


def change_documents(material: Material) -> tuple[Document, ...]:
    """The change record for people and as a table."""
    table = changes_table(material.changes)
    content = envelope(
        material.identity,
        {"rows": [change_row(one) for one in material.changes]},
        sources=(),
        fields="data/changes",
    )
    title = "What changed in each release, and why"
    return (
        Document("changes.json", title, "Newest first.", content, table),
        Document("data/changes.parquet", title, "The rows as one typed table.", table, table),
    )


def change_row(one: Change) -> dict[str, object]:
    """One entry of changes.json."""
    return {
        "date": one.date,
        "version": one.version,
        "kind": one.kind,
        "summary": one.summary,
        "documents": list(one.documents),
        "reason": one.reason,
        "source_version": one.source_version,
        "figures": list(one.figures),
    }


def manifest_documents(material: Material, documents: Sequence[Document]) -> tuple[Document, ...]:
    """Sources with their terms, and every document; the sources as a table beside it."""
    table = sources_table(material.sources)
    members = {
        "doi": material.identity.doi or None,
        "concept_doi": material.identity.concept_doi or None,
        "source_ledger": [source_row(one) for one in material.sources],
        "documents": [document_row(one) for one in documents],
    }
    ids = tuple(one.id for one in material.sources)
    content = envelope(
        material.identity, members, sources=ids, fields={"source_ledger": "data/sources"}
    )
    title = "Sources, their terms, and the documents of this release"
    return (
        Document("manifest.json", title, "What the API holds.", content, table, ids),
        Document("data/sources.parquet", title, "The sources as one table.", table, table, ids),
    )


def source_row(one: Source) -> dict[str, object]:
    """One source as the manifest says it."""
    return {
        "id": one.id,
        "title": one.title,
        "publisher": one.publisher,
        "version": one.version,
        "vintage": one.vintage,
        "retrieved": one.retrieved,
        "rights": one.rights,
        "citation": one.citation,
        "url": one.url,
        "redistributed": one.redistributed,
        "partial": one.partial,
        "inferred": list(one.inferred),
        "unverified": list(one.unverified),
    }


def document_row(one: Document) -> Mapping[str, object]:
    """One document as the manifest says it."""
    return {
        "path": one.path,
        "title": one.title,
        "description": one.description,
        "rows": len(one.table.rows) if one.table else None,
        "sources": list(one.sources),
    }


def figures_document(material: Material, rows: Sequence[Mapping[str, object]]) -> Document:
    """Every printed number with its exact value, its sources and its rule."""
    content = envelope(
        material.identity,
        {"figures": list(rows)},
        sources=tuple(one.id for one in material.sources),
        fields={},
        unit="told with each figure",
    )
    title = "Every printed number, exact"
    return Document("figures.json", title, "The card can be checked by it.", content)
