"""Prices and comparisons obey the arithmetic they claim, whatever the energies are."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from packager.domain.answer import Quantity
from packager.domain.errors import ConfigError
from packager.green_tokens.answers.comparing import compare_models
from packager.green_tokens.answers.pricing import MOST_TOKENS, price_workload
from tests.unit.green_tokens.asked import desk_of
from tests.unit.green_tokens.measured import measured, model

JOULES = st.decimals("0.0001", "50", places=12).map(str)
TOKENS = st.integers(1, MOST_TOKENS // 2)
CLOSE = Fraction(1, 10**50)
DESK = desk_of()
FIRST, SECOND = model("First", "first"), model("Second", "second")


def exact(quantity: Quantity) -> Fraction:
    return Fraction(quantity.exact)


def is_close(one: Fraction, other: Fraction) -> bool:
    """Equal to fifty digits; every step is done to sixty."""
    return abs(one - other) <= CLOSE * max(abs(one), abs(other))


@given(JOULES, TOKENS, TOKENS)
def test_a_price_is_linear_in_tokens(joules: str, some: int, more: int) -> None:
    desk = desk_of([measured(joules)])
    (one,), (other,), (both,) = (
        price_workload(desk, tokens, "small-1-5b").rows for tokens in (some, more, some + more)
    )

    for name in ("energy_wh", "energy_kwh", "emissions"):
        parts = exact(getattr(one, name)) + exact(getattr(other, name))
        assert is_close(parts, exact(getattr(both, name)))


@given(JOULES, JOULES)
def test_a_comparison_turned_round_is_its_inverse(first: str, second: str) -> None:
    desk = desk_of([replace(measured(first), model=FIRST), replace(measured(second), model=SECOND)])
    (there,), (back,) = (
        compare_models(desk, *names).shared for names in (("first", "second"), ("second", "first"))
    )

    assert is_close(exact(there.ratio) * exact(back.ratio), Fraction(1))
    assert exact(there.difference) == -exact(back.difference)
    assert {there.lower, back.lower} in ({"first", "second"}, {"neither"})


@given(st.text(max_size=300), st.sampled_from(["model", "gpu", "area"]))
def test_any_text_names_one_thing_or_is_refused_in_words_that_can_be_printed(
    text: str, name: str
) -> None:
    given_names = {"model": "small-1-5b", "gpu": "H100", "area": "WORLD", name: text}

    refused: list[ConfigError] = []
    try:
        price_workload(DESK, 1, **given_names)
    except ConfigError as error:
        refused.append(error)

    for one in refused:
        assert one.where == name
        assert f"{one.what}{one.mend}".isprintable()


@given(
    st.decimals(-(10**18), 10**18, places=9, allow_nan=False),
    st.integers(0, 12),
)
def test_a_number_said_is_the_nearest_with_its_places_and_no_double_shows(
    value: Decimal, places: int
) -> None:
    said = Quantity.of(value, "", places=places)
    printed = Fraction(Decimal(repr(said.value)))

    most = max(0, min(places, 14 - value.adjusted())) if value else places
    assert abs(printed - Fraction(value)) * 2 <= Fraction(1, 10**most)
    assert (printed * 10**most).denominator == 1
    assert Fraction(said.exact) == Fraction(value)
