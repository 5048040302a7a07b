"""The cache: files by their digests, and which digest each release of a host was seen with.

Nothing on it is believed: a file is read by its digest and proved again.
"""

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from packager.assemble.tree import make_folder, write_whole
from packager.domain.errors import IntegrityError
from packager.domain.statement import document, read_statement
from packager.domain.version import Version
from packager.publish.lock import locked
from packager.publish.refusal import refused

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pin:
    """What a version was when it was first loaded.

    Attributes:
        address: of the repository.
        version: of the release.
        revision: commit that its tag pointed to.
        sha256: digest of its SHA256SUMS.
    """

    address: str
    version: Version
    revision: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """One cache in one folder; any number of processes may use it at once."""

    root: Path

    def find(self, digest: str) -> bytes | None:
        """A file by its sha256; a damaged one is told of and not taken."""
        path = self._file(digest)
        with refused("read the cache", path):
            try:
                content = path.read_bytes()
            except FileNotFoundError:
                return None
        if sha256(content).hexdigest() == digest:
            return content
        LOG.warning("a cached file is damaged and is fetched again: %s", path)
        return None

    def find_pin(self, address: str, version: Version) -> Pin | None:
        """What a version was when it was first loaded here; None if it never was."""
        path = self._pin(address, version)
        with refused("read the cache", path):
            try:
                said = read_statement(path.read_bytes(), str(path))
                said.require_keys(*Pin.__dataclass_fields__)
                pin = Pin(**said.texts())
            except FileNotFoundError:
                return None
            except IntegrityError as error:
                LOG.warning("a cached note is damaged and is made again: %s", error.where)
                return None
        return pin if (pin.address, pin.version) == (address, version) else None

    def keep(self, pin: Pin, contents: Iterable[bytes]) -> None:
        """Keep files and what pins them; each is there whole or not at all."""
        with refused("write to the cache", self.root):
            make_folder(self.root)
            with locked(self.root):
                for content in contents:
                    write_whole(self._file(sha256(content).hexdigest()), content)
                path, said = self._pin(pin.address, pin.version), document(asdict(pin))
                with suppress(FileNotFoundError):
                    if path.read_bytes() == said:
                        return
                write_whole(path, said)

    def _file(self, digest: str) -> Path:
        return self.root / "files" / digest[:2] / digest

    def _pin(self, address: str, version: Version) -> Path:
        return self.root / "pins" / sha256(address.encode()).hexdigest()[:16] / f"{version}.json"
