"""A whole publication on two hosts: reserved, cut, carried, recorded, read back; or all again."""

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import huggingface_hub
import pytest

from packager.assemble.archive import compare_archive
from packager.assemble.seal import seal
from packager.assemble.tree import differences, files_of, write_tree
from packager.domain.errors import PackagerError
from packager.domain.release import Identity, Record, Release
from packager.publish.ledger import Ledger
from packager.publish.run import publish
from packager.publish.target import Target
from packager.publish.targets.calls import Patience
from packager.publish.targets.http import Host
from packager.publish.targets.hub_patience import Patience as HubPatience
from packager.publish.targets.huggingface import HuggingFaceTarget, place_at
from packager.publish.targets.zenodo import ZenodoTarget
from packager.publish.targets.zenodo_api import ACCEPT, API
from packager.publish.targets.zenodo_download import download
from packager.publish.targets.zenodo_layout import Layout
from packager.publish.targets.zenodo_mint import ZenodoMint
from packager.publish.verify import verify_record
from packager.rehearse.desk import Logged
from packager.rehearse.faults import FaultPlan
from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer
from packager.rehearse.server import Server
from tests.fakes.deposits import paper
from tests.fakes.trees import MAKER, PAPERS

FIRST, SECOND = "2026-11-30", "2026-12-01"
PAGE = "description.html"
REPEATS = 4
READS = {"GET", "HEAD"}


@dataclass(frozen=True, slots=True)
class Hosts:
    """Zenodo, the Hub, and the Hub's storage, or the proxies before them, under one plan."""

    zenodo: Server
    hub: Server
    storage: Server
    plan: FaultPlan
    zenodo_token: str = "zenodo_own"
    hub_token: str = "hf_write"
    owner: str = "alice"
    is_live: bool = False
    wait: Callable[[float], None] = lambda _: None

    @property
    def servers(self) -> tuple[Server, ...]:
        return self.zenodo, self.hub, self.storage

    @property
    def log(self) -> list[Logged]:
        """Every request so far, host by host."""
        return list(chain.from_iterable(server.log for server in self.servers))

    def heal(self, *, forgets: bool = True) -> None:
        """The hosts are up again, and nothing more goes wrong if the plan `forgets` its faults."""
        if forgets:
            self.plan.clear()
        assert all(server.wait_until_open() for server in self.servers)


@contextmanager
def fake_hosts() -> Iterator[Hosts]:
    """The hosts in miniature, new and empty."""
    plan = FaultPlan()
    with InvenioServer(plan=plan) as zenodo, HubServer(plan=plan) as hub:
        yield Hosts(zenodo, hub.hub, hub.storage, plan)


