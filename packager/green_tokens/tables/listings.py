"""What is in a release, and what it is made from: files, sources, notices."""

from collections.abc import Sequence

from packager.card.figure_table import FigureTable, Printable
from packager.card.markdown import Markdown, address, link, markdown_text
from packager.domain.recipe import Document
from packager.domain.snapshot import Source
from packager.domain.values import Figure, count

MODELS = "models/"
ROWS = "rows of the document"


def files_table(documents: Sequence[Document]) -> FigureTable:
    """Every document with rows, once; the documents of single models together."""
    single = [one for one in documents if one.table and not one.path.startswith(MODELS)]
    several = [one for one in documents if one.table and one.path.startswith(MODELS)]
    total = sum(len(one.table.rows) for one in several if one.table)
    rows: list[tuple[Printable, ...]] = [
        *((Markdown(f"`{one.path}`"), one.title, rows_of(one)) for one in single),
        (
            Markdown("`models/<slug>.json`"),
            "One document for each model: its index rows and every configuration",
            count(total, ROWS),
        ),
    ]
    keys = (*(one.path for one in single), MODELS)
    return FigureTable(("File", "What is in it", "Rows"), keys, tuple(rows))


def rows_of(document: Document) -> Figure:
    """Rows of a document."""
    return count(len(document.table.rows) if document.table else 0, ROWS)


def sources_table(sources: Sequence[Source]) -> FigureTable:
    """Sources with their terms."""
    rows = tuple(
        (
            link(source.title, source.url),
            source.publisher,
            source.version,
            source.retrieved,
            source.rights,
            "rows in this release" if source.redistributed else "cited only",
        )
        for source in sources
    )
    columns = ("Source", "Publisher", "Version", "Retrieved", "Terms", "Use")
    return FigureTable(columns, tuple(source.id for source in sources), rows)


def notice(source: Source) -> str:
    """One source in NOTICE.md, with all that is inferred or unverified."""
    lines = [
        f"## {markdown_text(source.title)}",
        "",
        f"- Publisher: {markdown_text(source.publisher)}",
        f"- Version: {markdown_text(source.version)} (pinned here as {source.vintage})",
        f"- Retrieved: {source.retrieved}",
        f"- Address: {address(source.url)}",
        f"- Terms: {markdown_text(source.rights)}",
        f"- Cite as: {markdown_text(source.citation)}",
        f"- Use: {'rows of it are in this release' if source.redistributed else 'cited only'}",
        *(["- Partial: rows that the publisher has are missing here"] if source.partial else []),
        *(f"- Inferred: {markdown_text(statement)}" for statement in source.inferred),
        *(f"- Unverified: {markdown_text(statement)}" for statement in source.unverified),
    ]
    return "\n".join(lines)
