"""Two packages: documents, descriptions, files, figures, and sides that are none."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from packager.assemble.compare.members import member_changes
from packager.assemble.compare.sides import side_of
from packager.domain.errors import PackagerError
from tests.fakes.compared import cells, compared, csv_text, fields, package, resource

ROWS = csv_text([("id", "value", "note"), ("a", "1", "x")])
REFERENCE = {"package": "datapackage.json", "resource": "rows"}
JSON = {"name": "d", "path": "d.json"}


def document(version: str, rows: list[dict[str, object]], **more: object) -> str:
    return json.dumps({"version": version, "columns": REFERENCE, "rows": rows} | more)


def test_names_sizes_and_digests_of_a_release_are_no_difference(tmp_path: Path) -> None:
    names = {"version": "1", "created": "1", "id": "doi:1", "conceptDoi": "1"}
    old = package(tmp_path / "old", {"rows.csv": ROWS}, resource(bytes=1, hash="a"), **names)
    new = package(
        tmp_path / "new",
        {"rows.csv": ROWS},
        resource(bytes=2, hash="b"),
        **dict.fromkeys(names, "2"),
    )

    found = compared(old, new)

    assert found.is_same
    assert found.files.derived == ("datapackage.json",)


def test_what_a_package_says_of_itself_is_compared_member_by_member(tmp_path: Path) -> None:
    people = [{"title": "A", "roles": ["x"]}, {"title": "B"}]
    old = package(tmp_path / "old", {"rows.csv": ROWS}, title="One", contributors=people)
    new = package(
        tmp_path / "new",
        {"rows.csv": ROWS},
        title="Two",
        contributors=people[:0:-1],
        keywords=["k"],
    )

    told = {one.path: (one.old, one.new) for one in compared(old, new).metadata}

    assert told == {
        "title": ('"One"', '"Two"'),
        "contributors/A/title": ('"A"', None),
        "contributors/A/roles": ('["x"]', None),
        "keywords": (None, '["k"]'),
    }


def test_lists_of_a_document_are_tables_and_the_rest_are_members(tmp_path: Path) -> None:
    one = [{"id": "a", "value": 1.50}, {"id": "b", "value": 2, "note": None}]
    other = [{"id": "b", "value": 2.5, "note": ""}, {"id": "a", "value": 1.5}]
    files = [
        {"rows.csv": ROWS, "d.json": document(version, rows, limit=limit)}
        for version, rows, limit in (("1", one, 5), ("2", other, 6))
    ]
    old, new = (
        package(tmp_path / name, one, resource(), JSON)
        for name, one in zip(("old", "new"), files, strict=True)
    )

    found = compared(old, new)

    (table,) = (one for one in found.tables if one.name == "d.json rows")
    assert cells(table) == [(("b",), "value", "2", "2.5"), (("b",), "note", None, "")]
    assert [(one.path, one.members) for one in found.documents] == [
        ("d.json", member_changes({"limit": 5}, {"limit": 6}))
    ]
    assert found.changed_documents == ("d.json",)


def test_a_document_that_only_names_its_release_anew_is_not_changed(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"id": "a"}, {"id": "b"}]
    old = package(
        tmp_path / "old", {"rows.csv": ROWS, "d.json": document("1", rows)}, resource(), JSON
    )
    new = package(
        tmp_path / "new", {"rows.csv": ROWS, "d.json": document("2", rows[::-1])}, resource(), JSON
    )

    assert compared(old, new).is_same


def test_members_are_told_by_the_path_that_leads_to_them() -> None:
    old = {"a": {"b": [1, 2]}, "c": [{"id": "x", "v": 1}, {"id": "y", "v": 2}], "d": [[1], [2]]}
    new = {"a": {"b": [2, 1]}, "c": [{"id": "y", "v": 2}, {"id": "x", "v": 3}], "d": [[1], [3]]}

    assert [(one.path, one.old, one.new) for one in member_changes(old, new)] == [
        ("a/b", "[1, 2]", "[2, 1]"),
        ("c/x/v", "1", "3"),
        ("d/2", "[2]", "[3]"),
    ]


def test_figures_are_told_by_name_with_what_was_printed(tmp_path: Path) -> None:
    def book(**texts: str) -> str:
        rows = [{"name": name, "text": text} for name, text in texts.items()]
        return json.dumps({"figures": rows})

    old = package(tmp_path / "old", {"rows.csv": ROWS, "figures.json": book(a="1", b="2", c="3")})
    new = package(tmp_path / "new", {"rows.csv": ROWS, "figures.json": book(a="1", b="9", d="4")})

    found = compared(old, new)

    assert [(one.name, one.old, one.new) for one in found.moved_figures] == [
        ("b", "2", "9"),
        ("c", "3", None),
        ("d", None, "4"),
    ]
    assert found.files.derived == ("figures.json",)


def test_parquet_and_its_types_are_compared_as_values(tmp_path: Path) -> None:
    schema = {"fields": fields(("id", "string"), ("value", "number")), "primaryKey": ["id"]}
    about = {"name": "p", "path": "p.parquet", "schema": schema}
    sides = []
    for name, values, kind in (
        ("old", [1.0, 1e-7, None], pa.float64()),
        ("new", [1.0, 2e-7, 0.1], pa.float64()),
    ):
        root = package(tmp_path / name, {"x.txt": name}, about)
        pq.write_table(
            pa.table({"id": ["a", "b", "c"], "value": pa.array(values, kind)}), root / "p.parquet"
        )
        sides.append(root)

    found = compared(*sides)

    assert cells(found.tables[0]) == [
        (("b",), "value", "1e-7", "2e-7"),
        (("c",), "value", None, "0.1"),
    ]
    assert found.files.changed == ("p.parquet", "x.txt")
    assert found.changed_documents == ("x.txt",)


def test_a_resource_of_several_files_is_left_out_and_that_is_said(tmp_path: Path) -> None:
    about = {"name": "many", "path": ["a.csv", "b.csv"]}
    sides = [package(tmp_path / name, {"a.csv": name}, about) for name in ("old", "new")]

    found = compared(*sides)

    assert [one.name for one in found.left_out] == ["many"]
    assert found.files.changed == ("a.csv",)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "no datapackage.json"),
        ({"datapackage.json": "[]"}, "no JSON object"),
        ({"datapackage.json": "{"}, "broken JSON"),
        ({"datapackage.json": '{"a": 1, "a": 2}'}, "stands twice"),
        ({"datapackage.json": "{}", "CON": "x"}, "CON"),
    ],
)
def test_a_folder_that_is_no_package_is_refused(
    tmp_path: Path, files: dict[str, str], said: str
) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content)

    with pytest.raises(PackagerError) as raised:
        side_of(tmp_path, "here")

    assert said in raised.value.what


@pytest.mark.parametrize("path", ["absent.csv", "../rows.csv", "/etc/passwd"])
def test_a_file_that_is_not_in_the_folder_is_never_read(tmp_path: Path, path: str) -> None:
    old = package(tmp_path / "old", {"rows.csv": ROWS})
    new = package(tmp_path / "new", {"rows.csv": ROWS}, resource() | {"path": path})

    with pytest.raises(PackagerError) as raised:
        compared(old, new)

    assert "which is not there" in raised.value.what
