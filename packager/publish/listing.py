"""index.json: the ledger as a list of releases, for people and for the API."""

from collections.abc import Callable

from packager.assemble.seal import Seal
from packager.domain.errors import IntegrityError
from packager.domain.statement import document, read_statement
from packager.domain.version import Version
from packager.publish.chain import Chain, Event
from packager.publish.papers import read_record
from packager.publish.standing import notices_of


def listing_document(
    chain: Chain, seals: dict[Version, Seal], record_bytes: Callable[[Event], bytes]
) -> bytes:
    """Releases newest first, and the digest of the ledger's last line.

    With that digest here, an edit of the last line shows as well; of the others it shows in the
    line that follows.
    """
    versions = [_release(chain, seals[version], record_bytes) for version in reversed(seals)]
    return document({"ledger_head": chain.head, "versions": versions})


def head_of(content: bytes) -> str:
    """The digest of the last line that an index.json knows, "" if it is no index.json."""
    try:
        return read_statement(content, "index.json").digest("ledger_head")
    except IntegrityError:
        return ""


def _release(chain: Chain, seal: Seal, record_bytes: Callable[[Event], bytes]) -> dict[str, object]:
    events = [event for event in chain.events if event.version == seal.version]
    records = [
        read_record(record_bytes(event), f"record of {event.target}")
        for event in events
        if event.event == "record"
    ]
    return {
        "version": seal.version,
        "date": seal.identity.date,
        "doi": seal.doi,
        "concept_doi": seal.concept_doi,
        "files": len(seal.files),
        "bytes": sum(entry.bytes for entry in seal.files),
        "archive": {"bytes": seal.archive.bytes, "sha256": seal.archive.sha256},
        "records": [
            {"target": r.target, "url": r.url, "doi": r.doi, "revision": r.revision, "tag": r.tag}
            for r in sorted(records, key=lambda record: record.target)
        ],
        "notices": [notice(event) for event in notices_of(chain.events, seal.version)],
    }


def notice(event: Event) -> dict[str, str]:
    """What is said of a version; of a supersession also which one to use instead."""
    instead = {"instead": event.target} if event.target else {}
    return {"kind": event.event, "note": event.note} | instead
