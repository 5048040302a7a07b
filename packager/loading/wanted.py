"""What a reader asks for, and what is said to one who asks for what there is not."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from packager.domain.errors import SHOWN, ConfigError
from packager.domain.version import Version, is_version, version_key

LATEST = "latest"
SHA256 = re.compile(r"[0-9a-f]{64}")
PREFIX = "sha256:"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One table of one release.

    Attributes:
        table: its name.
        version: of the release, or "latest".
        sha256: digest of the release's SHA256SUMS or of the table's file; "" where none is known.
    """

    table: str
    version: Version
    sha256: str = ""

    def among(self, versions: Iterable[str], where: str) -> "Wanted":
        """The same with a version that is there; "latest" becomes the newest of them.

        Raises:
            ConfigError: it is not among them.
        """
        known = sorted(filter(is_version, versions), key=version_key)
        if self.version in known:
            return self
        if self.version == LATEST and known:
            return replace(self, version=known[-1])
        newest = ", ".join(known[-SHOWN:])
        raise ConfigError(
            f"there is no release {self.version}" if known else "there is no release",
            where=where,
            mend=f"name one of {newest}" if known else "see that this is where releases are",
        )


def require_wanted(table: str, version: str, sha256: str) -> Wanted:
    """What is asked for; ConfigError unless it says which release, in words that can be meant."""
    if not version:
        raise ConfigError(
            "no version is named, so the result could change without a word",
            where="version",
            mend='pin one, such as version="2026-11-30"; version="latest" tells which that is',
        )
    if version != LATEST:
        version_key(version)
    digest = sha256.removeprefix(PREFIX)
    if digest and not SHA256.fullmatch(digest):
        raise ConfigError(
            f"{sha256[:80]!r} is no sha256",
            where="sha256",
            mend="give 64 hex digits, as `.release.sha256` of a loaded table has them",
        )
    return Wanted(table, version, digest)
