"""Versions of the data: an ISO date, and a number for a second release of one day."""

import re
from datetime import date

from packager.domain.errors import ConfigError

Version = str
PATTERN = re.compile(r"(\d{4}-\d{2}-\d{2})(?:\.([1-9]\d{0,3}))?")


def version_key(version: Version) -> tuple[date, int]:
    """Order of versions: by day, then by number within the day.

    Raises:
        ConfigError: the text is no version, or names a day that never was.
    """
    match = PATTERN.fullmatch(version)
    try:
        day = date.fromisoformat(match[1]) if match and version.isascii() else None
    except ValueError:
        day = None
    if match is None or day is None:
        raise ConfigError(
            f"{version!r} is not a version",
            where="version",
            mend="name a day, such as 2026-11-30, or 2026-11-30.1 for a second release that day",
        )
    return day, int(match[2] or 0)


def release_date(version: Version) -> date:
    """The day of a version: the release's date, whatever the clock says."""
    return version_key(version)[0]


def is_version(text: str) -> bool:
    """Whether a text names a version."""
    try:
        version_key(text)
    except ConfigError:
        return False
    return True
