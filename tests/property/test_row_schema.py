"""A row of any columns meets the schema made from them; one wrong cell does not."""

from collections.abc import Mapping

import jsonschema  # type: ignore[import-untyped]  # ships no types; a second opinion for tests only
from hypothesis import given

from packager.assemble.json_schema import meta_faults, validator
from packager.domain.package import Schema
from packager.domain.table import Cell
from packager.green_tokens.documents.schemas import row_schema
from tests.property.schema_strategies import good_rows, spoilt_rows


@given(good_rows())
def test_a_row_of_any_columns_meets_their_schema_in_two_opinions(
    drawn: tuple[Schema, Mapping[str, Cell]],
) -> None:
    schema, row = drawn
    judged = row_schema(schema)

    assert meta_faults(judged) == []
    assert validator(judged)(dict(row)) == []
    assert jsonschema.Draft202012Validator(judged).is_valid(dict(row))


@given(spoilt_rows())
def test_a_row_with_one_wrong_cell_is_refused_in_that_cell(
    drawn: tuple[Schema, Mapping[str, object], str],
) -> None:
    schema, row, name = drawn
    judged = row_schema(schema)

    faults = validator(judged)(dict(row))

    assert faults
    assert {fault.partition(":")[0] for fault in faults} == {f"$.{name}"}
    assert not jsonschema.Draft202012Validator(judged).is_valid(dict(row))


@given(good_rows())
def test_a_row_with_a_column_too_few_or_too_many_is_refused(
    drawn: tuple[Schema, Mapping[str, Cell]],
) -> None:
    schema, row = drawn
    judge = validator(row_schema(schema))
    name = schema.names[0]

    assert judge({key: cell for key, cell in row.items() if key != name}) != []
    assert judge({**row, "none of ours": 1}) != []


@given(good_rows())
def test_columns_keep_their_order_and_tell_their_unit(
    drawn: tuple[Schema, Mapping[str, Cell]],
) -> None:
    schema, _ = drawn

    properties = row_schema(schema)["properties"]

    assert isinstance(properties, dict)
    assert tuple(properties) == schema.names
    for column in schema.fields:
        told = properties[column.name]["description"]
        assert told == f"What it is. Unit: {column.unit}." if column.unit else "What it is."
