"""`packager watch` against real hosts: quiet on what was just published, not on what changed."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from secrets import randbelow, token_hex
from typing import Any

import huggingface_hub
import pytest

from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import ACCEPT, API, Deposits
from tests.fakes.watched import packager_in
from tests.faults.commands import write_settings
from tests.faults.road import Hosts, Road, without_pauses
from tests.live.owner import change_a_file, delete_record, open_edit
from tests.live.proxied_hosts import DATASET, proxied_hosts

pytestmark = [pytest.mark.live, pytest.mark.slow]


@pytest.fixture(scope="module")
def hosts() -> Iterator[Hosts]:
    with proxied_hosts() as hosts:
        yield hosts


@pytest.fixture
def road(hosts: Hosts, tmp_path: Path) -> Iterator[Road]:
    """Two versions of a series and a repository that nobody else uses."""
    day = date(2030, 1, 1) + timedelta(days=randbelow(20_000))
    repo_id = f"{hosts.owner}/rain-{token_hex(6)}"
    with without_pauses():
        first = Road(hosts, tmp_path / "project", repo_id, day.isoformat())
        record, _ = first.run()
        following = (day + timedelta(days=1)).isoformat()
        second = replace(first, version=following, concept_doi=record.concept_doi)
        second.run()
        write_settings(second)
        yield second


def watch(road: Road, *words: str) -> tuple[int, dict[str, Any]]:
    tokens = {"ZENODO_TOKEN": road.hosts.zenodo_token, "HF_TOKEN": road.hosts.hub_token}
    today = datetime.now(UTC).date()
    said = packager_in(road.root, "watch", "--json", *words, day=today, environ=tokens)
    found: dict[str, Any] = json.loads(said.out)
    return said.code, found


def owner(road: Road) -> tuple[Host, str]:
    """The owner's access to Zenodo, and the id of the newest record."""
    record = road.ledger.find_record(road.version, "zenodo")
    assert record is not None
    return Host(
        road.hosts.zenodo.url + API, token=road.hosts.zenodo_token, accept=ACCEPT
    ), record.id


def codes(road: Road) -> tuple[int, set[str]]:
    code, found = watch(road)
    assert found["not_looked_at"] == []
    return code, {one["code"] for one in found["findings"]}


def test_each_thing_that_an_owner_does_is_found_and_nothing_before(road: Road) -> None:
    code, found = watch(road, "--deep")
    assert (code, found["findings"], found["not_looked_at"]) == (0, [], [])
    until = (datetime.now(UTC).date() + timedelta(days=30)).isoformat()
    assert f"its files can change until {until}" in json.dumps(found["looked_at"])

    host, identifier = owner(road)
    open_edit(host, identifier)
    assert codes(road) == (0, {"zenodo.edit-open"})
    change_a_file(host, identifier, "index.csv", b"day,mm\n2026-11-30,5\n")
    assert codes(road) == (5, {"zenodo.file-changed"})
    Deposits(host).open_version(identifier)
    assert codes(road) == (5, {"zenodo.file-changed", "zenodo.draft-left"})
    move_tag(road)
    _, moved = codes(road)
    assert moved >= {"huggingface.tag-moved", "huggingface.file-missing"}
    delete_record(host, identifier)
    _, after = codes(road)
    assert "zenodo.record-deleted" in after - moved
    assert "zenodo.file-changed" not in after


def move_tag(road: Road) -> None:
    """To the first commit of the repository, before any release."""
    api = huggingface_hub.HfApi(road.hosts.hub.url, road.hosts.hub_token)
    first = api.list_repo_commits(road.repo_id, repo_type=DATASET)[-1].commit_id
    api.delete_tag(road.repo_id, tag=road.version, repo_type=DATASET)
    api.create_tag(road.repo_id, tag=road.version, revision=first, repo_type=DATASET)
