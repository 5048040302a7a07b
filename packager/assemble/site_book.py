"""figures.json of the site: every figure of every page, written while the pages are."""

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Self

from packager.assemble.canonical import json_line
from packager.card.book import Entry, entry_row
from packager.domain.errors import ProseError
from packager.domain.numbers import plain
from packager.domain.strict import decode, parse_json
from packager.domain.values import Figure


def known_figures(place: Path) -> dict[str, tuple[str, str]]:
    """Text and exact value of the figures of a release, by name, from its own figures.json."""
    book = parse_json(decode(place.read_bytes(), where=place.name), where=place.name)
    rows = book["figures"] if isinstance(book, dict) else []
    return {row["name"]: (row["text"], plain(Decimal(row["value"]))) for row in rows}


class SiteBook:
    """Grows a page at a time, so that it is never in memory whole; ends with its block.

    Args:
        place: the file, not there yet.
        version: of the release that the pages show.
        known: text and exact value of the release's own figures, by name.
    """

    def __init__(self, place: Path, version: str, known: Mapping[str, tuple[str, str]]) -> None:
        self._known, self._shared = known, dict[str, Entry]()
        self._file = place.open("x", encoding="utf-8", newline="\n")
        head = json_line({"version": version}).removesuffix("}")
        self._file.write(f'{head},"figures":[')
        self._count = 0

    @property
    def count(self) -> int:
        """Figures so far."""
        return self._count + len(self._shared)

    def add(self, path: str, printed: Mapping[str, Figure], *, is_own: bool) -> None:
        """The figures of one page; `is_own` where no other page has their names.

        Raises:
            ProseError: the release, or another page, has another number under a name.
        """
        for name, figure in printed.items():
            self._require_known(path, name, figure)
            if is_own:
                self._write(Entry(name, figure, (path,)))
            else:
                self._share(path, name, figure)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._end()
        self._file.close()

    def _end(self) -> None:
        for name in sorted(self._shared):
            self._write(self._shared[name])
        self._count -= len(self._shared)
        self._file.write("\n]}\n")

    def _write(self, entry: Entry) -> None:
        self._file.write(f"{',' if self._count else ''}\n{json_line(entry_row(entry))}")
        self._count += 1

    def _share(self, path: str, name: str, figure: Figure) -> None:
        known = self._shared.get(name)
        if known and known.figure != figure:
            raise ProseError(
                f"{name} is {known.figure} in {known.places[0]} and {figure} in {path}",
                where=path,
                mend="give one of the two figures another name",
            )
        places = (*known.places, path) if known else (path,)
        self._shared[name] = Entry(name, figure, places)

    def _require_known(self, path: str, name: str, figure: Figure) -> None:
        known = self._known.get(name)
        if known and known != (str(figure), figure.exact):
            raise ProseError(
                f"{name} is {figure} here and {known[0]} in the release's own figures.json",
                where=path,
                mend="give the figure of the site another name, or the rule of the release",
            )
