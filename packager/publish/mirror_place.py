"""The promises of a place that releases are copied to; and the first such place, a folder."""

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from packager.assemble.tree import write_once
from packager.domain.errors import IntegrityError
from packager.domain.release import FileEntry
from packager.domain.version import Version
from packager.publish.lanes import Lanes
from packager.publish.mirror_layout import beside
from packager.publish.refusal import refused
from packager.publish.targets.directory import DirectoryTarget


class Place(Protocol):
    """Somewhere copies go. What is there whole is never written over."""

    def alone(self) -> AbstractContextManager[None]:
        """Be the only run that copies to it; TargetError where another one is at work."""

    def work(self, version: Version) -> Path:
        """A folder of this machine that the tree comes to be in; it outlives a run cut short."""

    def find(self, version: Version, lanes: Lanes) -> Path | None:
        """The tree of a version that is there already, as its bytes lie there now."""

    def lay(self, version: Version, files: Sequence[FileEntry], lanes: Lanes) -> None:
        """Put the proved tree from the work folder in its place."""

    def finish(
        self, version: Version, files: Sequence[FileEntry], papers: Mapping[str, bytes]
    ) -> str:
        """Put beside a tree in its place what belongs to it, the mark that it is whole last.

        Returns:
            Where the tree is.
        """


class FolderPlace:
    """A mirror in a folder, as the directory target lays it."""

    def __init__(self, root: Path) -> None:
        self._root, self._target = root, DirectoryTarget(root)

    def alone(self) -> AbstractContextManager[None]:
        return self._target.alone("")

    def work(self, version: Version) -> Path:
        return self._root / self._target.draft_name(version)

    def find(self, version: Version, lanes: Lanes) -> Path | None:
        del lanes
        return find_tree(self._root / version)

    def lay(self, version: Version, files: Sequence[FileEntry], lanes: Lanes) -> None:
        del lanes
        self._target.put(version, files)

    def finish(
        self, version: Version, files: Sequence[FileEntry], papers: Mapping[str, bytes]
    ) -> str:
        del files
        with refused("write beside the tree", self._root):
            for name, content in papers.items():
                write_once(self._root / beside(version, name), content)
        self._target.record(version)
        return str(self._root / version)


def find_tree(place: Path) -> Path | None:
    """The folder, if anything is there.

    Raises:
        IntegrityError: what is there is a link or no folder.
    """
    if not os.path.lexists(place):
        return None
    if place.is_symlink() or not place.is_dir():
        raise IntegrityError(
            f"{place.name} is a link, or no folder",
            where=str(place),
            mend="find out who put it there; move it away to copy anew",
        )
    return place
