"""Small frozen atoms that every room may hold."""

from dataclasses import dataclass
from decimal import Decimal

from packager.domain.numbers import plain, rounded


@dataclass(frozen=True, slots=True)
class Figure:
    """One number a page may print, exact until the moment it is printed.

    Attributes:
        value: as read or derived; nobody before ``__str__`` rounds it.
        unit: written right behind the number, its space included: " Wh/M", "x", "".
        places: decimals shown, half up.
        source: id in the sources ledger, or "derived".
        trim: drop trailing zeros, for values a source prints that way.
    """

    value: Decimal
    unit: str
    places: int
    source: str
    trim: bool = False

    def __str__(self) -> str:
        text = f"{rounded(self.value, self.places):,f}"
        if self.trim and "." in text:
            text = text.rstrip("0").rstrip(".")
        return text + self.unit

    @property
    def exact(self) -> str:
        """The value before rounding, in fixed-point digits."""
        return plain(self.value)


def count(number: int, unit: str = "", source: str = "derived") -> Figure:
    """A figure for a whole number of things."""
    return Figure(Decimal(number), unit=unit, places=0, source=source)
