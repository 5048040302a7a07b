"""Exact numbers: source digits in, one rounding out."""

from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

EXACT = Context(prec=60, rounding=ROUND_HALF_UP)
"""Sixty digits: a quotient of two published values is exact far beyond any place printed."""


def half_up(value: Decimal, places: int) -> Decimal:
    """Round once to `places` decimals, halves away from zero; trailing zeros are dropped."""
    return Decimal(printed(value, places))


@lru_cache(maxsize=4096)
def printed(value: Decimal, places: int) -> str:
    """The text of a number that is rounded once; a page prints each in several forms."""
    return plain(rounded(value, places))


def rounded(value: Decimal, places: int) -> Decimal:
    """Round once to exactly `places` decimals, halves away from zero; zero has no sign.

    As many digits are kept as the value has before the point, however large it is.
    """
    digits = max(EXACT.prec, value.adjusted() + places + 2)
    wide = Context(prec=digits, rounding=ROUND_HALF_UP)
    nearest = value.quantize(Decimal(1).scaleb(-places), context=wide)
    return nearest or nearest.copy_abs()


def plain(value: Decimal) -> str:
    """Fixed-point text without exponent and without trailing zeros: 19.5, 46, 0.28952."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def quotient(dividend: Decimal, divisor: Decimal) -> Decimal:
    """Divide to sixty digits; an exact quotient stays exact."""
    return EXACT.divide(dividend, divisor)


def product(*factors: Decimal) -> Decimal:
    """Multiply to sixty digits."""
    result = Decimal(1)
    for factor in factors:
        result = EXACT.multiply(result, factor)
    return result
