"""Copies of the sealed releases of this repository, to be loaded from and to be damaged."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from packager.assemble.sums import SUMS, sums_document
from packager.assemble.tree import files_of
from packager.domain.errors import TargetError
from packager.publish.recall import Recall
from packager.publish.targets.directory import DirectoryTarget

ROOT = Path(__file__).resolve().parents[2]
RELEASES = ROOT / "releases"
OLDER, NEWEST = Recall(RELEASES).versions()[-2:]


def sealed_tree(version: str) -> Path:
    """A sealed tree, not to be touched."""
    return RELEASES / version / "tree"


def copied_tree(place: Path, version: str = NEWEST) -> Path:
    """A copy of one."""
    return Path(shutil.copytree(sealed_tree(version), place))


def mirror(place: Path, *versions: str) -> Path:
    """A mirror, laid by the target that lays them."""
    place.mkdir()
    target = DirectoryTarget(place)
    for version in versions or (OLDER, NEWEST):
        release = Recall(RELEASES).release(version)
        target.publish(target.draft(release), release)
    return place


def flip(path: Path, at: int, bit: int = 0) -> None:
    """Flip one bit of a file."""
    content = bytearray(path.read_bytes())
    content[at] ^= 1 << bit
    path.write_bytes(content)


def relist(tree: Path) -> None:
    """Make SHA256SUMS fit again, as somebody would who changes a release on purpose."""
    digests = {one.path: one.sha256 for one in files_of(tree) if one.path != SUMS}
    (tree / SUMS).write_bytes(sums_document(digests))


def commit_id(number: int) -> str:
    return f"{number:040x}"


@dataclass
class FakeHost:
    """A host of trees on the disk; whoever connects is counted, and every question.

    Attributes:
        trees: trees by commit.
        tags: commits by tag.
        asked: what was asked for, in order.
        is_away: it cannot be reached.
    """

    trees: dict[str, Path] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    is_away: bool = False

    def add(self, version: str, tree: Path) -> str:
        """Put a tree there and let a tag point to it; its commit."""
        commit = commit_id(len(self.trees) + 1)
        self.trees[commit], self.tags[version] = tree, commit
        return commit

    def connect(self, hub: str, repo_id: str) -> "FakeHost":
        del hub, repo_id
        return self

    def versions(self) -> Mapping[str, str]:
        self._ask("tags")
        return dict(self.tags)

    def fetch(self, revision: str, path: str, folder: Path) -> None:
        self._ask(path)
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.trees[revision] / path, place)

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if self.is_away:
            raise TargetError("nobody answers", where="a fake", mend="try again")
