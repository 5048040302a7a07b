"""Releases on a disk: a tree, an archive, a mirror, the memory of releases of a clone."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from packager.assemble.archive import unpack
from packager.assemble.digests import open_regular
from packager.assemble.tree import file_entry
from packager.domain.errors import ConfigError, IntegrityError, listed
from packager.domain.statement import read_statement
from packager.loading.loaded import Loaded
from packager.loading.reading import PACKAGE, load_from
from packager.loading.wanted import Wanted
from packager.publish.recall import Recall
from packager.publish.refusal import refused

LEDGER = "ledger.jsonl"
AGAIN = "take the release again from its publisher or from another copy"


@dataclass(frozen=True, slots=True)
class FolderOrigin:
    """A tree on the disk."""

    root: Path
    address: str
    mend: str = AGAIN

    def content(self, path: str, digest: str) -> bytes:
        del digest
        with refused("read the release", self.root / path), open_regular(self.root / path) as file:
            return file.readall()

    def require_whole(self, sums: Mapping[str, str]) -> None:
        """Every file that is listed is there as listed, so that any damage is found at once."""
        missing = [path for path in sums if not (self.root / path).is_file()]
        faults = [f"missing: {path}" for path in missing]
        with refused("read the release", self.root):
            faults += [
                f"changed: {path}"
                for path, digest in sums.items()
                if path not in missing and file_entry(self.root / path, path).sha256 != digest
            ]
        if faults:
            raise IntegrityError(
                listed(["the release is not whole", *faults]), where=self.address, mend=self.mend
            )


def load_local(path: Path, wanted: Wanted) -> Loaded:
    """The wanted table of a release on the disk, whose every file is proved first.

    Raises:
        ConfigError: nothing there is a release, or not the wanted one.
        IntegrityError: a file is not as the release, or the seal of the clone, says.
    """
    address = str(path)
    with trees_at(path) as trees:
        found = wanted.among(trees, address)
        root = trees[found.version]()
        place = address if path.is_file() else str(root)
        return load_from(FolderOrigin(root, place), found)


@contextmanager
def trees_at(path: Path) -> Iterator[Mapping[str, Callable[[], Path]]]:
    """What finds the tree of each version that lies at a path; an archive is unpacked meanwhile."""
    if path.is_file():
        with tempfile.TemporaryDirectory(prefix="packager-") as folder:
            root = Path(folder) / "tree"
            with refused("unpack the archive", path):
                unpack(path, root)
            yield tree_at(root)
    elif (path / PACKAGE).is_file():
        yield tree_at(path)
    elif (path / LEDGER).is_file():
        recall = Recall(path)
        yield {one: sealed(recall, one) for one in recall.versions()}
    elif path.is_dir():
        with refused("look into the mirror", path):
            roots = {one.name: one for one in path.iterdir() if (one / PACKAGE).is_file()}
        yield {name: standing(root) for name, root in roots.items()}
    else:
        raise ConfigError(
            "there is no such folder or archive",
            where=str(path),
            mend="name a mirror, a release's folder or archive, or the folder releases of a clone",
        )


def tree_at(root: Path) -> Mapping[str, Callable[[], Path]]:
    """One tree by the version that it says it is; whether that is true is found when it is read."""
    said = read_statement(FolderOrigin(root, str(root)).content(PACKAGE, ""), PACKAGE)
    return {said.text("version"): standing(root)}


def standing(root: Path) -> Callable[[], Path]:
    """What finds a tree that is simply there."""
    return lambda: root


def sealed(recall: Recall, version: str) -> Callable[[], Path]:
    """What finds a sealed tree, proved by its seal and by the ledger."""
    return lambda: Path(recall.release(version).root)
