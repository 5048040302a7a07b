"""Rows of two tables: what counts as a change, and what does not."""

from pathlib import Path

import pytest

from packager.domain.difference import SoleRow
from packager.domain.errors import PackagerError
from tests.fakes.compared import (
    FIELDS,
    added,
    cells,
    changed,
    compared,
    csv_text,
    fields,
    of_rows,
    package,
    resource,
)

HEAD = ("id", "value", "note")
ROWS = [HEAD, ("a", "1.5", "x"), ("b", "20", ""), ("c", "0.25", "NA")]


def test_added_gone_and_changed_rows_are_told_with_both_values(tmp_path: Path) -> None:
    new = [HEAD, ("a", "1.6", "x"), ("c", "0.25", "NA"), ("d", "7", "y")]

    table = of_rows(tmp_path, ROWS, new)

    assert cells(table) == [(("a",), "value", "1.5", "1.6")]
    assert list(table.added) == [SoleRow(("d",), ("d", "7", "y"))]
    assert list(table.gone) == [SoleRow(("b",), ("b", "20", None))]
    assert (table.old_rows, table.new_rows, table.comparison) == (3, 3, "key")


def test_the_order_of_rows_and_columns_is_no_change(tmp_path: Path) -> None:
    new = [("note", "id", "value"), *((row[2], row[0], row[1]) for row in reversed(ROWS[1:]))]

    table = of_rows(tmp_path, ROWS, new)

    assert table.is_same
    assert table.new_rows == 3


@pytest.mark.parametrize("text", ["1.50", "+1.5", "01.5", "15e-1", "1.5000000000000000000000"])
def test_one_number_written_in_two_ways_is_no_change(tmp_path: Path, text: str) -> None:
    assert of_rows(tmp_path, ROWS[:2], [HEAD, ("a", text, "x")]).is_same


def test_numbers_are_compared_by_all_their_digits(tmp_path: Path) -> None:
    old = [HEAD, ("a", "0.1000000000000000055511151231257827", "x")]
    new = [HEAD, ("a", "0.1", "x")]

    assert len(of_rows(tmp_path, old, new).changed) == 1


def test_text_that_looks_like_a_number_stays_text(tmp_path: Path) -> None:
    old, new = [HEAD, ("a", "1", "1.50")], [HEAD, ("a", "1", "1.5")]

    assert cells(of_rows(tmp_path, old, new)) == [(("a",), "note", "1.50", "1.5")]


def test_line_ends_quotes_and_a_byte_order_mark_are_no_change(tmp_path: Path) -> None:
    dressed = "\ufeff" + csv_text(ROWS, end="\r\n", quoted=True) + "\r\n"
    old = package(tmp_path / "old", {"rows.csv": csv_text(ROWS)})
    new = package(tmp_path / "new", {"rows.csv": dressed})

    found = compared(old, new)

    assert found.is_same
    assert found.files.changed == ()
    assert found.tables[0].old_rows == 3


def test_missing_is_not_the_empty_text_where_the_package_tells_them_apart(tmp_path: Path) -> None:
    schema = {"fields": fields(("id", "string"), ("note", "string")), "primaryKey": ["id"]}
    told = {"name": "rows", "path": "rows.csv", "schema": schema | {"missingValues": ["NA"]}}
    old, new = "id,note\na,NA\nb,\n", "id,note\na,\nb,\n"
    sides = [
        package(tmp_path / name, {"rows.csv": text}, told)
        for name, text in (("old", old), ("new", new))
    ]

    (table,) = compared(*sides).tables

    assert cells(table) == [(("a",), "note", None, "")]


def test_namibia_is_a_text_where_only_nothing_means_nothing(tmp_path: Path) -> None:
    new = [*ROWS[:3], ("c", "0.25", "")]

    assert cells(of_rows(tmp_path, ROWS, new)) == [(("c",), "note", "NA", None)]


def test_another_spelling_of_missing_is_a_change_of_the_schema_only(tmp_path: Path) -> None:
    one, other = resource(), resource()
    other["schema"] = {**resource()["schema"], "missingValues": ["-"]}  # type: ignore[dict-item]  # a mapping
    old = package(tmp_path / "old", {"rows.csv": csv_text([HEAD, ("a", "", "x")])}, one)
    new = package(tmp_path / "new", {"rows.csv": csv_text([HEAD, ("a", "-", "x")])}, other)

    found = compared(old, new)

    assert found.tables[0].is_same
    assert [one.kind for one in found.schema] == ["missing values"]


def test_a_column_of_another_type_with_equal_values_changes_no_cell(tmp_path: Path) -> None:
    retyped = fields(("id", "string"), ("value", "string"), ("note", "string"))
    old = package(tmp_path / "old", {"rows.csv": csv_text(ROWS)})
    new = package(tmp_path / "new", {"rows.csv": csv_text(ROWS)}, resource(columns=retyped))

    found = compared(old, new)

    assert [(one.kind, one.old, one.new) for one in found.schema] == [
        ("retyped", "number", "string")
    ]
    assert found.tables[0].is_same
    assert found.is_breaking


def test_rows_of_a_repeated_key_are_matched_by_content_first(tmp_path: Path) -> None:
    old = [HEAD, ("a", "1", "x"), ("a", "2", "y"), ("a", "3", "z")]
    new = [HEAD, ("a", "3", "z"), ("a", "1", "x"), ("a", "2", "changed")]

    table = of_rows(tmp_path, old, new)

    assert cells(table) == [(("a",), "note", "y", "changed")]
    assert table.changed[0].ordinals == (2, 2)
    assert table.repeated_keys == 1


