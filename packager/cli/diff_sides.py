"""What a person can compare: a version, a folder, an archive, a host's copy, or what is next."""

from dataclasses import dataclass
from pathlib import Path

from packager.assemble.archive import unpack
from packager.assemble.compare.sides import Side, side_of
from packager.assemble.tree import differences, files_of
from packager.card.plain_text import shown
from packager.cli.checking import place_of
from packager.cli.hosts import ORDER
from packager.cli.making import make_new, past_of
from packager.cli.mirroring import own_mirror
from packager.cli.verifying import Visitor
from packager.domain.errors import ConfigError, IntegrityError, listed
from packager.domain.release import Identity, Record, Release
from packager.publish.chain import later_than
from packager.publish.targets.directory import DirectoryTarget

CURRENT = "current"
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Opened:
    """A side, and what it was opened from: nothing is compared with itself."""

    side: Side
    place: str


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens what words name.

    Attributes:
        visitor: who knows the project, its ledger and its hosts.
        work: a folder that goes away; downloads and builds go there.
        mirror: folder of the directory target, None for the project's own.
    """

    visitor: Visitor
    work: Path
    mirror: Path | None = None

    def open(self, word: str) -> Opened:
        """The side that a word names.

        Raises:
            ConfigError: it names nothing.
            IntegrityError: what it names is damaged.
        """
        host, colon, version = word.partition(":")
        label = shown(word, LONGEST)
        if colon and host in ORDER:
            return Opened(side_of(self.fetched(host, version), label), word)
        if word == CURRENT:
            return Opened(side_of(self.built(), "the current sources"), word)
        if word in self.visitor.ledger.versions():
            root = Path(self.visitor.ledger.release(word).root)
            return Opened(side_of(root, label), str(root.resolve()))
        path = place_of(self.visitor.project, word, self.visitor.world).path
        return Opened(side_of(self.folder(path), label), str(path.resolve()))

    def folder(self, path: Path) -> Path:
        """A folder, or the files of an archive in one."""
        if path.is_dir():
            return path
        root = self.work / f"archive-{len(list(self.work.iterdir()))}"
        unpack(path, root)
        return root

    def built(self) -> Path:
        """What a cut would make of the sources as they are."""
        project, ledger = self.visitor.project, self.visitor.ledger
        versions = ledger.versions()
        newest = versions[-1] if versions else None
        version = later_than(newest) if newest else self.visitor.world.today.isoformat()
        identity = Identity(version, concept_doi=project.config.concept_doi)
        root = self.work / CURRENT
        make_new(project, identity, {}, past_of(project, newest), root)
        return root

    def fetched(self, host: str, version: str) -> Path:
        """A host's copy of a release, as everybody gets it, proved by the seal."""
        release = self.visitor.ledger.release(version)
        if host == DirectoryTarget.name:
            return mirrored(self.mirror or own_mirror(self.visitor.project), release)
        record = self.visitor.ledger.find_record(version, host)
        folder = self.work / host / version
        folder.mkdir(parents=True)
        return self.visitor.fetch(release, recorded(record, host, version), folder)


def mirrored(mirror: Path, release: Release) -> Path:
    """A release where a mirror keeps it.

    Raises:
        ConfigError: the mirror has no record of it.
        IntegrityError: it holds other bytes.
    """
    found = DirectoryTarget(mirror).find_record(release.version)
    place = mirror / recorded(found, DirectoryTarget.name, release.version).id
    faults = differences(release.files, files_of(place)).lines()
    if faults:
        raise IntegrityError(
            listed(["the mirror holds other bytes", *faults]),
            where=str(place),
            mend="find out who put them there",
        )
    return place


def recorded(record: Record | None, host: str, version: str) -> Record:
    """A host's record.

    Raises:
        ConfigError: there is none.
    """
    if record is None:
        raise ConfigError(
            f"there is no record of {version} on {host}",
            where=f"{host}:{version}",
            mend=f"see where it is with `packager status`, or compare {version} itself",
        )
    return record
