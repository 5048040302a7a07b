"""The package's description, written and read back."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packager.assemble.canonical import json_bytes
from packager.assemble.standards.data_package import (
    read_resource,
    read_resources,
    read_schema,
    resource,
    schema,
)
from packager.domain.errors import IntegrityError
from packager.domain.package import Dialect, Field, FieldType, ForeignKey, Resource, Schema
from packager.domain.statement import Statement
from packager.domain.strict import parse_json

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=8)
TYPES: list[FieldType] = ["string", "integer", "number"]
FIELDS = st.builds(
    Field,
    name=WORDS.filter(bool),
    type=st.sampled_from(TYPES),
    description=WORDS,
    unit=WORDS,
    places=st.none(),
    required=st.booleans(),
    enum=st.lists(WORDS, max_size=3).map(tuple),
    minimum=st.none() | st.integers() | st.just(Decimal("0.5")),
    pattern=WORDS,
)
KEYS = st.lists(WORDS, max_size=2).map(tuple)
SCHEMAS = st.builds(
    Schema,
    fields=st.lists(FIELDS, max_size=4).map(tuple),
    primary_key=KEYS,
    foreign_keys=st.lists(st.builds(ForeignKey, KEYS, WORDS, KEYS), max_size=2).map(tuple),
)


def back(document: object) -> Statement:
    value = parse_json(json_bytes(document).decode(), where="x")
    assert isinstance(value, dict)
    return Statement(value, "x")


@given(SCHEMAS.filter(lambda one: bool(one.fields)))
def test_a_schema_comes_back_as_it_was(one: Schema) -> None:
    assert read_schema(back(schema(one))) == one


def test_a_resource_comes_back_as_it_was() -> None:
    table = Schema((Field("id", "string", "Id."),), ("id",))
    one = Resource(
        *("rain", "rain.csv", "Rain", "How much.", "csv", "text/csv", 12, "sha256:00", "utf-8"),
        schema=table,
        dialect=Dialect(),
        sources=("met",),
    )

    assert read_resource(back(resource(one))) == one


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({}, "resources is not a list"),
        ({"resources": {}}, "resources is not a list"),
        ({"resources": [{"name": "a"}]}, "path is not text"),
    ],
)
def test_what_we_never_write_is_an_error(broken: dict[str, object], said: str) -> None:
    with pytest.raises(IntegrityError, match=said):
        read_resources(broken, where="datapackage.json")


@pytest.mark.parametrize(("member", "value"), [("type", "date"), ("constraints", {"minimum": "1"})])
def test_a_column_of_another_kind_is_an_error(member: str, value: object) -> None:
    column = {"name": "a", "type": "string", "description": "", member: value}

    with pytest.raises(IntegrityError, match="column a is of a type or has a minimum"):
        read_schema(Statement({"fields": [column], "primaryKey": ["a"]}, "x"))
