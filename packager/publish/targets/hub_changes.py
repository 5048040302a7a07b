"""What a commit has to change, found by comparing what the Hub lists with what was sealed."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from packager.domain.release import FileEntry
from packager.domain.version import PATTERN, Version, version_key
from packager.publish.target import HostFile
from packager.publish.verify import unlike

GIT_ATTRIBUTES = ".gitattributes"
RESERVED = frozenset({GIT_ATTRIBUTES, ".gitignore", ".huggingface.yaml", "dataset_infos.json"})
HIDDEN = frozenset({".git", ".cache"})
MOST_FILES = 25_000
MOST_IN_FOLDER = 10_000
LARGEST = 50_000_000_000
REGULAR = 10 << 20
MOST_REGULAR = 1_000_000_000
LONGEST_NAME = 255
HEADER = re.compile(rb"\A---\r?\n(.*?)^---\s*$", re.DOTALL | re.MULTILINE)
KEY = re.compile(rb"^([A-Za-z_][\w-]*):", re.MULTILINE)
REPO_ID = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}", re.ASCII)


File = TypeVar("File", HostFile, FileEntry)


@dataclass(frozen=True, slots=True)
class Change:
    """From what a commit holds to what was sealed: paths, each sorted."""

    sent: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def is_nothing(self) -> bool:
        """Whether the commit holds exactly the sealed files."""
        return not self.sent and not self.removed


def without_own(files: Iterable[HostFile]) -> tuple[HostFile, ...]:
    """Files but the Hub's own one, which stays whatever is released."""
    return tuple(file for file in files if file.path != GIT_ATTRIBUTES)


def change(files: Iterable[HostFile], payload: Iterable[FileEntry]) -> Change:
    """What must be sent, and what must go, so that a commit holds the payload alone."""
    wanted = tuple(payload)
    odd = unlike(wanted, without_own(files))
    sent = {*odd.missing, *odd.changed}
    return Change(
        sent=tuple(sorted(sent)),
        kept=tuple(sorted(entry.path for entry in wanted if entry.path not in sent)),
        removed=odd.extra,
    )


def strangers(
    files: Iterable[HostFile], payload: Iterable[FileEntry], earlier: Iterable[HostFile]
) -> list[str]:
    """Paths that neither this release nor the one before has: somebody else put them there."""
    ours = {entry.path for entry in payload} | {file.path for file in earlier}
    return sorted(file.path for file in without_own(files) if file.path not in ours)


def edited(
    old: Iterable[HostFile], new: Iterable[HostFile], payload: Iterable[FileEntry]
) -> list[str]:
    """Paths that changed from old to new, and not to what was sealed."""
    before, after = by_path(without_own(old)), by_path(without_own(new))
    wanted = set(change(after.values(), payload).kept)
    paths = sorted({*before, *after})
    return [path for path in paths if before.get(path) != after.get(path) and path not in wanted]


def latest(tags: Iterable[str], *, but: Version = "") -> Version:
    """The newest version among tags, leaving one out; "" if there is none."""
    versions = [tag for tag in tags if PATTERN.fullmatch(tag) and tag != but]
    return max(versions, key=version_key, default="")


def card_keys(card: bytes) -> tuple[str, ...]:
    """Top-level keys in the header of a card that is written the tool's way."""
    return tuple(key.decode() for key in KEY.findall(header_of(card)))


def header_of(card: bytes) -> bytes:
    """The header of a card between its two lines of dashes; b"" if it has none."""
    header = HEADER.match(card)
    return header[1] if header else b""


def limits(payload: Iterable[FileEntry], repo_id: str) -> Iterator[str]:
    """Everything the Hub would refuse, a line each, known without asking it."""
    files = tuple(payload)
    if not REPO_ID.fullmatch(repo_id) or ".." in repo_id or "--" in repo_id:
        yield f"{repo_id!r} is no name of a repository"
    if len(files) > MOST_FILES:
        yield f"{len(files)} files, more than {MOST_FILES}"
    folders = Counter(entry.path.rpartition("/")[0] for entry in files)
    for folder, number in folders.items():
        if number > MOST_IN_FOLDER:
            yield f"{number} files in {folder or 'the root'}, more than {MOST_IN_FOLDER}"
    regular = sum(entry.bytes for entry in files if entry.bytes <= REGULAR)
    if regular > MOST_REGULAR:
        yield f"{regular} bytes in small files, more than {MOST_REGULAR}"
    reserved = RESERVED | {f"{repo_id.rpartition('/')[2]}.py"}
    for entry in files:
        yield from _faults(entry, reserved)


def _faults(entry: FileEntry, reserved: frozenset[str]) -> Iterator[str]:
    parts = entry.path.split("/")
    if entry.path in reserved or HIDDEN & set(parts):
        yield f"{entry.path}: the Hub gives that name a meaning of its own"
    if any(len(part.encode()) > LONGEST_NAME for part in parts):
        yield f"{entry.path}: a name of more than {LONGEST_NAME} bytes"
    if entry.bytes > LARGEST:
        yield f"{entry.path}: {entry.bytes} bytes, more than {LARGEST}"


def by_path(files: Iterable[File]) -> Mapping[str, File]:
    """Files by their path."""
    return {file.path: file for file in files}
