"""Published releases on hosts of this process, and what owners and others may do to them."""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from packager.cli.main import main
from packager.cli.world import World
from packager.domain.release import Record
from packager.publish.ledger import Ledger
from packager.publish.said import states_of
from packager.publish.watch import Published
from packager.rehearse.faults import FaultPlan
from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer
from packager.rehearse.records.state import File, Side, Version
from packager.rehearse.repos.state import MAIN, Repo
from tests.fakes.projects import Said, contents
from tests.faults.commands import write_settings
from tests.faults.road import Hosts, Road, without_pauses

REPO_ID = "alice/rain"
VERSIONS = ("2026-11-30", "2026-12-01", "2026-12-31")
WITHDRAWN, NEWEST = VERSIONS[0], VERSIONS[-1]
PUBLISHED = date(2026, 11, 30)
"""The day of the bundled hosts' clock."""
TOKENS = {"ZENODO_TOKEN": "zenodo_own", "HF_TOKEN": "hf_write"}


@dataclass(frozen=True, slots=True)
class Watched:
    """A project with three releases on both hosts."""

    root: Path
    zenodo: InvenioServer
    hub: HubServer
    plan: FaultPlan

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.root / "releases")

    def run(self, *words: str, day: date = PUBLISHED, environ: Mapping[str, str] = TOKENS) -> Said:
        """`packager` in the project's folder, on a day."""
        return packager_in(self.root, *words, day=day, environ=environ)

    def call(self, *words: str, day: date = PUBLISHED, environ: Mapping[str, str] = TOKENS) -> Said:
        """`packager watch` on a day."""
        return self.run("watch", *words, day=day, environ=environ)

    def watch(self, *words: str, **how: Any) -> tuple[int, dict[str, Any]]:
        """Exit code and what is found, as a script gets it."""
        said = self.call("--json", *words, **how)
        found: dict[str, Any] = json.loads(said.out)
        return said.code, found

    def road(self, version: str) -> Road:
        """One version more of the same series."""
        hosts = Hosts(self.zenodo, self.hub.hub, self.hub.storage, self.plan)
        concept = self.record(NEWEST, "zenodo").concept_doi
        return Road(hosts, self.root, REPO_ID, version, concept)

    def record(self, version: str, host: str) -> Record:
        record = self.ledger.find_record(version, host)
        assert record is not None
        return record

    def published(self, host: str, versions: Sequence[str]) -> list[Published]:
        return [
            Published(
                self.ledger.release(one),
                self.record(one, host),
                said=states_of(self.ledger, one),
            )
            for one in versions
        ]

    def deposit(self, version: str = NEWEST) -> Version:
        return self.zenodo.state.versions[self.record(version, "zenodo").id]

    def change(self, version: str = NEWEST, **facts: Any) -> None:
        """Change a published record in place, as its owner can."""
        deposit = self.deposit(version)
        assert deposit.public is not None
        self.keep(replace(deposit, public=replace(deposit.public, **facts)))

    def keep(self, version: Version) -> None:
        self.zenodo.state.keep(version)

    def public(self, version: str = NEWEST) -> Side:
        public = self.deposit(version).public
        assert public is not None
        return public

    def files(self, version: str = NEWEST) -> dict[str, File]:
        return dict(self.public(version).files)

    @property
    def repo(self) -> Repo:
        return self.hub.state.repos["dataset", REPO_ID]

    @property
    def card(self) -> str:
        """README.md on main."""
        objects = self.hub.state.objects
        return objects.read(objects.commits[self.repo.refs[MAIN]].files["README.md"]).decode()

    def point(self, ref: str, commit: str) -> None:
        self.hub.state.point(self.repo, ref, commit)

    def commit(self, **contents: str | None) -> str:
        """A commit on top of main, its files by name with `_` for a dot; None takes one away."""
        state = self.hub.state
        head = state.objects.commits[self.repo.refs[MAIN]]
        files = dict(head.files)
        for name, content in contents.items():
            path = name.replace("_", ".")
            if content is None:
                del files[path]
            else:
                files[path] = state.objects.keep(content.encode())
        made = state.objects.commit(
            files, parent=head.oid, author="bob", message="Edited", seconds=state.clock.tick()
        )
        return made.oid

    @contextmanager
    def unharmed(self) -> Iterator[None]:
        """Whatever is done inside to the hosts and the ledger is undone."""
        kept = contents(self.ledger.root)
        versions, parents = dict(self.zenodo.state.versions), dict(self.zenodo.state.parents)
        repos, commits = dict(self.hub.state.repos), dict(self.hub.state.objects.commits)
        try:
            yield
        finally:
            self.plan.clear()
            put_back(self.ledger.root, kept)
            for gone in self.zenodo.state.versions.keys() - versions.keys():
                self.zenodo.state.index.note(gone, None)
            restore(self.zenodo.state.versions, versions)
            restore(self.zenodo.state.parents, parents)
            restore(self.hub.state.repos, repos)
            restore(self.hub.state.objects.commits, commits)
            for one in versions.values():
                self.zenodo.state.index.note(one.id, one)


def put_back(folder: Path, kept: Mapping[str, bytes]) -> None:
    """Give a folder the files again that it had."""
    now = contents(folder)
    for path in now.keys() - kept.keys():
        (folder / path).unlink()
    for path, content in kept.items():
        if now.get(path) != content:
            (folder / path).write_bytes(content)


def packager_in(root: Path, *words: str, day: date, environ: Mapping[str, str]) -> Said:
    """`packager` in a folder, on a day."""
    out, err = io.StringIO(), io.StringIO()
    world = World(today=day, environ=environ, cwd=root, out=out, err=err)
    return Said(main(words, world), out.getvalue(), err.getvalue())


def restore(there: dict[Any, Any], saved: Mapping[Any, Any]) -> None:
    there.clear()
    there.update(saved)


@contextmanager
def watched(root: Path, withdrawn: str = WITHDRAWN) -> Iterator[Watched]:
    """Three versions published, one after the other, and settings that name the hosts.

    One of them, or "" for none, is withdrawn before the last is cut, and the hosts are told.
    """
    plan = FaultPlan()
    with without_pauses(), InvenioServer(plan=plan) as zenodo, HubServer(plan=plan) as hub:
        road = Road(Hosts(zenodo, hub.hub, hub.storage, plan), root, REPO_ID)
        place = Watched(root, zenodo, hub, plan)
        for version in VERSIONS:
            if withdrawn and version == NEWEST:
                road.ledger.add_notice("withdraw", withdrawn, "The gauge was broken.")
                assert place.run("announce").code == 0
            road = replace(road, version=version)
            record, _ = road.run()
            road = replace(road, concept_doi=record.concept_doi)
            write_settings(road)
        yield place
