"""Copies from an InvenioRDM and a Hub: the bundled ones, and those that the environment names."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from packager.assemble.tree import files_of
from packager.domain.errors import TargetError
from packager.publish.ledger import Ledger
from packager.publish.mirror_hub import HubSource
from packager.publish.mirror_proof import Trust
from packager.publish.mirror_source import Source
from packager.publish.mirror_zenodo import ZenodoSource
from packager.publish.run import publish
from packager.publish.targets.hub_patience import Patience
from tests.fakes.published import copy
from tests.fakes.trees import VERSION, cut
from tests.faults.large import MIB, block
from tests.live.hub_worlds import WORLDS as HUBS
from tests.live.hub_worlds import HubWorld, hub_world, without_waiting
from tests.live.test_zenodo_live import road
from tests.live.zenodo_worlds import INDEX_SECONDS, INDEX_TRIES, ZenodoWorld, zenodo_world
from tests.live.zenodo_worlds import WORLDS as ZENODOS


@pytest.fixture(params=HUBS)
def hub(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubWorld]:
    without_waiting(monkeypatch, request.param)
    with hub_world(request.param) as world:
        yield world


@pytest.fixture(params=ZENODOS)
def zenodo(request: pytest.FixtureRequest) -> Iterator[ZenodoWorld]:
    with zenodo_world(request.param) as world:
        yield world


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "releases")


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    (tmp_path / "mirror").mkdir()
    return tmp_path / "mirror"


def is_listed(source: Source, version: str) -> bool:
    """Whether a source lists a version, once its index has caught up."""
    for _ in range(INDEX_TRIES):
        if version in source.versions():
            return True
        time.sleep(INDEX_SECONDS)
    return False


def test_a_record_is_found_by_its_series_and_copied_once(
    zenodo: ZenodoWorld, ledger: Ledger, mirror: Path
) -> None:
    record = road(zenodo, ledger, VERSION)
    source = ZenodoSource(lambda: zenodo.host(token=""), record.concept_doi, lambda _: "")
    seal = ledger.seal(VERSION)

    assert is_listed(source, VERSION)
    first = copy((source,), mirror, Trust(seal=seal))
    second = copy((source,), mirror, Trust(seal=seal))

    assert (first.is_new, second.is_new) == (True, False)
    assert files_of(mirror / VERSION) == seal.files
    assert source.faults(VERSION, mirror / VERSION, seal.files) == []


def test_a_tag_is_copied_also_after_a_cut_within_a_file(
    hub: HubWorld, ledger: Ledger, tmp_path: Path, mirror: Path
) -> None:
    cut(ledger, tmp_path / "dist", large=block("large", 3 * MIB))
    publish(ledger.release(VERSION), [hub.target(ledger)], ledger)
    seal = ledger.seal(VERSION)
    source = HubSource(hub.place().public, Patience(hub.waits.append, tries=1))

    hub.fault(path=r"/resolve/|/cdn/", method="GET", nth=2, action="truncate")
    with pytest.raises(TargetError):
        copy((source,), mirror, Trust(seal=seal), most=1)
    kept = list(mirror.glob("[!.]*"))
    hub.forget()
    copy((source,), mirror, Trust(seal=seal), most=1)

    assert kept == []
    assert source.versions() == (VERSION,)
    assert files_of(mirror / VERSION) == seal.files
    asked = [one.path for one in hub.log() if one.method == "GET" and "/resolve/" in one.path]
    assert len(asked) < len(seal.files) + 1
