"""Whom a copy is believed: the seal, a digest that somebody names, two hosts that agree."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from packager.assemble.archive import archive
from packager.assemble.seal import Seal, require_sealed
from packager.domain.errors import ConfigError, IntegrityError
from packager.domain.release import FileEntry
from packager.domain.version import Version
from packager.publish.mirror_sums import SUMS, package_of, require_own_sums, require_version
from packager.publish.refusal import refused

SEALED = "the seal of this project"
NAMED = "the digest you named"
AGREED = "Zenodo and the Hub agree"
UNPROVED = "nothing: unproved"
INDEPENDENT = {"zenodo", "huggingface"}
MEND = "copy it from another place, and tell those who run this one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """What a copy of one version is compared with.

    Attributes:
        seal: as the project's ledger proves it; None for somebody who has none.
        sha256: digest of the archive or of SHA256SUMS, as somebody names it; "" for none.
        is_unproved: take it although nothing proves it.
    """

    seal: Seal | None = None
    sha256: str = ""
    is_unproved: bool = False

    def require_some(self, version: Version, sources: Sequence[str]) -> None:
        """Raise ConfigError, before anything is fetched, if nothing could prove a copy."""
        if self.seal or self.sha256 or self.is_unproved or is_pair(sources):
            return
        raise ConfigError(
            f"nothing would prove a copy of {version}",
            where="this folder, which has no seal of it",
            mend="name its digest with --sha256 (of the archive, or of SHA256SUMS), or compare two"
            " hosts with --from zenodo --from huggingface; --unproved takes it all the same",
        )

    def prove(
        self, version: Version, tree: Path, files: Sequence[FileEntry], sources: Sequence[str]
    ) -> tuple[str, ...]:
        """What proves a whole tree, in words.

        Args:
            version: that it should be.
            tree: where it lies.
            files: all of it.
            sources: names of those whose bytes were compared, and are the same.

        Raises:
            IntegrityError: it is something else; the files are named where they can be.
        """
        if self.seal is not None:
            require_sealed(self.seal, files, where=str(tree), mend=MEND)
        else:
            require_own_sums(tree, files)
            require_version(tree, version)
        if self.sha256:
            self._require_named(tree, files)
        found = [SEALED] * bool(self.seal) + [NAMED] * bool(self.sha256)
        found += [AGREED] * is_pair(sources)
        return tuple(found) or (UNPROVED,)

    def _require_named(self, tree: Path, files: Sequence[FileEntry]) -> None:
        sums = next((entry.sha256 for entry in files if entry.path == SUMS), "")
        if self.sha256 == sums:
            require_own_sums(tree, files)
            return
        bundle = archive_of(tree, files, tree.parent)
        if self.sha256 != bundle.sha256:
            raise IntegrityError(
                f"its archive has sha256 {bundle.sha256}, its {SUMS} {sums or 'is not there'};"
                f" you named {self.sha256}",
                where=str(tree),
                mend="see that the digest is of this version, and whose it is",
            )


def is_pair(sources: Sequence[str]) -> bool:
    """Whether both public hosts are among them."""
    return set(sources) >= INDEPENDENT


def archive_name(tree: Path, version: Version) -> str:
    """What the archive of a tree is called, as far as the tree tells."""
    name, _ = package_of(tree)
    return f"{name}-{version}.zip" if name else f"{version}.zip"


def archive_of(tree: Path, files: Sequence[FileEntry], scratch: Path) -> FileEntry:
    """The archive that these files make; it is made below `scratch`, and thrown away."""
    with (
        refused("make the archive", scratch),
        TemporaryDirectory(dir=scratch, prefix=".archive-") as folder,
    ):
        return archive(tree, files, Path(folder, "archive.zip"))
