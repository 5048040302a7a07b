"""Write a pinned source: its tables and source.json, all of it or nothing."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from packager.assemble.attribution import LEDGER_KEYS, ledger_rows
from packager.assemble.pin_files import (
    DESCRIPTION,
    PinnedFile,
    canonical,
    measure,
    require_name,
    write,
    write_table,
)
from packager.domain.errors import ConfigError, SealedError, SourceError
from packager.domain.imports import Imported
from packager.domain.snapshot import Source


@dataclass(frozen=True, slots=True)
class PinReport:
    """What an import left behind.

    Attributes:
        folder: where the vintage lies.
        written: False when the same content was there already.
        tables: what it holds.
        ledger: what it adds to the sources ledger.
        remarks: what the reader met and set right.
    """

    folder: Path
    written: bool
    tables: tuple[PinnedFile, ...]
    ledger: tuple[Source, ...]
    remarks: tuple[str, ...]


def pin(  # noqa: PLR0913  each is a fact of its own, all but one by name
    imported: Imported,
    *,
    kind: str,
    vintage: str,
    about: Mapping[str, object],
    partial: bool,
    root: Path,
) -> PinReport:
    """Write one vintage of one source under `root`/`kind`/`vintage`, row by row.

    Args:
        imported: what the importer made of the publisher's file.
        kind: the source.
        vintage: our name of this state of it.
        about: what the person states; see attribution.ledger_rows.
        partial: the vintage leaves out rows its publisher has.
        root: folder of pinned sources.

    Raises:
        ConfigError: a name, a fact or the folder is not what it must be.
        SourceError: rows cannot be written, or the publisher's file changed meanwhile.
        SealedError: the vintage is there with other content.
    """
    require_name(kind, what="source")
    require_name(vintage, what="vintage")
    ledger = ledger_rows(
        imported.ledger, about, kind=kind, vintage=vintage, redistributed=bool(imported.tables)
    )
    target = root / kind / vintage
    with unfinished(target) as folder:
        originals, tables = write_tables(folder, imported)
        facts = {"source": kind, "vintage": vintage, "partial": partial}
        rows = [{key: asdict(row)[key] for key in LEDGER_KEYS} for row in ledger]
        facts |= {"ledger": rows, "originals": originals}
        facts |= {"tables": [asdict(table) for table in tables], "remarks": imported.remarks}
        write(folder / DESCRIPTION, canonical(facts))
        written = settle(folder, target)
    return PinReport(target, written, tables, ledger, tuple(imported.remarks))


def write_tables(
    folder: Path, imported: Imported
) -> tuple[list[dict[str, object]], tuple[PinnedFile, ...]]:
    """Every table, and the digests of what they were read from.

    Raises:
        SourceError: a file changed meanwhile.
    """
    before = digests(imported.originals)
    tables = tuple(write_table(folder, table) for table in imported.tables)
    if digests(imported.originals) != before:
        raise SourceError(
            "a file changed while it was read",
            where=", ".join(str(path) for path in imported.originals),
            mend="import it again once nothing writes to it",
        )
    return before, tables


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """A hidden folder beside the target; whatever is left of it afterwards is taken away.

    Raises:
        ConfigError: the disk refuses.
    """
    parent = target.parent
    absent = [folder for folder in (parent, *parent.parents) if not folder.exists()]
    try:
        if parent.is_symlink():
            raise ConfigError(
                f"{parent.name} is a link", where=str(parent), mend="make it a folder of its own"
            )
        parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=".", suffix=".unfinished", dir=parent))
        try:
            folder.chmod(0o755)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        raise ConfigError(
            f"cannot write: {error.strerror or error}",
            where=str(error.filename or target),
            mend="make room and rights there, then import again; nothing was kept",
        ) from error
    finally:
        for empty in absent:
            with suppress(OSError):
                empty.rmdir()


def digests(originals: Sequence[Path]) -> list[dict[str, object]]:
    """Name below their common folder, size and sha256 of each file that was read.

    Raises:
        SourceError: a file is gone.
    """
    if not originals:
        return []
    folder = os.path.commonpath([str(path.absolute().parent) for path in originals])
    found = []
    for path in sorted(originals):
        name = path.absolute().relative_to(folder).as_posix()
        size, sha256 = measure(path)
        found.append({"path": name, "bytes": size, "sha256": sha256})
    return found


def settle(folder: Path, target: Path) -> bool:
    """Give the finished folder its name; False when the same content has it already.

    Raises:
        SealedError: other content has that name.
    """
    if not target.exists() and not target.is_symlink():
        folder.rename(target)
        flush(target.parent)
        return True
    if unlike := differing(folder, target):
        raise SealedError(
            f"vintage {target.name} is there with other content: {', '.join(unlike)}",
            where=str(target),
            mend="import under another vintage; a pinned table is never edited",
        )
    return False


def flush(folder: Path) -> None:
    """Push a folder's list of names to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def differing(folder: Path, target: Path) -> list[str]:
    """Names of files that are not the same in both folders."""
    here, there = ({path.name: path for path in place.iterdir()} for place in (folder, target))
    return [
        name
        for name in sorted(here.keys() | there.keys())
        if name not in here
        or name not in there
        or not there[name].is_file()
        or measure(here[name]) != measure(there[name])
    ]
