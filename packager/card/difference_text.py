"""A difference on a terminal: read in ten seconds, with the way to the rest."""

from collections.abc import Iterator, Sequence

from packager.card.difference_summary import (
    Topic,
    counts,
    file_lines,
    key_text,
    notes,
    schema_line,
    topics,
    verdict,
)
from packager.card.plain_text import counted, shown
from packager.domain.difference import Difference

FIRST = 8
CELLS = 6
PATHS = 4
KEYS = 6


def difference_text(difference: Difference) -> Iterator[str]:
    """Lines about a difference."""
    yield f"{shown(difference.old)} → {shown(difference.new)}: {verdict(difference)}"
    found = topics(difference)
    if found:
        yield "\nRows"
        width = max(len(one.name) for one in found)
        yield from (f"  {shown(one.name):<{width}}  {row_line(one)}" for one in found)
    yield from listed("Schema", [schema_line(one) for one in difference.schema])
    moved = [f"{one.name}: {shown(one.old)} → {shown(one.new)}" for one in difference.moved_figures]
    yield from listed("Figures that moved", moved)
    yield from sole_lines(found)
    yield from cell_lines(found)
    members = [
        f"{shown(one.path)}: {shown(one.old)} → {shown(one.new)}" for one in difference.metadata
    ]
    yield from listed("Metadata", members)
    inside = [
        f"{document.path} {shown(one.path)}: {shown(one.old)} → {shown(one.new)}"
        for document in difference.documents
        for one in document.members
    ]
    yield from listed("Documents", inside)
    files = [f"{word}: {some(paths)}" for word, paths in file_lines(difference.files)]
    yield from listed("Files", files)
    yield from listed("Notes", list(notes(difference)))


def row_line(topic: Topic) -> str:
    """What happened to the rows of one table, and where else it shows."""
    also = f" (also in {some(topic.also)})" if topic.also else ""
    names = ", ".join(f"{old} is now {new}" for old, new in topic.table.renamed)
    return f"{counts(topic.table)}{also}{f'; {shown(names)}' if names else ''}"


def sole_lines(found: Sequence[Topic]) -> Iterator[str]:
    """The first rows of each table that one side alone has, by key."""
    for topic in found:
        table = topic.table
        if table.added or table.gone:
            by = f", by {shown(', '.join(table.key))}" if table.key else ""
            yield f"\nRows of {shown(topic.name)}{by}"
            for word, rows in (("added", table.added), ("gone", table.gone)):
                more = f"; and {len(rows) - KEYS:,} more" if len(rows) > KEYS else ""
                if rows:
                    keys = "; ".join(shown(key_text(row)) for row in rows[:KEYS])
                    yield f"  {word}: {keys}{more}"


def cell_lines(found: Sequence[Topic]) -> Iterator[str]:
    """The first changed cells of each table."""
    for topic in found:
        rows = topic.table.changed
        if rows:
            yield f"\nCells of {shown(topic.name)}, by {shown(', '.join(topic.table.key))}"
            for row in rows[:CELLS]:
                cells = [f"{one.column} {shown(one.old)} → {shown(one.new)}" for one in row.cells]
                more = f", and {len(cells) - PATHS} more" if len(cells) > PATHS else ""
                yield f"  {key_text(row)}: {'; '.join(map(shown_line, cells[:PATHS]))}{more}"
            if len(rows) > CELLS:
                yield f"  … and {counted(len(rows) - CELLS, 'row')} more"


def shown_line(text: str) -> str:
    """Text of a line, whole, with nothing in it that moves a cursor."""
    return shown(text, longest=200)


def listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    """A heading with the first lines under it, and how many there are."""
    if lines:
        yield f"\n{title}"
        yield from (f"  {shown_line(line)}" for line in lines[:FIRST])
        if len(lines) > FIRST:
            yield f"  … and {len(lines) - FIRST} more"


def some(paths: Sequence[str]) -> str:
    """The first paths, and how many more."""
    more = f" and {len(paths) - PATHS} more" if len(paths) > PATHS else ""
    return ", ".join(map(shown, paths[:PATHS])) + more
