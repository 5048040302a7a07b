"""How a release lies in a record: which files, within which limits, under which words."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from packager.assemble.archive import archive
from packager.domain.errors import ConfigError, IntegrityError, SourceError, listed
from packager.domain.release import FileEntry, Identity, Release
from packager.domain.strict import decode, parse_json
from packager.publish.refusal import refused
from packager.publish.targets.zenodo_metadata import record_metadata

FACES = (
    *("README.md", "index.csv", "datapackage.json", "CITATION.cff", "croissant.json"),
    "SHA256SUMS",
)
KEY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]{0,254}")
MEND = "take the sealed tree back from version control"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Which files a record holds beside the archive, and what it is described by.

    Attributes:
        faces: paths in the tree that people look for first; those that are not there are left out.
        preview: the one that the record's page opens with.
        paper: DataCite JSON in the tree, which the metadata are made from.
        page: HTML in the tree that describes the release; "" for the paper's abstract.
        scratch: folder that the archive is made in; None for the system's.
        most_files: limit of the host.
        most_bytes: limit of the host, for a file and for all.
    """

    faces: Sequence[str] = FACES
    preview: str = "README.md"
    paper: str = "datacite.json"
    page: str = ""
    scratch: Path | None = None
    most_files: int = 100
    most_bytes: int = 50 * 10**9

    def metadata(self, release: Release, identity: Identity) -> dict[str, object]:
        """What the record says of a release.

        Raises:
            ConfigError: as `record_metadata`.
            IntegrityError: the tree's paper is missing, or names another DOI.
        """
        where = str(Path(release.root, self.paper))
        try:
            paper = parse_json(decode(_read(release, self.paper), where=where), where=where)
        except SourceError as error:
            raise IntegrityError(error.what, where=error.where, mend=MEND) from error
        if not isinstance(paper, dict) or paper.get("doi") != identity.doi:
            raise IntegrityError(
                f"the paper does not name the DOI {identity.doi}",
                where=where,
                mend="cut a later version with the identity that was reserved for it",
            )
        page = decode(_read(release, self.page), where=self.page) if self.page else ""
        return record_metadata(paper, release.version, page=page, where=where)


def payload_of(release: Release, layout: Layout) -> tuple[FileEntry, ...]:
    """The archive and the faces, sorted by path."""
    faces = [entry for entry in release.files if entry.path in layout.faces]
    return tuple(sorted([release.archive, *faces]))


def require_fits(payload: Sequence[FileEntry], layout: Layout, *, where: str) -> None:
    """Raise ConfigError, naming every fault, unless a record can hold these files."""
    faults = [f"{entry.path}: a name the host may not keep" for entry in payload if _is_odd(entry)]
    faults += [f"{entry.path}: it is empty" for entry in payload if not entry.bytes]
    size = sum(entry.bytes for entry in payload)
    if len(payload) > layout.most_files:
        faults.append(f"{len(payload)} files, of at most {layout.most_files}")
    if size > layout.most_bytes:
        faults.append(f"{size} bytes, of at most {layout.most_bytes}")
    if len({entry.path for entry in payload}) < len(payload):
        faults.append("the archive has the name of another file")
    if faults:
        raise ConfigError(
            listed(faults),
            where=where,
            mend="name fewer, smaller or other files in the settings; the archive holds them all",
        )


@contextmanager
def bundled(
    release: Release, layout: Layout
) -> Iterator[Callable[[FileEntry], AbstractContextManager[BinaryIO]]]:
    """Opens the files of the payload; the archive is made when it is first asked for.

    Raises:
        IntegrityError: the tree no longer makes the sealed archive.
    """
    with (
        refused("make the archive", Path(release.root)),
        TemporaryDirectory(dir=layout.scratch) as folder,
    ):
        bundle = Path(folder, release.archive.path)

        def opened(entry: FileEntry) -> BinaryIO:
            if entry != release.archive:
                return Path(release.root, entry.path).open("rb")
            if not bundle.exists():
                _require_sealed(release, archive(Path(release.root), release.files, bundle))
            return bundle.open("rb")

        yield opened


def _require_sealed(release: Release, made: FileEntry) -> None:
    if made != release.archive:
        raise IntegrityError(
            f"{made.path} is not the sealed archive", where=str(release.root), mend=MEND
        )


def _is_odd(entry: FileEntry) -> bool:
    return KEY.fullmatch(entry.path) is None


def _read(release: Release, path: str) -> bytes:
    if path not in {entry.path for entry in release.files}:
        raise IntegrityError(
            f"the sealed tree has no {path}",
            where=str(release.root),
            mend="cut a later version with this tool; older trees do not describe themselves",
        )
    with refused("read the tree", Path(release.root, path)):
        return Path(release.root, path).read_bytes()


def notes_of(metadata: Mapping[str, object]) -> list[object]:
    """The additional descriptions, none if there are none."""
    notes = metadata.get("additional_descriptions")
    return notes if isinstance(notes, list) else []
