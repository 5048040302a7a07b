"""Every figure a release prints: its name, exact value, text, sources and rule."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from packager.domain.errors import ProseError
from packager.domain.values import Figure

Printed = tuple[str, Mapping[str, Figure]]
"""Path of a file, and the figures it prints by name."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One printed number, and where it is printed."""

    name: str
    figure: Figure
    places: tuple[str, ...]


def book_of(printed: Iterable[Printed]) -> tuple[Entry, ...]:
    """The figures of all places, by name.

    Raises:
        ProseError: two places give one name to different numbers.
    """
    book: dict[str, Entry] = {}
    for path, figures in printed:
        for name, figure in figures.items():
            known = book.get(name)
            if known and known.figure != figure:
                raise ProseError(
                    f"{name} is {known.figure} in {known.places[0]} and {figure} in {path}",
                    where=path,
                    mend="give one of the two figures another name",
                )
            places = (*known.places, path) if known else (path,)
            book[name] = Entry(name, figure, places)
    return tuple(book[name] for name in sorted(book))


def entry_row(entry: Entry) -> dict[str, object]:
    """One entry as figures.json says it."""
    figure = entry.figure
    return {
        "name": entry.name,
        "text": str(figure),
        "value": figure.value,
        "unit": figure.unit.strip(),
        "places": figure.places,
        "sources": list(figure.sources),
        "rule": figure.rule,
        "printed_in": list(entry.places),
    }
