"""The wall between making a release and carrying it: a list of files with digests."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from packager.assemble.archive import archive
from packager.assemble.digests import entry_of
from packager.assemble.tree import Differences, differences, files_of, require_portable
from packager.domain.errors import ConfigError, IntegrityError, listed
from packager.domain.release import FileEntry, Identity, Release
from packager.domain.statement import MEND, Statement, document, read_statement
from packager.domain.version import Version, version_key

LOCK = "requirements.lock"
TOOL = ("packager", "dataset_card", "CITATION.cff", LOCK)
ENTRY = ("bytes", "git_blob", "md5", "path", "sha256")


@dataclass(frozen=True, slots=True)
class Maker:
    """What wrote a tree: library versions by name, sha256 of the lock, digest of the tool."""

    writers: Mapping[str, str]
    lock: str
    tool: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """What a release is, byte for byte, and what wrote it.

    Attributes:
        version: the release.
        doi: DOI of the version, "" where none was reserved.
        concept_doi: DOI of the series, "" where there is none yet.
        files: every file of the tree, sorted by path.
        archive: the stored zip of the same files.
        writers: versions of the libraries whose bytes are in the tree, by name.
        lock: sha256 of requirements.lock.
        tool: `tool_digest` of what built it.
    """

    version: Version
    doi: str
    concept_doi: str
    files: tuple[FileEntry, ...]
    archive: FileEntry
    writers: Mapping[str, str]
    lock: str
    tool: str

    @property
    def identity(self) -> Identity:
        return Identity(self.version, self.doi, self.concept_doi)

    def release(self, root: Path) -> Release:
        """The release whose tree lies at `root`."""
        return Release(self.version, root, self.files, self.archive)


def seal(root: Path, identity: Identity, *, bundle: Path, maker: Maker) -> Seal:
    """Freeze a finished tree: list its files, write its archive to `bundle`, name its maker."""
    files = files_of(root)
    return Seal(
        version=identity.version,
        doi=identity.doi,
        concept_doi=identity.concept_doi,
        files=files,
        archive=archive(root, files, bundle),
        writers=dict(maker.writers),
        lock=maker.lock,
        tool=maker.tool,
    )


def maker_of(parts: Mapping[str, Path], writers: Mapping[str, str]) -> Maker:
    """What builds releases here: the parts of the tool as for `tool_digest`, and its writers."""
    return Maker(writers, entry_of(_part(parts, LOCK), LOCK).sha256, tool_digest(parts))


def seal_document(seal: Seal) -> bytes:
    """seal.json: canonical JSON, so that one seal has one digest."""
    return document(asdict(seal))


def read_seal(content: bytes, where: str) -> Seal:
    """A seal from the bytes of seal.json.

    Raises:
        IntegrityError: it lacks or has something else than a seal, or is not written our way.
    """
    said = read_statement(content, where)
    said.require_keys(*Seal.__dataclass_fields__)
    seal = Seal(
        version=_version(said),
        doi=said.text("doi"),
        concept_doi=said.text("concept_doi"),
        files=tuple(_entry(entry) for entry in said.inners("files")),
        archive=_entry(said.inner("archive")),
        writers=said.inner("writers").texts(),
        lock=said.digest("lock"),
        tool=said.digest("tool"),
    )
    paths = [entry.path for entry in seal.files]
    require_portable(paths, where=where, family=IntegrityError)
    if paths != sorted(paths) or seal_document(seal) != content:
        raise IntegrityError("the seal is not in canonical form", where=where, mend=MEND)
    return seal


def compare(seal: Seal, files: Iterable[FileEntry]) -> Differences:
    """In which files a tree is not the sealed one."""
    return differences(seal.files, files)


def require_sealed(seal: Seal, files: Iterable[FileEntry], *, where: str, mend: str) -> None:
    """Raise IntegrityError, naming the files, unless they are the sealed ones."""
    faults = compare(seal, files).lines()
    if faults:
        raise IntegrityError(
            listed([f"release {seal.version} is not as sealed", *faults]), where=where, mend=mend
        )


def tool_digest(parts: Mapping[str, Path]) -> str:
    """One digest over what builds a release, wherever it lies.

    Args:
        parts: where each name of `TOOL` lies on this machine; a folder counts with all its
            files but compiled and hidden ones.
    """
    lines = sorted(line for name in TOOL for line in _lines(name, _part(parts, name)))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _part(parts: Mapping[str, Path], name: str) -> Path:
    path = parts.get(name)
    if path is None or not path.exists():
        raise ConfigError(
            f"no {name} to seal the tool by",
            where=str(path or name),
            mend="run it from a whole checkout of the tool",
        )
    return path


def _lines(name: str, path: Path) -> Iterator[str]:
    if not path.is_dir():
        yield f"{entry_of(path, name).sha256}  {name}\n"
        return
    for inner in path.iterdir():
        if (
            not inner.name.startswith(".")
            and inner.name != "__pycache__"
            and inner.suffix != ".pyc"
        ):
            yield from _lines(f"{name}/{inner.name}", inner)


def _entry(said: Statement) -> FileEntry:
    said.require_keys(*ENTRY)
    return FileEntry(
        said.text("path"),
        said.number("bytes"),
        said.digest("sha256"),
        said.digest("md5", 32),
        said.digest("git_blob", 40),
    )


def _version(said: Statement) -> Version:
    version = said.text("version")
    try:
        version_key(version)
    except ConfigError as error:
        raise IntegrityError(error.what, where=said.where, mend=MEND) from error
    return version
