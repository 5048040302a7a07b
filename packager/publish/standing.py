"""What still holds of all that was said of sealed versions."""

from collections.abc import Sequence

from packager.domain.version import Version
from packager.publish.chain import NOTICES, Event


def standing(events: Sequence[Event]) -> tuple[Event, ...]:
    """Notices in their order; of several supersessions of a version the last."""
    last = {one.version: number for number, one in enumerate(events) if one.event == "supersede"}
    return tuple(
        one
        for number, one in enumerate(events)
        if one.event in NOTICES and (one.event != "supersede" or last[one.version] == number)
    )


def notices_of(events: Sequence[Event], version: Version) -> tuple[Event, ...]:
    """Those of one version."""
    return tuple(one for one in standing(events) if one.version == version)


def in_force(events: Sequence[Event], version: Version) -> Version:
    """The version to use instead: supersessions followed to their end, which come to one.

    Each names a later version than its own.
    """
    successors = {one.version: one.target for one in standing(events) if one.event == "supersede"}
    while version in successors:
        version = successors[version]
    return version


def is_withdrawn(events: Sequence[Event], version: Version) -> bool:
    """Whether a version should not be used any more."""
    return any(one.event == "withdraw" for one in notices_of(events, version))
