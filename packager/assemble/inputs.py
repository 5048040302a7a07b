"""inputs.json and change.json: what a release was built from, so that it can be built again."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from packager.domain.change import KINDS, Change
from packager.domain.errors import IntegrityError, SourceError
from packager.domain.snapshot import Snapshot
from packager.domain.statement import MEND, Statement, document, read_statement
from packager.domain.version import Version

NOTICES = "notices"


@dataclass(frozen=True, slots=True)
class Inputs:
    """The choice a build made.

    Attributes:
        version: the release.
        previous: the release before it, "" for a first one.
        vintages: by source kind, in the order of the sources ledger.
        digests: sha256 of each source.json, by kind.
        repo_id: repository on the Hub that the texts name, "" for none.
        fragments: sha256 of each change fragment that became part of it, sorted.
    """

    version: Version
    previous: Version
    vintages: Mapping[str, str]
    digests: Mapping[str, str]
    repo_id: str
    fragments: tuple[str, ...] = ()


def inputs_of(version: Version, previous: Version, snapshot: Snapshot, *, repo_id: str) -> Inputs:
    """The choice that a snapshot is."""
    return Inputs(
        version=version,
        previous=previous,
        vintages={kind: pinned.vintage for kind, pinned in snapshot.items()},
        digests={kind: pinned.digest for kind, pinned in snapshot.items()},
        repo_id=repo_id,
    )


def inputs_document(inputs: Inputs) -> bytes:
    """inputs.json: sources are a list, whose order is that of the release's ledger."""
    return document(
        {
            "version": inputs.version,
            "previous": inputs.previous,
            "repo_id": inputs.repo_id,
            "fragments": list(inputs.fragments),
            "sources": [
                {"source": kind, "vintage": vintage, "sha256": inputs.digests[kind]}
                for kind, vintage in inputs.vintages.items()
            ],
        }
    )


def read_inputs(content: bytes, where: str) -> Inputs:
    """The choice back from inputs.json."""
    said = read_statement(content, where)
    said.require_keys("version", "previous", "repo_id", "fragments", "sources")
    sources = said.inners("sources")
    return Inputs(
        version=said.text("version"),
        previous=said.text("previous"),
        vintages={one.text("source"): one.text("vintage") for one in sources},
        digests={one.text("source"): one.digest("sha256") for one in sources},
        repo_id=said.text("repo_id"),
        fragments=names(said, "fragments"),
    )


def require_inputs(sealed: Inputs, found: Inputs) -> None:
    """Raise SourceError unless the pinned sources are the very ones a release was built from."""
    unlike = [
        f"{kind} {vintage}"
        for kind, vintage in sealed.vintages.items()
        if found.digests.get(kind) != sealed.digests[kind]
    ]
    if unlike:
        raise SourceError(
            f"{', '.join(unlike)} is not what release {sealed.version} was built from",
            where="releases/sources",
            mend="take the pinned sources from git again",
        )


def change_document(change: Change, notices: Iterable[Change] = ()) -> bytes:
    """change.json: the release's entry of the change record, and notices on earlier releases."""
    return document({**asdict(change), NOTICES: [asdict(one) for one in notices]})


def read_change(content: bytes, where: str) -> tuple[Change, tuple[Change, ...]]:
    """The entry and the notices back from change.json."""
    said = read_statement(content, where)
    said.require_keys(*Change.__dataclass_fields__, NOTICES)
    return change_of(said), tuple(change_of(one) for one in said.inners(NOTICES))


def change_of(said: Statement) -> Change:
    """One entry, from change.json or from a row of changes.json."""
    kind = next((one for one in KINDS if one == said.text("kind")), None)
    if kind is None:
        raise IntegrityError(
            f"kind {said.text('kind')!r} is none of {', '.join(KINDS)}",
            where=said.where,
            mend=MEND,
        )
    return Change(
        date=said.text("date"),
        version=said.text("version"),
        kind=kind,
        summary=said.text("summary"),
        documents=names(said, "documents"),
        reason=said.text("reason"),
        source_version=said.text("source_version"),
        figures=names(said, "figures"),
    )


def names(said: Statement, key: str) -> tuple[str, ...]:
    """A member that is a list of texts."""
    value = said.content.get(key)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise IntegrityError(f"{key} is no list of texts", where=said.where, mend=MEND)
    return tuple(value)
