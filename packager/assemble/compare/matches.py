"""What is found of two tables, part by part, and how the parts become one."""

from collections.abc import Sequence
from dataclasses import dataclass

from packager.assemble.columnar import stacked
from packager.assemble.compare.vectors import Columns

ROOM = 1 << 30
Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Matched:
    """What one part of two tables says; rows carry their number among those of their key.

    Attributes:
        added: rows of the new side alone.
        gone: rows of the old side alone.
        before: changed rows of the old side.
        after: the same rows of the new side.
        repeats: keys that more than one row of a side has.
        alike: pairs of columns that differ in no common row.
        told: pairs of columns that have a value in a common row.
    """

    added: Columns
    gone: Columns
    before: Columns
    after: Columns
    repeats: int
    alike: Pairs
    told: Pairs


def joined(parts: Sequence[Matched]) -> Matched:
    """Parts of two tables as a whole."""
    alike = parts[0].alike
    for one in parts:
        alike &= one.alike
    return Matched(
        added=roomy(stacked([one.added for one in parts])),
        gone=roomy(stacked([one.gone for one in parts])),
        before=roomy(stacked([one.before for one in parts])),
        after=roomy(stacked([one.after for one in parts])),
        repeats=sum(one.repeats for one in parts),
        alike=alike,
        told=frozenset().union(*(one.told for one in parts)),
    )


def roomy(rows: Columns) -> Columns:
    """Rows whose columns may hold more than 2 GiB of text each, where they come near it."""
    if rows.nbytes > ROOM:
        for place, name in enumerate(rows.column_names):
            rows = rows.set_column(place, name, rows.column(name).cast("large_string"))
    return rows


def renamed(found: Matched, pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Columns that are one under two names; each is so at most once."""
    names: dict[str, str] = {}
    for old, new in pairs:
        alike = (old, new) in found.alike & found.told
        if alike and old not in names and new not in names.values():
            names[old] = new
    return tuple(names.items())
