"""A difference as one page that needs nothing else: no network, no script to be read."""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources

from packager.card.difference_summary import (
    Topic,
    counts,
    file_lines,
    key_text,
    notes,
    topics,
    verdict,
)
from packager.card.plain_text import counted, visible
from packager.card.prose import render_page
from packager.domain.difference import Difference, SoleRow, TableDifference, Text

MOST_ROWS = 2000
TEMPLATE, SCRIPT = "difference.html.j2", "difference.js"
Row = tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and a table under it."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[Row]
    note: str = ""


def difference_html(difference: Difference) -> str:
    """The page; of a table with very many rows it shows the first 2,000 and says so."""
    script = packaged(SCRIPT)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return render_page(
        packaged(TEMPLATE),
        {
            "title": visible(f"{difference.old} → {difference.new}"),
            "verdict": verdict(difference),
            "sections": [cleaned(one) for one in sections(difference) if one.rows],
            "script": script,
            "script_digest": digest,
        },
    )


def cleaned(section: Section) -> Section:
    """The section with every sign in it visible; nothing turns the direction of a line."""
    return Section(
        visible(section.title),
        tuple(map(visible, section.columns)),
        [tuple(cell and visible(cell, kept="\n") for cell in row) for row in section.rows],
        section.note,
    )


def packaged(name: str) -> str:
    """A text that comes with this package."""
    return resources.files("packager.card").joinpath(name).read_text(encoding="utf-8")


def sections(difference: Difference) -> Iterator[Section]:
    """The tables of the page, what matters most first."""
    found = topics(difference)
    yield Section("Rows", ("Table", "Rows", "Also in"), [summed(one) for one in found])
    yield Section(
        "Schema",
        ("Change", "Resource", "Column", "Old", "New", "Breaking"),
        [
            (one.kind, one.resource, one.column, one.old, one.new, "yes" * one.is_breaking)
            for one in difference.schema
        ],
    )
    yield Section(
        "Figures that moved",
        ("Figure", "Old", "New"),
        [(one.name, one.old, one.new) for one in difference.moved_figures],
    )
    for one in found:
        yield from of_table(one.name, one.table)
    yield Section(
        "Metadata",
        ("Member", "Old", "New"),
        [(one.path, one.old, one.new) for one in difference.metadata],
    )
    yield Section(
        "Documents",
        ("Document", "Member", "Old", "New"),
        [
            (it.path, one.path, one.old, one.new)
            for it in difference.documents
            for one in it.members
        ],
    )
    files = [(word, path) for word, paths in file_lines(difference.files) for path in paths]
    yield Section("Files", ("What", "Path"), files)
    yield Section("Notes", ("Note",), [(one,) for one in notes(difference)])


def summed(topic: Topic) -> Row:
    """What happened to the rows of one table."""
    return topic.name, counts(topic.table), "\n".join(topic.also)


def of_table(name: str, table: TableDifference) -> Iterator[Section]:
    """Changed cells of a table, then the rows that one side alone has."""
    rows = table.changed[:MOST_ROWS]
    yield Section(
        f"Cells of {name}, changed",
        (", ".join(table.key), "Column", "Old", "New"),
        [(key_text(row), one.column, one.old, one.new) for row in rows for one in row.cells],
        note=cut(len(table.changed)),
    )
    yield of_side(f"Rows of {name}, added", table.new_columns, table.added)
    yield of_side(f"Rows of {name}, gone", table.old_columns, table.gone)


def of_side(title: str, columns: tuple[str, ...], rows: Sequence[SoleRow]) -> Section:
    """Rows of one side alone."""
    shown = [row.values for row in rows[:MOST_ROWS]]
    return Section(title, columns, shown, note=cut(len(rows)))


def cut(count: int) -> str:
    """What is said of rows that are not shown."""
    left = count - MOST_ROWS
    return f"{counted(left, 'row')} more; the JSON report has them all" if left > 0 else ""
