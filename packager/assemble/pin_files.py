"""Bytes of a pinned source: tables as CSV, description as JSON, the same everywhere."""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from packager.assemble.names import part_faults
from packager.domain.errors import ConfigError, SourceError
from packager.domain.imports import ImportedTable

DESCRIPTION = "source.json"
NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,39}", re.ASCII)
LONGEST_ROW = 100_000
QUOTED = re.compile(r'[,"\r\n]')
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class PinnedFile:
    """A table as written."""

    name: str
    path: str
    columns: tuple[str, ...]
    rows: int
    bytes: int
    sha256: str


def require_name(name: str, *, what: str) -> None:
    """Raise unless a name is safe as a folder on every system.

    Raises:
        ConfigError: a blank, a separator, a leading dot, more than 40 characters.
    """
    if not NAME.fullmatch(name) or part_faults(name):
        raise ConfigError(
            f"{name!r} cannot name a {what}",
            where=what,
            mend="use 1 to 40 letters, digits, dots and hyphens, a letter or digit first",
        )


def measure(path: Path) -> tuple[int, str]:
    """Size and sha256 of a file, read in pieces.

    Raises:
        SourceError: it cannot be read.
    """
    digest = hashlib.sha256()
    size = 0
    try:
        with path.open("rb") as file:
            while piece := file.read(CHUNK):
                digest.update(piece)
                size += len(piece)
    except OSError as error:
        raise SourceError(
            f"cannot read: {error.strerror}", where=str(path), mend="put the file back and retry"
        ) from error
    return size, digest.hexdigest()


def write_table(folder: Path, table: ImportedTable) -> PinnedFile:
    """Stream a table to `folder`/`table`.csv."""
    require_name(table.name, what="table")
    path = folder / f"{table.name}.csv"
    digest, size, rows = hashlib.sha256(), 0, -1
    with path.open("xb") as file:
        for line in lines(table):
            file.write(line)
            digest.update(line)
            size += len(line)
            rows += 1
        finish(path, file)
    return PinnedFile(table.name, path.name, table.columns, rows, size, digest.hexdigest())


def lines(table: ImportedTable) -> Iterator[bytes]:
    """Header and rows as CSV: UTF-8, LF, comma, quotes only where a reader needs them.

    Raises:
        SourceError: a row is longer or shorter than the header, a cell cannot be written.
    """
    width = len(table.columns)
    yield csv_line(table.columns, where=f"table {table.name}, header")
    for number, row in enumerate(table.rows, 1):
        where = f"table {table.name}, row {number}"
        if len(row) != width:
            raise SourceError(
                f"{len(row)} cells under {width} columns", where=where, mend="mend the importer"
            )
        yield csv_line(row, where=where)


def csv_line(cells: Sequence[str], *, where: str) -> bytes:
    """One line; own quoting, because the csv module's differs between Python versions."""
    text = ",".join(
        '"' + cell.replace('"', '""') + '"' if QUOTED.search(cell) else cell for cell in cells
    )
    if len(text) > LONGEST_ROW or "\0" in text:
        raise SourceError(
            f"a row of {len(text)} characters" if len(text) > LONGEST_ROW else "a NUL character",
            where=where,
            mend="take the publisher's file again; this copy is damaged",
        )
    try:
        return ((text or '""') + "\n").encode()
    except UnicodeEncodeError as error:
        raise SourceError(
            "half a character", where=where, mend="take the publisher's file again"
        ) from error


def canonical(value: object) -> bytes:
    """JSON with the keys in the order given, two blanks of indent, LF at the end.

    Raises:
        SourceError: a text holds half a character.
    """
    try:
        return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
    except UnicodeEncodeError as error:
        raise SourceError(
            "half a character", where=DESCRIPTION, mend="mend the text you gave"
        ) from error


def write(path: Path, content: bytes) -> None:
    """A new file, on the disk when this returns."""
    with path.open("xb") as file:
        file.write(content)
        finish(path, file)


def finish(path: Path, file: BinaryIO) -> None:
    """Push to the disk, and the same rights whatever the umask."""
    file.flush()
    os.fsync(file.fileno())
    path.chmod(0o644)
