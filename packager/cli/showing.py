"""A release in words a person enjoys: what it is, where it lies, how to load it."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from packager.domain.recipe import Headline
from packager.domain.release import Release

SHOWN = 5
UNITS = ("bytes", "kB", "MB", "GB", "TB")
THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Shown:
    """One release where it was carried to.

    Attributes:
        release: version, files, archive.
        place: folder of its tree.
        archive: its zip.
        rows: rows by Hub config, as they were loaded back.
    """

    release: Release
    place: Path
    archive: Path
    rows: dict[str, int]


def summary(shown: Shown, headline: Headline) -> Iterator[str]:
    """Lines about a release."""
    release = shown.release
    total = sum(entry.bytes for entry in release.files)
    yield f"{headline.title} {release.version}"
    yield f"  files    {len(release.files)}, {size(total)}"
    yield f"  archive  {shown.archive.name}, {size(release.archive.bytes)}"
    yield f"  sha256   {release.archive.sha256}"
    yield "  rows     " + ", ".join(f"{name} {count}" for name, count in shown.rows.items())
    yield ""
    rows = read_rows(shown.place / headline.path)
    lines = aligned(rows, headline)
    yield f"  {headline.unit}, lowest and highest rows of {len(rows)}"
    yield from (f"    {line}" for line in lines[:SHOWN])
    if len(lines) > SHOWN:
        yield "    ..."
        yield from (f"    {line}" for line in lines[max(SHOWN, len(lines) - SHOWN) :])
    yield ""
    yield f"It lies in {shown.place}"
    yield "Load it:"
    yield "  from datasets import load_dataset"
    yield f'  load_dataset("{shown.place}", "{headline.config}", split="train")'


def aligned(rows: Sequence[dict[str, str]], headline: Headline) -> list[str]:
    """Rows in columns: the value at the right edge first, then what names the row."""
    columns = (headline.value, *headline.label)
    widths = [max((len(row[column]) for row in rows), default=0) for column in columns]
    return [
        "  ".join(
            (
                f"{row[headline.value]:>{widths[0]}}",
                *(
                    f"{row[column]:<{width}}"
                    for column, width in zip(columns[1:], widths[1:], strict=True)
                ),
            )
        ).rstrip()
        for row in rows
    ]


def read_rows(path: Path) -> list[dict[str, str]]:
    """The published table, in its order."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def size(count: int) -> str:
    """A number of bytes as people say it, in powers of a thousand."""
    unit = 0
    scaled = count * 10
    while scaled >= THOUSAND * 10 and unit < len(UNITS) - 1:
        scaled, unit = (scaled + THOUSAND // 2) // THOUSAND, unit + 1
    whole, tenth = divmod(scaled, 10)
    return f"{whole}.{tenth} {UNITS[unit]}" if unit and tenth else f"{whole} {UNITS[unit]}"
