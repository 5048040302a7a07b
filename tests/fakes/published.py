"""A release that is public on a bundled Zenodo and a bundled Hub, and those who copy it."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from packager.assemble.seal import seal
from packager.assemble.tree import write_tree
from packager.domain.release import Record, Release
from packager.publish.ledger import Ledger
from packager.publish.mirror import Copied, Copier
from packager.publish.mirror_hub import HubSource
from packager.publish.mirror_place import FolderPlace, Place
from packager.publish.mirror_proof import Trust
from packager.publish.mirror_source import Source
from packager.publish.mirror_zenodo import ZenodoSource
from packager.publish.run import publish
from packager.publish.targets.calls import Patience
from packager.publish.targets.http import Host
from packager.publish.targets.hub_patience import Patience as HubPatience
from packager.publish.targets.huggingface import HuggingFaceTarget, place_at
from packager.publish.targets.zenodo import ZenodoTarget
from packager.publish.targets.zenodo_api import ACCEPT, API
from packager.publish.targets.zenodo_mint import ZenodoMint
from packager.rehearse.hub import HubServer
from packager.rehearse.invenio import InvenioServer
from tests.fakes.deposits import paper
from tests.fakes.trees import FILES, MAKER, PAPERS

VERSION = "2026-11-30"
REPO = "alice/rain"
LARGE = "data/large.parquet"


@dataclass(slots=True)
class Public:
    """Both hosts with the release on them, and the ledger of those who published it."""

    zenodo: InvenioServer
    hub: HubServer
    ledger: Ledger
    release: Release
    records: dict[str, Record] = field(default_factory=dict)

    def hub_source(self, tries: int = 5) -> HubSource:
        """The Hub as a visitor sees it, who tries a read so often."""
        place = place_at(self.hub.url, REPO, token="")
        return HubSource(place.public, HubPatience(lambda _: None, tries=tries))

    def zenodo_source(self, tries: int = 6) -> ZenodoSource:
        """The record as a visitor finds it by the DOI of the series."""
        patience = Patience(wait=lambda _: None, tries=tries)
        return ZenodoSource(
            lambda: Host(self.zenodo.url + API, accept=ACCEPT, patience=patience),
            self.records["zenodo"].concept_doi,
            lambda _: "",
        )

    def forget(self) -> None:
        """No more faults, and nothing in the logs."""
        for server in (self.zenodo, self.hub.hub, self.hub.storage):
            server.plan.clear()
            server.forget()

    def fetched(self) -> list[str]:
        """Path of every file whose content was asked for since, once for each request."""
        hub = [one.path for one in self.hub.log if "/resolve/" in one.path]
        return hub + [one.path for one in self.zenodo.log if one.path.endswith("/content")]


def write_release(root: Path, **more: str) -> None:
    """A tree that tells the digest of every file in it."""
    contents = FILES | {
        "datapackage.json": json.dumps({"name": "rain", "version": VERSION}).encode() + b"\n",
        LARGE: b"\0" + hashlib.shake_256(b"rain").digest(3 << 20),
    }
    contents |= {name: text.encode() for name, text in more.items()}
    sums = [f"{hashlib.sha256(contents[path]).hexdigest()}  {path}\n" for path in sorted(contents)]
    write_tree((contents | {"SHA256SUMS": "".join(sums).encode()}).items(), root)


@contextmanager
def published(place: Path) -> Iterator[Public]:
    """The release on both hosts, for as long as the block lasts."""
    ledger = Ledger(place / "releases")
    with InvenioServer() as zenodo, HubServer() as hub:
        host = Host(zenodo.url + API, token="zenodo_own", accept=ACCEPT)
        identity = ledger.reserve(ZenodoMint(host, ledger=ledger).reserve(VERSION, first=True))
        write_release(place / "tree", **{"datacite.json": json.dumps(paper(identity))})
        sealed = seal(place / "tree", identity, bundle=place / f"rain-{VERSION}.zip", maker=MAKER)
        release = ledger.add_release(sealed, place / "tree", **PAPERS)
        targets = (
            ZenodoTarget(host, ledger=ledger),
            HuggingFaceTarget(
                place_at(hub.url, REPO, token="hf_write"),
                patience=HubPatience(lambda _: None),
                journal=ledger.journal,
                locks=place / "locks",
            ),
        )
        records = publish(release, targets, ledger)
        yield Public(zenodo, hub, ledger, release, {one.target: one for one in records})


def copy(
    sources: tuple[Source, ...],
    place: Path | Place,
    trust: Trust,
    version: str = VERSION,
    most: int = 4,
) -> Copied:
    """Copy one version without a ledger, as `packager mirror` does."""
    found: list[Copied] = []
    place = FolderPlace(place) if isinstance(place, Path) else place
    copier = Copier(sources=sources, place=place, trust=lambda _: trust, papers=lambda _: {})
    copier.copy_all([version], most=most, progress=lambda *_: None, told=found.append)
    (one,) = found
    return one