def test_a_row_that_stands_once_more_is_added_once(tmp_path: Path) -> None:
    table = of_rows(tmp_path, ROWS, [*ROWS, ROWS[1]])

    assert [row.key for row in table.added] == [("a",)]
    assert not table.gone
    assert not table.changed


def test_keys_that_repeat_another_number_of_times_on_each_side(tmp_path: Path) -> None:
    old = (HEAD, *(("a", "1", "x"),) * 2, ("a", "2", "y"), ("b", "1", "q"))
    new = (HEAD, ("a", "1", "x"), ("a", "3", "z"), *(("b", "1", "q"),) * 2, ("b", "2", "q"))

    table = of_rows(tmp_path, old, new)

    assert [(row.values, row.ordinal) for row in added(table)] == [
        (("b", "1", "q"), 2),
        (("b", "2", "q"), 3),
    ]
    assert [(row.values, row.ordinal) for row in table.gone] == [(("a", "2", "y"), 3)]
    assert [(row.key, row.ordinals) for row in changed(table)] == [(("a",), (2, 2))]
    assert table.repeated_keys == 2


@pytest.mark.parametrize(
    ("spellings", "told"),
    [
        ([""], {("a", "NULL", None), ("b", None, "NULL")}),
        (["NULL"], {("a", None, ""), ("b", "", None)}),
        (["", "NULL"], set()),
    ],
)
def test_null_is_a_text_unless_the_schema_says_that_it_is_nothing(
    tmp_path: Path, spellings: list[str], told: set[tuple[object, ...]]
) -> None:
    schema = {"fields": fields(*FIELDS), "primaryKey": ["id"], "missingValues": spellings}
    old = (HEAD, ("a", "1", "NULL"), ("b", "2", ""))
    new = (HEAD, ("a", "1", ""), ("b", "2", "NULL"))

    table = of_rows(tmp_path, old, new, schema=schema)

    assert {(key[0], before, now) for key, _, before, now in cells(table)} == told


def test_the_same_bytes_that_say_something_else_are_a_changed_file(tmp_path: Path) -> None:
    sides = [
        package(
            tmp_path / spelling,
            {"rows.csv": csv_text((HEAD, ("a", "1", "NULL")))},
            resource(schema={"fields": fields(*FIELDS), "missingValues": [spelling]}),
        )
        for spelling in ("NA", "NULL")
    ]

    found = compared(*sides)

    assert found.files.changed == ("rows.csv",)
    assert found.changed_documents == ("rows.csv",)


def test_without_a_key_whole_rows_are_compared(tmp_path: Path) -> None:
    table = of_rows(tmp_path, ROWS, [*ROWS[:3], ("c", "0.26", "NA")], key=())

    assert table.comparison == "whole rows"
    assert [row.values[1] for row in table.added] == ["0.26"]
    assert [row.values[1] for row in table.gone] == ["0.25"]


def test_a_column_that_has_another_name_and_the_same_values_is_renamed(tmp_path: Path) -> None:
    other = fields(("id", "string"), ("value", "number"), ("remark", "string"))
    renamed = csv_text([("id", "value", "remark"), *ROWS[1:]])
    old = package(tmp_path / "old", {"rows.csv": csv_text(ROWS)})
    new = package(tmp_path / "new", {"rows.csv": renamed}, resource(columns=other))

    found = compared(old, new)

    assert found.tables[0].renamed == (("note", "remark"),)
    assert [(one.kind, one.old, one.new) for one in found.schema] == [("renamed", "note", "remark")]
    assert found.is_breaking


def test_keys_of_several_cells_are_never_confused(tmp_path: Path) -> None:
    old = [HEAD, ("a", "1", "b\x1fc"), ("a\x1fb", "1", "c"), ("", "1", "d")]
    new = [HEAD, ("a\x1fb", "2", "c"), ("a", "1", "b\x1fc"), ("", "1", "d")]

    table = of_rows(tmp_path, old, new, key=("id", "note"))

    assert cells(table) == [(("a\x1fb", "c"), "value", "1", "2")]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("id,value,note\na,1\n", "Expected 3 columns, got 2"),
        ('id,value,note\na,1,"x\n', "a quote is opened and never closed"),
        ("id,id,note\na,1,x\n", "names a column twice"),
        ("", "the header is empty"),
        (b"id,value,note\na,1,\xff\n", "can't decode byte 0xff"),
        (b"id,value,note\na,1," + b"x" * (40 << 20) + b"\n", "no table"),
        ("id,value,note\na,1\x1b[2J\n", "?[2J"),
    ],
    ids=["short row", "open quote", "twice", "empty", "not UTF-8", "endless cell", "hostile"],
)
def test_a_broken_table_is_an_error_that_says_where(
    tmp_path: Path, content: str | bytes, said: str
) -> None:
    old = package(tmp_path / "old", {"rows.csv": csv_text(ROWS)})
    new = package(tmp_path / "new", {"rows.csv": content})

    with pytest.raises(PackagerError) as raised:
        compared(old, new)

    assert said in raised.value.what
    assert "rows.csv" in raised.value.where
    assert "\x1b" not in str(raised.value)


def test_a_million_rows_are_made_one_at_a_time(tmp_path: Path) -> None:
    rows = [HEAD, *((str(number), "1", "x") for number in range(20_000))]

    table = of_rows(tmp_path, [HEAD], rows)

    assert len(table.added) == 20_000
    assert table.added[-1] == list(table.added)[-1]
    assert [row.key for row in table.added[8190:8194]] == [
        row.key for row in list(table.added)[8190:8194]
    ]
    with pytest.raises(IndexError):
        table.added[20_000]
