"""Open and decode publishers' files: strict about meaning, lenient about line ends."""

import csv
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import BinaryIO

from packager.domain.errors import SourceError
from packager.domain.strict import BYTE_ORDER_MARK, decimal_of, decode, parse_json

LONGEST_LINE = 1 << 20
MOST_NAMES, WIDEST_NAME = 30, 60
AGAIN = "take the publisher's file again; this copy is damaged"


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a CSV file.

    Attributes:
        number: of its last line in the file, from 1.
        cells: by column.
    """

    number: int
    cells: dict[str, str]


MET = {
    "mark": "begins with a byte-order mark, which was left out",
    "crlf": "{} lines end in CR LF",
    "blank": "{} blank lines were passed over",
    "broken": "{} rows hold a quoted line break, which was kept",
}
"""What a reader meets and reads all the same, and how that is said."""


def said(counts: Mapping[str, int], sentences: Mapping[str, str], name: str) -> list[str]:
    """A sentence for each thing that happened, with how often."""
    return [
        f"{name}: {sentence.format(counts[what])}"
        for what, sentence in sentences.items()
        if counts.get(what)
    ]


def require_file(path: Path) -> Path:
    """The path itself, once it is known to be a file that lies where it seems to lie.

    Raises:
        SourceError: nothing there, a folder, or a link that leads out of its folder.
    """
    require_inside(path, path.parent)
    if path.is_dir():
        raise SourceError("a folder, not a file", where=str(path), mend="name the file in it")
    if not path.is_file():
        raise SourceError("no such file", where=str(path), mend="name the publisher's file")
    return path


def require_inside(path: Path, folder: Path) -> None:
    """Raise when a link leads out of a folder.

    Raises:
        SourceError: it does.
    """
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError) as error:
        raise SourceError(str(error), where=str(path), mend="mend the link") from error
    if not inside:
        raise SourceError(
            f"a link to {path.resolve()}",
            where=str(path),
            mend="name the file itself; links out of the folder are not followed",
        )


def read_json(path: Path, remarks: list[str]) -> object:
    """A JSON file, numbers with the publisher's digits.

    Raises:
        SourceError: it cannot be read, or two readers could understand it differently.
    """
    try:
        content = require_file(path).read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error
    text = decode(content, where=str(path))
    met = {"mark": int(text.startswith(BYTE_ORDER_MARK)), "crlf": text.count("\r\n")}
    remarks.extend(said(met, MET, path.name))
    return parse_json(text, where=str(path))


def unreadable(path: Path, error: OSError) -> SourceError:
    """What is said of a file that cannot be read."""
    return SourceError(
        f"cannot read: {error.strerror}", where=str(path), mend="put it back and import again"
    )


def header(path: Path) -> tuple[str, ...]:
    """The columns of a CSV file."""
    _, columns = next(table(path, Counter()))
    return tuple(columns)


def read_rows(path: Path, columns: Sequence[str], remarks: list[str]) -> Iterator[Line]:
    """Rows of a CSV file that has at least these columns; one row in memory at a time.

    Args:
        path: the file.
        columns: those that are used.
        remarks: filled when the last row was read.

    Raises:
        SourceError: no CSV, no UTF-8, a column missing or twice, a row of another length.
    """
    met = Counter[str]()
    rows = table(path, met)
    _, names = next(rows)
    require_columns(names, columns, path)
    for number, cells in rows:
        if not any(cells):
            met["blank"] += 1
            continue
        if len(cells) != len(names):
            raise SourceError(
                f"{len(cells)} cells under {len(names)} columns",
                where=f"{path}, line {number}",
                mend=AGAIN,
            )
        met["broken"] += any("\n" in cell or "\r" in cell for cell in cells)
        yield Line(number, dict(zip(names, cells, strict=True)))
    remarks.extend(said(met, MET, path.name))
    if unread := [name for name in names if name not in columns]:
        remarks.append(f"{path.name}: columns not used: {named(unread)}")


def named(names: Sequence[str]) -> str:
    """Column names for a message, however many and long they are."""
    shown = ", ".join(
        textwrap.shorten(name, WIDEST_NAME, placeholder="...") for name in names[:MOST_NAMES]
    )
    return f"{shown} and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else shown


def require_columns(names: Sequence[str], columns: Sequence[str], path: Path) -> None:
    """Raise unless a header can be read by name.

    Raises:
        SourceError: names the columns that are missing or twice, and those that are there.
    """
    where, there = f"{path}, line 1", named(names)
    if absent := [name for name in columns if name not in names]:
        raise SourceError(
            f"no column {', '.join(absent)}",
            where=where,
            mend=f"take the file that has it; this one has {there}",
        )
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise SourceError(f"column {named(twice)} twice", where=where, mend=AGAIN)


def table(path: Path, met: Counter[str]) -> Iterator[tuple[int, list[str]]]:
    """Header and rows, each with the number of its last line.

    Raises:
        SourceError: empty, unreadable or no CSV.
    """
    reader = None
    try:
        with require_file(path).open("rb") as file:
            reader = csv.reader(text_lines(file, path, met), strict=True)
            empty = True
            for cells in reader:
                if not cells:
                    met["blank"] += 1
                    continue
                empty = False
                yield reader.line_num, cells
    except OSError as error:
        raise unreadable(path, error) from error
    except csv.Error as error:
        line = reader.line_num if reader else 1
        raise SourceError(f"no CSV: {error}", where=f"{path}, line {line}", mend=AGAIN) from error
    if empty:
        raise SourceError("the file is empty", where=str(path), mend=AGAIN)


def text_lines(file: BinaryIO, path: Path, met: Counter[str]) -> Iterator[str]:
    """Lines of a file with their ends.

    Raises:
        SourceError: no UTF-8, a NUL, or a line beyond all reason.
    """
    number = 0
    while raw := file.readline(LONGEST_LINE):
        number += 1
        if len(raw) == LONGEST_LINE:
            raise SourceError(
                "a line of more than a million characters",
                where=f"{path}, line {number}",
                mend=AGAIN,
            )
        line = decode(raw, where=str(path), first_line=number)
        if number == 1 and line.startswith(BYTE_ORDER_MARK):
            met["mark"], line = 1, line.removeprefix(BYTE_ORDER_MARK)
        met["crlf"] += line.endswith("\r\n")
        yield line


def digits(text: str) -> str | None:
    """A number as the publisher wrote it, in fixed point; None for anything else."""
    value = decimal_of(text)
    return None if value is None else fixed(value)


def fixed(value: Decimal | int) -> str:
    """A number's own digits without an exponent: 0.10 stays 0.10, 1e-3 becomes 0.001."""
    return format(Decimal(value), "f")
