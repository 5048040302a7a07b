"""What a tree says of itself: the digest of every file in SHA256SUMS, and its version."""

import re
from collections.abc import Iterable
from pathlib import Path

from packager.domain.errors import IntegrityError, SourceError, listed
from packager.domain.release import FileEntry
from packager.domain.strict import decode, parse_json
from packager.domain.version import Version
from packager.publish.refusal import refused

SUMS, PACKAGE = "SHA256SUMS", "datapackage.json"
LINE = re.compile(r"([0-9a-f]{64})  (.+)")
MEND = "copy it from another place; somebody changed it there, or it was never whole"


def named_in(content: bytes, where: str) -> dict[str, str]:
    """The sha256 of every file by its path, from the bytes of SHA256SUMS.

    Raises:
        IntegrityError: it is no such list, such as the web page of a gateway, or half of one.
    """
    try:
        *lines, rest = decode(content, where=where).split("\n")
    except SourceError as error:
        raise IntegrityError(error.what, where=error.where, mend=MEND) from error
    found = [LINE.fullmatch(line) for line in lines]
    named = {match[2]: match[1] for match in found if match}
    if rest or not named or len(named) < len(lines):
        raise IntegrityError(f"this is no whole {SUMS}", where=where, mend=MEND)
    return named


def require_own_sums(tree: Path, files: Iterable[FileEntry]) -> None:
    """Raise IntegrityError, naming the files, unless a tree is as its own SHA256SUMS says."""
    found = {entry.path: entry.sha256 for entry in files}
    if SUMS not in found:
        raise IntegrityError(f"there is no {SUMS}", where=str(tree), mend=MEND)
    with refused("read the tree", tree):
        named = named_in((tree / SUMS).read_bytes(), str(tree / SUMS))
    named[SUMS] = found[SUMS]
    faults = [
        *(f"missing: {path}" for path in sorted(named.keys() - found.keys())),
        *(f"extra: {path}" for path in sorted(found.keys() - named.keys())),
        *(f"changed: {p}" for p in sorted(named.keys() & found.keys()) if named[p] != found[p]),
    ]
    if faults:
        raise IntegrityError(
            listed([f"the tree is not what its {SUMS} says", *faults]), where=str(tree), mend=MEND
        )


def package_of(tree: Path) -> tuple[str, Version]:
    """Name and version that a tree gives itself, each "" where it gives none."""
    path = tree / PACKAGE
    if not path.is_file():
        return "", ""
    try:
        with refused("read the tree", path):
            said = parse_json(decode(path.read_bytes(), where=str(path)), where=str(path))
    except SourceError as error:
        raise IntegrityError(error.what, where=error.where, mend=MEND) from error
    facts = said if isinstance(said, dict) else {}
    name, version = (facts.get(key, "") for key in ("name", "version"))
    return (name if isinstance(name, str) else ""), (version if isinstance(version, str) else "")


def require_version(tree: Path, version: Version) -> None:
    """Raise IntegrityError if a tree says that it is another version."""
    _, said = package_of(tree)
    if said not in {"", version}:
        raise IntegrityError(f"this is {said}, not {version}", where=str(tree), mend=MEND)
