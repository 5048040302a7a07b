"""A difference for a pull request: tables in Markdown, bounded, and what was left out is said."""

import re
from collections.abc import Iterable, Iterator, Sequence

from packager.card.difference_summary import (
    Topic,
    counts,
    file_lines,
    key_text,
    notes,
    topics,
    verdict,
)
from packager.card.markdown import markdown_text
from packager.card.plain_text import counted, shown
from packager.domain.difference import ChangedRow, Difference, SoleRow, TableDifference

LONGEST = 30_000
"""Characters; half of what a comment on a pull request may have."""
ROWS, LINES, PATHS = 20, 40, 4
NUMBER_SIGN = re.compile(r"(?<!\\)#")
Cells = Sequence[str]


def difference_markdown(difference: Difference) -> str:
    """The whole report, sections that no longer fit left out by name."""
    title = f"{words(difference.old)} → {words(difference.new)}: {verdict(difference)}"
    text, left_out = f"## {title}\n", []
    for name, section in sections(difference):
        if len(text) + len(section) > LONGEST:
            left_out.append(name)
        else:
            text += f"\n### {name}\n\n{section}\n"
    if left_out:
        text += f"\nLeft out, because it is too long for here: {', '.join(left_out)}.\n"
        text += "`packager diff OLD NEW --json` has all of it.\n"
    return text


def sections(difference: Difference) -> Iterator[tuple[str, str]]:
    """Headings and what stands under them, what matters most first."""
    found = topics(difference)
    yield from section("Rows", ("Table", "Rows", "Also in"), [row_cells(one) for one in found])
    yield from section(
        "Schema",
        ("Change", "Resource", "Column", "Old", "New", "Breaking"),
        [
            (one.kind, one.resource, one.column, one.old, one.new, yes(one.is_breaking))
            for one in difference.schema
        ],
    )
    yield from section(
        "Figures that moved",
        ("Figure", "Old", "New"),
        [(one.name, shown(one.old), shown(one.new)) for one in difference.moved_figures],
    )
    for one in found:
        yield from sole_rows(f"Rows of {words(one.name)}", one.table)
        title, rows = f"Cells of {words(one.name)}", one.table.changed
        yield from section(
            title, ("Row", "Column", "Old", "New"), list(cells(rows[:ROWS])), len(rows) - ROWS
        )
    yield from section(
        "Metadata",
        ("Member", "Old", "New"),
        [(one.path, shown(one.old), shown(one.new)) for one in difference.metadata],
    )
    files = [(word, paths_text(paths)) for word, paths in file_lines(difference.files)]
    yield from section("Files", ("What", "Paths"), files)
    yield from section("Notes", ("Note",), [(one,) for one in notes(difference)])


def row_cells(topic: Topic) -> Cells:
    """What happened to the rows of one table."""
    return topic.name, counts(topic.table), paths_text(topic.also)


def paths_text(paths: Sequence[str]) -> str:
    """The first paths, and how many more there are."""
    more = f" and {len(paths) - PATHS} more" if len(paths) > PATHS else ""
    return ", ".join(paths[:PATHS]) + more


def sole_rows(title: str, table: TableDifference) -> Iterator[tuple[str, str]]:
    """The first rows that one side alone has."""
    for word, rows, columns in (
        ("added", table.added, table.new_columns),
        ("gone", table.gone, table.old_columns),
    ):
        lines = [(key_text(row), values_text(row, columns, table.key)) for row in rows[:ROWS]]
        yield from section(f"{title}, {word}", ("Row", "Cells"), lines, len(rows) - ROWS)


def values_text(row: SoleRow, columns: Cells, key: Cells) -> str:
    """The cells of a row beside its key; none where the whole row is the key."""
    told = zip(columns, row.values, strict=True) if key else ()
    return ", ".join(f"{name} {shown(value)}" for name, value in told if name not in key)


def cells(rows: Iterable[ChangedRow]) -> Iterator[Cells]:
    """Changed cells of rows."""
    for row in rows:
        for one in row.cells:
            yield key_text(row), one.column, shown(one.old), shown(one.new)


def section(
    name: str, columns: Cells, rows: Sequence[Cells], left_out: int = 0
) -> Iterator[tuple[str, str]]:
    """A table, if it has a row; at most so many lines of it, and what was left out is counted.

    Args:
        name: its heading.
        columns: headings of the columns.
        rows: its lines.
        left_out: rows of the data that are not among the lines.
    """
    if not rows:
        return
    lines = [line(columns), line(["---"] * len(columns), raw=True)]
    lines += [line(row) for row in rows[:LINES]]
    more = [counted(len(rows) - LINES, "more line")] if len(rows) > LINES else []
    more += [counted(left_out, "more row")] if left_out > 0 else []
    lines += [f"\n{' and '.join(more)} left out here; `--json` has them"] * bool(more)
    yield name, "\n".join(lines)


def line(cells_of_row: Cells, *, raw: bool = False) -> str:
    """One line of a table."""
    return "| " + " | ".join(one if raw else words(one) for one in cells_of_row) + " |"


def words(text: str) -> str:
    """Text that is nothing but text in a pull request: no mention and no number of another."""
    clean = markdown_text(shown(text, longest=200)) if text else ""
    return NUMBER_SIGN.sub(r"\\#", clean).replace("@", "&#64;")


def yes(truth: bool) -> str:  # noqa: FBT001 - the one thing it is asked
    """A truth in words."""
    return "yes" if truth else "no"
