"""Releases in a folder of this machine: a mirror, the releases of a clone, a tree, an archive."""

import os
import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from packager.assemble.archive import entries_of, unpack
from packager.assemble.tree import (
    differences,
    file_entry,
    files_of,
    keep,
    make_folder,
    paths_of,
    remove_tree,
)
from packager.domain.errors import IntegrityError, TargetError
from packager.domain.release import FileEntry
from packager.domain.version import PATTERN, Version, version_key
from packager.publish.chain import SEALED_PAPERS
from packager.publish.cutting import LAST, TREE
from packager.publish.lanes import Lanes
from packager.publish.mirror_layout import beside
from packager.publish.mirror_sums import SUMS, package_of
from packager.publish.refusal import refused
from packager.publish.room import held_in, require_room


class FolderSource:
    """A path, whatever of the four it is; nothing is written there."""

    is_single = False

    def __init__(self, root: Path) -> None:
        self._root, self.name = root, str(root)

    def versions(self) -> tuple[Version, ...]:
        if self._is_one:
            said = package_of(self._root)[1] if self._root.is_dir() else ""
            return (said,) if said else ()
        with refused("read the mirror", self._root):
            names = [path.name for path in self._root.iterdir() if PATTERN.fullmatch(path.name)]
        return tuple(sorted(names, key=version_key))

    def bring(self, version: Version, folder: Path, lanes: Lanes) -> None:
        place = self._place(version)
        if place.is_file():
            with refused("unpack the archive", place):
                remove_tree(folder)
                unpack(place, folder)
            return
        with refused("read the mirror", place):
            paths = paths_of(place)
        size = held_in(place)
        require_room(folder, size - held_in(folder))
        lanes.expect(size)
        lanes.run(partial(_copy, place / path, folder / path, lanes) for path in paths)

    def faults(self, version: Version, tree: Path, files: Sequence[FileEntry]) -> list[str]:
        del tree
        place = self._place(version)
        with refused("read the mirror", place):
            found = entries_of(place) if place.is_file() else files_of(place)
        return differences(files, found).lines()

    def papers(self, version: Version) -> Mapping[str, bytes]:
        if self._is_one:
            return {}
        places = {name: self._paper(version, name) for name in SEALED_PAPERS}
        with refused("read the mirror", self._root):
            return {
                name: path.read_bytes()
                for name, path in places.items()
                if path.is_file() and not path.is_symlink()
            }

    @property
    def _is_one(self) -> bool:
        return self._root.is_file() or (self._root / SUMS).is_file()

    def _paper(self, version: Version, name: str) -> Path:
        inside = self._root / version / name
        return inside if _is_kept(inside.parent) else self._root / beside(version, name)

    def _place(self, version: Version) -> Path:
        if self._is_one:
            return self._root
        place = self._root / version
        if _is_kept(place):
            place /= TREE
        if place.is_symlink():
            raise IntegrityError(
                f"{place.name} is a link, no folder",
                where=str(place),
                mend="put the release itself there; what a link leads to may change",
            )
        if not place.is_dir():
            raise TargetError(
                f"there is no version {version}",
                where=str(self._root),
                mend="see which versions are there, or take another source",
            )
        return place


def _is_kept(place: Path) -> bool:
    """Whether a version lies there as in the folder of releases, its tree inside."""
    is_sealed = (place / LAST).is_file() and os.path.lexists(place / TREE)
    return is_sealed or (place / TREE / SUMS).is_file()


def _copy(source: Path, place: Path, lanes: Lanes) -> None:
    """Copy one file, unless the same bytes are there."""
    with refused("copy the file", place):
        size = source.stat().st_size
        if place.is_file() and place.stat().st_size == size:
            found = file_entry(place, place.name)
            if found == file_entry(source, place.name):
                lanes.moved(size)
                return
        make_folder(place.parent)
        part = place.with_name(f".{place.name}.part")
        part.unlink(missing_ok=True)
        shutil.copyfile(source, part, follow_symlinks=False)
        keep(part, place)
    lanes.moved(size)
