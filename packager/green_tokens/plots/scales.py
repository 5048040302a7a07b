"""Axes of energies and ratios: logarithmic where the values allow it."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from packager.domain.numbers import product, quotient

FEWEST_TICKS, MOST_TICKS = 4, 10
MANTISSAS = (
    ("1",),
    ("1", "2", "5"),
    ("1", "1.5", "2", "3", "5", "7"),
    ("1", "1.5", "2", "3", "4", "5", "6", "7", "8", "9"),
    (
        "1",
        "1.1",
        "1.2",
        "1.3",
        "1.4",
        "1.5",
        "1.6",
        "1.8",
        "2",
        "2.5",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
    ),
)
BELOW_ZERO = Decimal("-0.08")


def axis(
    field: str,
    values: Iterable[Decimal],
    title: str,
    *,
    room: tuple[str, str],
    unit: str = "",
) -> dict[str, object]:
    """A field on an axis that has room for a label at both ends.

    Args:
        field: of the data.
        values: what is placed on the axis.
        title: of the axis, with the unit.
        room: by what factors the axis goes below the least and above the largest value.
        unit: behind each number of the axis.

    Returns:
        Logarithmic; linear from about zero where a value is zero, which no logarithm has.
    """
    there = list(values)
    low, high = min(there), max(there)
    top = product(high, Decimal(room[1]))
    label = f"format(datum.value, '.6~f') + '{unit}'"
    marks: dict[str, object] = {"title": title, "grid": True, "labelExpr": label, "tickCount": 6}
    end = top or Decimal(1)
    start = product(end, BELOW_ZERO)
    scale: dict[str, object] = {"domain": [float(start), float(end)], "nice": False}
    if low > 0:
        bottom = quotient(low, Decimal(room[0]))
        marks["title"] = f"{title}, log scale"
        marks["values"] = [float(tick) for tick in ticks(bottom, top)]
        scale |= {"type": "log", "domain": [float(bottom), float(top)]}
    return {"field": field, "type": "quantitative", "scale": scale, "axis": marks}


def ticks(low: Decimal, high: Decimal) -> list[Decimal]:
    """Round numbers between two positive ones: as few kinds of them as fill the axis."""
    found: list[Decimal] = []
    for mantissas in MANTISSAS:
        found = list(round_numbers(low, high, mantissas))
        if len(found) >= FEWEST_TICKS:
            break
    return found[:: len(found) // MOST_TICKS + 1]


def round_numbers(low: Decimal, high: Decimal, mantissas: Iterable[str]) -> Iterator[Decimal]:
    """Each mantissa times each power of ten in the range."""
    for power in range(low.adjusted(), high.adjusted() + 1):
        for mantissa in mantissas:
            tick = Decimal(mantissa).scaleb(power)
            if low <= tick <= high:
                yield tick
