"""Two forms of one table: which row is which, who is blamed, and what is only of the same kind."""

import json
from decimal import Decimal
from pathlib import Path

from packager.assemble.judges.copies import Claim, Copy, Line, is_beside
from packager.assemble.judges.documents import row_of, schema_names
from packager.assemble.judges.equality import differences
from packager.assemble.judges.identity import Said, most
from packager.domain.package import Field, Schema

SCHEMA = Schema((Field("id", "string", "Id."), Field("mm", "number", "Rain.")), ("id",))


def copy(name: str, *rows: tuple[str, object], whole: bool = True) -> Copy:
    member = "" if name.endswith(".csv") else "rows"
    lines = [
        Line(name, at, member, {"id": one, "mm": value}) for at, (one, value) in enumerate(rows, 1)
    ]
    return Copy(name, tuple(lines), whole)


def told(first: Copy, *others: Copy) -> list[tuple[str, int | None, str]]:
    return [(one.path, one.row, one.column) for one in differences(first, others, SCHEMA)]


CSV = copy("t.csv", ("a", Decimal(1)), ("b", Decimal(2)), ("c", Decimal(3)))


def test_equal_forms_differ_in_nothing() -> None:
    other = copy("t.json", ("a", 1), ("b", Decimal("2.0")), ("c", 3))
    binary = copy("t.parquet", ("a", 1.0), ("b", 2.0), ("c", 3.0))

    assert told(CSV, other, binary) == []


def test_of_three_forms_the_one_that_is_alone_is_blamed() -> None:
    right = copy("t.json", ("a", 1), ("b", 2), ("c", 4))
    binary = copy("t.parquet", ("a", 1.0), ("b", 2.0), ("c", 4.0))
    wrong = copy("u.json", ("a", 1), ("b", 5), ("c", 3))

    assert told(CSV, right, binary) == [("t.csv", 3, "mm")]
    assert told(CSV, wrong, copy("v.json", ("a", 1), ("b", 2), ("c", 3))) == [("u.json", 2, "mm")]


def test_a_row_that_is_more_less_or_twice_is_named_in_its_file() -> None:
    assert told(CSV, copy("t.json", ("a", 1), ("c", 3))) == [("t.json", 2, "")]
    assert told(CSV, copy("t.json", ("a", 1), ("b", 2), ("c", 3), ("d", 4))) == [("t.json", 4, "")]
    twice = copy("t.json", ("a", 1), ("b", 2), ("c", 3), ("b", 2))
    assert ("t.json", 4, "") in told(CSV, twice)


def test_a_changed_key_is_a_changed_cell_where_the_rows_are_as_many() -> None:
    assert told(CSV, copy("t.json", ("a", 1), ("x", 2), ("c", 3))) == [("t.json", 2, "id")]


def test_an_order_is_told_once_and_cells_are_still_compared() -> None:
    other = copy("t.json", ("c", 3), ("a", 1), ("b", 9))

    assert told(CSV, other) == [("t.json", 2, ""), ("t.json", 3, "mm")]


def test_documents_of_a_folder_are_one_form_whatever_their_order() -> None:
    folder = Copy(
        "f/",
        (
            *copy("f/z.json", ("c", 3)).lines,
            *copy("f/a.json", ("a", 1), ("b", 2)).lines,
        ),
        whole=False,
    )

    assert told(CSV, folder) == []


def test_a_member_beside_the_one_called_like_the_table_only_has_its_columns() -> None:
    rain, more = Claim("d.json", "rain", "data/rain"), Claim("d.json", "more_rain", "data/rain")
    parts = Claim("e.json", "parts", "data/rain")

    assert is_beside(more, [rain, more, parts])
    assert not is_beside(rain, [rain, more, parts])
    assert not is_beside(parts, [rain, more, parts])


def test_most_files_decide_and_a_file_has_one_voice() -> None:
    said = [Said("version", "a", f"m{n}", "2") for n in range(5)]
    said += [Said("version", "b", "v", "1"), Said("version", "c", "v", "1")]

    assert most(said) == "1"


def test_a_line_of_json_is_told_by_its_row(tmp_path: Path) -> None:
    document = {"version": "1", "rows": [{"a": 1}, {"a": 2, "b": [{"c": 3}]}], "end": 1}
    lines = json.dumps(document, indent=2).encode().split(b"\n")

    rows = {line.strip(): row_of(lines[:at]) for at, line in enumerate(lines)}

    assert rows[b'"a": 1'] == 1
    assert rows[b'"c": 3'] == 2
    assert rows[b'"version": "1",'] is None
    assert rows[b'"end": 1'] is None


def test_a_document_of_a_folder_meets_the_schema_the_folder_is_the_plural_of() -> None:
    documents: dict[str, object] = {
        "index.json": {"columns": {}},
        "models/a.json": {"columns": {}},
        "openapi.json": {},
        "schema/index.schema.json": {"columns": {}},
    }

    assert schema_names(documents) == {"index.json": "index", "models/a.json": "model"}
