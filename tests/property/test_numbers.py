"""Rounding, printing, order and strict reading, for any value, against a second arithmetic."""

import json
import math
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from packager.domain.errors import ConfigError, SourceError
from packager.domain.numbers import half_up, plain, product, quotient, rounded
from packager.domain.package import Field, Schema
from packager.domain.strict import decimal_of, parse_json
from packager.domain.table import Table, printed
from packager.domain.values import Figure, count
from packager.domain.version import release_date, version_key

FIXED = st.decimals(min_value=-(10**12), max_value=10**12, places=9)
ANY = st.builds(
    Decimal,
    st.tuples(
        st.sampled_from((0, 1)),
        st.lists(st.integers(0, 9), min_size=1, max_size=40).map(tuple),
        st.integers(-90, 90),
    ),
)
PLACES = st.integers(0, 12)
VERSIONS = st.tuples(st.dates(date(1, 1, 1)), st.integers(0, 9999))


def fraction_half_up(value: Decimal, places: int) -> Fraction:
    """Rounding by integers alone: add a half to the size and cut."""
    scaled = abs(Fraction(value)) * 10**places
    size = Fraction(math.floor(scaled + Fraction(1, 2)), 10**places)
    return -size if value < 0 else size


def spelled(version: tuple[date, int]) -> str:
    day, number = version
    return f"{day.isoformat()}.{number}" if number else day.isoformat()


@given(ANY, PLACES)
def test_half_up_is_the_rounding_of_a_second_arithmetic(value: Decimal, places: int) -> None:
    assert Fraction(half_up(value, places)) == fraction_half_up(value, places)


@given(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_an_exact_half_goes_away_from_zero(whole: int, places: int) -> None:
    half = Decimal(whole).scaleb(-places) + Decimal(5).scaleb(-places - 1)
    below = -half

    assert half_up(half, places) - half == Decimal(5).scaleb(-places - 1) * (1 if half > 0 else -1)
    assert half_up(below, places) == -half_up(half, places)


@given(ANY, PLACES)
def test_rounding_a_rounded_number_changes_nothing(value: Decimal, places: int) -> None:
    once = half_up(value, places)

    assert str(half_up(once, places)) == str(once)


@given(ANY, ANY, PLACES)
def test_rounding_keeps_the_order(one: Decimal, other: Decimal, places: int) -> None:
    low, high = sorted((one, other))

    assert half_up(low, places) <= half_up(high, places)


@given(ANY, PLACES)
def test_a_rounded_number_has_the_places_asked_for_and_no_signed_zero(
    value: Decimal, places: int
) -> None:
    nearest = rounded(value, places)

    assert nearest.as_tuple().exponent == -places
    assert nearest or not nearest.is_signed()


@given(ANY)
def test_plain_text_is_fixed_point_short_and_means_the_same(value: Decimal) -> None:
    text = plain(value)

    assert set(text) <= set("-0123456789.")
    assert Fraction(text) == Fraction(value)
    assert "." not in text or text[-1] not in "0."
    assert text != "-0"
    assert float(json.loads(text)) == float(value)


@given(ANY)
def test_plain_text_is_one_for_one_value(value: Decimal) -> None:
    sign, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    longer = Decimal((sign, (*digits, 0, 0), exponent - 2))

    assert plain(longer) == plain(value) == plain(Decimal(plain(value)))


@given(FIXED, st.integers(0, 6))
def test_a_figure_shows_the_text_nearest_its_exact_value(value: Decimal, places: int) -> None:
    text = str(figure(value, unit="", places=places))

    off = abs(Fraction(text) - Fraction(value))
    assert off * 2 <= Fraction(1, 10**places)
    assert len(text.partition(".")[2]) <= places
    assert not text.startswith("-") or Fraction(text) != 0


@given(FIXED, st.integers(0, 6))
def test_a_figure_shows_no_trailing_zero_and_no_grouping(value: Decimal, places: int) -> None:
    number = str(figure(value, unit=" W", places=places)).removesuffix(" W")

    assert "," not in number
    assert "." not in number or not number.endswith(("0", "."))


@given(FIXED, st.integers(0, 6))
def test_a_figure_and_a_table_print_one_value_alike(value: Decimal, places: int) -> None:
    column = Field("x", "number", "Any number.", places=places)
    ((cell,),) = Table("t", Schema((column,), ("x",)), ((value,),)).printed()

    assert isinstance(cell, Decimal)
    assert str(figure(value, unit="", places=places)) == plain(cell)


@given(st.integers(-(10**15), 10**15))
def test_a_count_is_its_digits(number: int) -> None:
    assert str(count(number, "areas counted", " areas")) == f"{number} areas"


@given(ANY, PLACES)
def test_a_figure_stays_exact_behind_its_text(value: Decimal, places: int) -> None:
    assert Fraction(figure(value, unit=" x", places=places).exact) == Fraction(value)


@given(FIXED, FIXED)
def test_a_product_and_a_quotient_are_exact_to_sixty_digits(one: Decimal, other: Decimal) -> None:
    assume(other)

    assert Fraction(product(one, other)) == Fraction(one) * Fraction(other)
    exact = Fraction(one) / Fraction(other)
    assert abs(Fraction(quotient(one, other)) - exact) <= abs(exact) / 10**59


@given(FIXED, st.lists(FIXED, max_size=3))
def test_the_order_of_few_factors_does_not_matter(one: Decimal, others: list[Decimal]) -> None:
    assume(len(others) < 2)

    assert product(one, *others) == product(*others, one)


@given(st.lists(VERSIONS, max_size=8))
def test_versions_sort_by_day_then_by_number(versions: list[tuple[date, int]]) -> None:
    texts = sorted(map(spelled, versions), key=version_key)

    assert texts == [spelled(version) for version in sorted(versions)]


@given(VERSIONS)
def test_a_version_is_read_as_it_was_spelled(version: tuple[date, int]) -> None:
    assert version_key(spelled(version)) == version
    assert release_date(spelled(version)) == version[0]


@given(VERSIONS, st.sampled_from([" {}", "{} ", "{}\n", "v{}", "{}.0", "{}.01", "{}-rc", "+{}"]))
def test_a_version_with_anything_round_it_is_refused(version: tuple[date, int], form: str) -> None:
    with pytest.raises(ConfigError) as caught:
        version_key(form.format(spelled(version)))

    assert "is not a version" in caught.value.what


@given(st.text(max_size=14))
def test_any_text_is_a_version_or_refused_in_words(text: str) -> None:
    try:
        day, number = version_key(text)
    except ConfigError as error:
        told = str(error)
    else:
        told = "where: is not needed"
        assert spelled((day, number)) == text
    assert "where:" in told


def test_the_last_day_of_all_and_a_leap_day_are_days() -> None:
    assert version_key("9999-12-31")[0] - version_key("9999-12-30")[0] == timedelta(1)
    assert release_date("2028-02-29.3") == date(2028, 2, 29)


@given(ANY)
def test_a_number_is_read_with_the_digits_it_was_written_with(value: Decimal) -> None:
    for text in (str(value), f"{value:f}"):
        found = decimal_of(text)
        assert found is not None
        assert found.as_tuple() == Decimal(text).as_tuple()


@given(FIXED)
def test_strict_json_keeps_the_digits_of_a_fraction(value: Decimal) -> None:
    text = f"{value:f}"

    found = parse_json(text, where="x")

    assert isinstance(found, Decimal)
    assert f"{found:f}" == text


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**80), 2**80) | FIXED | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


