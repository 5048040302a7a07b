"""The door of jsonschema_rs: every fault, in order, digit for digit, and nothing fetched."""

from decimal import Decimal

import pytest

from packager.assemble.json_schema import DIALECT, meta_faults, validator
from packager.domain.errors import ConfigError

CLOSED = {
    "type": "object",
    "properties": {"rows": {"type": "array", "items": {"type": "integer", "minimum": 1}}},
    "unevaluatedProperties": False,
}


def test_a_valid_document_has_no_faults() -> None:
    judge = validator(CLOSED)

    assert judge({"rows": [1, 2, 3]}) == []


def test_every_fault_is_told_in_order_of_its_place() -> None:
    judge = validator(CLOSED)

    faults = judge({"rows": [1, 0, *[1] * 8, "x"], "other": None})

    assert [fault.partition(":")[0] for fault in faults] == ["$", "$.rows[1]", "$.rows[10]"]


def test_a_name_that_is_no_plain_word_is_quoted_in_the_path() -> None:
    judge = validator({"additionalProperties": {"type": "string"}})

    (fault,) = judge({"per query": 1})

    assert fault == "$['per query']: 1 is not of type \"string\""


@pytest.mark.parametrize(
    ("schema", "document", "is_valid"),
    [
        ({"type": "integer"}, Decimal(3), True),
        ({"type": "integer"}, Decimal("3.0"), True),
        ({"type": "integer"}, Decimal("3.5"), False),
        ({"type": "integer"}, True, False),
        ({"type": "number"}, Decimal("1E+400"), True),
        ({"type": "string"}, Decimal(1), False),
        ({"maximum": 2**53}, 2**53 + 1, False),
        ({"maximum": 2**53}, Decimal(2**53 + 1), False),
        ({"maximum": Decimal("0.3")}, Decimal("0.30000000000000000001"), False),
        ({"minimum": Decimal("0.1")}, Decimal("0.10"), True),
        ({"exclusiveMinimum": 0}, Decimal("1E-400"), True),
        ({"exclusiveMinimum": 0}, Decimal("-0.00"), False),
        ({"const": Decimal("19.50")}, Decimal("19.5"), True),
        ({"multipleOf": Decimal("0.01")}, Decimal("19.53"), True),
        ({"multipleOf": Decimal("0.01")}, Decimal("19.531"), False),
    ],
)
def test_numbers_are_compared_digit_for_digit(
    schema: dict[str, object], document: object, *, is_valid: bool
) -> None:
    assert (validator(schema)(document) == []) is is_valid


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (Decimal("NaN"), "Decimal('NaN') is not JSON"),
        (Decimal("Infinity"), "Decimal('Infinity') is not JSON"),
        (float("nan"), "nan is not JSON"),
        (float("-inf"), "-inf is not JSON"),
        (b"bytes", "b'bytes' is not JSON"),
        ("\ud800", r"'\ud800' is not JSON"),
        ({1: 2}, "key 1 is no text"),
        ({"\udfff": 2}, r"key '\udfff' is no text"),
        (10**1300, "a number of 4319 bits is too long"),
    ],
)
def test_what_json_cannot_say_is_a_fault_under_any_schema(document: object, told: str) -> None:
    assert validator({})([document]) == [f"$[0]: {told}"]


def test_a_document_nested_beyond_reason_is_a_fault() -> None:
    document: list[object] = []
    for _ in range(900):
        document = [document]

    assert validator({})(document) == ["$[0][0][0]: nested more than 200 deep"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("date", "2026-02-30"),
        ("date-time", "2026-11-12 09:00"),
        ("date-time", "2026-11-12T09:00:00"),
        ("email", "nobody"),
        ("uri", "not an address"),
    ],
)
def test_a_wrong_format_is_a_fault(kind: str, text: str) -> None:
    assert validator({"format": kind})(text) == [f'$: "{text}" is not a "{kind}"']


def test_a_long_value_does_not_drown_the_verdict() -> None:
    (fault,) = validator({"type": "integer"})("x" * 10_000)

    assert len(fault) < 400
    assert fault.endswith('is not of type "integer"')


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "text"}, "$.type: "),
        ({"required": "rows"}, "$.required: "),
        ({"properties": {"a": {"minimum": "0"}}}, "$.properties.a.minimum: "),
        ({"pattern": "("}, "$.pattern: "),
        ({"format": "dte"}, "$: Unknown format: 'dte'"),
        ({"$ref": "#/$defs/absent"}, "$: Pointer '/$defs/absent' does not exist"),
        ({"const": float("nan")}, "$.const: nan is not JSON"),
        ({"$schema": "http://json-schema.org/draft-07/schema#"}, "$.$schema: "),
    ],
)
def test_a_faulty_schema_is_told_and_refused(schema: dict[str, object], told: str) -> None:
    (fault,) = meta_faults(schema)

    assert told.replace("$.$schema", "$['$schema']") in fault.replace("$.$schema", "$['$schema']")
    with pytest.raises(ConfigError, match="not valid JSON Schema 2020-12"):
        validator(schema)


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9/a.json", "https://example.org/a.json", "file:///etc/hostname"]
)
def test_a_schema_that_points_outside_is_refused_and_nothing_is_fetched(address: str) -> None:
    (fault,) = meta_faults({"$ref": address})

    assert f"{address} is outside the schema, and nothing is fetched" in fault


def test_the_dialect_itself_is_known_without_fetching() -> None:
    assert meta_faults({"$ref": DIALECT}) == []
    assert validator({"$ref": DIALECT})({"type": 3}) != []
