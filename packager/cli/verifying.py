"""`packager verify` and `status`: what the public gets, against what was sealed."""

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from packager.assemble.archive import compare_archive, unpack
from packager.assemble.tree import differences, files_of
from packager.cli.hosts import hub_target, zenodo_host
from packager.cli.judging import load_back
from packager.cli.project import Project, project_of
from packager.cli.world import World
from packager.domain.errors import ConfigError, IntegrityError, PackagerError, listed
from packager.domain.release import Record, Release
from packager.publish.ledger import Ledger
from packager.publish.targets.http import Host
from packager.publish.targets.hub_steps import PREFIX as STEPS
from packager.publish.targets.huggingface import HuggingFaceTarget
from packager.publish.targets.zenodo import ZenodoTarget
from packager.publish.targets.zenodo_download import download
from packager.publish.verify import verify_record

HOSTS = ("zenodo", "huggingface")
DIFFERENT = 5
FINE = {"reserved", "sealed", "published"}
Reading = ZenodoTarget | HuggingFaceTarget


def verify_command(args: argparse.Namespace, world: World) -> int:
    """Read back what the public sees of a release, and compare it with the seal."""
    visitor = visitor_of(args, world)
    release = visitor.ledger.release(args.version)
    records = [visitor.ledger.find_record(args.version, name) for name in HOSTS]
    there = [record for record in records if record is not None]
    if not there:
        raise ConfigError(
            f"release {args.version} has no record of a public host",
            where=str(visitor.ledger.root),
            mend=f"publish it: `packager publish {args.version} --to zenodo --to huggingface`",
        )
    for record in there:
        world.step(f"reading {record.url}")
        visitor.verify(release, record)
        if args.deep:
            visitor.verify_downloads(release, record)
        world.clear()
        if not args.json:
            world.say(f"{record.target}\t{record.version}\tequal to the seal\t{record.url}")
    if args.json:
        world.say_json([asdict(record) for record in there])
    return 0


@dataclass(frozen=True, slots=True)
class Line:
    """One release on one host."""

    version: str
    host: str
    state: str
    where: str


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who reads hosts without a token, and knows the ledger."""

    project: Project
    ledger: Ledger
    world: World

    def target(self, name: str) -> Reading:
        """A host as everybody sees it."""
        if name == "huggingface":
            return hub_target(self.project, self.ledger, self.world)
        concept = self.project.config.concept_doi
        return ZenodoTarget(self.host(), ledger=self.ledger, concept_doi=concept)

    def host(self) -> Host:
        """The InvenioRDM, asked without a token."""
        return zenodo_host(self.project, self.world, token="")

    def verify(self, release: Release, record: Record) -> None:
        """Raise IntegrityError unless a host shows the public exactly what was sealed.

        Raises:
            IntegrityError: the record or a file is something else.
            TargetError: the host cannot be reached.
        """
        target = self.target(record.target)
        found = target.find_record(record.version)
        if found != record:
            raise IntegrityError(
                f"{record.target} says {found}, the ledger {record}",
                where=record.url,
                mend="find out what happened to the record on the host",
            )
        verify_record(release, target, record)

    def verify_downloads(self, release: Release, record: Record) -> None:
        """Download everything, compare it with the seal, and load every table from it."""
        with tempfile.TemporaryDirectory() as name:
            load_back(self.project, self.fetch(release, record, Path(name)))

    def fetch(self, release: Release, record: Record, folder: Path) -> Path:
        """Bring a release into a folder, as everybody gets it; the tree is as sealed.

        Raises:
            IntegrityError: a file is not the sealed one.
        """
        target, tree = self.target(record.target), folder / "tree"
        if isinstance(target, HuggingFaceTarget):
            target.download(record, tree)
            faults = differences(release.files, files_of(tree)).lines()
        else:
            download(self.host(), record, target.payload(release), folder)
            faults = compare_archive(folder / release.archive.path, release.files).lines()
            unpack(folder / release.archive.path, tree)
        if faults:
            raise IntegrityError(
                listed(["the files there are not the sealed ones", *faults]),
                where=record.url,
                mend="find out who changed them on the host",
            )
        return tree

    def lines(self, version: str, *, ask: bool) -> Iterator[Line]:
        """The seal of a version, then each host that has it, is on the way to it, or lacks it."""
        self.world.step(f"looking at {version}")
        release = self.ledger.release(version)
        yield Line(version, "ledger", "sealed", release.archive.sha256)
        known = {name: self.ledger.find_record(version, name) for name in HOSTS}
        if not any(known.values()):
            yield from self.reserved(version)
            if any(step.step.startswith(STEPS) for step in self.ledger.journal(version).entries()):
                yield Line(version, "huggingface", "begun", "not ended: publish it again")
        for name, record in known.items():
            if record is not None:
                yield self.line(release, record, ask=ask)
            elif any(known.values()):
                yield Line(version, name, "missing", "published elsewhere only")

    def reserved(self, version: str) -> Iterator[Line]:
        """The DOI that is kept for a version, if there is one."""
        identity = self.ledger.find_identity(version)
        if identity and identity.doi:
            yield Line(version, "zenodo", "reserved", identity.doi)

    def line(self, release: Release, record: Record, *, ask: bool) -> Line:
        """One host."""
        try:
            if ask:
                self.verify(release, record)
        except PackagerError as error:
            said = error.what.splitlines()[0]
            return Line(record.version, record.target, "different", said)
        return Line(record.version, record.target, "published", record.url)


def visitor_of(args: argparse.Namespace, world: World) -> Visitor:
    """Who looks at the project's hosts."""
    project = project_of(args, world)
    return Visitor(project, Ledger(project.config.releases), world)


def status_command(args: argparse.Namespace, world: World) -> int:
    """Every release on every host: 0 when all is as recorded, 5 when anything is not."""
    visitor = visitor_of(args, world)
    lines = [line for version in visitor.ledger.waiting() for line in visitor.reserved(version)]
    lines += [
        line
        for version in reversed(visitor.ledger.versions())
        for line in visitor.lines(version, ask=not args.offline)
    ]
    world.clear()
    if args.json:
        world.say_json([asdict(line) for line in lines])
    else:
        for line in lines:
            world.say(f"{line.version}\t{line.host}\t{line.state}\t{line.where}")
    return DIFFERENT if any(line.state not in FINE for line in lines) else 0
