"""A mirror at an address: the same layout as in a folder, its record sent last of all."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from packager.assemble.tree import (
    differences,
    file_entry,
    files_of,
    make_folder,
    remove_tree,
    require_portable,
)
from packager.domain.errors import IntegrityError, TargetError, listed
from packager.domain.release import FileEntry
from packager.domain.version import PATTERN, Version, version_key
from packager.publish.chain import SEALED_PAPERS
from packager.publish.lanes import AGAIN, Lanes
from packager.publish.lock import locked
from packager.publish.mirror_layout import RECORD, beside, own_record
from packager.publish.mirror_remote import Remote
from packager.publish.mirror_sums import SUMS, named_in
from packager.publish.refusal import refused
from packager.publish.room import held_in, require_room

MEND = "find out who put it there; delete it there to copy anew"


class RemoteSource:
    """Releases below an address that can be listed."""

    is_single = False

    def __init__(self, remote: Remote) -> None:
        self._remote, self.name = remote, remote.address

    def versions(self) -> tuple[Version, ...]:
        names = {name.removesuffix(f".{RECORD}") for name in self._remote.names()}
        return tuple(sorted(filter(PATTERN.fullmatch, names), key=version_key))

    def bring(self, version: Version, folder: Path, lanes: Lanes) -> None:
        if not is_whole(self._remote, version):
            raise TargetError(
                f"there is no whole version {version}: {beside(version, RECORD)} is not there",
                where=self.name,
                mend="let the run that copies it there end, or take another source",
            )
        sizes = self._remote.sizes(version)
        require_portable(sizes, where=f"{self.name}/{version}", family=IntegrityError)
        named = self._named(version)
        require_room(folder, sum(sizes.values()) - held_in(folder))
        lanes.expect(sum(sizes.values()))
        lanes.run(
            partial(self._fetch, version, path, size, folder / path, named.get(path, ""), lanes)
            for path, size in sizes.items()
        )

    def faults(self, version: Version, tree: Path, files: Sequence[FileEntry]) -> list[str]:
        folder = tree.with_name(f".{tree.name}.other")
        remove_tree(folder)
        try:
            self.bring(version, folder, Lanes(1))
            return differences(files, files_of(folder)).lines()
        finally:
            remove_tree(folder)

    def papers(self, version: Version) -> Mapping[str, bytes]:
        found = {name: self._remote.find(beside(version, name)) for name in SEALED_PAPERS}
        return {name: content for name, content in found.items() if content}

    def _named(self, version: Version) -> dict[str, str]:
        where = f"{self.name}/{version}/{SUMS}"
        return named_in(self._remote.find(f"{version}/{SUMS}"), where)

    def _fetch(  # noqa: PLR0913, PLR0917 - one for each thing it is made of
        self, version: Version, path: str, size: int, place: Path, sha256: str, lanes: Lanes
    ) -> None:
        if sha256 and place.is_file() and file_entry(place, path).sha256 == sha256:
            lanes.moved(size)
            return
        self._remote.fetch(f"{version}/{path}", place, size, lanes.moved)
        if sha256 and file_entry(place, path).sha256 != sha256:
            place.unlink()
            raise IntegrityError(
                f"{path} is not what {SUMS} says", where=f"{self.name}/{version}", mend=MEND
            )


class RemotePlace:
    """Where releases go to; trees come to be in a folder of this machine first.

    Args:
        remote: the address.
        work: that folder.
    """

    def __init__(self, remote: Remote, work: Path) -> None:
        self._remote, self._work = remote, work

    def alone(self) -> AbstractContextManager[None]:
        with refused("use the work folder", self._work):
            make_folder(self._work)
        return locked(self._work, wait=False)

    def work(self, version: Version) -> Path:
        return self._work / version

    def find(self, version: Version, lanes: Lanes) -> Path | None:
        if not is_whole(self._remote, version):
            return None
        place = self._work / f"{version}.there"
        remove_tree(place)
        RemoteSource(self._remote).bring(version, place, lanes)
        return place

    def lay(self, version: Version, files: Sequence[FileEntry], lanes: Lanes) -> None:
        there = self._remote.sizes(version)
        strange = sorted(there.keys() - {entry.path for entry in files})
        if strange:
            raise IntegrityError(
                listed([f"extra: {path}" for path in strange]),
                where=f"{self._remote.address}/{version}",
                mend=MEND,
            )
        lanes.expect(sum(entry.bytes for entry in files))
        lanes.run(
            partial(self._send, version, entry, there.get(entry.path), lanes) for entry in files
        )

    def finish(
        self, version: Version, files: Sequence[FileEntry], papers: Mapping[str, bytes]
    ) -> str:
        del files
        marks = {**papers, RECORD: own_record(version)}
        for name, content in marks.items():
            path = beside(version, name)
            found = self._remote.find(path)
            if found and found != content:
                where = f"{self._remote.address}/{path}"
                raise IntegrityError(f"{path} is there with other content", where=where, mend=MEND)
            if not found:
                self._remote.put_small(content, path)
        for folder in (self.work(version), self._work / f"{version}.there"):
            remove_tree(folder)
        return f"{self._remote.address}/{version}"

    def _send(self, version: Version, entry: FileEntry, there: int | None, lanes: Lanes) -> None:
        """Send a file unless the same bytes are there, and read back what the store has then."""
        path = f"{version}/{entry.path}"
        if there == entry.bytes and self._remote.sha256(path, lanes.moved) == entry.sha256:
            return
        self._remote.put(self.work(version) / entry.path, path, lanes.moved)
        if self._remote.sha256(path, _silent) != entry.sha256:
            raise TargetError(
                f"{entry.path} was sent, and the store has other bytes",
                where=f"{self._remote.address}/{path}",
                mend=AGAIN,
            )


def is_whole(remote: Remote, version: Version) -> bool:
    """Whether a version's record is there, which is sent last."""
    return remote.find(beside(version, RECORD)) == own_record(version)


def _silent(_: int) -> None:
    """Tell nobody."""
