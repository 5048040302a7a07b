"""The promises of a place that holds releases, whatever it is: a folder, a repository, a host.

A run goes through them in order, for all targets side by side: ``preflight`` of each, ``draft`` on
each, ``draft_files`` of each compared with the seal, then ``publish`` one after the other. Every
call may be made again after any failure, in the same process or another.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from packager.domain.release import Draft, FileEntry, Identity, Record, Release
from packager.domain.version import Version


@dataclass(frozen=True, slots=True)
class HostFile:
    """A file as a target tells of it.

    Attributes:
        path: the sealed path, whatever the target calls it.
        bytes: its size.
        digests: hex digests by name: "sha256", "md5", "git_blob", as far as the target says; at
            least one, computed by the target or read back from it, never repeated from the seal.
    """

    path: str
    bytes: int
    digests: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a target would do with a release, found out without changing anything.

    Attributes:
        target: name of the target.
        version: the release.
        sent: paths whose bytes would be sent, sorted.
        kept: paths the target has already, sorted.
        removed: paths the target would lose in the new state, sorted.
        bytes: content that would be sent.
        calls: requests or file operations, about.
        irreversible: what cannot be undone, a sentence each; empty when nothing is left to do.
        record: what is published already, if it is.
        notes: what a person should know before it happens, a sentence each.
    """

    target: str
    version: Version
    sent: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]
    bytes: int
    calls: int
    irreversible: tuple[str, ...]
    record: Record | None = None
    notes: tuple[str, ...] = ()


class Target(Protocol):
    """Somewhere a sealed release can be carried to; only ``publish`` is seen by the world."""

    @property
    def name(self) -> str:
        """Lower-case word; part of file names in the ledger, such as record.<name>.json."""

    @property
    def keeps_record(self) -> bool:
        """Whether the record lies with the target, and so never in the ledger."""

    def payload(self, release: Release) -> tuple[FileEntry, ...]:
        """Files of the release that this target holds, the archive among them if it holds that.

        Depends on the release alone.
        """

    def alone(self, version: Version) -> AbstractContextManager[None]:
        """Hold whatever lock the target has while a run is at work; a second run gets TargetError.

        A target without locks promises that of two runs one fails before it has published.
        """

    def preflight(self, release: Release) -> Plan:
        """Find every refusal that can be known beforehand, and change nothing.

        Raises:
            TargetError: the target cannot be reached, written or has no room.
            ConfigError: a setting or a token is missing or refused.
            IntegrityError: the target holds other bytes under this version, or something of
                somebody else is in the way; it is not touched.
        """

    def draft(self, release: Release) -> Draft:
        """Bring the payload to the target, unseen by the world.

        Called again, by whatever run, it ends in the same draft: bytes the target has are not
        sent again, half a draft is completed or replaced, and no second one is left. Where the
        release is published already the draft stands for that publication.

        Raises:
            TargetError: it did not work; nothing is left that the next call cannot use.
            IntegrityError: as for ``preflight``.
        """

    def draft_files(self, draft: Draft) -> tuple[HostFile, ...]:
        """Every file of the draft as the target has it now, but those the host adds by itself.

        A file of somebody else is among them, so that the comparison finds it.
        """

    def publish(self, draft: Draft, release: Release) -> Record:
        """Make the draft public.

        Called again it ends in the same record. What cannot be undone is sent once: a doubtful
        answer is settled by reading what is there.

        Raises:
            TargetError: it did not work, or it cannot be told whether it did.
            IntegrityError: the target holds other bytes under this version.
        """

    def record_files(self, record: Record) -> tuple[HostFile, ...]:
        """Every file of a published release as the public gets it now; else as ``draft_files``."""

    def find_record(self, version: Version) -> Record | None:
        """The published release of this version as the target knows it, None if there is none."""


class Mint(Protocol):
    """Somewhere that names a version before a byte of it is written."""

    def reserve(self, version: Version, *, first: bool = False) -> Identity:
        """Find the draft of a version, or open it, and reserve its DOI; again it is the same.

        Args:
            version: of the data.
            first: begin a new series, whose concept DOI is not known before it is published.

        Raises:
            TargetError: it did not work, or the draft is gone from the host.
            ConfigError: the series is not known, or has begun already.
            IntegrityError: somebody else's draft is in the way; it is not touched.
        """

    def abandon(self, version: Version) -> None:
        """Delete the draft of a version; one that is gone is as good.

        Raises:
            SealedError: the version is published.
            TargetError: it did not work.
        """
