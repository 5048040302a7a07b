"""What was said of a release since, in the words of its record: files and DOI stay as they are."""

import html
from collections.abc import Mapping, Sequence

from packager.domain.errors import IntegrityError, listed
from packager.domain.notices import Notices
from packager.publish.targets.zenodo_compare import unlike
from packager.publish.targets.zenodo_state import State

PAGE, RELATED = "description", "related_identifiers"


def noted(metadata: Mapping[str, object], notices: Notices) -> dict[str, object]:
    """A record's metadata with the notices: above its page, and as a relation to the successor.

    Args:
        metadata: as they were sent when the release was published.
        notices: what was said since.
    """
    said = "".join(
        f"<p><strong>{html.escape(one, quote=False)}</strong></p>" for one in notices.sentences
    )
    found = {**metadata, PAGE: f"{said}{metadata.get(PAGE, '')}"}
    if notices.instead_doi:
        related = metadata.get(RELATED)
        found[RELATED] = [*(related if isinstance(related, list) else []), successor(notices)]
    return found


def successor(notices: Notices) -> dict[str, object]:
    """The version to use instead, as a relation."""
    return {
        "identifier": notices.instead_doi,
        "scheme": "doi",
        "relation_type": {"id": "isobsoletedby"},
        "resource_type": {"id": "dataset"},
    }


def shown(
    metadata: Mapping[str, object], states: Sequence[Notices], said: Mapping[str, object]
) -> Notices | None:
    """Which of the states a record or a draft shows, None if it says something else.

    Args:
        metadata: as they were sent when the release was published.
        states: what was to be said of it, the newest first.
        said: what the host shows.
    """
    return next((one for one in states if not unlike(noted(metadata, one), said)), None)


def require_told(
    metadata: Mapping[str, object], states: Sequence[Notices], record: State
) -> Notices:
    """Which of the states a published record shows.

    Raises:
        IntegrityError: it says something else than it was told, now or before.
    """
    found = shown(metadata, states, record.metadata)
    if found is None:
        faults = unlike(noted(metadata, states[0]), record.metadata)
        raise IntegrityError(
            listed([f"record {record.id} says something else than it was told", *faults]),
            where=record.url,
            mend="edit the record's metadata on the host; its files and DOI stay as they are",
        )
    return found
