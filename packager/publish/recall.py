"""What the memory of releases answers; each answer is proved by the chain of its lines first."""

from pathlib import Path

from packager.assemble.seal import Seal, require_sealed
from packager.assemble.tree import files_of
from packager.domain.errors import IntegrityError, SealedError, listed
from packager.domain.release import Identity, Record, Release
from packager.domain.version import Version, version_key
from packager.publish.audit import JOURNAL, audit
from packager.publish.chain import Chain, Event, History
from packager.publish.cutting import TREE
from packager.publish.journal import Journal
from packager.publish.lock import locked
from packager.publish.memory import LEDGER, Memory
from packager.publish.papers import read_identity, read_record


class Recall:
    """The reading half of the ledger; it never writes, and waits while another run does."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._memory = Memory(root)

    def events(self) -> tuple[Event, ...]:
        """Every line, oldest first."""
        with self._memory.reading() as chain:
            return chain.events

    def versions(self) -> tuple[Version, ...]:
        """Sealed versions, oldest first."""
        return tuple(event.version for event in self.events() if event.event == "seal")

    def waiting(self) -> tuple[Version, ...]:
        """Versions that are reserved and not cut yet, oldest first."""
        history = History(self.events())
        return tuple(sorted(filter(history.is_waiting, history.reserved), key=version_key))

    def find_identity(self, version: Version) -> Identity | None:
        """What a version is called, if it was reserved or sealed."""
        found = self._find(version, "identity.json")
        return read_identity(found, self._where(version, "identity.json")) if found else None

    def find_record(self, version: Version, target: str) -> Record | None:
        """What a host said of a version when it was published there."""
        name = f"record.{target}.json"
        found = self._find(version, name)
        return read_record(found, self._where(version, name)) if found else None

    def seal(self, version: Version) -> Seal:
        """The seal of a version.

        Raises:
            SealedError: there is no such sealed version.
            IntegrityError: the seal on the disk is not the one the ledger names.
        """
        with self._memory.reading() as chain:
            self._require_sealed(chain, version)
            return self._memory.seal(chain, version)

    def paper(self, version: Version, name: str) -> bytes:
        """`inputs.json` or `change.json` of a sealed version; errors as `seal`."""
        with self._memory.reading() as chain:
            self._require_sealed(chain, version)
            return self._memory.paper(chain, version, name)

    def release(self, version: Version) -> Release:
        """A sealed version, its tree on the disk proved against its seal; errors as `seal`.

        Raises:
            IntegrityError: files of the tree are missing, extra or changed; all are named.
        """
        seal = self.seal(version)
        place = self.root / version
        mend = f"take it back from version control: `git checkout -- {place}`"
        try:
            found = files_of(place / TREE)
        except IntegrityError as error:
            raise IntegrityError(error.what, where=error.where, mend=mend) from error
        require_sealed(seal, found, where=str(place / TREE), mend=mend)
        return seal.release(place / TREE)

    def journal(self, version: Version) -> Journal:
        """What runs meant to do and did for a version; outside the chain."""
        return Journal(self.root / version / JOURNAL)

    def faults(self) -> list[str]:
        """Everything that is not as the ledger has it, a line each; empty when all is well."""
        if not self.root.is_dir():
            return []
        with locked(self.root, shared=True):
            return audit(self.root)

    def verify(self) -> None:
        """Raise IntegrityError, naming each fault, unless every recorded byte is in place."""
        faults = self.faults()
        if faults:
            raise IntegrityError(
                listed(faults),
                where=str(self.root),
                mend="take what is altered or missing back from version control, remove what no"
                " line names, then verify again",
            )

    def _find(self, version: Version, name: str) -> bytes:
        with self._memory.reading() as chain:
            if not self._memory.is_recorded(chain, f"{version}/{name}"):
                return b""
            return self._memory.paper(chain, version, name)

    def _where(self, version: Version, name: str) -> str:
        return str(self.root / version / name)

    def _require_sealed(self, chain: Chain, version: Version) -> None:
        sealed = [event.version for event in chain.events if event.event == "seal"]
        if version not in sealed:
            raise SealedError(
                f"there is no sealed release {version}",
                where=str(self.root / LEDGER),
                mend=f"name one of {', '.join(sealed[-3:])}" if sealed else "cut a release first",
            )
