"""A published record's files, as everybody gets them, each proved by the seal."""

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from packager.assemble.tree import file_entry
from packager.domain.errors import IntegrityError
from packager.domain.release import FileEntry, Record
from packager.publish.refusal import refused
from packager.publish.targets.http import Host


def download(
    host: Host, record: Record, payload: Sequence[FileEntry], folder: Path
) -> tuple[Path, ...]:
    """Bring the files of a record into a folder; no token is shown to the host.

    Raises:
        IntegrityError: a file is not the sealed one; it is not kept.
        TargetError: it cannot be had.
    """
    return tuple(_one(host, record, entry, folder) for entry in payload)


def _one(host: Host, record: Record, entry: FileEntry, folder: Path) -> Path:
    place = folder / entry.path
    path = f"/records/{quote(record.id, safe='')}/files/{quote(entry.path, safe='')}/content"
    with refused("write the download", place), place.open("w+b") as sink:
        host.fetch(path, sink, entry.bytes)
    found = file_entry(place, entry.path)
    if found != entry:
        place.unlink()
        raise IntegrityError(
            f"{entry.path} has sha256 {found.sha256}, sealed was {entry.sha256}",
            where=f"{host.base}{path}",
            mend="somebody changed the record's file; tell its readers, and the host",
        )
    return place
