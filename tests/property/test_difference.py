"""What holds of any two tables: nothing of equal ones, OLD plus the difference is NEW, symmetry."""

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from packager.assemble.compare import sides
from packager.assemble.compare.rows import compare_tables
from packager.domain.difference import TableDifference
from packager.domain.numbers import plain
from packager.domain.strict import decimal_of
from tests.fakes.compared import csv_text, package, resource

COLUMNS = ("id", "value", "note")
Row = tuple[str | None, ...]

words = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=3)
numbers = st.one_of(
    st.just(""),
    st.decimals(min_value=-99, max_value=99, places=1).map(str),
    st.integers(-9, 9).map(lambda one: f"{one}.00"),
)
rows = st.lists(st.tuples(st.sampled_from("abcd"), numbers, words), max_size=8)
unique_rows = st.lists(
    st.tuples(words.filter(bool), numbers, words), max_size=8, unique_by=lambda row: row[0]
)


def table(
    old: Sequence[Sequence[str]], new: Sequence[Sequence[str]], *, part: int = 1 << 20
) -> TableDifference:
    """The two compared as files, as a person would."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for name, content in (("old", old), ("new", new)):
            text = csv_text([COLUMNS, *content])
            side = sides.side_of(package(Path(folder) / name, {"rows.csv": text}), name)
            (facts,) = side.facts().values()
            source = sides.table_source(side, facts)
            assert source is not None
            found.append(source)
        return compare_tables(*found, bytes_per_part=part)


def meant(row: Sequence[str | None]) -> Row:
    """A row by what it says: no text is missing, a number is its value."""
    key, value, note = (one or None for one in row)
    number = decimal_of(value) if value else None
    return key, None if number is None else plain(number), note


def applied(old: Sequence[Sequence[str]], found: TableDifference) -> Counter[Row]:
    """OLD with the difference carried out by hand."""
    left = sorted(map(meant, old), key=lambda row: [(one is not None, one or "") for one in row])
    by_key: dict[str | None, list[Row]] = {}
    for row in left:
        by_key.setdefault(row[0], []).append(row)
    for gone in found.gone:
        by_key[gone.key[0]][max(gone.ordinal - 1, 0)] = ()
    for changed in found.changed:
        place = max(changed.ordinals[0] - 1, 0)
        cells = list(by_key[changed.key[0]][place])
        for one in changed.cells:
            column = COLUMNS.index(one.column)
            was, now = (meant(filled(text, column))[column] for text in (one.old, one.new))
            assert cells[column] == was
            cells[column] = now
        by_key[changed.key[0]][place] = tuple(cells)
    result = Counter(row for group in by_key.values() for row in group if row)
    result.update(meant(one.values) for one in found.added)
    return result


def filled(text: str | None, column: int) -> list[str | None]:
    """A row that has only this cell."""
    return [text if place == column else None for place in range(len(COLUMNS))]


@given(rows)
@settings(deadline=None, max_examples=40)
def test_a_table_and_itself_in_any_order_differ_in_nothing(one: list[tuple[str, str, str]]) -> None:
    assert table(one, one[::-1]).is_same
    assert table(one, sorted(one)).is_same


@given(rows, rows)
@settings(deadline=None, max_examples=120)
def test_the_old_table_with_the_difference_carried_out_is_the_new_one(
    old: list[tuple[str, str, str]], new: list[tuple[str, str, str]]
) -> None:
    assert applied(old, table(old, new)) == Counter(map(meant, new))


@given(unique_rows, unique_rows)
@settings(deadline=None, max_examples=60)
def test_the_same_holds_where_no_key_repeats(
    old: list[tuple[str, str, str]], new: list[tuple[str, str, str]]
) -> None:
    found = table(old, new)

    assert applied(old, found) == Counter(map(meant, new))
    assert found.repeated_keys == 0


@given(rows, rows)
@settings(deadline=None, max_examples=60)
def test_there_and_back_are_each_other_turned_round(
    old: list[tuple[str, str, str]], new: list[tuple[str, str, str]]
) -> None:
    there, back = table(old, new), table(new, old)

    assert list(there.added) == list(back.gone)
    assert list(there.gone) == list(back.added)
    turned = {
        (row.key, row.ordinals[::-1], tuple((c.column, c.new, c.old) for c in row.cells))
        for row in back.changed
    }
    assert turned == {
        (row.key, row.ordinals, tuple((c.column, c.old, c.new) for c in row.cells))
        for row in there.changed
    }


@given(rows, rows, st.integers(1, 40))
@settings(deadline=None, max_examples=40)
def test_a_table_compared_in_parts_differs_as_it_does_whole(
    old: list[tuple[str, str, str]], new: list[tuple[str, str, str]], part: int
) -> None:
    whole, parts = table(old, new), table(old, new, part=part)

    assert list(whole.added) == list(parts.added)
    assert list(whole.gone) == list(parts.gone)
    assert list(whole.changed) == list(parts.changed)
    assert whole.repeated_keys == parts.repeated_keys


def test_a_resource_is_described_as_the_properties_expect() -> None:
    schema = resource()["schema"]

    assert isinstance(schema, dict)
    assert [one["name"] for one in schema["fields"]] == list(COLUMNS)
