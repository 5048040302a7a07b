"""Change fragments: what people write about the next release, joined into one entry."""

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from packager.domain.change import KINDS, Change, Kind
from packager.domain.errors import ConfigError
from packager.domain.release import Identity
from packager.domain.snapshot import PinnedSource, Snapshot

KEYS = {"kind", "summary", "reason"}
MAY = {"documents"}


@dataclass(frozen=True, slots=True)
class Fragment:
    """One file of releases/next.

    Attributes:
        kind: why a reader should care.
        summary: what changed, one plain sentence.
        reason: why, one sentence.
        sha256: of the file.
        documents: those that changed for this reason, where no source's new version accounts
            for it.
    """

    kind: Kind
    summary: str
    reason: str
    sha256: str
    documents: tuple[str, ...] = ()


def read_fragments(folder: Path) -> tuple[Fragment, ...]:
    """Every fragment that waits, in the order of the files' names.

    Raises:
        ConfigError: a file is no TOML, or has other keys than kind, summary, reason and
            documents.
    """
    return tuple(read_fragment(path) for path in sorted(folder.glob("*.toml")))


def read_fragment(path: Path) -> Fragment:
    """One fragment."""
    where = f"{path.parent.name}/{path.name}"
    mend = (
        f"write kind (one of {', '.join(KINDS)}), summary and reason, all text, and documents,"
        " a list of paths, if no source accounts for them"
    )
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"no TOML: {error}", where=where, mend=mend) from error
    if odd := sorted((KEYS ^ set(table)) - MAY):
        raise ConfigError(f"unknown or missing: {', '.join(odd)}", where=where, mend=mend)
    kind = next((one for one in KINDS if one == table["kind"]), None)
    if kind is None:
        raise ConfigError(f"{table['kind']!r} is no kind", where=where, mend=mend)
    documents = table.get("documents", [])
    if not isinstance(documents, list) or not all(isinstance(one, str) for one in documents):
        raise ConfigError("documents is no list of paths", where=where, mend=mend)
    summary, reason = (words(table[key], f"{where}, {key}") for key in ("summary", "reason"))
    return Fragment(kind, summary, reason, digest_of(path), tuple(documents))


def words(said: object, where: str) -> str:
    """One line of words.

    Raises:
        ConfigError: it is no text, empty, or of several lines.
    """
    text = said.strip() if isinstance(said, str) else ""
    if not (text and text.isprintable()):
        raise ConfigError("this is not a line of words", where=where, mend="say it in one sentence")
    return text


def require_new(folder: Path, taken: Collection[str]) -> None:
    """Raise ConfigError if a fragment that waits is part of the release before already."""
    for path in sorted(folder.glob("*.toml")):
        if digest_of(path) in taken:
            raise ConfigError(
                "this is part of the release before already",
                where=f"{path.parent.name}/{path.name}",
                mend="remove it; if the same happened again, say so in other words",
            )


def digest_of(path: Path) -> str:
    """What a fragment is known by once it is part of a release."""
    return sha256(path.read_bytes()).hexdigest()


def drop(folder: Path, taken: Collection[str]) -> None:
    """Take away fragments that are part of a sealed release."""
    for path in sorted(folder.glob("*.toml")):
        if digest_of(path) in taken:
            path.unlink()


def entry(
    identity: Identity,
    fragments: Sequence[Fragment],
    snapshot: Snapshot,
    before: Mapping[str, str] | None,
) -> Change:
    """The release's entry as people state it; its documents are computed later.

    Args:
        identity: the release.
        fragments: what people wrote; none says what can be said without them.
        snapshot: what it is built from.
        before: vintages of the release before; None for a first release.
    """
    moved = moved_sources(snapshot, before or {})
    kinds = [one.kind for one in fragments] or [drafted_kind(moved, before)]
    return Change(
        date=identity.date,
        version=identity.version,
        kind=min(kinds, key=KINDS.index),
        summary=" ".join(one.summary for one in fragments) or drafted_summary(moved, before),
        documents=(),
        reason=" ".join(one.reason for one in fragments),
        source_version="; ".join(moved) if before is not None else "",
    )


def drafted_kind(moved: Sequence[str], before: Mapping[str, str] | None) -> Kind:
    """A release that nobody explained: its sources moved, or it is just one more."""
    return "source" if moved and before is not None else "release"


def drafted_summary(moved: Sequence[str], before: Mapping[str, str] | None) -> str:
    """What can be said of a release that nobody explained."""
    if before is None:
        return "First release."
    return f"New source versions: {'; '.join(moved)}." if moved else "Same sources as before."


def moved_sources(snapshot: Snapshot, before: Mapping[str, str]) -> list[str]:
    """Title and version of every source whose vintage is another than before."""
    return [
        told
        for kind, pinned in snapshot.items()
        if before.get(kind) != pinned.vintage
        for told in versions(pinned)
    ]


def versions(pinned: PinnedSource) -> Iterable[str]:
    """Title and version of each ledger row of a source."""
    return (f"{row.title}, {row.version}" for row in pinned.ledger)
