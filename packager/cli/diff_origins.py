"""Sides that have to be made or fetched first: the current sources, and what hosts hold."""

from pathlib import Path

from packager.assemble.tree import differences, files_of
from packager.cli.diff_sides import Opener
from packager.cli.making import make_new, past_of
from packager.cli.mirroring import MIRROR
from packager.cli.verifying import Visitor
from packager.domain.errors import ConfigError, IntegrityError, listed
from packager.domain.release import Identity, Record, Release
from packager.publish.chain import later_than
from packager.publish.targets.directory import DirectoryTarget


def built(opener: Opener, word: str) -> Path:
    """What a cut would make of the sources as they are."""
    project, versions = opener.project, opener.ledger.versions()
    newest = versions[-1] if versions else None
    version = later_than(newest) if newest else opener.world.today.isoformat()
    identity = Identity(version, concept_doi=project.config.concept_doi)
    root = opener.work / word
    make_new(project, identity, {}, past_of(project, newest), root)
    return root


def fetched(opener: Opener, word: str) -> Path:
    """A host's copy of a release, HOST:VERSION, as everybody gets it, proved by the seal.

    Raises:
        ConfigError: there is no record of it.
        IntegrityError: it is not the sealed one.
    """
    host, _, version = word.partition(":")
    release = opener.ledger.release(version)
    if host == DirectoryTarget.name:
        return mirrored(opener.mirror or opener.project.config.dist / MIRROR, release)
    record = recorded(opener.ledger.find_record(version, host), word)
    folder = opener.work / host / version
    folder.mkdir(parents=True)
    return Visitor(opener.project, opener.ledger, opener.world).fetch(release, record, folder)


def mirrored(mirror: Path, release: Release) -> Path:
    """A release where a mirror keeps it."""
    found = DirectoryTarget(mirror).find_record(release.version)
    if found is None:
        raise ConfigError(
            f"the mirror has no release {release.version}",
            where=str(mirror),
            mend="name its folder with --mirror, or carry it there:"
            f" `packager publish {release.version} --to directory`",
        )
    place = mirror / found.id
    faults = differences(release.files, files_of(place)).lines()
    if faults:
        raise IntegrityError(
            listed(["the mirror holds other bytes", *faults]),
            where=str(place),
            mend="find out who put them there",
        )
    return place


def recorded(record: Record | None, word: str) -> Record:
    """A host's record."""
    if record is None:
        raise ConfigError(
            "there is no record of this version there",
            where=word,
            mend="see where it is with `packager status`, or compare the sealed version itself",
        )
    return record
