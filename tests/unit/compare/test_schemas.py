"""How the description of a table differs, and which of it breaks a reader."""

from pathlib import Path

import pytest

from packager.assemble.compare.facts import facts_of
from packager.assemble.compare.schemas import schema_changes
from packager.domain.difference import SchemaChange
from packager.domain.errors import SourceError
from tests.fakes.compared import compared, csv_text, fields, package, resource

Changes = list[tuple[str, str, str, str]]


def changes(old: dict[str, object], new: dict[str, object]) -> list[SchemaChange]:
    """The changes of one resource with these schemas."""
    before, after = (
        facts_of({"resources": [{"name": "t", "path": "t.csv", "schema": one}]}, "x")["t"]
        for one in (old, new)
    )
    return list(schema_changes("t", before, after, ()))


def schema(key: tuple[str, ...] = ("id",), **more: object) -> dict[str, object]:
    return {"fields": fields(("id", "string"), ("value", "number"), **more), "primaryKey": [*key]}


def limited(**constraints: object) -> dict[str, object]:
    return schema(constraints=constraints)


@pytest.mark.parametrize(
    ("old", "new", "kind", "told", "breaking"),
    [
        (schema(unit="W"), schema(unit="kW"), "re-united", ("W", "kW"), True),
        (schema(), schema(key=("value",)), "re-keyed", ("id", "value"), True),
        (schema(description="a"), schema(description="b"), "described", ("a", "b"), False),
        (schema(format="x"), schema(format="y"), "format", ("x", "y"), False),
        (limited(), limited(required=True), "required", ("optional", "required"), False),
        (limited(required=True), limited(), "not required", ("required", "optional"), False),
        (limited(minimum=0), limited(minimum=1), "minimum", ("0", "1"), False),
        (limited(maximum=9), limited(), "maximum", ("9", ""), False),
        (limited(), limited(pattern="a+"), "pattern", ("", '"a+"'), False),
        (limited(unique=True), limited(), "constraint", ("true", ""), False),
        (limited(enum=["a"]), limited(enum=["b", "a"]), "enum widened", None, False),
        (limited(enum=["a", "b"]), limited(enum=["b"]), "enum narrowed", None, True),
        (limited(enum=["a"]), limited(), "enum widened", None, False),
        (limited(), limited(enum=["a"]), "enum narrowed", None, True),
        (limited(enum=["a"]), limited(enum=["b"]), "enum changed", None, True),
    ],
)
def test_each_change_of_a_column_has_its_kind(
    old: dict[str, object],
    new: dict[str, object],
    kind: str,
    told: tuple[str, str] | None,
    breaking: bool,  # noqa: FBT001 - one of the columns of the table above
) -> None:
    (change,) = changes(old, new)

    assert change.kind == kind
    assert told is None or (change.old, change.new) == told
    assert change.is_breaking is breaking


def test_the_order_of_an_enum_and_the_spelling_of_a_limit_say_nothing() -> None:
    assert changes(limited(enum=["a", "b"]), limited(enum=["b", "a"])) == []


def test_a_column_that_went_breaks_and_one_that_came_does_not(tmp_path: Path) -> None:
    less, more = fields(("id", "string")), fields(("id", "string"), ("extra", "string"))
    one = package(tmp_path / "one", {"rows.csv": "id\na\n"}, resource(columns=less))
    other = package(tmp_path / "other", {"rows.csv": "id,extra\na,x\n"}, resource(columns=more))

    there, back = compared(one, other), compared(other, one)

    assert [(c.kind, c.column) for c in there.schema] == [("column added", "extra")]
    assert [(c.kind, c.column) for c in back.schema] == [("column gone", "extra")]
    assert (there.is_breaking, back.is_breaking) == (False, True)
    assert there.changed_documents == ("rows.csv",)


def test_a_resource_that_went_breaks_and_its_rows_are_told(tmp_path: Path) -> None:
    rows = csv_text([("id", "value", "note"), ("a", "1", "x")])
    both = [resource(), resource("more")]
    old = package(tmp_path / "old", {"rows.csv": rows, "more.csv": rows}, *both)
    new = package(tmp_path / "new", {"rows.csv": rows}, resource())

    found = compared(old, new)

    assert [(c.kind, c.resource) for c in found.schema] == [("resource gone", "more")]
    assert found.is_breaking
    assert [len(one.gone) for one in found.tables if one.name == "more"] == [1]
    assert found.files.gone == ("more.csv",)


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ({"resources": {}}, "resources is no list"),
        ({"resources": ["x"]}, "no object"),
        ({"resources": [{"path": "x.csv"}]}, "has no name"),
        ({"resources": [{"name": "x"}, {"name": "x"}]}, "stands twice"),
        ({"resources": [{"name": "x", "schema": {"fields": [{}]}}]}, "a field has no name"),
        ({"resources": [{"name": "x", "schema": {"primaryKey": [1]}}]}, "no list of texts"),
        ({"resources": [{"name": "x", "encoding": 1}]}, "encoding is no text"),
    ],
)
def test_a_description_that_is_none_is_refused(description: dict[str, object], said: str) -> None:
    with pytest.raises(SourceError) as raised:
        facts_of(description, "here")

    assert said in raised.value.what
    assert raised.value.where.startswith("here")
