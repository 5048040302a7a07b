"""The tree under judgement: its files, read at most once, strictly, and never trusted."""

import csv
import io
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from packager.assemble.columnar import read_rows
from packager.assemble.standards.data_package import read_resources
from packager.domain.errors import PackagerError
from packager.domain.finding import Finding
from packager.domain.package import Resource
from packager.domain.strict import BYTE_ORDER_MARK, decode, parse_json

PACKAGE = "datapackage.json"
REBUILD = "build or fetch the tree again"


@dataclass(frozen=True, slots=True)
class Rows:
    """A table as its file says it.

    Attributes:
        columns: names in the order of the file.
        kinds: types in the order of the columns; () where the file knows none.
        cells: rows; texts where the file knows no types.
    """

    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    cells: tuple[tuple[object, ...], ...]


class Evidence:
    """One tree; what cannot be read is a finding once, and absent for every judge.

    Attributes:
        root: folder of the tree.
        faults: findings of reading, in the order they were met.
        unfit: JSON documents that broke their own schema; set by the judge of documents.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.faults: list[Finding] = []
        self.unfit: set[str] = set()
        self._documents: dict[str, object] = {}
        self._tables: dict[str, Rows | None] = {}

    @cached_property
    def entries(self) -> dict[str, int]:
        """Mode of everything below the root that is no folder, by path, sorted."""
        return dict(sorted(_walk(self.root, "")))

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Paths of the regular files, sorted."""
        return tuple(path for path, mode in self.entries.items() if stat.S_ISREG(mode))

    @cached_property
    def resources(self) -> tuple[Resource, ...]:
        """What the package says of its files; none if it cannot be understood."""
        package = self.document(PACKAGE)
        if package is None:
            return ()
        try:
            if not isinstance(package, dict):
                raise TypeError(package)
            return read_resources(package, where=PACKAGE)
        except PackagerError as error:
            self.fault(PACKAGE, f"{error.what} ({error.where})")
        except TypeError:
            self.fault(PACKAGE, "no JSON object")
        return ()

    @cached_property
    def by_name(self) -> dict[str, Resource]:
        """Resources by name; the first where a name repeats."""
        return {one.name: one for one in reversed(self.resources)}

    def content(self, path: str) -> bytes | None:
        """A file's bytes; None if it is no regular file."""
        return (self.root / path).read_bytes() if path in self.paths else None

    def text(self, path: str) -> str | None:
        """A file's text; None if it is not there or no UTF-8."""
        content = self.content(path)
        try:
            return None if content is None else decode(content, where=path)
        except PackagerError as error:
            self.fault(path, f"{error.what} ({error.where})")
            return None

    def document(self, path: str) -> object:
        """A JSON document, numbers exact; None if it is not there or broken."""
        if path not in self._documents:
            self._documents[path] = self._parse(path)
        return self._documents[path]

    def documents(self) -> dict[str, object]:
        """Every JSON document that can be read, by path."""
        found = {path: self.document(path) for path in self.paths if path.endswith(".json")}
        return {path: value for path, value in found.items() if value is not None}

    def table(self, path: str) -> Rows | None:
        """A CSV or Parquet table; None if it is not there or broken."""
        if path not in self._tables:
            self._tables[path] = (
                self._typed(path) if path.endswith(".parquet") else self._texts(path)
            )
        return self._tables[path]

    def fault(self, path: str, what: str) -> None:
        """Keep a finding of reading."""
        self.faults.append(Finding(judge="reading", path=path, what=what, mend=REBUILD))

    def drain(self) -> list[Finding]:
        """The findings of reading since the last call."""
        found, self.faults = self.faults, []
        return found

    def _parse(self, path: str) -> object:
        text = self.text(path)
        try:
            return None if text is None else parse_json(text, where=path)
        except PackagerError as error:
            self.fault(path, f"{error.what} ({error.where})")
            return None

    def _typed(self, path: str) -> Rows | None:
        content = self.content(path)
        if content is None:
            return None
        try:
            columns, cells = read_rows(content)
        except PackagerError as error:
            self.fault(path, error.what)
            return None
        names, kinds = zip(*columns, strict=True) if columns else ((), ())
        return Rows(tuple(names), tuple(kinds), tuple(cells))

    def _texts(self, path: str) -> Rows | None:
        text = self.text(path)
        if text is None:
            return None
        reader = csv.reader(
            io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""), strict=True
        )
        try:
            rows = tuple(map(tuple, reader))
        except csv.Error as error:
            self.fault(path, f"no table: {error} (line {reader.line_num})")
            return None
        if not rows:
            self.fault(path, "the file is empty")
            return None
        return Rows(rows[0], (), rows[1:])


def _walk(folder: Path, inside: str) -> Iterator[tuple[str, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            mode = entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode):
                yield from _walk(folder / entry.name, f"{inside}{entry.name}/")
            else:
                yield f"{inside}{entry.name}", mode
