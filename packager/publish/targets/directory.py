"""Target: a folder. A mirror, and a world that costs nothing."""

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from packager.assemble.tree import (
    copy_tree,
    differences,
    files_of,
    remove_tree,
    settle,
    write_once,
)
from packager.domain.errors import IntegrityError, TargetError, listed
from packager.domain.release import Draft, FileEntry, Record, Release
from packager.domain.version import Version
from packager.publish.journal import Journal
from packager.publish.lock import locked
from packager.publish.papers import read_record, record_document
from packager.publish.refusal import refused
from packager.publish.room import require_room
from packager.publish.target import HostFile, Plan
from packager.publish.verify import host_file

EFFECTIVE = os.access in os.supports_effective_ids


class DirectoryTarget:
    """A folder for each version below `root`; a draft is a dot folder beside them.

    Record and journal lie beside the version's folder and name no path of this machine, so the
    whole mirror can be moved.
    """

    name = "directory"
    keeps_record = True

    def __init__(self, root: Path) -> None:
        self._root = root

    def payload(self, release: Release) -> tuple[FileEntry, ...]:
        return release.files

    def alone(self, version: Version) -> AbstractContextManager[None]:
        del version
        self._require_folder()
        return locked(self._root, wait=False)

    def preflight(self, release: Release) -> Plan:
        self._require_folder()
        there = self._is_published(release.version, release.files)
        record = self.find_record(release.version)
        if not there:
            self._require_room(release, record)
        paths = tuple(entry.path for entry in release.files)
        size = sum(entry.bytes for entry in release.files)
        return Plan(
            target=self.name,
            version=release.version,
            sent=() if there else paths,
            kept=paths if there else (),
            removed=(),
            bytes=0 if there else size,
            calls=0 if record else 2 if there else len(paths) + 2,
            irreversible=(),
            record=record,
        )

    def draft(self, release: Release) -> Draft:
        if self._is_published(release.version, release.files):
            return Draft(self.name, release.version, release.version)
        draft = Draft(self.name, self.draft_name(release.version), release.version)
        place = self._root / draft.id
        if not self._is_whole(place, release):
            with refused("copy the release", place):
                remove_tree(place)
                self._journal(release.version).intend("draft", place=draft.id)
                copy_tree(release.files, Path(release.root), place)
                self._journal(release.version).done("draft", place=draft.id)
        return draft

    def draft_files(self, draft: Draft) -> tuple[HostFile, ...]:
        return self._files(draft.id)

    def publish(self, draft: Draft, release: Release) -> Record:
        self.put(draft.version, release.files)
        return self.record(draft.version)

    def put(self, version: Version, files: Sequence[FileEntry]) -> None:
        """Move a whole draft in its place; a version that is there is compared."""
        if not self._is_published(version, files):
            self._journal(version).intend("publish", place=version)
            with refused("put the release in its place", self._root / version):
                (self._root / self.draft_name(version)).rename(self._root / version)
                settle(self._root)
            self._journal(version).done("publish", place=version)

    def record(self, version: Version) -> Record:
        """Write that a version is there, and whole."""
        record = Record(self.name, version, version, version)
        with refused("write the record", self._record_path(version)):
            write_once(self._record_path(version), record_document(record))
        return record

    def draft_name(self, version: Version) -> str:
        """Folder of a version that is not whole yet."""
        return f".draft-{version}"

    def record_files(self, record: Record) -> tuple[HostFile, ...]:
        return self._files(record.id)

    def find_record(self, version: Version) -> Record | None:
        path = self._record_path(version)
        with refused("read the record", path):
            return read_record(path.read_bytes(), str(path)) if path.exists() else None

    def _files(self, name: str) -> tuple[HostFile, ...]:
        with refused("read the mirror", self._root / name):
            return tuple(host_file(entry) for entry in files_of(self._root / name))

    def _is_published(self, version: Version, files: Sequence[FileEntry]) -> bool:
        """Whether the version's folder is there; other bytes in it are an IntegrityError."""
        place = self._root / version
        if not os.path.lexists(place):
            return False
        with refused("read the mirror", place):
            faults = differences(files, files_of(place)).lines()
        if faults:
            raise IntegrityError(
                listed([f"the mirror holds other bytes as {version}", *faults]),
                where=str(place),
                mend="find out who put them there; move the folder away to publish anew",
            )
        return True

    def _is_whole(self, place: Path, release: Release) -> bool:
        with refused("read the draft", place):
            try:
                return files_of(place) == release.files
            except IntegrityError:
                return False

    def _require_folder(self) -> None:
        with refused("use the mirror", self._root):
            is_file = self._root.exists() and not self._root.is_dir()
            is_folder = self._root.is_dir()
        if not is_folder:
            raise TargetError(
                "this is no folder" if is_file else "there is no such folder",
                where=str(self._root),
                mend="name a folder, not a file" if is_file else "create it, or mount its disk",
            )

    def _require_room(self, release: Release, record: Record | None) -> None:
        if record is not None:
            raise IntegrityError(
                f"the mirror has a record of {release.version} but not its folder",
                where=str(self._record_path(release.version)),
                mend="put the folder back, or remove the record to publish anew",
            )
        require_room(self._root, sum(entry.bytes for entry in release.files))
        if not os.access(self._root, os.W_OK | os.X_OK, effective_ids=EFFECTIVE):
            raise TargetError(
                "this folder cannot be written",
                where=str(self._root),
                mend="give write permission there, or name another folder",
            )

    def _record_path(self, version: Version) -> Path:
        return self._root / f"{version}.record.json"

    def _journal(self, version: Version) -> Journal:
        return Journal(self._root / f"{version}.journal.jsonl")
