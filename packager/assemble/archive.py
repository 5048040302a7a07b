"""A whole tree as one stored zip: the same bytes from the same files, on any machine.

Nothing is compressed, because deflated bytes depend on the library that deflates.
"""

import stat
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from packager.assemble.digests import CHUNK, Digests, entry_of, open_regular
from packager.assemble.tree import (
    Differences,
    differences,
    make_folder,
    remove_tree,
    require_portable,
    settle,
    whole_or_gone,
)
from packager.domain.errors import IntegrityError, SealedError, listed
from packager.domain.release import FileEntry

EPOCH = (1980, 1, 1, 0, 0, 0)
MODE = stat.S_IFREG | 0o644
UNIX = 3
ENCRYPTED = 0x1
MOST_FILES = 1_000_000
DAMAGE = (zipfile.BadZipFile, EOFError, RuntimeError, ValueError)
MEND = "fetch the archive again; if it stays so, it is not one of ours"


def archive(root: Path, files: Iterable[FileEntry], path: Path) -> FileEntry:
    """Write the files of a tree, as sealed, into a zip at `path`; an older one is replaced.

    Raises:
        IntegrityError: a file is no longer what its entry says; no archive is left then.
    """
    ordered = sorted(files)
    require_portable((entry.path for entry in ordered), where=str(root), family=IntegrityError)
    make_folder(path.parent)
    part = path.with_name(f".{path.name}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as bundle:
            for entry in ordered:
                _add(bundle, root, entry)
        part.chmod(0o644)
        settle(part)
        sealed = entry_of(part, path.name)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return sealed


def entries_of(path: Path) -> tuple[FileEntry, ...]:
    """Every file in the archive with size and digests, sorted; nothing is written.

    Raises:
        IntegrityError: the archive is damaged, or could harm whoever unpacks it.
    """
    with _opened(path) as bundle:
        return tuple(_entry(bundle, info, path) for info in _members(bundle, path))


def compare_archive(path: Path, files: Iterable[FileEntry]) -> Differences:
    """In which files the archive is not the tree."""
    return differences(files, entries_of(path))


def unpack(path: Path, root: Path) -> tuple[FileEntry, ...]:
    """Unpack an archive of ours into a new folder, all of it or nothing.

    Everything the archive says about itself is judged before the first byte is written.

    Raises:
        IntegrityError: it is damaged, or holds a path that leads out, a name twice, a link, an
            encrypted or compressed file, or more bytes than the archive itself.
        SealedError: the folder is there already.
    """
    if root.exists():
        raise SealedError("the folder is there already", where=str(root), mend="name a new folder")
    with _opened(path) as bundle:
        members = _members(bundle, path)
        part = root.with_name(f".{root.name}.part")
        remove_tree(part)
        with whole_or_gone(part):
            entries = tuple(_entry(bundle, info, path, part) for info in members)
        part.rename(root)
        return entries


def _add(bundle: zipfile.ZipFile, root: Path, entry: FileEntry) -> None:
    info = zipfile.ZipInfo(entry.path, EPOCH)
    info.external_attr = MODE << 16
    info.create_system = UNIX
    info.file_size = entry.bytes
    digests = Digests(entry.bytes)
    with open_regular(root / entry.path) as source, bundle.open(info, "w") as sink:
        while chunk := source.read(min(CHUNK, entry.bytes - digests.read + 1)):
            digests.update(chunk)
            if digests.read > entry.bytes:
                break
            sink.write(chunk)
    if digests.read != entry.bytes or digests.sha256.hexdigest() != entry.sha256:
        raise IntegrityError(
            f"{entry.path} is not what was sealed",
            where=str(root / entry.path),
            mend="build the tree again, or take the sealed one back from version control",
        )


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    with open_regular(path) as stream:
        try:
            bundle = zipfile.ZipFile(stream)
        except (*DAMAGE, OSError) as error:
            raise IntegrityError(f"damaged archive: {error}", where=str(path), mend=MEND) from error
        try:
            yield bundle
        except DAMAGE as error:
            raise IntegrityError(f"damaged archive: {error}", where=str(path), mend=MEND) from error
        finally:
            bundle.close()


def _members(bundle: zipfile.ZipFile, path: Path) -> list[zipfile.ZipInfo]:
    members = sorted(bundle.infolist(), key=lambda info: info.filename)
    size = path.stat().st_size
    faults = [fault for info in members for fault in _faults(info, size)]
    if len(members) > MOST_FILES:
        faults.append(f"{len(members)} files, more than {MOST_FILES}")
    if sum(info.file_size for info in members) > size:
        faults.append("files that say they are larger than the archive they lie in")
    if faults:
        raise IntegrityError(listed(faults), where=str(path), mend=MEND)
    require_portable(
        (info.orig_filename for info in members), where=str(path), family=IntegrityError
    )
    return members


def _faults(info: zipfile.ZipInfo, size: int) -> Iterator[str]:
    if not 0 <= info.header_offset < size:
        yield f"{info.filename!r} lies outside the archive"
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in {0, stat.S_IFREG}:
        yield f"{info.filename!r} is a link or another thing that is no file"
    if info.flag_bits & ENCRYPTED:
        yield f"{info.filename!r} is encrypted"
    if info.compress_type != zipfile.ZIP_STORED or info.compress_size != info.file_size:
        yield f"{info.filename!r} is compressed"


def _entry(
    bundle: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path, root: Path | None = None
) -> FileEntry:
    digests = Digests(info.file_size)
    with bundle.open(info) as source:
        if root is None:
            while chunk := source.read(CHUNK):
                digests.update(chunk)
        else:
            place = root / info.filename
            make_folder(place.parent)
            with place.open("xb") as sink:
                while chunk := source.read(CHUNK):
                    digests.update(chunk)
                    sink.write(chunk)
            place.chmod(0o644)
    return digests.entry(info.filename, str(path))
