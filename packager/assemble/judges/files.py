"""Judge of files: every byte is the one that SHA256SUMS and the package promise."""

import stat
from collections.abc import Iterator

from packager.assemble.digests import entry_of
from packager.assemble.judges.evidence import PACKAGE, REBUILD, Evidence
from packager.assemble.names import name_faults
from packager.assemble.sums import LINE, SUMS
from packager.domain.errors import PackagerError
from packager.domain.finding import Finding
from packager.domain.package import Resource
from packager.domain.release import FileEntry

DOCUMENTS = (".csv", ".json", ".parquet")
WRITTEN_AFTER = frozenset(
    {PACKAGE, "croissant.json", "datacite.json", "figures.json", "ro-crate-metadata.json"}
)
"""Files about the package: they come after it, so it cannot hold their digests."""


def judge(evidence: Evidence) -> Iterator[Finding]:
    """Missing, extra, cut, changed and badly named files."""
    yield from names(evidence)
    entries = dict(digests(evidence))
    yield from sums(evidence, entries)
    yield from resources(evidence, entries)


def names(evidence: Evidence) -> Iterator[Finding]:
    """Links, pipes, and names that are not the same file everywhere."""
    for path, mode in evidence.entries.items():
        if not stat.S_ISREG(mode):
            yield found(path, "a link or another thing that is no file")
    for fault in name_faults(evidence.entries):
        yield found("", fault)


def digests(evidence: Evidence) -> Iterator[tuple[str, FileEntry]]:
    """Size and digests of every regular file."""
    for path in evidence.paths:
        try:
            yield path, entry_of(evidence.root / path, path)
        except PackagerError as error:
            evidence.fault(path, error.what)


def sums(evidence: Evidence, entries: dict[str, FileEntry]) -> Iterator[Finding]:
    """SHA256SUMS against the files."""
    text = evidence.text(SUMS)
    if text is None:
        yield found(SUMS, "is not there")
        return
    listed: dict[str, str] = {}
    yield from lines(text, listed)
    for path in sorted(listed.keys() - entries.keys()):
        yield found(path, f"is named in {SUMS} and not there")
    for path in sorted(entries.keys() - listed.keys() - {SUMS}):
        yield found(path, f"is there and not named in {SUMS}")
    for path in sorted(listed.keys() & entries.keys()):
        if entries[path].sha256 != listed[path]:
            yield found(path, f"has other bytes than {SUMS} says")


def lines(text: str, listed: dict[str, str]) -> Iterator[Finding]:
    """SHA256SUMS line by line; the digests go to `listed`, by path."""
    *whole, rest = text.split("\n")
    if rest:
        yield found(SUMS, "the last line has no line feed; the file may have been cut off")
    for number, line in enumerate(whole, 1):
        match = LINE.fullmatch(line)
        if match is None:
            yield found(SUMS, f"{line[:80]!r} is no digest, two blanks and a path", row=number)
        elif match[2] in listed:
            yield found(SUMS, f"{match[2]} is named twice", row=number)
        else:
            listed[match[2]] = match[1]
            yield from (found(SUMS, fault, row=number) for fault in name_faults([match[2]]))
    if list(listed) != sorted(listed):
        yield found(SUMS, "the lines are not in the order of the paths")


def resources(evidence: Evidence, entries: dict[str, FileEntry]) -> Iterator[Finding]:
    """The package's resources against the files, both ways."""
    if evidence.document(PACKAGE) is None:
        if PACKAGE not in entries:
            yield found(PACKAGE, "is not there")
        return
    described: set[str] = set()
    taken: set[str] = set()
    for one in evidence.resources:
        if one.name in taken or one.path in described:
            yield found(PACKAGE, f"resource {one.name} is described twice")
        taken.add(one.name)
        described.add(one.path)
        yield from resource(one, entries.get(one.path))
    for path in entries:
        if path.endswith(DOCUMENTS) and path not in described | WRITTEN_AFTER:
            yield found(path, f"is a document that {PACKAGE} does not describe")


def resource(one: Resource, entry: FileEntry | None) -> Iterator[Finding]:
    """One resource against its file."""
    if entry is None:
        yield found(one.path, f"is described in {PACKAGE} and not there")
        return
    if one.bytes != entry.bytes:
        cut = "was cut off at" if entry.bytes < one.bytes else "has"
        yield found(one.path, f"{cut} {entry.bytes} bytes, where {PACKAGE} says {one.bytes}")
    if one.hash != f"sha256:{entry.sha256}":
        yield found(one.path, f"has other bytes than {PACKAGE} says")


def found(path: str, what: str, *, row: int | None = None) -> Finding:
    """A finding of this judge; a row is a line of SHA256SUMS."""
    return Finding(judge="files", path=path, row=row, what=what, mend=REBUILD)
