"""A folder of files: one order, three digests each, written whole or not at all."""

import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from packager.assemble.digests import entry_of
from packager.assemble.names import Names, name_faults
from packager.domain.errors import IntegrityError, PackagerError, RuleError, SealedError, listed
from packager.domain.release import FileEntry

FILE_MODE = 0o644
FOLDER_MODE = 0o755


@dataclass(frozen=True, slots=True)
class Differences:
    """Paths in which a set of files is not the one expected, each sorted."""

    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """One line for each path, such as "changed: index.csv"."""
        kinds = ("missing", self.missing), ("extra", self.extra), ("changed", self.changed)
        return [f"{kind}: {path}" for kind, paths in kinds for path in paths]


def differences(expected: Iterable[FileEntry], found: Iterable[FileEntry]) -> Differences:
    """What `found` lacks, has beyond, and has with other bytes."""
    left = {entry.path: entry for entry in expected}
    right = {entry.path: entry for entry in found}
    return Differences(
        missing=tuple(sorted(left.keys() - right.keys())),
        extra=tuple(sorted(right.keys() - left.keys())),
        changed=tuple(sorted(p for p in left.keys() & right.keys() if left[p] != right[p])),
    )


def files_of(root: Path) -> tuple[FileEntry, ...]:
    """Every file below `root` with size and digests, sorted by path (code points).

    Raises:
        IntegrityError: no such folder, something in it is no regular file, or a name does not
            mean the same on every machine.
    """
    paths = paths_of(root)
    return tuple(entry_of(root / path, path) for path in paths)


def file_entry(place: Path, path: str) -> FileEntry:
    """One file that lies at `place`, with size and digests, under a path of its own."""
    return entry_of(place, path)


def paths_of(root: Path) -> tuple[str, ...]:
    """Paths of every file below `root`, sorted by code points; errors as `files_of`."""
    if not root.is_dir():
        raise IntegrityError(
            "there is no such folder", where=str(root), mend="name the folder of a whole tree"
        )
    paths: list[str] = []
    strange: list[str] = []
    for path, mode in _walk(root, ""):
        (paths if stat.S_ISREG(mode) else strange).append(path)
    if strange:
        raise IntegrityError(
            listed([f"{path!r} is no regular file" for path in sorted(strange)]),
            where=str(root),
            mend="put the files themselves there; links, pipes and sockets cannot be released",
        )
    require_portable(sorted(paths), where=str(root), family=IntegrityError)
    return tuple(sorted(paths))


def require_portable(
    paths: Iterable[str], *, where: str, family: type[PackagerError] = RuleError
) -> None:
    """Raise an error of `family` unless the paths mean the same files everywhere."""
    faults = name_faults(paths)
    if faults:
        raise family(
            listed(faults), where=where, mend="rename the files so that every system can keep them"
        )


def write_once(path: Path, content: bytes) -> bool:
    """Create a file whole; True if it is new, False if the same bytes are there already.

    Raises:
        SealedError: other bytes are there.
    """
    if os.path.lexists(path):
        if not path.is_symlink() and path.is_file() and path.read_bytes() == content:
            return False
        raise SealedError(
            f"{path.name} is there with other content",
            where=str(path),
            mend="take another version, or move the file away if it was never meant to be there",
        )
    write_whole(path, content)
    return True


def write_whole(path: Path, content: bytes) -> None:
    """Create or replace a file at once; after a crash the old or the new bytes are there."""
    make_folder(path.parent)
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        _write_new(part, content, durable=True)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    settle(path.parent)


def write_new(path: Path, content: bytes) -> None:
    """Create a file of a tree that is being made; nobody waits for the disk to hold it yet.

    Raises:
        FileExistsError: the path is taken.
    """
    make_folder(path.parent)
    _write_new(path, content, durable=False)


def write_tree(files: Iterable[tuple[str, bytes]], root: Path) -> None:
    """Write files into a folder that is absent or empty; on any error the folder is gone.

    Raises:
        SealedError: the folder holds something.
        RuleError: a path does not mean the same file everywhere.
    """
    if os.path.lexists(root) and not (root.is_dir() and not any(root.iterdir())):
        raise SealedError(
            "the folder holds something already",
            where=str(root),
            mend="name an empty or a new folder",
        )
    names = Names()
    with whole_or_gone(root):
        for path, content in files:
            faults = names.faults(path)
            if faults:
                raise RuleError(
                    listed(faults), where=path, mend="give the document another path in the tree"
                )
            make_folder((root / path).parent)
            _write_new(root / path, content, durable=False)


def copy_tree(files: Iterable[FileEntry], source: Path, root: Path) -> None:
    """Copy the named files into a new folder, down to the disk; on any error it is gone."""
    folders = {root}
    with whole_or_gone(root):
        for entry in files:
            place = root / entry.path
            make_folder(place.parent)
            shutil.copyfile(source / entry.path, place, follow_symlinks=False)
            place.chmod(FILE_MODE)
            settle(place)
            folders.add(place.parent)
        for folder in sorted(folders):
            settle(folder)


def replace_tree(new: Path, place: Path) -> None:
    """Put a finished folder where another may stand, by renaming within one parent."""
    old = place.with_name(f".{place.name}.old")
    remove_tree(old)
    if place.exists():
        place.rename(old)
    new.rename(place)
    settle(place.parent)
    remove_tree(old)


@contextmanager
def whole_or_gone(root: Path) -> Iterator[None]:
    """Make a folder for the block to fill; whatever ends the block early takes it away again."""
    make_folder(root)
    whole = False
    try:
        yield
        whole = True
    finally:
        if not whole:
            shutil.rmtree(root, ignore_errors=True)


def make_folder(path: Path) -> None:
    """Make a folder and those above it, readable for all whatever the umask."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(exist_ok=True)
        path.chmod(FOLDER_MODE)


def remove_tree(path: Path) -> None:
    """Remove a folder or file of ours, if it is there; a link is removed, not followed."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def keep(part: Path, place: Path) -> None:
    """Give a file that came whole its name, once the disk holds it."""
    part.chmod(FILE_MODE)
    settle(part)
    part.replace(place)


def settle(path: Path) -> None:
    """Wait until the disk holds a file's bytes or a folder's names."""
    number = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _write_new(path: Path, content: bytes, *, durable: bool) -> None:
    with path.open("xb") as file:
        file.write(content)
        os.fchmod(file.fileno(), FILE_MODE)
        if durable:
            file.flush()
            os.fsync(file.fileno())


def _walk(root: Path, inside: str) -> Iterator[tuple[str, int]]:
    with os.scandir(root / inside) as entries:
        for entry in entries:
            path = f"{inside}{entry.name}"
            mode = entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode):
                yield from _walk(root, f"{path}/")
            else:
                yield path, mode
