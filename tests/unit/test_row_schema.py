"""Columns as JSON Schema: each constraint by an example."""

from decimal import Decimal

import pytest

from packager.assemble.json_schema import validator
from packager.domain.package import Field, FieldType, Schema
from packager.green_tokens.documents.schemas import cell_schema, row_schema


def column(kind: FieldType, **constraints: object) -> Field:
    return Field("c", kind, "What it is.", **constraints)  # type: ignore[arg-type]  # each by name


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        (
            column("string", pattern="[A-Z]{3}|WORLD"),
            ["NAM", "WORLD"],
            ["WORLDS", "NAMX", "xWORLD"],
        ),
        (column("string", pattern="a|b."), ["a", "bc"], ["ac", "b", "abc", "a\n"]),
        (column("string"), ["NA", " ", "0"], ["", None, 0]),
        (column("string", required=False), ["NA", "", None], [0, False]),
        (column("string", enum=("yes", "no")), ["yes"], ["", "Yes", None, True]),
        (column("string", enum=("yes",), required=False), ["yes", None], ["no", ""]),
        (column("integer", enum=("1", "20")), [1, Decimal(20)], [2, "1"]),
        (column("number", enum=("0.10",)), [Decimal("0.1")], [Decimal("0.11"), "0.10"]),
        (column("integer", minimum=1), [1, 2**60], [0, -1, Decimal("1.5"), "1"]),
        (column("number", minimum=0), [0, Decimal("1E-30"), 3], [Decimal("-1E-30"), "0"]),
        (
            column("number", minimum=Decimal("0.1")),
            [Decimal("0.10")],
            [Decimal("0.0999999999999999999")],
        ),
        (column("number", minimum=0, required=False), [None, 0], [-1]),
        (column("number", pattern="[0-9]"), [Decimal(-5)], ["5"]),
    ],
)
def test_a_constraint_lets_the_good_pass_and_no_bad(
    field: Field, good: list[object], bad: list[object]
) -> None:
    judge = validator(cell_schema(field))

    assert [cell for cell in good if judge(cell)] == []
    assert [cell for cell in bad if not judge(cell)] == []


def test_a_column_of_many_texts_or_of_yes_and_no_is_a_list_or_a_flag_in_json() -> None:
    text = column("string", unit="W", required=False)
    schema = Schema((text, Field("f", "string", "Whether.", enum=("yes", "no"))), ("f",))
    judge = validator(row_schema(schema, lists=("c",), flags=("f",)))

    assert judge({"c": ["a", "b"], "f": True}) == judge({"c": [], "f": False}) == []
    assert len(judge({"c": None, "f": "yes"})) == 2
    assert judge({"c": [""], "f": True}) == ['$.c[0]: "" is shorter than 1 character']


def test_a_row_is_told_in_the_order_of_its_columns() -> None:
    schema = Schema(
        (
            Field("watts", "number", "Power.", unit="W", minimum=0),
            Field("note", "string", "What is left open", required=False),
        ),
        primary_key=("watts",),
    )

    assert row_schema(schema) == {
        "type": "object",
        "properties": {
            "watts": {"type": "number", "description": "Power. Unit: W.", "minimum": 0},
            "note": {"type": ["string", "null"], "description": "What is left open."},
        },
        "required": ["watts", "note"],
        "additionalProperties": False,
    }
