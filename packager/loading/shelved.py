"""A release of a host, by way of the cache: what is there is not asked for again."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from packager.assemble.sums import SUMS
from packager.domain.errors import IntegrityError, TargetError
from packager.loading.loaded import Loaded
from packager.loading.reading import load_from
from packager.loading.shelf import Pin, Shelf
from packager.loading.wanted import LATEST, Wanted
from packager.publish.refusal import refused

ELSE = "or name a mirror, a folder or an archive as source"


class Host(Protocol):
    """A repository with releases, as everybody may read it."""

    def versions(self) -> Mapping[str, str]:
        """Commit ids by the tags there are now."""

    def fetch(self, revision: str, path: str, folder: Path) -> None:
        """Bring one file of a commit into a folder, whole and as the host lists it."""


class Asked:
    """A host that is spoken to when there is something to ask, and not before.

    Args:
        connect: makes the connection.
    """

    def __init__(self, connect: Callable[[], Host]) -> None:
        self._connect = connect

    @cached_property
    def _host(self) -> Host:
        return self._connect()

    @cached_property
    def tags(self) -> Mapping[str, str]:
        """Commit ids by tag, asked for once."""
        with reached():
            return self._host.versions()

    def content(self, revision: str, path: str) -> bytes:
        """One file of a commit."""
        with tempfile.TemporaryDirectory(prefix="packager-") as folder:
            with reached():
                self._host.fetch(revision, path, Path(folder))
            with refused("read what was downloaded", Path(folder)):
                return (Path(folder) / path).read_bytes()


@contextmanager
def reached() -> Iterator[None]:
    """Say of a host that failed that there are other ways to a release."""
    try:
        yield
    except TargetError as error:
        raise TargetError(
            f"{error.what}, and the cache lacks it",
            where=error.where,
            mend=f"{error.mend}, {ELSE}",
        ) from error


class ShelvedOrigin:
    """Files of a release from the shelf, and from the host what is not there.

    Args:
        shelf: the cache; nothing is put there before the whole table is proved.
        host: asked only for what the shelf lacks.
        pin: which commit, and which SHA256SUMS if that is known.
        is_trusted: the reader named that SHA256SUMS, so where the tag points is all the same.

    Attributes:
        fetched: files that came from the host.
    """

    def __init__(self, shelf: Shelf, host: Asked, pin: Pin, *, is_trusted: bool) -> None:
        self._shelf, self._host, self._pin, self._is_trusted = shelf, host, pin, is_trusted
        self.fetched: list[bytes] = []

    @property
    def address(self) -> str:
        return f"{self._pin.address}/tree/{self._pin.revision}"

    @property
    def mend(self) -> str:
        return f"remove {self._shelf.root}, load it again, and tell the publisher if it stays so"

    def content(self, path: str, digest: str) -> bytes:
        digest = self._pin.sha256 if path == SUMS else digest
        kept = self._shelf.find(digest) if digest else None
        if kept is not None:
            return kept
        if not self._is_trusted:
            self.require_still()
        content = self._host.content(self._pin.revision, path)
        if path == SUMS and digest not in {"", sha256(content).hexdigest()}:
            raise IntegrityError(
                f"commit {self._pin.revision} has another {SUMS} than when it was first loaded",
                where=self.address,
                mend=self.mend,
            )
        self.fetched.append(content)
        return content

    def require_whole(self, sums: Mapping[str, str]) -> None:
        """Nothing to do: what is not read is not here, and each file that is read is proved."""

    def require_still(self) -> None:
        """Raise IntegrityError if the tag points to another commit than when it was pinned."""
        now = self._host.tags.get(self._pin.version, "no commit")
        if now != self._pin.revision:
            raise IntegrityError(
                f"the tag {self._pin.version} was moved: it pointed to {self._pin.revision} when"
                f" the release was first loaded, and points to {now}",
                where=self.address,
                mend=f"ask the publisher which is right; sha256={self._pin.sha256!r} goes on with"
                " the one that was loaded first",
            )


def load_shelved(shelf: Shelf, address: str, connect: Callable[[], Host], wanted: Wanted) -> Loaded:
    """The wanted table of a host's release; without a request if the shelf has all of it.

    Raises:
        ConfigError: there is no such release or table.
        IntegrityError: the tag was moved since the release was first loaded, or bytes are not
            the promised ones; they are not kept.
        TargetError: the host cannot be had, and the shelf lacks a file.
    """
    host, is_latest = Asked(connect), wanted.version == LATEST
    if is_latest:
        wanted = wanted.among(host.tags, address)
    pin = shelf.find_pin(address, wanted.version)
    if pin is None or is_other(shelf, pin, wanted):
        wanted = wanted.among(host.tags, address)
        pin = Pin(address, wanted.version, host.tags[wanted.version], "")
    is_trusted = bool(pin.sha256) and wanted.sha256 == pin.sha256
    origin = ShelvedOrigin(shelf, host, pin, is_trusted=is_trusted)
    if is_latest and not is_trusted:
        origin.require_still()
    loaded = load_from(origin, wanted)
    if origin.fetched:
        sums = loaded.release.sha256
        shelf.keep(Pin(address, pin.version, pin.revision, sums), origin.fetched)
    return loaded


def is_other(shelf: Shelf, pin: Pin, wanted: Wanted) -> bool:
    """Whether the reader names a digest that is not of the release which was seen before."""
    if not wanted.sha256 or wanted.sha256 == pin.sha256:
        return False
    sums = shelf.find(pin.sha256)
    return sums is not None and wanted.sha256.encode() not in sums
