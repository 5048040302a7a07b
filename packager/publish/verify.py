"""What a target holds, file by file, beside what was sealed."""

from collections.abc import Iterable

from packager.assemble.tree import Differences
from packager.domain.errors import IntegrityError, listed
from packager.domain.release import FileEntry, Record, Release
from packager.publish.target import HostFile, Target

DIGESTS = ("sha256", "md5", "git_blob")


def unlike(expected: Iterable[FileEntry], found: Iterable[HostFile]) -> Differences:
    """Files that a target lacks, has beyond, or has with other bytes.

    A file counts as the same if its size and every digest the target tells are the sealed ones;
    one whose digest the target does not tell counts as changed, because nothing proves it.
    """
    left = {entry.path: entry for entry in expected}
    right = {file.path: file for file in found}
    return Differences(
        missing=tuple(sorted(left.keys() - right.keys())),
        extra=tuple(sorted(right.keys() - left.keys())),
        changed=tuple(
            sorted(p for p in left.keys() & right.keys() if not _same(left[p], right[p]))
        ),
    )


def require_same_files(
    expected: Iterable[FileEntry], found: Iterable[HostFile], *, target: str, where: str
) -> None:
    """Raise IntegrityError, naming the files, unless a target holds exactly the expected bytes."""
    faults = unlike(expected, found).lines()
    if faults:
        raise IntegrityError(
            listed([f"{target} holds other bytes than were sealed", *faults]),
            where=where,
            mend="publish again; if it repeats, see what happened to those files on the host",
        )


def verify_record(release: Release, target: Target, record: Record) -> None:
    """Read back what the public gets of a published release, and compare it with the seal.

    Raises:
        IntegrityError: a file is missing, extra or changed; all are named.
    """
    require_same_files(
        target.payload(release),
        target.record_files(record),
        target=target.name,
        where=record.url,
    )


def host_file(entry: FileEntry) -> HostFile:
    """A file whose three digests were computed where it lies."""
    return HostFile(entry.path, entry.bytes, {name: getattr(entry, name) for name in DIGESTS})


def _same(entry: FileEntry, file: HostFile) -> bool:
    known = [name for name in DIGESTS if name in file.digests]
    return (
        file.bytes == entry.bytes
        and bool(known)
        and all(file.digests[name] == getattr(entry, name) for name in known)
    )
