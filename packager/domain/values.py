"""Small frozen atoms that every room may hold."""

from dataclasses import dataclass
from decimal import Decimal

from packager.domain.numbers import plain, printed


@dataclass(frozen=True, slots=True)
class Figure:
    """One number a page may print, exact until the moment it is printed.

    One value with one number of places has one text, here as in CSV and JSON: rounded once, half
    up, no grouping, trailing zeros dropped.

    Attributes:
        value: as read or derived; nobody before ``__str__`` rounds it.
        unit: written right behind the number, its space included: " Wh/M", "x", "".
        places: most decimals shown.
        sources: ids in the sources ledger of what it follows from; () for a count or a setting.
        rule: how it follows, in words.
    """

    value: Decimal
    unit: str
    places: int
    sources: tuple[str, ...]
    rule: str

    def __str__(self) -> str:
        return printed(self.value, self.places) + self.unit

    @property
    def exact(self) -> str:
        """The value before rounding, in fixed-point digits."""
        return plain(self.value)


def count(number: int, rule: str, unit: str = "") -> Figure:
    """A figure for a whole number of things."""
    return Figure(Decimal(number), unit=unit, places=0, sources=(), rule=rule)
