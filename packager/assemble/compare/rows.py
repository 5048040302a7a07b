"""Rows of two tables matched by key: whole columns at once, row by row only where keys repeat."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from packager.assemble.columnar import compute
from packager.assemble.compare.matches import Matched, joined, renamed
from packager.assemble.compare.parts import BYTES_PER_PART, parts
from packager.assemble.compare.plans import Plan, plan_of
from packager.assemble.compare.repeats import match_repeats
from packager.assemble.compare.shown_rows import ORDINAL, ChangedRows, SoleRows, numbered
from packager.assemble.compare.sides import Source
from packager.assemble.compare.vectors import (
    Column,
    Columns,
    among,
    both,
    counted,
    either,
    flat,
    holds,
    meant,
    negated,
    ordering,
    positions,
    repeated,
    unhit,
    unlike,
)
from packager.domain.difference import TableDifference

WORKERS, FEW = 2, 10_000


def compare_tables(
    old: Source, new: Source, *, bytes_per_part: int = BYTES_PER_PART
) -> TableDifference:
    """The rows of two tables, matched by key.

    Args:
        old: the old side's table.
        new: the new side's.
        bytes_per_part: of the larger file; so much is looked at at once, the rest waits on disk.

    Raises:
        SourceError: a file is no table.
    """
    plan, rows = plan_of(old, new), [0, 0]
    found: list[Matched] = []
    with tempfile.TemporaryDirectory() as work:
        for one, other in parts(plan, Path(work), bytes_per_part):
            rows = [rows[0] + len(one), rows[1] + len(other)]
            found += matched(plan, one, other)
    whole = joined(found)
    order = ordering(whole.after, (*plan.key, ORDINAL))
    return TableDifference(
        name=new.name,
        path=new.path,
        comparison=plan.comparison,
        key=plan.key,
        old_columns=old.columns,
        new_columns=new.columns,
        old_rows=rows[0],
        new_rows=rows[1],
        added=SoleRows(in_order(whole.added, plan), new.columns, plan.key),
        gone=SoleRows(in_order(whole.gone, plan), old.columns, plan.key),
        changed=ChangedRows(whole.before.take(order), whole.after.take(order), plan),
        renamed=renamed(whole, plan.pairs),
        repeated_keys=whole.repeats,
        is_derived=new.is_derived,
        shaped_as=new.shaped_as,
    )


def in_order(table: Columns, plan: Plan) -> Columns:
    """Rows by key, then by number."""
    return table.take(ordering(table, (*plan.key, ORDINAL)))


def matched(plan: Plan, old: Columns, new: Columns) -> Iterator[Matched]:
    """Match one part of two tables: rows of keys that do not repeat, then the others."""
    if not plan.key:
        nothing = frozenset[tuple[str, str]]()
        before, after = numbered(old), numbered(new)
        yield Matched(after, before, before.slice(0, 0), after.slice(0, 0), 0, nothing, nothing)
        return
    one, other = plan.keys(old), plan.keys(new)
    at = positions(one, other)
    if is_unique(one, other, at):
        yield match_unique(plan, old, new, at)
        return
    first, second = repeated(one), repeated(other)
    here, there = (either(among(k, first), among(k, second)) for k in (one, other))
    repeats = len(first) + len(second.filter(negated(among(second, first))))
    yield match_repeats(plan, old.filter(here), new.filter(there), repeats)
    here, there = negated(here), negated(there)
    places = positions(one.filter(here), other.filter(there))
    yield match_unique(plan, old.filter(here), new.filter(there), places)


def is_unique(one: Column, other: Column, at: Column) -> bool:
    """Whether no key repeats on its side; the keys of one stand `at` these places of the other.

    Only what did not find its like is looked at by itself, which is little.
    """
    missed = unhit(at.drop_null(), len(other))
    if len(other) - counted(missed) < len(at) - at.null_count:
        return False
    left, right = one.filter(at.is_null()), other.filter(missed)
    return not (len(repeated(left)) or len(repeated(right)) or holds(among(one, right)))


def match_unique(plan: Plan, old: Columns, new: Columns, at: Column) -> Matched:
    """Match rows of keys that do not repeat, whole columns at once.

    Args:
        plan: how.
        old: rows of the old side.
        new: rows of the new side.
        at: where the like of each old row stands on the new side, missing for nowhere.
    """
    found = at.is_valid()
    changed = both(found, at.is_null())
    for mask in each(lambda name: differing(plan, name, old, new, at), plan.cells, len(new)):
        changed = either(changed, both(mask, found))
    names = [
        (
            one,
            other,
            plan.meant(old, one).filter(found),
            plan.meant(new, other).take(at.drop_null()),
        )
        for one, other in plan.pairs
    ]
    return Matched(
        added=numbered(new.filter(unhit(at.drop_null(), len(new)))),
        gone=numbered(old.filter(at.is_null())),
        before=numbered(old.filter(changed)),
        after=numbered(new.take(at.filter(changed))),
        repeats=0,
        alike=frozenset((a, b) for a, b, left, right in names if not holds(unlike(left, right))),
        told=frozenset((a, b) for a, b, left, _ in names if holds(left.is_valid())),
    )


def each(work: Callable[[str], Column], names: Sequence[str], rows: int) -> Iterator[Column]:
    """Columns two at a time, where there are rows enough for a thread to pay."""
    if rows < FEW:
        yield from map(work, names)
        return
    with ThreadPoolExecutor(WORKERS) as workers:
        yield from workers.map(work, names)


def differing(plan: Plan, name: str, old: Columns, new: Columns, at: Column) -> Column:
    """Rows in which a column says something else; numbers that are written alike are alike."""
    one, other = old.column(name), new.column(name).take(at)
    mask = unlike(one, other)
    if name not in plan.numbers or not holds(mask):
        return mask
    really = unlike(meant(one.filter(mask)), meant(other.filter(mask)))
    return compute("replace_with_mask", mask, flat(mask), flat(really))
