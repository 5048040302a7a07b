"""Rows whose key repeats: equal ones are the same row, the rest are paired in order of content.

So their order in the file says nothing. A row's number is its place among the rows of its side
with this key, in the order of their cells, as texts, a missing cell first.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from packager.assemble.columnar import texts
from packager.assemble.compare.matches import Matched
from packager.assemble.compare.plans import Plan
from packager.assemble.compare.shown_rows import ORDINAL, cells
from packager.assemble.compare.vectors import Columns
from packager.domain.difference import Text

Content = tuple[tuple[bool, str], ...]
Row = tuple[Text, ...]
Numbered = tuple[int, Row]
Pair = tuple[Numbered | None, Numbered | None]


def match_repeats(plan: Plan, old: Columns, new: Columns, repeats: int) -> Matched:
    """Match rows of keys that repeat on a side."""
    before, after = groups(plan, old), groups(plan, new)
    pairs = [
        pair
        for key in sorted(before.keys() | after.keys(), key=lambda one: (one is not None, one))
        for pair in paired(before.get(key, ()), after.get(key, ()))
    ]
    changed = [(one, other) for one, other in pairs if one and other]
    return Matched(
        added=table(plan.new.columns, [other for one, other in pairs if other and not one]),
        gone=table(plan.old.columns, [one for one, other in pairs if one and not other]),
        before=table(plan.old.columns, [one for one, _ in changed]),
        after=table(plan.new.columns, [other for _, other in changed]),
        repeats=repeats,
        alike=frozenset(plan.pairs),
        told=frozenset(),
    )


def groups(plan: Plan, rows: Columns) -> Mapping[Text, Sequence[tuple[Content, Row]]]:
    """Rows by key, those of one key in the order of their content."""
    found: defaultdict[Text, list[tuple[Content, Row]]] = defaultdict(list)
    contents = zip(*(plan.meant(rows, name).to_pylist() for name in plan.common), strict=True)
    whole = cells(rows, rows.column_names)
    for key, content, row in zip(plan.keys(rows).to_pylist(), contents, whole, strict=True):
        found[key].append((tuple((one is not None, one or "") for one in content), row))
    for group in found.values():
        group.sort(key=lambda one: (one[0], [(cell is not None, cell or "") for cell in one[1]]))
    return found


def paired(
    old: Sequence[tuple[Content, Row]], new: Sequence[tuple[Content, Row]]
) -> Iterator[Pair]:
    """Rows of one key: equal ones are taken off, the rest are paired as far as they go."""
    waiting: defaultdict[Content, list[int]] = defaultdict(list)
    for number in reversed(range(len(new))):
        waiting[new[number][0]].append(number)
    left = []
    for number, (content, row) in enumerate(old, 1):
        if waiting[content]:
            waiting[content].pop()
        else:
            left.append((number, row))
    rest = sorted(number for numbers in waiting.values() for number in numbers)
    right = [(number + 1, new[number][1]) for number in rest]
    for place in range(max(len(left), len(right))):
        yield (
            left[place] if place < len(left) else None,
            right[place] if place < len(right) else None,
        )


def table(columns: Sequence[str], rows: Sequence[Numbered]) -> Columns:
    """Numbered rows as columns."""
    named = [(name, [row[place] for _, row in rows]) for place, name in enumerate(columns)]
    return texts([*named, (ORDINAL, [str(number) for number, _ in rows])])