def dumped(value: object) -> str:
    """JSON by the standard library, decimals by their own digits."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)}: {dumped(inner)}" for key, inner in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dumped, value)) + "]"
    return json.dumps(value)


@given(VALUES)
def test_strict_json_reads_what_was_written_or_refuses_nul(value: object) -> None:
    text = dumped(value)
    try:
        found = parse_json(text, where="x")
    except SourceError:
        assert "\\u0000" in text
    else:
        assert found == value


@given(st.text(max_size=30))
def test_any_text_is_json_or_refused_in_words(text: str) -> None:
    try:
        found = parse_json(text, where="x")
    except SourceError as error:
        found = error
    if isinstance(found, SourceError):
        assert found.mend
    else:
        assert found == json.loads(text.removeprefix("\ufeff"), parse_float=Decimal)


@given(st.text(min_size=1, max_size=4), VALUES, VALUES)
def test_a_repeated_key_is_refused_whatever_it_holds(key: str, one: object, other: object) -> None:
    assume("\0" not in key + dumped(one) + dumped(other))
    name = json.dumps(key)

    with pytest.raises(SourceError) as caught:
        parse_json(f"{{{name}: {dumped(one)}, {name}: {dumped(other)}}}", where="x")

    assert caught.value.where.startswith("x")


@given(st.lists(st.tuples(ANY, st.none() | FIXED), max_size=6), PLACES)
def test_a_table_prints_each_number_rounded_once_and_keeps_the_rest(
    rows: list[tuple[Decimal, Decimal | None]], places: int
) -> None:
    kept = Field("kept", "number", "As it came.")
    cut = Field("cut", "number", "Rounded.", places=places, required=False)
    table = Table("t", Schema((kept, cut), primary_key=("kept",)), tuple(rows))

    records = table.records()

    assert [list(record) for record in records] == [["kept", "cut"]] * len(rows)
    assert [str(record["kept"]) for record in records] == [str(first) for first, _ in rows]
    for record, (_, second) in zip(records, rows, strict=True):
        assert record["cut"] == (None if second is None else half_up(second, places))
    assert tuple(tuple(record.values()) for record in records) == tuple(table.printed())


@given(st.text(max_size=5) | st.integers() | st.none(), PLACES)
def test_only_a_decimal_is_rounded_when_a_cell_is_printed(
    cell: str | int | None, places: int
) -> None:
    assert printed(Field("f", "number", "Any.", places=places), cell) is cell


def figure(value: Decimal, *, unit: str, places: int) -> Figure:
    return Figure(value, unit=unit, places=places, sources=("some",), rule="as given")
