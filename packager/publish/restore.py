"""A release back in the folder it was sealed in, or in another one of the same shape."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from packager.assemble.archive import archive
from packager.assemble.seal import Seal, read_seal
from packager.assemble.tree import file_entry, make_folder, settle, write_once
from packager.domain.errors import IntegrityError
from packager.domain.release import FileEntry
from packager.domain.version import Version
from packager.publish.chain import digest_of
from packager.publish.cutting import LAST, TREE
from packager.publish.lanes import Lanes
from packager.publish.lock import locked
from packager.publish.mirror_place import find_tree
from packager.publish.mirror_proof import archive_name
from packager.publish.mirror_source import Source
from packager.publish.recall import Recall
from packager.publish.refusal import refused

WORK = ".restore-"


@dataclass(frozen=True, slots=True)
class RestoredPlace:
    """Trees as releases/ keeps them, and archives; a file with other bytes is never written over.

    Attributes:
        version: the one release that comes back.
        root: folder of a folder for each version.
        archives: folder of the archives.
        promised: digests that the ledger names, by the name of the paper; others are not written.
            None where there is no ledger.
    """

    version: Version
    root: Path
    archives: Path
    promised: Mapping[str, str] | None = None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the work folder, not the folder of releases: the ledger there is still read."""
        folder = self.work(self.version).parent
        with refused("use the folder", folder):
            make_folder(folder)
            make_folder(self.archives)
        try:
            with locked(folder, wait=False):
                yield
        finally:
            with suppress(OSError):  # what a run cut short has fetched stays for the next one
                folder.rmdir()

    def work(self, version: Version) -> Path:
        return self.root / f"{WORK}{version}" / TREE

    def find(self, version: Version, lanes: Lanes) -> Path | None:
        del lanes
        return find_tree(self.root / version / TREE)

    def lay(self, version: Version, files: Sequence[FileEntry], lanes: Lanes) -> None:
        del files, lanes
        place = self.root / version / TREE
        with refused("put the release in its place", place):
            make_folder(place.parent)
            self.work(version).rename(place)
            settle(place.parent)

    def finish(
        self, version: Version, files: Sequence[FileEntry], papers: Mapping[str, bytes]
    ) -> str:
        place = self.root / version
        with refused("write beside the tree", place):
            for name, content in papers.items():
                if self.promised is None or self.promised.get(name) == digest_of(content):
                    write_once(place / name, content)
        self._bundle(version, files)
        return str(place / TREE)

    def _bundle(self, version: Version, files: Sequence[FileEntry]) -> None:
        """The archive, made from the tree; the same files make the same bytes."""
        tree = self.root / version / TREE
        name = archive_name(tree, version)
        place, made = self.archives / name, self.archives / f".{name}.made"
        with refused("write the archive", place):
            entry = archive(tree, files, made)
            if not os.path.lexists(place):
                made.replace(place)
                return
            made.unlink()
            found = file_entry(place, made.name)
        if found != entry:
            raise IntegrityError(
                f"{name} is there with other bytes",
                where=str(place),
                mend="move it away, then run the same command again",
            )


def promised_papers(ledger: Recall, version: Version) -> dict[str, str]:
    """Digests of the files that were sealed with a version, by name; none if it is not sealed."""
    sealed = [one for one in ledger.events() if (one.event, one.version) == ("seal", version)]
    return {path.partition("/")[2]: digest for one in sealed for path, digest in one.files.items()}


def find_seal(ledger: Recall, version: Version, sources: Sequence[Source]) -> Seal | None:
    """The seal that the ledger proves, from the disk, or from a source if it is lost there.

    Raises:
        IntegrityError: it is lost, and no source has the one whose digest the ledger names.
    """
    promised = promised_papers(ledger, version)
    if not promised:
        return None
    try:
        return ledger.seal(version)
    except IntegrityError:
        for source in sources:
            content = source.papers(version).get(LAST, b"")
            if digest_of(content) == promised[LAST]:
                return read_seal(content, f"{source.name}, {LAST} of {version}")
        raise