@dataclass(frozen=True, slots=True)
class Road:
    """One version on its way to both hosts; each run starts with nothing but what is on the disk.

    Attributes:
        hosts: where it goes.
        root: the project's folder.
        repo_id: of the data set on the Hub.
        version: of the release.
        concept_doi: the series, "" to begin one.
        told: what the tool said while it waited.
        more: writes what else the release's tree holds.
    """

    hosts: Hosts
    root: Path
    repo_id: str
    version: str = FIRST
    concept_doi: str = ""
    told: list[str] = field(default_factory=list)
    more: Callable[[Path], None] = lambda _: None

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.root / "releases")

    def reserve(self) -> Identity:
        """What `packager reserve` does."""
        ledger = self.ledger
        host = self._zenodo(self.hosts.zenodo_token)
        mint = ZenodoMint(host, ledger=ledger, concept_doi=self.concept_doi)
        return ledger.reserve(mint.reserve(self.version, first=not self.concept_doi))

    def cut(self) -> Release:
        """A sealed release under the reserved identity, smaller than small."""
        ledger = self.ledger
        if self.version not in ledger.versions():
            identity = ledger.find_identity(self.version)
            assert identity is not None
            tree = self.root / "dist" / self.version
            write_tree(contents(identity).items(), tree)
            self.more(tree)
            bundle = self.root / "dist" / f"{self.version}.zip"
            made = seal(tree, identity, bundle=bundle, maker=MAKER)
            ledger.add_release(made, tree, **PAPERS)
            bundle.unlink()
        return ledger.release(self.version)

    def publish(self) -> tuple[Record, ...]:
        """What `packager publish` does."""
        ledger = self.ledger
        targets: tuple[Target, ...] = (self.zenodo(ledger), self.hub(ledger))
        return publish(ledger.release(self.version), targets, ledger)

    def verify(self) -> None:
        """What `packager verify --deep` does but for loading the tables."""
        ledger = self.ledger
        release = ledger.release(self.version)
        zenodo, hub = self.zenodo(ledger, token=""), self.hub(ledger)
        for target in (zenodo, hub):
            record = ledger.find_record(self.version, target.name)
            assert record is not None
            assert target.find_record(self.version) == record
            verify_record(release, target, record)
            with TemporaryDirectory(dir=self.root) as name:
                if target is hub:
                    hub.download(record, Path(name, "tree"))
                    faults = differences(release.files, files_of(Path(name, "tree")))
                else:
                    download(self._zenodo(""), record, zenodo.payload(release), Path(name))
                    faults = compare_archive(Path(name, release.archive.path), release.files)
                assert not faults.lines()

    def run(self) -> tuple[Record, ...]:
        """The whole road; what is done already is not done again."""
        if self.version not in self.ledger.versions():
            self.reserve()
            self.cut()
        records = self.publish()
        self.verify()
        return records

    def run_until_done(self, repeats: int = REPEATS, *, heals: bool = True) -> list[str]:
        """The same command again and again until it succeeds; what each failure said.

        Nothing goes wrong after the first failure, if it `heals`.
        """
        failures: list[str] = []
        for _ in range(repeats):
            try:
                self.run()
            except PackagerError as error:
                failures.append(str(error))
                self.hosts.heal(forgets=heals)
            else:
                return failures
        raise AssertionError("\n".join(["it does not come to an end", *failures]))

    def zenodo(self, ledger: Ledger, token: str | None = None) -> ZenodoTarget:
        shown = self.hosts.zenodo_token if token is None else token
        layout = Layout(page=PAGE, scratch=self._folder("scratch"))
        return ZenodoTarget(
            self._zenodo(shown), ledger=ledger, concept_doi=self.concept_doi, layout=layout
        )

    def hub(self, ledger: Ledger) -> HuggingFaceTarget:
        return HuggingFaceTarget(
            place_at(self.hosts.hub.url, self.repo_id, token=self.hosts.hub_token),
            patience=HubPatience(self.hosts.wait),
            journal=ledger.journal,
            locks=self.root / "dist" / ".locks",
        )

    def _zenodo(self, token: str) -> Host:
        patience = Patience(wait=self.hosts.wait, tell=self.told.append)
        address = self.hosts.zenodo.url + API
        return Host(address, token=token, accept=ACCEPT, patience=patience)

    def _folder(self, name: str) -> Path:
        folder = self.root / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def contents(identity: Identity) -> dict[str, bytes]:
    """A release of a few bytes: prose, a page, a paper, and a table the Hub keeps beside git."""
    named = f"{identity.version} {identity.doi}"
    return {
        "README.md": f"---\nlicense: cc-by-4.0\n---\n# Rain {named}\n".encode(),
        "datacite.json": json.dumps(paper(identity)).encode(),
        PAGE: f"<p>How much it rains: {named}.</p>\n".encode(),
        "index.csv": b"day,mm\n2026-11-30,4\n",
        "models/m.json": b'{"rain": 1}\n',
        "rain.parquet": f"PAR1\0{named}\0PAR1".encode(),
    }


@contextmanager
def without_pauses(longest: float = 0.005) -> Iterator[None]:
    """Let the libraries' own pauses pass at once, and let the Hub's send without Xet."""
    sleep = time.sleep
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "sleep", lambda seconds: sleep(min(seconds, longest)))
        if not os.environ.get("PACKAGER_LIVE_HUB_XET"):
            patch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
        yield
