"""The promises of a place that releases are copied from."""

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from packager.domain.release import FileEntry
from packager.domain.version import Version
from packager.publish.lanes import Lanes
from packager.publish.targets.http import Host


class Source(Protocol):
    """Somewhere releases lie. Every call may be made again after any failure."""

    @property
    def name(self) -> str:
        """The host's name, or an address, for people."""

    @property
    def is_single(self) -> bool:
        """Whether a release is one file there, so that only releases can come side by side."""

    def versions(self) -> tuple[Version, ...]:
        """What is there, oldest first.

        Raises:
            ConfigError: it cannot be listed there.
        """

    def bring(self, version: Version, folder: Path, lanes: Lanes) -> None:
        """Bring a whole tree into a folder.

        Called again it goes on where it broke off: a file that is there whole is not fetched again.

        Raises:
            IntegrityError: a name could lead elsewhere, or bytes are not those the source lists;
                none of them is kept.
            TargetError: the source or the disk failed, or the version is not there.
        """

    def faults(self, version: Version, tree: Path, files: Sequence[FileEntry]) -> list[str]:
        """In which files a tree is not what the source has, a line each.

        Content is fetched only from a source that tells no digests.
        """

    def papers(self, version: Version) -> Mapping[str, bytes]:
        """What the ledger keeps beside the tree, by name, as far as the source has it."""


class Hosts:
    """One connection for each thread that asks; a `Host` serves one at a time."""

    def __init__(self, opened: Callable[[], Host]) -> None:
        self._opened, self._own = opened, threading.local()

    @property
    def host(self) -> Host:
        """The one of this thread."""
        if not hasattr(self._own, "host"):
            self._own.host = self._opened()
        found: Host = self._own.host
        return found
