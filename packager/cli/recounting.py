"""What the next release tells of what was said since the one before was sealed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from packager.cli.making import Past
from packager.domain.change import Change, Kind
from packager.domain.release import Identity
from packager.publish.chain import Event
from packager.publish.ledger import Ledger
from packager.publish.standing import notices_of, standing

KINDS: Mapping[str, Kind] = {
    "erratum": "erratum",
    "withdraw": "withdrawal",
    "supersede": "correction",
}
"""What a notice is called in the change record."""


def noticed(past: Past | None, identity: Identity, ledger: Ledger) -> Past | None:
    """The release before, with the notices that the change record of the next one tells.

    Args:
        past: what its record tells already is not told again.
        identity: the next version, whose date the entries carry.
        ledger: what was said.
    """
    if past is None:
        return None
    told = {(one.version, one.kind, one.summary) for one in past.history}
    said = [entry_of(event, identity) for event in reversed(standing(ledger.events()))]
    return replace(
        past,
        notices=tuple(one for one in said if (one.version, one.kind, one.summary) not in told),
    )


def withdrawals(past: Past | None, identity: Identity, ledger: Ledger) -> Iterator[str]:
    """What the person who cuts a version should know where the one before was withdrawn."""
    for event in notices_of(ledger.events(), past.version) if past else ():
        if event.event == "withdraw":
            yield (
                f"{event.version}, the newest sealed version, was withdrawn: {event.note}\n"
                f"Prove first that {identity.version} is free of that; once it is sealed, say which"
                f" to use: `packager supersede {event.version} --by {identity.version} --note WHY`"
            )


def entry_of(event: Event, identity: Identity) -> Change:
    """A notice as the change record says it."""
    return Change(
        date=identity.date,
        version=event.version,
        kind=KINDS[event.event],
        summary=event.note,
        documents=(),
        reason="",
        source_version="",
    )
