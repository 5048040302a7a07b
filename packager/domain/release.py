"""A release on its way: named, sealed, drafted, recorded."""

from dataclasses import dataclass
from pathlib import PurePath

from packager.domain.version import Version, release_date


@dataclass(frozen=True, slots=True)
class Identity:
    """What a release is called, settled before a byte of it is written.

    Attributes:
        version: the data's version.
        doi: DOI of this version, reserved beforehand; "" where no host has reserved one.
        concept_doi: DOI of all versions together; "" in a series not yet published.
    """

    version: Version
    doi: str = ""
    concept_doi: str = ""

    @property
    def date(self) -> str:
        """Day of release, ISO."""
        return release_date(self.version).isoformat()


@dataclass(frozen=True, slots=True, order=True)
class FileEntry:
    """One sealed file: path within the tree, size in bytes, three digests as hex.

    `md5` is what InvenioRDM tells of a file, `git_blob` what the Hub tells of a regular one.
    """

    path: str
    bytes: int
    sha256: str
    md5: str
    git_blob: str


@dataclass(frozen=True, slots=True)
class Release:
    """A finished tree under a version; nothing in it changes again."""

    version: Version
    root: PurePath
    files: tuple[FileEntry, ...]
    archive: FileEntry


@dataclass(frozen=True, slots=True)
class Draft:
    """What a target holds before the world can cite it."""

    target: str
    id: str
    version: Version
    parent: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """What a target holds once the world can cite it; only what the host says."""

    target: str
    id: str
    version: Version
    url: str
    parent: str = ""
    doi: str = ""
    concept_doi: str = ""
    repo_id: str = ""
    revision: str = ""
    tag: str = ""
