"""Judge of equality: a table says the same in every form, row by row and cell by cell."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packager.assemble.judges.cells import is_same, shown
from packager.assemble.judges.copies import Copy, Family, Key, Line, families, table_name
from packager.assemble.judges.evidence import PACKAGE, Evidence
from packager.domain.finding import Finding
from packager.domain.package import Schema

MEND = "build the tree again; every form of a table is made from the same rows"

Pair = tuple[Line, Line]


@dataclass(frozen=True, slots=True)
class Odd:
    """A cell that a copy has otherwise than the first form of the table."""

    first: Line
    other: Line
    column: str


def judge(evidence: Evidence) -> Iterator[Finding]:
    """Rows that are missing, more, in another order, or say otherwise; columns told otherwise."""
    yield from same_columns(evidence)
    for family in families(evidence):
        if len(family.copies) < 2:  # noqa: PLR2004 -- two forms are the least that can differ
            yield from alone(family)
            continue
        first, *others = family.copies
        yield from differences(first, others, family.schema)
        yield from strangers(first, family)


def differences(first: Copy, others: Sequence[Copy], schema: Schema) -> Iterator[Finding]:
    """In what the other forms of a table are not the first, which is one file."""
    odds: list[Odd] = []
    for other in others:
        pairs, unpaired = paired(first, other, schema)
        yield from unpaired
        yield from order(first, other, pairs, schema)
        odds += [odd for pair in pairs for odd in unlike(pair, schema)]
        yield from names_in_order(other, schema)
    yield from blamed(odds, len(others))


def same_columns(evidence: Evidence) -> Iterator[Finding]:
    """Two files of one table that the package describes otherwise."""
    first: dict[str, tuple[str, Schema]] = {}
    for one in evidence.resources:
        if one.schema is None:
            continue
        path, schema = first.setdefault(table_name(one.name), (one.path, one.schema))
        if schema == one.schema:
            continue
        names = [
            (left.name, right.name)
            for left, right in zip(schema.fields, one.schema.fields, strict=False)
            if left != right
        ]
        column = names[0][1] if names else ""
        what = f"columns of {one.path} are not described as those of {path}"
        yield found(PACKAGE, what, column=column)


def alone(family: Family) -> Iterator[Finding]:
    """A table that nothing repeats cannot be proved."""
    for copy in family.copies:
        yield found(copy.name, "no other document repeats these rows")


def paired(first: Copy, other: Copy, schema: Schema) -> tuple[list[Pair], list[Finding]]:
    """Rows of two forms that are the same row, and findings about those that are not."""
    left = [line.key(schema.primary_key) for line in first.lines]
    right = [line.key(schema.primary_key) for line in other.lines]
    if other.whole and len(left) == len(right) and set(left) != set(right):
        return list(zip(first.lines, other.lines, strict=True)), []
    unpaired = []
    by_key = dict(zip(reversed(left), reversed(first.lines), strict=True))
    seen: Counter[Key] = Counter()
    pairs = []
    for key, line in zip(right, other.lines, strict=True):
        seen[key] += 1
        name = " / ".join(key)
        if key not in by_key:
            what = f"{name!r} is no row of {first.name}"
            unpaired.append(found(line.path, what, row=line.at, column=line.place("")))
        elif seen[key] > 1:
            what = f"{name!r} is there {seen[key]} times"
            unpaired.append(found(line.path, what, row=line.at, column=line.place("")))
        else:
            pairs.append((by_key[key], line))
    for key, line in zip(left, first.lines, strict=True):
        if key not in seen:
            what = f"{' / '.join(key)!r}, row {line.at} of {first.name}, is not in {other.name}"
            unpaired.append(found(other.name if other.whole else line.path, what, row=line.at))
    return pairs, unpaired


def order(first: Copy, other: Copy, pairs: Sequence[Pair], schema: Schema) -> Iterator[Finding]:
    """The first row of each file that stands in another order than in the first form."""
    before: dict[str, Line] = {}
    told: set[str] = set()
    for left, right in pairs:
        last = before.get(right.path)
        if last is not None and left.at < last.at and right.path not in told:
            told.add(right.path)
            name = " / ".join(right.key(schema.primary_key))
            what = f"{name!r} stands in another order than in {first.name}, row {left.at}"
            yield found(right.path, what, row=right.at, column=right.place(""))
        before[right.path] = left
    if (
        other.whole
        and not told
        and [left.at for left, _ in pairs] != sorted(left.at for left, _ in pairs)
    ):
        yield found(other.name, f"the rows stand in another order than in {first.name}")


def unlike(pair: Pair, schema: Schema) -> Iterator[Odd]:
    """Cells of a row that two forms have otherwise."""
    left, right = pair
    for name in schema.names:
        if not is_same(left.cells.get(name), right.cells.get(name)):
            yield Odd(left, right, name)


def names_in_order(copy: Copy, schema: Schema) -> Iterator[Finding]:
    """The first row of a document whose members are not the columns in their order."""
    for line in copy.lines:
        if line.member and tuple(line.cells) != schema.names:
            what = "members are not the columns of the table, in their order"
            yield found(line.path, what, row=line.at, column=line.place(""))
            return


def blamed(odds: Sequence[Odd], others: int) -> Iterator[Finding]:
    """One finding a cell: at the first form, if two or more others agree against it."""
    cells: dict[tuple[int, str], list[Odd]] = {}
    for odd in odds:
        cells.setdefault((odd.first.at, odd.column), []).append(odd)
    for (at, column), same in cells.items():
        first, values = same[0].first, [odd.other.cells.get(column) for odd in same]
        if len(same) == others > 1 and all(is_same(values[0], one) for one in values):
            places = ", ".join(f"{one.other.path} row {one.other.at}" for one in same)
            what = f"{shown(first.cells.get(column))} here, {shown(values[0])} in {places}"
            yield found(first.path, what, row=at, column=column)
            continue
        for odd in same:
            mine, theirs = odd.other.cells.get(column), first.cells.get(column)
            what = f"{shown(mine)} here, {shown(theirs)} in {first.path}, row {at}"
            line = odd.other
            yield found(line.path, what, row=line.at, column=line.place(column))


def strangers(first: Copy, family: Family) -> Iterator[Finding]:
    """Further rows of the kind that are rows of the table after all."""
    known = {line.key(family.schema.primary_key) for line in first.lines}
    for line in family.others:
        key = line.key(family.schema.primary_key)
        if key in known:
            what = f"{' / '.join(key)!r} is a row of {first.name} already"
            yield found(line.path, what, row=line.at, column=line.place(""))


def found(path: str, what: str, *, row: int | None = None, column: str = "") -> Finding:
    """A finding of this judge."""
    column = column.rstrip(".")
    return Finding(judge="equality", path=path, row=row, column=column, what=what, mend=MEND)
