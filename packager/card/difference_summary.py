"""A difference as people think of it: one table once, however many files repeat it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packager.card.plain_text import counted, shown
from packager.domain.difference import (
    ChangedRow,
    Difference,
    FileDifference,
    SchemaChange,
    SoleRow,
    TableDifference,
)


@dataclass(frozen=True, slots=True)
class Topic:
    """A table, and the other files that tell the same rows.

    Attributes:
        name: short name.
        table: the one of them with most to tell.
        also: paths of the others that differ.
    """

    name: str
    table: TableDifference
    also: tuple[str, ...]


def topics(difference: Difference) -> tuple[Topic, ...]:
    """Every table that differs, by name; the index as CSV and as Parquet is one."""
    groups: dict[str, list[TableDifference]] = {}
    for table in difference.tables:
        if not table.is_same and not table.is_derived:
            groups.setdefault(stem(table), []).append(table)
    return tuple(topic(name, tables) for name, tables in sorted(groups.items()))


def stem(table: TableDifference) -> str:
    """What the files that repeat a table have in common."""
    return (table.shaped_as or table.name).rpartition("/")[2] if plain(table) else table.name


def plain(table: TableDifference) -> bool:
    """Whether a table is a resource, or rows that a resource describes."""
    return bool(table.shaped_as) or " " not in table.name


def topic(name: str, tables: Sequence[TableDifference]) -> Topic:
    """Tables that tell the same rows; the most telling one leads."""
    first = max(tables, key=lambda one: (size(one), not one.shaped_as))
    also = sorted({one.path for one in tables} - {first.path})
    return Topic(name, first, tuple(also))


def size(table: TableDifference) -> int:
    """How many rows of a table differ."""
    return len(table.added) + len(table.gone) + len(table.changed)


def counts(table: TableDifference) -> str:
    """What happened to the rows of a table, in words."""
    said = [
        f"{len(rows):,} {word}"
        for word, rows in (
            ("added", table.added),
            ("gone", table.gone),
            ("changed", table.changed),
        )
        if rows
    ]
    return ", ".join(said) or "no row moves"


def verdict(difference: Difference) -> str:
    """The whole in a few words."""
    if difference.is_same:
        return "the same"
    breaking = sum(one.is_breaking for one in difference.schema)
    return f"different, {counted(breaking, 'change')} breaking" if breaking else "different"


def schema_line(change: SchemaChange) -> str:
    """One change of a schema on a line."""
    place = f"{change.resource}.{change.column}" if change.column else change.resource
    sides = f": {shown(change.old)} → {shown(change.new)}" if change.old or change.new else ""
    return f"{change.kind} {shown(place)}{sides}"


def key_text(row: SoleRow | ChangedRow) -> str:
    """A row's key, with its number where the key repeats."""
    number = row.ordinal if isinstance(row, SoleRow) else max(row.ordinals)
    said = ", ".join(shown(one) for one in row.key)
    return f"{said} #{number}" if number else said


def file_lines(files: FileDifference) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What happened to files, and their paths."""
    for word, paths in (
        ("added", files.added),
        ("gone", files.gone),
        ("changed", files.changed),
        ("derived", files.derived),
    ):
        if paths:
            yield word, paths


def notes(difference: Difference) -> Iterator[str]:
    """What a reader must know of how rows were matched."""
    for table in difference.tables:
        if table.repeated_keys and not table.is_derived:
            times = counted(table.repeated_keys, "key")
            yield f"{table.name}: {times} repeat; such rows are numbered in order of their content"
        if table.comparison == "whole rows" and not table.is_same:
            yield f"{table.name}: no key on both sides; whole rows were compared"
    for one in difference.left_out:
        yield f"{shown(one.name)}: bytes compared only, {one.why}"
