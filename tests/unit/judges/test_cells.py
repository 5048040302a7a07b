"""One cell: how it may be spelled, what its column asks, and when two cells say the same."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packager.assemble.judges.cells import is_same, text_fault, typed_fault
from packager.domain.numbers import plain
from packager.domain.package import Field, FieldType

DECIMALS = st.decimals(
    allow_nan=False, allow_infinity=False, places=9, min_value=0, max_value=10**9
)


def column(kind: FieldType = "string", **more: object) -> Field:
    return Field("c", kind, "A column.", **more)  # type: ignore[arg-type]  # each by name


@pytest.mark.parametrize("text", ["0", "1", "-1", "0.5", "-0.5", "19.5", "1000000", "0.28952"])
def test_plain_digits_are_a_number(text: str) -> None:
    assert text_fault(column("number"), text) == ""


@pytest.mark.parametrize(
    "text",
    [
        *("1e3", "1E3", "+1", "01", "1.", ".5", "1.50", "0.0", "-0", "-0.0", "1,5", "1 000"),
        *(
            "NaN",
            "nan",
            "inf",
            "Infinity",
            "-Infinity",
            "0x1",
            "1_000",
            "\N{ARABIC-INDIC DIGIT ONE}",
        ),
        *(" 1", "1 ", "1\n", "--1", "1-", "", "one"),
    ],
)
def test_anything_else_is_none(text: str) -> None:
    assert text_fault(column("number"), text) != ""


@pytest.mark.parametrize("text", ["1.0", "1e0", "0.5", "-0", "00", "1.", "x"])
def test_a_whole_number_has_digits_alone(text: str) -> None:
    assert text_fault(column("integer"), text) != ""


@given(DECIMALS)
def test_every_number_we_print_is_spelled_right(number: Decimal) -> None:
    assert text_fault(column("number"), plain(number)) == ""


def test_a_constraint_is_named_with_the_value_that_breaks_it() -> None:
    assert text_fault(column("integer", minimum=1), "0") == "0 is below 1"
    assert text_fault(column(enum=("yes", "no")), "maybe") == "'maybe' is none of yes, no"
    assert text_fault(column(pattern="[A-Z]{3}"), "DEUX") == "'DEUX' does not match [A-Z]{3}"
    assert text_fault(column(required=False), "") == ""


def test_a_binary_number_must_be_one() -> None:
    assert typed_fault(column("number"), float("nan")) == "nan is no number"
    assert typed_fault(column("number"), float("inf")) == "inf is no number"
    assert typed_fault(column("number"), 0.1) == ""
    assert typed_fault(column(), "") == "an empty text, where no value is null"
    assert typed_fault(column(), None) == "empty, and a value is required"


@given(DECIMALS)
def test_a_binary_number_is_the_nearest_to_its_decimal_and_no_other(number: Decimal) -> None:
    assert is_same(number, float(number))
    assert is_same(float(number), number)
    assert not is_same(number, float(number) * (1 + 2**-52) + 5e-324)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (["a", "b"], "a, b"),
        (["a", "b"], "a b"),
        ([], None),
        (True, "yes"),
        (False, "no"),
        ("", None),
        (46, Decimal(46)),
        (None, None),
    ],
)
def test_two_spellings_of_one_thing_are_the_same(left: object, right: object) -> None:
    assert is_same(left, right)
    assert is_same(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (["a", "b"], "a;b"),
        (["a"], None),
        (True, "no"),
        (True, 1),
        ("46", 46),
        (None, 0),
        ("", 0),
        ("a", None),
        ([], 0),
        ({"a": 1}, None),
        pytest.param(10**400, 1.0, id="beyond a binary number"),
    ],
)
def test_two_things_are_not(left: object, right: object) -> None:
    assert not is_same(left, right)
    assert not is_same(right, left)
