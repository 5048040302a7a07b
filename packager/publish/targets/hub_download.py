"""Files of a release from the Hub into a folder: streamed, proved, resumed where they broke off.

A file that is not whole has a name that starts with a dot and ends with .part.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from packager.assemble.tree import keep, make_folder, require_portable
from packager.domain.errors import IntegrityError
from packager.publish.lanes import Lanes
from packager.publish.refusal import refused
from packager.publish.target import HostFile
from packager.publish.targets.hub_answers import Hub
from packager.publish.targets.hub_patience import Patience

LOG = logging.getLogger(__name__)
CHUNK = 1 << 20


def download(  # noqa: PLR0913 - whom, what, where to; and how many at once, where it matters
    hub: Hub,
    patience: Patience,
    revision: str,
    files: Iterable[HostFile],
    folder: Path,
    *,
    lanes: Lanes | None = None,
) -> tuple[HostFile, ...]:
    """Bring files of a commit into a folder; what is there whole is not fetched again.

    Args:
        hub: whom to ask.
        patience: how failures that pass are borne; each goes on where the last broke off.
        revision: commit id.
        files: as the Hub lists them.
        folder: made when missing.
        lanes: how many files at once; one where it is left out.

    Returns:
        The files with the digests of the bytes that came.

    Raises:
        IntegrityError: a name could lead elsewhere, or bytes are not those the Hub lists.
        TargetError: the Hub or the disk failed.
    """
    listed = tuple(files)
    require_portable(
        (file.path for file in listed), where=f"commit {revision}", family=IntegrityError
    )
    lanes = lanes or Lanes(1)
    lanes.expect(sum(file.bytes for file in listed))
    return tuple(
        lanes.run(
            partial(_bring, hub, patience, revision, file, folder / file.path, lanes.moved)
            for file in listed
        )
    )


def _bring(  # noqa: PLR0913, PLR0917 - one for each thing it is made of
    hub: Hub,
    patience: Patience,
    revision: str,
    file: HostFile,
    place: Path,
    moved: Callable[[int], None],
) -> HostFile:
    part = place.with_name(f".{place.name}.part")
    with refused("keep what was downloaded", place):
        if place.is_file() and not place.is_symlink() and _is_same(found := _read(place), file):
            moved(found.bytes)
            return HostFile(file.path, found.bytes, found.digests)
        make_folder(place.parent)
    patience.read(lambda: _fetch(hub, revision, file, part, moved))
    with refused("keep what was downloaded", place):
        found = _read(part)
        if not _is_same(found, file):
            part.unlink()
            raise IntegrityError(
                f"{file.path} came with other bytes than the Hub lists",
                where=f"commit {revision}",
                mend="run the same command again; if it repeats, tell the Hub",
            )
        keep(part, place)
    LOG.debug("%s is here, %d bytes", file.path, file.bytes)
    return HostFile(file.path, found.bytes, found.digests)


def _fetch(
    hub: Hub, revision: str, file: HostFile, part: Path, moved: Callable[[int], None]
) -> None:
    with refused("keep what was downloaded", part):
        part.touch()
        begun = part.stat().st_size
        if begun > file.bytes:
            begun = 0
        if begun == file.bytes:
            return
        with part.open("r+b") as sink:
            for offset, piece in hub.stream(revision, file.path, begun):
                sink.seek(offset)
                sink.write(piece[: file.bytes + 1 - offset])
                moved(len(piece))
                if offset + len(piece) > file.bytes:
                    break
            sink.truncate()


def _read(path: Path) -> HostFile:
    size = path.stat().st_size
    sha256 = hashlib.sha256()
    git_blob = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            sha256.update(chunk)
            git_blob.update(chunk)
    digests = {"sha256": sha256.hexdigest(), "git_blob": git_blob.hexdigest()}
    return HostFile(path.name, size, digests)


def _is_same(found: HostFile, listed: HostFile) -> bool:
    return found.bytes == listed.bytes and all(
        found.digests.get(name) == digest for name, digest in listed.digests.items()
    )
