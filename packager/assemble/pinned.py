"""Read pinned sources: digests first, then rows as often as wanted."""

import csv
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from packager.assemble.pin_facts import described
from packager.assemble.pin_files import DESCRIPTION, measure
from packager.domain.errors import ConfigError, SourceError
from packager.domain.snapshot import PinnedSource, Snapshot
from packager.domain.strict import decode, parse_json

Vintages = Mapping[str, tuple[tuple[str, bool], ...]]
"""By source, both sorted: name of each vintage, and whether it is partial."""

AGAIN = "take it from git again, or import the publisher's file under another vintage"


@dataclass(frozen=True, slots=True)
class PinnedTable:
    """A table file whose digest was found right.

    Attributes:
        path: the file.
        columns: in order.
        rows: how many.
    """

    path: Path
    columns: tuple[str, ...]
    rows: int

    @property
    def where(self) -> str:
        """Path for messages."""
        return str(self.path)

    def records(self) -> Iterator[Mapping[str, str]]:
        """Rows in file order; an empty cell is the empty text.

        Raises:
            SourceError: the file is not the table that was described.
        """
        try:
            with self.path.open(encoding="utf-8", newline="") as file:
                rows = csv.reader(file, strict=True)
                if tuple(next(rows, ())) != self.columns:
                    raise altered(self.path, found="other columns", expected=self.columns)
                for row in rows:
                    yield dict(zip(self.columns, row, strict=True))
        except (OSError, ValueError, csv.Error) as error:
            raise altered(self.path, found=str(error), expected="the table") from error


def altered(path: Path, *, found: object, expected: object) -> SourceError:
    """What is said of a file that is not the pinned one."""
    return SourceError(f"altered: expected {expected}, found {found}", where=str(path), mend=AGAIN)


def read_pinned(root: Path, kind: str, vintage: str) -> PinnedSource:
    """One vintage, proved byte for byte before any row is read.

    Raises:
        ConfigError: no such source or vintage; lists what there is.
        SourceError: a file is altered, missing or does not belong there.
    """
    there = vintages(root)
    if vintage not in dict(there.get(kind, ())):
        raise absent(there, kind, vintage, root)
    folder = root / kind / vintage
    content = source_json(folder)
    facts = described(
        parse_json(decode(content, where=str(folder / DESCRIPTION)), where=str(folder)),
        where=str(folder / DESCRIPTION),
    )
    if (facts.kind, facts.vintage) != (kind, vintage):
        raise altered(
            folder / DESCRIPTION,
            expected=f"{kind} {vintage}",
            found=f"{facts.kind} {facts.vintage}",
        )
    require_files(folder, {DESCRIPTION, *(table.path for table in facts.tables)})
    tables = {}
    for table in facts.tables:
        path = folder / table.path
        found = measure(path)
        if found != (table.bytes, table.sha256):
            raise altered(
                path,
                expected=f"{table.bytes} bytes with sha256 {table.sha256}",
                found=f"{found[0]} with {found[1]}",
            )
        tables[table.name] = PinnedTable(path, table.columns, table.rows)
    ledger = tuple(replace(row, partial=facts.partial) for row in facts.ledger)
    digest = hashlib.sha256(content).hexdigest()
    return PinnedSource(kind, vintage, facts.partial, ledger, tables, digest)


def source_json(folder: Path) -> bytes:
    """The description of a vintage.

    Raises:
        SourceError: there is none.
    """
    try:
        return (folder / DESCRIPTION).read_bytes()
    except OSError as error:
        raise SourceError(
            f"no {DESCRIPTION}: {error.strerror}", where=str(folder), mend=AGAIN
        ) from error


def require_files(folder: Path, expected: set[str]) -> None:
    """Raise unless the folder holds these files and nothing else.

    Raises:
        SourceError: names what is missing, what is too many, what is a link.
    """
    found = {path.name: path for path in folder.iterdir()}
    faults = [f"{name} is missing" for name in sorted(expected - found.keys())]
    faults += [f"{name} does not belong there" for name in sorted(found.keys() - expected)]
    faults += [
        f"{name} is no plain file"
        for name in sorted(expected & found.keys())
        if found[name].is_symlink() or not found[name].is_file()
    ]
    if faults:
        raise SourceError(f"altered: {', '.join(faults)}", where=str(folder), mend=AGAIN)


def vintages(root: Path) -> Vintages:
    """Every source and vintage under `root`; hidden names are unfinished imports.

    Raises:
        SourceError: a vintage without a readable source.json.
    """
    return {
        kind.name: tuple((folder.name, is_partial(folder)) for folder in folders(kind))
        for kind in folders(root)
    }


def folders(place: Path) -> list[Path]:
    """Folders in a folder by name; none where there is no such place."""
    if not place.is_dir():
        return []
    return sorted(
        path for path in place.iterdir() if path.is_dir() and not path.name.startswith(".")
    )


def is_partial(folder: Path) -> bool:
    """Whether a vintage leaves out rows its publisher has."""
    where = str(folder / DESCRIPTION)
    value = parse_json(decode(source_json(folder), where=where), where=where)
    return described(value, where=where).partial


def choose(root: Path, kinds: Iterable[str], wanted: Mapping[str, str]) -> Snapshot:
    """One vintage of each source: the wanted one, else the newest that is not partial.

    Raises:
        ConfigError: a source or vintage that is not there; lists what there is.
        SourceError: a pinned file is altered.
    """
    there = vintages(root)
    needed = tuple(dict.fromkeys(kinds))
    for kind in wanted:
        if kind not in needed:
            raise absent({name: there.get(name, ()) for name in needed}, kind, wanted[kind], root)
    chosen = {kind: wanted.get(kind) or newest(there, kind, root) for kind in needed}
    return {kind: read_pinned(root, kind, vintage) for kind, vintage in chosen.items()}


def newest(there: Vintages, kind: str, root: Path) -> str:
    """Name of the newest whole vintage; names sort as dates do.

    Raises:
        ConfigError: there is none.
    """
    whole = [vintage for vintage, partial in there.get(kind, ()) if not partial]
    if not whole:
        raise absent(there, kind, "that is whole", root)
    return max(whole)


def absent(there: Vintages, kind: str, vintage: str, root: Path) -> ConfigError:
    """What is said when a source or vintage is not there."""
    known = [
        f"{name}: {', '.join(v + ' (partial)' * partial for v, partial in found) or 'none'}"
        for name, found in there.items()
    ]
    what = f"no vintage {vintage} of {kind}" if kind in there else f"no source {kind}"
    return ConfigError(
        what,
        where=str(root),
        mend=f"take one of {'; '.join(known)}" if known else "import a source first",
    )
