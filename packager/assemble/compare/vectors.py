"""Whole columns of text at once: as numbers are meant, as keys, and where two of them differ."""

from collections.abc import Sequence
from typing import Any

from packager.assemble.columnar import compute, texts
from packager.domain.numbers import plain
from packager.domain.strict import decimal_of

Column = Any  # a column of Arrow, which ships no types
Columns = Any  # a table of Arrow

PLAIN = r"^(?:0|-?(?:[1-9][0-9]*|(?:0|[1-9][0-9]*)\.[0-9]*[1-9]))$"
"""A number as `plain` writes it: then equal texts are equal numbers."""
NOTHING = "-"


def meant(column: Column) -> Column:
    """Numbers as their one plain text, exact; what is no number stays as it is."""
    odd = negated(compute("match_substring_regex", column, PLAIN))
    if not holds(odd):
        return column
    strange = [text for text in column.filter(odd).unique().to_pylist() if text is not None]
    known = texts([("old", strange), ("new", list(map(plainly, strange)))])
    return compute(
        "coalesce", known.column("new").take(positions(column, known.column("old"))), column
    )


def plainly(text: str) -> str:
    """One number as its plain text, any other text as it is."""
    value = decimal_of(text.strip())
    return text if value is None else plain(value)


def keys(columns: Sequence[Column]) -> Column:
    """One text a row that is another for each combination of cells, missing ones included."""
    if len(columns) == 1:
        return columns[0]
    parts: list[Column] = []
    for column in columns:
        length = compute("binary_length", column).cast(column.type)
        parts += [length.fill_null(NOTHING), column.fill_null("")]
    between = texts([("", ["\x1f"])]).column(0)[0]
    return compute("binary_join_element_wise", *parts, between)


def repeated(column: Column) -> Column:
    """Keys that stand more than once in a column, each once."""
    if len(column) == len(column.unique()):
        return column.slice(0, 0)
    counts = column.value_counts()
    return counts.field(0).filter(compute("greater", counts.field(1), 1))


def among(column: Column, others: Column) -> Column:
    """Whether each text is one of the others; a missing one may be, too."""
    return compute("is_in", column, value_set=flat(others))


def positions(column: Column, others: Column) -> Column:
    """Where each text stands among the others, none of which repeats; missing for nowhere."""
    return compute("index_in", column, value_set=flat(others))


def flat(column: Column) -> Column:
    """A column in one piece."""
    return column.combine_chunks() if hasattr(column, "combine_chunks") else column


def unlike(one: Column, other: Column) -> Column:
    """Where two columns differ; a missing cell is like another missing one only."""
    lone = compute("xor", one.is_null(), other.is_null())
    return compute("coalesce", compute("not_equal", one, other), lone)


def without(column: Column, missing: Sequence[str]) -> Column:
    """A column in which these texts are missing cells."""
    found = compute("is_in", column, value_set=flat(texts([("", missing)]).column(0)))
    return compute("if_else", found, None, column) if holds(found) else column


def unhit(places: Column, length: int) -> Column:
    """Which of so many rows no place points at."""
    return compute("inverse_permutation", flat(places), max_index=length - 1).is_null()


def counted(mask: Column) -> int:
    """How often it is true."""
    return int(compute("sum", mask).as_py() or 0)


def negated(mask: Column) -> Column:
    """The other rows."""
    return compute("invert", mask)


def both(one: Column, other: Column) -> Column:
    """Rows of the one and of the other."""
    return compute("and", one, other)


def either(one: Column, other: Column) -> Column:
    """Rows of the one or the other."""
    return compute("or", one, other)


def holds(mask: Column) -> bool:
    """Whether it is true anywhere."""
    return compute("any", mask).as_py() is True


def ordering(table: Columns, columns: Sequence[str]) -> Column:
    """Places of the rows in the order of their cells, missing ones last."""
    return compute("sort_indices", table, sort_keys=[(name, "ascending") for name in columns])
