"""The figures of every page of a release: computed here, printed by templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from packager.card.figure_table import FigureTable
from packager.domain.numbers import quotient
from packager.domain.recipe import Document, Material
from packager.domain.snapshot import Source
from packager.domain.values import Figure, count
from packager.green_tokens.documents.data import SELECTION, index_of
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration


@dataclass(frozen=True, slots=True)
class ReadmeFigures:
    """What the card prints."""

    version: str
    date: str
    doi: str
    concept_doi: str
    rows: Figure
    models: Figure
    configurations: Figure
    areas: Figure
    grid_year: str
    lowest: Figure
    lowest_row: str
    highest: Figure
    highest_row: str
    span: Figure
    selection: str
    deadline: Figure
    omitted: Figure
    files: FigureTable
    sources: FigureTable


@dataclass(frozen=True, slots=True)
class NoticeFigures:
    """What NOTICE.md prints."""

    version: str
    sources: str


def page_figures(material: Material, documents: Sequence[Document]) -> Mapping[str, object]:
    """The figures of each page, by the name of its template."""
    return {
        "README.md.j2": readme_figures(material, documents),
        "NOTICE.md.j2": NoticeFigures(
            version=material.identity.version,
            sources="\n\n".join(notice(source) for source in material.sources),
        ),
    }


def readme_figures(material: Material, documents: Sequence[Document]) -> ReadmeFigures:
    """Counts, range and span, from exact values."""
    index, identity = index_of(material), material.identity
    low, high = index.rows[0], index.rows[-1]
    return ReadmeFigures(
        version=identity.version,
        date=identity.date,
        doi=identity.doi,
        concept_doi=identity.concept_doi,
        rows=count(len(index.rows)),
        models=count(len(index.models)),
        configurations=count(len(index.configurations)),
        areas=count(len(index.areas)),
        grid_year=str(index.settings.grid_year),
        lowest=energy(low, index),
        lowest_row=f"{low.model} on {low.gpu}",
        highest=energy(high, index),
        highest_row=f"{high.model} on {high.gpu}",
        span=Figure(
            quotient(high.wh_per_million_output_tokens, low.wh_per_million_output_tokens),
            unit="x",
            places=0,
            source="derived",
        ),
        selection=SELECTION,
        deadline=Figure(index.deadline_ms, unit=" ms", places=0, source="settings", trim=True),
        omitted=count(len(index.omitted)),
        files=files_table(documents),
        sources=sources_table(material.sources),
    )


def energy(row: Configuration, index: Index) -> Figure:
    """Energy of an index row, one decimal on a page."""
    (source,) = index.source_ids["ml-energy"]
    return Figure(row.wh_per_million_output_tokens, unit=" Wh/M", places=1, source=source)


def files_table(documents: Sequence[Document]) -> FigureTable:
    """Every document once; the documents of single models together."""
    single = [one for one in documents if not one.path.startswith("models/")]
    several = [one for one in documents if one.path.startswith("models/")]
    rows: list[tuple[str | Figure, ...]] = [
        (f"`{one.path}`", one.title, rows_of(one)) for one in single if one.table is not None
    ]
    total = sum(len(one.table.rows) for one in several if one.table is not None)
    rows.append(("`models/<slug>.json`", "One document a model", count(total)))
    return FigureTable(("File", "What is in it", "Rows"), tuple(rows))


def rows_of(document: Document) -> Figure:
    """Rows of a document."""
    return count(len(document.table.rows) if document.table else 0)


def sources_table(sources: Sequence[Source]) -> FigureTable:
    """Sources with their terms."""
    rows = tuple(
        (
            f"[{source.title}]({source.url})",
            source.publisher,
            source.version,
            source.retrieved,
            source.rights,
            "rows in this release" if source.redistributed else "cited only",
        )
        for source in sources
    )
    return FigureTable(("Source", "Publisher", "Version", "Retrieved", "Terms", "Use"), rows)


def notice(source: Source) -> str:
    """One source in NOTICE.md, with all that is inferred or unverified."""
    lines = [
        f"## {source.title}",
        "",
        f"- Publisher: {source.publisher}",
        f"- Version: {source.version} (pinned here as {source.vintage})",
        f"- Retrieved: {source.retrieved}",
        f"- Address: {source.url}",
        f"- Terms: {source.rights}",
        f"- Cite as: {source.citation}",
        f"- Use: {'rows of it are in this release' if source.redistributed else 'cited only'}",
        *(f"- Inferred: {statement}" for statement in source.inferred),
        *(f"- Unverified: {statement}" for statement in source.unverified),
    ]
    return "\n".join(lines)
